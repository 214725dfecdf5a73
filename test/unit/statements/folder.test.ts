/** @file A watched folder that is not as simple as it should be. */
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from '../../../src/main/features/statements/inbox/folder.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { UsedEventFiles } from '../../../src/shared/model/settings.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { temporaryFolder } from '../../fakes/desk.ts';
import { eventually } from '../../fakes/eventually.ts';

const secret = 'X-Amz-Signature=5ec3e7';

/** An event with a link, as a webhook receiver writes it down. */
const payload = (more: object = {}) => ({
  eventId: '4c1f6a52-7d0f-4a0e-9a37-6b1d0e8f2c11',
  eventType: 'wallet.statement.generated',
  createdAt: '2026-02-01T00:00:00.000Z',
  event: {
    walletId: 1001,
    companyId: 'company-1',
    createdAt: '2026-02-01T00:00:00.000Z',
    dateFrom: '2026-01-01T00:00:00.000Z',
    dateTill: '2026-01-31T23:59:59.999Z',
    transactionCount: 4,
    url: `https://files.example/a.csv?${secret}`,
  },
  ...more,
});

/** A watched folder whose files are all used at once. */
function watchUsed(path: string, usedFiles: UsedEventFiles) {
  const watched = watchFolder({
    path,
    clock: createFakeClock(),
    usedFiles: () => usedFiles,
    take: async () => ({ kind: 'processed' }),
    onState: () => undefined,
    onUnexpected: (thrown) => expect.unreachable(String(thrown)),
  });
  onTestFinished(() => watched.stop());
  return watched;
}

test('a used event is kept with its host in place of the link, and without fields that are not documented', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'one.json'), JSON.stringify(payload({ note: secret })));
  const watched = watchUsed(path, 'keep');
  for (let round = 0; round < 2; round += 1) await watched.look();
  expect(await readdir(path)).toEqual(['processed']);
  const kept: unknown = JSON.parse(await readFile(join(path, 'processed', 'one.json'), 'utf8'));
  expect(kept).toEqual({ ...payload(), event: { ...payload().event, url: 'files.example' } });
});

test('a used event is deleted when that was chosen', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeFile(join(path, 'one.json'), JSON.stringify(payload()));
  const watched = watchUsed(path, 'delete');
  for (let round = 0; round < 2; round += 1) await watched.look();
  expect(await readdir(path)).toEqual([]);
});

test.each(['keep', 'delete'] as const)(
  'links that a crash or an earlier version left in processed are gone after a start (%s)',
  async (choice) => {
    const { path, remove } = await temporaryFolder();
    onTestFinished(remove);
    const processed = join(path, 'processed');
    await mkdir(processed);
    await writeFile(join(processed, 'old.json'), JSON.stringify(payload()));
    await writeFile(join(processed, 'notes.txt'), 'of a clerk');
    await watchUsed(path, choice).stop();
    await watchUsed(path, choice).look();
    await eventually(async () => {
      const names = await readdir(processed);
      const texts = await Promise.all(names.map((name) => readFile(join(processed, name), 'utf8')));
      expect(texts.filter((text) => text.includes(secret))).toEqual([]);
      expect(names.length).toBe(choice === 'keep' ? 2 : 1);
    });
  },
);

test('nothing is written to where a planted link leads', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const elsewhere = join(path, 'elsewhere.txt');
  await writeFile(elsewhere, 'untouched');
  await mkdir(join(path, 'processed'));
  await symlink(elsewhere, join(path, 'processed', 'one.json'));
  await writeFile(join(path, 'one.json'), JSON.stringify(payload()));
  const watched = watchUsed(path, 'keep');
  for (let round = 0; round < 2; round += 1) await watched.look();
  expect(await readFile(elsewhere, 'utf8')).toBe('untouched');
  expect((await readdir(join(path, 'processed'))).toSorted()).toEqual(['one (1).json', 'one.json']);

  const outside = join(path, 'outside');
  await mkdir(outside);
  await rm(join(path, 'processed'), { recursive: true });
  await symlink(outside, join(path, 'processed'));
  await writeFile(join(path, 'two.json'), JSON.stringify(payload()));
  for (let round = 0; round < 2; round += 1) await watched.look();
  expect(await readdir(outside)).toEqual([]);
  expect(await readdir(path)).toContain('two.json');
});

test('an event for which there is no room on the disk stays in its folder until there is', async () => {
  const { path, remove } = await temporaryFolder();
  await writeFile(join(path, 'one.json'), JSON.stringify(payload()));
  let isFull = true;
  const states: string[] = [];
  const watched = watchFolder({
    path,
    clock: createFakeClock(),
    usedFiles: () => 'keep',
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
    usedFiles: () => 'keep',
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
  for (const name of ['a.json', 'b.json', 'c.json'])
    await writeFile(join(path, name), JSON.stringify(payload()));
  const told: unknown[] = [];
  const fault = new Error('It cannot be taken');
  let isBad = true;
  const watched = watchFolder({
    path,
    clock: createFakeClock(),
    usedFiles: () => 'keep',
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
