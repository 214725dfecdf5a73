import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { type DocumentsFixture, test } from './documents-fixture.ts';

/** Returns folder, name, state and reason of every document of a batch. */
async function listedRows(fixture: DocumentsFixture, batchId: number) {
  const rows = await fixture.rowsOf(batchId);
  return rows.map(({ name, folder, state, reason }) => [folder, name, state, reason?.code ?? null]);
}

async function recheck(fixture: DocumentsFixture, batchId: number, ...names: string[]): Promise<void> {
  await fixture.changeDocuments('recheck', batchId, ...names);
  await fixture.untilChecked(batchId);
}

test('folders are listed recursively in natural order', async ({ shared }) => {
  await writeFiles(shared.folder, {
    'drop/scan 10.pdf': pdf('ten'),
    'drop/scan 2.pdf': pdf('two'),
    'drop/inner/deep/scan.pdf': pdf('deep'),
    'drop/notes.txt': Buffer.from('notes'),
  });
  mkdirSync(join(shared.folder, 'drop/nothing in it'));
  const batchId = await shared.drop(join(shared.folder, 'drop'));
  expect(await listedRows(shared, batchId)).toEqual([
    ['drop/inner/deep', 'scan.pdf', 'ready', null],
    ['drop', 'notes.txt', 'rejected', 'extension-not-allowed'],
    ['drop', 'scan 2.pdf', 'ready', null],
    ['drop', 'scan 10.pdf', 'ready', null],
  ]);
});

test('a folder named like a document is listed as rejected, and its files are listed as well', async ({
  shared,
}) => {
  await writeFiles(shared.folder, { 'full.pdf/scan.pdf': pdf('inside') });
  mkdirSync(join(shared.folder, 'hollow.pdf'));
  const batchId = await shared.drop(join(shared.folder, 'full.pdf'), join(shared.folder, 'hollow.pdf'));
  expect(await listedRows(shared, batchId)).toEqual([
    ['', 'full.pdf', 'rejected', 'is-folder'],
    ['full.pdf', 'scan.pdf', 'ready', null],
    ['', 'hollow.pdf', 'rejected', 'is-folder'],
  ]);
  expect((await shared.rowOf(batchId, 'full.pdf')).reason?.facts).toEqual({ files: 1 });
  await recheck(shared, batchId);
  expect(new Set(await listedRows(shared, batchId))).toEqual(
    new Set([
      ['', 'full.pdf', 'rejected', 'is-folder'],
      ['', 'hollow.pdf', 'rejected', 'is-folder'],
      ['full.pdf', 'scan.pdf', 'ready', null],
    ]),
  );
});

