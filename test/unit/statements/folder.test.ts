/** @file A watched folder that is not as simple as it should be. */
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

test('an event is taken however many others stay in the folder, and one of them when it changes', async () => {
  const { path, remove } = await temporaryFolder();
  const names = Array.from({ length: 1_100 }, (_, index) => `a${String(index).padStart(4, '0')}.json`);
  for (const name of names) await writeFile(join(path, name), '{}');
  const taken: string[] = [];
  const watched = watchFolder({
    path,
    clock: createFakeClock(),
    async take(bytes, file) {
      taken.push(`${file} ${bytes.length}`);
      return { kind: 'keep' };
    },
    onState: () => expect.unreachable('The folder is there'),
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  const rounds = async (count: number) => {
    for (let round = 0; round < count; round += 1) await watched.look();
  };
  await rounds(8);
  // Each is handed over once, although only some are looked at in one round.
  expect(taken.toSorted((one, two) => (one < two ? -1 : 1))).toEqual(names.map((name) => `${name} 2`));
  await writeFile(join(path, 'z.json'), '{ }');
  await rounds(2);
  expect(taken.slice(names.length)).toEqual(['z.json 3']);
  await writeFile(join(path, 'a0700.json'), '{  }');
  await rounds(8);
  expect(taken.slice(names.length + 1)).toEqual(['a0700.json 4']);
});

test('a file that cannot be taken is told of and looked at again, and the others do not wait for it', async () => {
  const { path, remove } = await temporaryFolder();
  for (const name of ['a.json', 'b.json', 'c.json']) await writeFile(join(path, name), '{}');
  const told: unknown[] = [];
  const fault = new Error('It cannot be taken');
  let isBad = true;
  const watched = watchFolder({
    path,
    clock: createFakeClock(),
    async take(_, file) {
      if (isBad && file === 'b.json') throw fault;
      return { kind: 'processed' };
    },
    onState: () => expect.unreachable('The folder is there'),
    onUnexpected: (thrown) => told.push(thrown),
  });
  onTestFinished(async () => {
    await watched.stop();
    await remove();
  });
  for (let round = 0; round < 2; round += 1) await watched.look();
  expect(await readdir(join(path, 'processed'))).toEqual(['a.json', 'c.json']);
  expect(new Set(told)).toEqual(new Set([fault]));
  isBad = false;
  await watched.look();
  expect(await readdir(join(path, 'processed'))).toEqual(['a.json', 'b.json', 'c.json']);
});
