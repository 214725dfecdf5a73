import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { checked, drop, dropFiles, rowOf, rowsOf, select, shareWork, untilRow, type Work } from './work.ts';

const shared = shareWork();

/** Name, folder, state and reason of every document of a batch. */
async function found(work: Work, batchId: number) {
  const rows = await rowsOf(work, batchId);
  return rows.map(({ name, folder, state, reason }) => [folder, name, state, reason?.code ?? null]);
}

async function recheck(work: Work, batchId: number, ...names: string[]): Promise<void> {
  await work.call('documents.recheck', await select(work, batchId, ...names));
  await checked(work, batchId);
}

test('folders are looked through to the bottom, in the order of their names', async () => {
  const work = shared();
  await writeFiles(work.folder, {
    'drop/scan 10.pdf': pdf('ten'),
    'drop/scan 2.pdf': pdf('two'),
    'drop/inner/deep/scan.pdf': pdf('deep'),
    'drop/notes.txt': Buffer.from('notes'),
  });
  mkdirSync(join(work.folder, 'drop/nothing in it'));
  const batchId = await drop(work, join(work.folder, 'drop'));
  expect(await found(work, batchId)).toEqual([
    ['drop/inner/deep', 'scan.pdf', 'ready', null],
    ['drop', 'notes.txt', 'rejected', 'extension-not-allowed'],
    ['drop', 'scan 2.pdf', 'ready', null],
    ['drop', 'scan 10.pdf', 'ready', null],
  ]);
});

test('a folder that is named like a document is a row of its own, and so is what is in it', async () => {
  const work = shared();
  await writeFiles(work.folder, { 'full.pdf/scan.pdf': pdf('inside') });
  mkdirSync(join(work.folder, 'hollow.pdf'));
  const batchId = await drop(work, join(work.folder, 'full.pdf'), join(work.folder, 'hollow.pdf'));
  expect(await found(work, batchId)).toEqual([
    ['', 'full.pdf', 'rejected', 'is-folder'],
    ['full.pdf', 'scan.pdf', 'ready', null],
    ['', 'hollow.pdf', 'rejected', 'is-folder'],
  ]);
  expect((await rowOf(work, batchId, 'full.pdf')).reason?.facts).toEqual({ files: 1 });
  await recheck(work, batchId);
  expect(new Set(await found(work, batchId))).toEqual(
    new Set([
      ['', 'full.pdf', 'rejected', 'is-folder'],
      ['', 'hollow.pdf', 'rejected', 'is-folder'],
      ['full.pdf', 'scan.pdf', 'ready', null],
    ]),
  );
});

