import { createHash } from 'node:crypto';
import { appendFileSync, closeSync, openSync, rmSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { pdf } from '../../fakes/files.ts';
import {
  assign,
  batchOf,
  beneficiary,
  callsOf,
  checked,
  documents,
  dropFiles,
  headOf,
  over,
  received,
  rowOf,
  select,
  start,
  startWork,
  untilRow,
  type Work,
} from './work.ts';

const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Checked and assigned, not yet started. */
async function prepare(work: Work, files: Record<string, Buffer>): Promise<number> {
  const batchId = await dropFiles(work, files);
  await assign(work, batchId, await beneficiary(work, 'Ahlström'));
  return batchId;
}

test('a file that got other content of the same length after its check is not sent', async () => {
  const work = await startWork();
  const batchId = await prepare(work, { 'a.pdf': pdf('aaa') });
  writeFileSync(join(work.folder, 'a.pdf'), pdf('bbb'));
  await start(work, batchId);
  await over(work, batchId, 'done-with-problems');
  expect(await rowOf(work, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'file-changed' },
  });
  expect(work.simulator.state.linksIssued).toBe(0);

  // The new version goes out when the clerk says so, as it is now.
  await work.call('documents.recheck', await select(work, batchId));
  await over(work, batchId);
  expect(received(work.simulator, 'rcp-Ahlström')).toEqual([{ name: 'a.pdf', sha256: hash(pdf('bbb')) }]);
});

test.each([
  ['grew', (path: string) => appendFileSync(path, '% more')],
  ['shrank', (path: string) => truncateSync(path, 100)],
  ['was emptied', (path: string) => truncateSync(path, 0)],
])('a file that %s after its check is not sent', async (_, change) => {
  const work = await startWork();
  const batchId = await prepare(work, { 'a.pdf': pdf('a'), 'b.pdf': pdf('b') });
  change(join(work.folder, 'a.pdf'));
  await start(work, batchId);
  await over(work, batchId, 'done-with-problems');
  expect(await rowOf(work, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'file-changed' },
  });
  expect(await rowOf(work, batchId, 'b.pdf')).toMatchObject({ state: 'stored', attachesAfter: 1 });
});

test.each([
  ['small', 0],
  ['large', 9_000_000],
])(
  'a %s file that was deleted after its check waits, the batch stays open, and it goes on with the file',
  async (_, size) => {
    const work = await startWork();
    const bytes = pdf('a', size);
    const batchId = await prepare(work, { 'a.pdf': bytes });
    rmSync(join(work.folder, 'a.pdf'));
    await start(work, batchId);
    await untilRow(work, batchId, 'a.pdf', {
      state: 'waiting-for-file',
      group: 'waiting-for-file',
      reason: { code: 'file-missing', facts: {} },
    });
    expect((await batchOf(work, batchId)).state).toBe('running');
    writeFileSync(join(work.folder, 'a.pdf'), bytes);
    await work.call('documents.recheck', await select(work, batchId));
    await over(work, batchId);
    expect(received(work.simulator, 'rcp-Ahlström')).toEqual([{ name: 'a.pdf', sha256: hash(bytes) }]);
  },
);

test('a large file that is deleted while its link is asked for waits, and holds up nothing', async () => {
  const work = await startWork();
  const batchId = await prepare(work, { 'a.pdf': pdf('a', 9_000_000), 'b.pdf': pdf('b') });
  const change = (value: unknown) => {
    rmSync(join(work.folder, 'a.pdf'), { force: true });
    return value;
  };
  work.simulator.faults.set('uploadDocuments', { kind: 'rewrite', change });
  await start(work, batchId);
  await untilRow(work, batchId, 'a.pdf', { state: 'waiting-for-file' });
  await untilRow(work, batchId, 'b.pdf', { state: 'stored' });
});

const size = 12_000_000;

/** A large document that is being sent slowly, and has not left whole. */
async function sendSlowly(bytes: Buffer): Promise<{ work: Work; batchId: number; path: string }> {
  const work = await startWork();
  const batchId = await prepare(work, { 'a.pdf': bytes });
  work.simulator.faults.set('upload', { kind: 'slow-read', bytesPerSecond: 20_000_000, times: 1 });
  await start(work, batchId);
  await eventually(() => {
    const [transfer] = headOf(work, batchId)?.transfers ?? [];
    expect(transfer?.sent ?? 0).toBeGreaterThan(0);
    expect(transfer?.sent ?? size).toBeLessThan(size);
  });
  return { work, batchId, path: join(work.folder, 'a.pdf') };
}

test.each([
  [
    'gets other bytes at its end',
    (path: string) => {
      const file = openSync(path, 'r+');
      writeSync(file, 'other', size - 100);
      closeSync(file);
    },
  ],
  ['grows', (path: string) => appendFileSync(path, '% more')],
  ['shrinks', (path: string) => truncateSync(path, size - 1_000)],
])('a file that %s while it is sent is stored in no form', async (_, change) => {
  const { work, batchId, path } = await sendSlowly(pdf('a', size));
  change(path);
  await over(work, batchId, 'done-with-problems');
  expect(await rowOf(work, batchId, 'a.pdf')).toMatchObject({
    state: 'failed',
    reason: { code: 'file-changed' },
  });
  expect([...work.simulator.state.objects]).toEqual([]);
  expect(callsOf(work.simulator, 'updateRecipient')).toEqual([]);
});

test('a file that is deleted while it is sent goes out with the bytes that were checked, or not at all', async () => {
  const bytes = pdf('a', size);
  const { work, batchId, path } = await sendSlowly(bytes);
  rmSync(path);
  await eventually(async () =>
    expect(['attached', 'waiting-for-file']).toContain((await rowOf(work, batchId, 'a.pdf')).state),
  );
  for (const object of work.simulator.state.objects.values()) expect(object.sha256).toBe(hash(bytes));
});

test('documents of every size around the limits of memory arrive byte for byte', async () => {
  const work = await startWork();
  const limit = 8 * 1024 * 1024;
  const sizes = [700, 64 * 1024, 64 * 1024 + 1, limit - 1, limit, limit + 1, limit + 256 * 1024];
  const files = Object.fromEntries(
    sizes.map((bytes) => {
      const padded = pdf(String(bytes), bytes - 500);
      return [
        `${bytes}.pdf`,
        Buffer.concat([padded, Buffer.alloc(Math.max(0, bytes - padded.length), '\n')]),
      ];
    }),
  );
  const batchId = await prepare(work, files);
  await checked(work, batchId);
  await start(work, batchId);
  await over(work, batchId);
  const expected = Object.entries(files).map(([name, bytes]) => ({ name, sha256: hash(bytes) }));
  expect(received(work.simulator, 'rcp-Ahlström')).toEqual(
    expected.sort((a, b) => (a.name < b.name ? -1 : 1)),
  );
});

test('nothing but links is asked for and used: no token at the store, no byte to url', async () => {
  const work = await startWork();
  const batchId = await prepare(work, documents(5));
  await start(work, batchId);
  await over(work, batchId);
  const routes = new Set(work.simulator.calls().map(({ route }) => route));
  expect(routes).toEqual(new Set(['login', 'uploadDocuments', 'upload', 'updateRecipient']));
});