test('an empty dropped folder is listed as empty until a new check finds a file in it', async ({
  shared,
}) => {
  mkdirSync(join(shared.folder, 'hollow'));
  const batchId = await shared.drop(join(shared.folder, 'hollow'));
  expect(await listedRows(shared, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await recheck(shared, batchId);
  expect(await listedRows(shared, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await writeFiles(shared.folder, { 'hollow/scan.pdf': pdf('later') });
  await recheck(shared, batchId);
  expect(await listedRows(shared, batchId)).toEqual([['hollow', 'scan.pdf', 'ready', null]]);
});

test('a folder that is missing when it is listed waits, and is listed once it is back', async ({
  shared,
}) => {
  const folder = join(shared.folder, 'share');
  const batchId = await shared.drop(folder);
  expect(await listedRows(shared, batchId)).toEqual([['', 'share', 'waiting-for-file', 'file-missing']]);
  await writeFiles(shared.folder, { 'share/one.pdf': pdf('one'), 'share/two.pdf': pdf('two') });
  await recheck(shared, batchId);
  expect(await listedRows(shared, batchId)).toEqual([
    ['share', 'one.pdf', 'ready', null],
    ['share', 'two.pdf', 'ready', null],
  ]);
});

test('a missing file waits, keeps its beneficiary, and is ready once it is back', async ({ shared }) => {
  const { id } = await shared.call('beneficiaries.add', { label: 'A', recipientId: 'a' });
  const path = join(shared.folder, 'scan.pdf');
  const batchId = await shared.drop(path);
  expect(await listedRows(shared, batchId)).toEqual([['', 'scan.pdf', 'waiting-for-file', 'file-missing']]);
  await shared.call('documents.change', {
    action: 'assign',
    ...(await shared.selectionOf(batchId)),
    beneficiaryId: id,
  });
  writeFileSync(path, pdf('back'));
  await recheck(shared, batchId);
  expect(await shared.rowOf(batchId, 'scan.pdf')).toMatchObject({ state: 'ready', beneficiary: { id } });
  rmSync(path);
  await recheck(shared, batchId);
  expect(await shared.rowOf(batchId, 'scan.pdf')).toMatchObject({
    state: 'waiting-for-file',
    reason: { code: 'file-missing' },
    beneficiary: { id },
  });
});

test('impossible paths are listed with their reason', async ({ shared }) => {
  await writeFiles(shared.folder, { 'file.pdf': pdf('a') });
  const batchId = await shared.drop(
    join(shared.folder, 'file.pdf/scan.pdf'),
    join(shared.folder, `${'x'.repeat(300)}.pdf`),
  );
  const [pathThroughFile, overlongName] = await shared.rowsOf(batchId);
  expect(pathThroughFile).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-missing' } });
  expect(overlongName).toMatchObject({
    state: 'rejected',
    reason: { code: 'unreadable', facts: { system: 'ENAMETOOLONG' } },
  });
});

test('pipes and sockets are rejected without blocking, also when they are checked again', async ({
  shared,
}) => {
  const [regular = ''] = await writeFiles(shared.folder, { 'drop/scan.pdf': pdf('a') });
  execFileSync('mkfifo', [join(shared.folder, 'drop/pipe.pdf')]);
  const server = createServer().listen(join(shared.folder, 'drop/socket.pdf'));
  onTestFinished(() => void server.close());
  const batchId = await shared.drop(join(shared.folder, 'drop'));
  const expected = [
    ['drop', 'pipe.pdf', 'rejected', 'not-a-file'],
    ['drop', 'scan.pdf', 'ready', null],
    ['drop', 'socket.pdf', 'rejected', 'not-a-file'],
  ];
  expect(await listedRows(shared, batchId)).toEqual(expected);
  await recheck(shared, batchId);
  expect(await listedRows(shared, batchId)).toEqual(expected);

  // A pipe that replaces a file after the drop must not block either.
  rmSync(regular);
  execFileSync('mkfifo', [regular]);
  await recheck(shared, batchId, 'scan.pdf');
  expect((await shared.rowOf(batchId, 'scan.pdf')).reason?.code).toBe('not-a-file');
});

test('symbolic links are followed, loops are rejected, and dangling links wait', async ({ shared }) => {
  await writeFiles(shared.folder, { 'elsewhere/original.pdf': pdf('linked'), 'drop/own.pdf': pdf('own') });
  const at = (name: string) => join(shared.folder, 'drop', name);
  symlinkSync(join(shared.folder, 'elsewhere/original.pdf'), at('link.pdf'));
  symlinkSync(join(shared.folder, 'elsewhere'), at('link to folder'));
  symlinkSync('..', at('loop'));
  mkdirSync(at('sub'));
  symlinkSync('..', at('sub/back'));
  symlinkSync(at('self.pdf'), at('self.pdf'));
  symlinkSync(join(shared.folder, 'not there.pdf'), at('dangling.pdf'));
  const batchId = await shared.drop(join(shared.folder, 'drop'));
  expect(await listedRows(shared, batchId)).toEqual([
    ['drop', 'dangling.pdf', 'waiting-for-file', 'file-missing'],
    ['drop/link to folder', 'original.pdf', 'ready', null],
    ['drop', 'link.pdf', 'duplicate', 'same-in-batch'],
    // The link leads to the parent folder, which was not dropped, and from there back.
    ['drop/loop', 'drop', 'rejected', 'link-loop'],
    ['drop/loop', 'elsewhere', 'excluded', 'folder-repeated'],
    ['drop', 'own.pdf', 'ready', null],
    ['drop', 'self.pdf', 'rejected', 'link-loop'],
    ['drop/sub', 'back', 'rejected', 'link-loop'],
  ]);
});

test('system files such as .DS_Store are listed as excluded', async ({ shared }) => {
  const junk = { '.DS_Store': 'a', 'Thumbs.db': 'b', 'desktop.ini': 'c', '.localized': 'd' };
  const batchId = await shared.dropFiles(
    Object.fromEntries(Object.entries(junk).map(([name, text]) => [name, Buffer.from(text)])),
  );
  expect(await listedRows(shared, batchId)).toEqual(
    Object.keys(junk).map((name) => ['', name, 'excluded', 'system-file']),
  );
});

test('documents of a folder that is moved away wait and are ready once it is back', async ({ shared }) => {
  await writeFiles(shared.folder, { 'drop/a.pdf': pdf('a'), 'drop/b.pdf': pdf('b') });
  const batchId = await shared.drop(join(shared.folder, 'drop'));
  renameSync(join(shared.folder, 'drop'), join(shared.folder, 'moved'));
  await recheck(shared, batchId);
  for (const name of ['a.pdf', 'b.pdf']) await shared.untilRow(batchId, name, { state: 'waiting-for-file' });
  renameSync(join(shared.folder, 'moved'), join(shared.folder, 'drop'));
  await recheck(shared, batchId);
  expect((await listedRows(shared, batchId)).map(([, , state]) => state)).toEqual(['ready', 'ready']);
});