test('an empty folder that was dropped is said to be empty, until something is in it', async () => {
  const work = shared();
  mkdirSync(join(work.folder, 'hollow'));
  const batchId = await drop(work, join(work.folder, 'hollow'));
  expect(await found(work, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await recheck(work, batchId);
  expect(await found(work, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await writeFiles(work.folder, { 'hollow/scan.pdf': pdf('later') });
  await recheck(work, batchId);
  expect(await found(work, batchId)).toEqual([['hollow', 'scan.pdf', 'ready', null]]);
});

test('a folder that is away when it is listed waits, and is listed when it is back', async () => {
  const work = shared();
  const folder = join(work.folder, 'share');
  const batchId = await drop(work, folder);
  expect(await found(work, batchId)).toEqual([['', 'share', 'waiting-for-file', 'file-missing']]);
  await writeFiles(work.folder, { 'share/one.pdf': pdf('one'), 'share/two.pdf': pdf('two') });
  await recheck(work, batchId);
  expect(await found(work, batchId)).toEqual([
    ['share', 'one.pdf', 'ready', null],
    ['share', 'two.pdf', 'ready', null],
  ]);
});

test('a file that is deleted before it is checked waits, keeps its beneficiary, and is ready when it is back', async () => {
  const work = shared();
  const { id } = await work.call('beneficiaries.add', { label: 'A', recipientId: 'a' });
  const path = join(work.folder, 'scan.pdf');
  const batchId = await drop(work, path);
  expect(await found(work, batchId)).toEqual([['', 'scan.pdf', 'waiting-for-file', 'file-missing']]);
  await work.call('documents.assign', { ...(await select(work, batchId)), beneficiaryId: id });
  writeFileSync(path, pdf('back'));
  await recheck(work, batchId);
  expect(await rowOf(work, batchId, 'scan.pdf')).toMatchObject({ state: 'ready', beneficiary: { id } });
  rmSync(path);
  await recheck(work, batchId);
  expect(await rowOf(work, batchId, 'scan.pdf')).toMatchObject({
    state: 'waiting-for-file',
    reason: { code: 'file-missing' },
    beneficiary: { id },
  });
});

test('paths that cannot be are rows with their reason', async () => {
  const work = shared();
  await writeFiles(work.folder, { 'file.pdf': pdf('a') });
  const batchId = await drop(
    work,
    join(work.folder, 'file.pdf/scan.pdf'),
    join(work.folder, `${'x'.repeat(300)}.pdf`),
  );
  const [through, long] = await rowsOf(work, batchId);
  expect(through).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-missing' } });
  expect(long).toMatchObject({
    state: 'rejected',
    reason: { code: 'unreadable', facts: { system: 'ENAMETOOLONG' } },
  });
});

test('pipes and sockets are no documents and hold up nothing, however often they are looked at', async () => {
  const work = shared();
  const [regular = ''] = await writeFiles(work.folder, { 'drop/scan.pdf': pdf('a') });
  execFileSync('mkfifo', [join(work.folder, 'drop/pipe.pdf')]);
  const server = createServer().listen(join(work.folder, 'drop/socket.pdf'));
  onTestFinished(() => void server.close());
  const batchId = await drop(work, join(work.folder, 'drop'));
  const expected = [
    ['drop', 'pipe.pdf', 'rejected', 'not-a-file'],
    ['drop', 'scan.pdf', 'ready', null],
    ['drop', 'socket.pdf', 'rejected', 'not-a-file'],
  ];
  expect(await found(work, batchId)).toEqual(expected);
  await recheck(work, batchId);
  expect(await found(work, batchId)).toEqual(expected);

  // A pipe that takes the place of a file after the drop must not hold up anything either.
  rmSync(regular);
  execFileSync('mkfifo', [regular]);
  await recheck(work, batchId, 'scan.pdf');
  expect((await rowOf(work, batchId, 'scan.pdf')).reason?.code).toBe('not-a-file');
});

test('links are followed, links that lead back are said to, and links to nothing wait', async () => {
  const work = shared();
  await writeFiles(work.folder, { 'elsewhere/original.pdf': pdf('linked'), 'drop/own.pdf': pdf('own') });
  const at = (name: string) => join(work.folder, 'drop', name);
  symlinkSync(join(work.folder, 'elsewhere/original.pdf'), at('link.pdf'));
  symlinkSync(join(work.folder, 'elsewhere'), at('link to folder'));
  symlinkSync('..', at('loop'));
  mkdirSync(at('sub'));
  symlinkSync('..', at('sub/back'));
  symlinkSync(at('self.pdf'), at('self.pdf'));
  symlinkSync(join(work.folder, 'not there.pdf'), at('dangling.pdf'));
  const batchId = await drop(work, join(work.folder, 'drop'));
  expect(await found(work, batchId)).toEqual([
    ['drop', 'dangling.pdf', 'waiting-for-file', 'file-missing'],
    ['drop/link to folder', 'original.pdf', 'ready', null],
    ['drop', 'link.pdf', 'duplicate', 'same-in-batch'],
    // The way up leads to a folder that was not dropped, and from there back.
    ['drop/loop', 'drop', 'rejected', 'link-loop'],
    ['drop/loop', 'elsewhere', 'excluded', 'folder-repeated'],
    ['drop', 'own.pdf', 'ready', null],
    ['drop', 'self.pdf', 'rejected', 'link-loop'],
    ['drop/sub', 'back', 'rejected', 'link-loop'],
  ]);
});

test('files that systems leave behind are left out, and are there to be seen', async () => {
  const work = shared();
  const junk = { '.DS_Store': 'a', 'Thumbs.db': 'b', 'desktop.ini': 'c', '.localized': 'd' };
  const batchId = await dropFiles(
    work,
    Object.fromEntries(Object.entries(junk).map(([name, text]) => [name, Buffer.from(text)])),
  );
  expect(await found(work, batchId)).toEqual(
    Object.keys(junk).map((name) => ['', name, 'excluded', 'system-file']),
  );
});

test('a folder that was moved away while its batch was prepared loses nothing', async () => {
  const work = shared();
  await writeFiles(work.folder, { 'drop/a.pdf': pdf('a'), 'drop/b.pdf': pdf('b') });
  const batchId = await drop(work, join(work.folder, 'drop'));
  renameSync(join(work.folder, 'drop'), join(work.folder, 'moved'));
  await recheck(work, batchId);
  for (const name of ['a.pdf', 'b.pdf']) await untilRow(work, batchId, name, { state: 'waiting-for-file' });
  renameSync(join(work.folder, 'moved'), join(work.folder, 'drop'));
  await recheck(work, batchId);
  expect((await found(work, batchId)).map(([, , state]) => state)).toEqual(['ready', 'ready']);
});
