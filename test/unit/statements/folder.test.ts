/** @file A watched folder whose events cannot be taken now. */
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from '../../../src/main/features/statements/inbox/folder.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { temporaryFolder } from '../../fakes/desk.ts';

test('an event for which there is no room on the disk stays in its folder until there is', async () => {
  const { path, remove } = await temporaryFolder();
  await writeFile(join(path, 'one.json'), '{}');
  let isFull = true;
  const states: string[] = [];
  const watched = watchFolder({
    path,
    clock: createFakeClock(),
    async take() {
      if (isFull) throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
      return { kind: 'processed' };
    },
    onState: () => states.push(watched.state()),
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  for (let round = 0; round < 3; round += 1) await watched.look();
  expect(await readdir(path)).toEqual(['one.json']);
  // The folder is there: nobody is told otherwise.
  expect(states).toEqual([]);
  isFull = false;
  for (let round = 0; round < 2; round += 1) await watched.look();
  expect(await readdir(join(path, 'processed'))).toEqual(['one.json']);
});
