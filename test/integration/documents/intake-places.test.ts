import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { test } from './company-test.ts';
import type { DocumentsFixture } from './documents-fixture.ts';

/** Returns folder, name, state and reason of every document of a batch. */
async function listedRows(fixture: DocumentsFixture, batchId: number) {
  const rows = await fixture.rowsOf(batchId);
  return rows.map(({ name, folder, state, reason }) => [folder, name, state, reason?.code ?? null]);
}

async function recheck(fixture: DocumentsFixture, batchId: number, ...names: string[]): Promise<void> {
  await fixture.changeDocuments('recheck', batchId, ...names);
  await fixture.untilChecked(batchId);
}

test('folders are listed recursively in natural order', async ({ fixture }) => {
  await writeFiles(fixture.folder, {
    'drop/scan 10.pdf': pdf('ten'),
    'drop/scan 2.pdf': pdf('two'),
    'drop/inner/deep/scan.pdf': pdf('deep'),
    'drop/notes.txt': Buffer.from('notes'),
  });
  mkdirSync(join(fixture.folder, 'drop/nothing in it'));
  const batchId = await fixture.drop(join(fixture.folder, 'drop'));
  expect(await listedRows(fixture, batchId)).toEqual([
    ['drop/inner/deep', 'scan.pdf', 'ready', null],
    ['drop', 'notes.txt', 'rejected', 'extension-not-allowed'],
    ['drop', 'scan 2.pdf', 'ready', null],
    ['drop', 'scan 10.pdf', 'ready', null],
  ]);
});

test('a folder named like a document is rejected, and its files are listed', async ({ fixture }) => {
  await writeFiles(fixture.folder, { 'full.pdf/scan.pdf': pdf('inside') });
  mkdirSync(join(fixture.folder, 'hollow.pdf'));
  const batchId = await fixture.drop(join(fixture.folder, 'full.pdf'), join(fixture.folder, 'hollow.pdf'));
  expect(await listedRows(fixture, batchId)).toEqual([
    ['', 'full.pdf', 'rejected', 'is-folder'],
    ['full.pdf', 'scan.pdf', 'ready', null],
    ['', 'hollow.pdf', 'rejected', 'is-folder'],
  ]);
  expect((await fixture.rowOf(batchId, 'full.pdf')).reason?.facts).toEqual({ files: 1 });
  await recheck(fixture, batchId);
  expect(new Set(await listedRows(fixture, batchId))).toEqual(
    new Set([
      ['', 'full.pdf', 'rejected', 'is-folder'],
      ['', 'hollow.pdf', 'rejected', 'is-folder'],
      ['full.pdf', 'scan.pdf', 'ready', null],
    ]),
  );
});

test('an empty folder is listed as empty until a new check finds a file in it', async ({ fixture }) => {
  mkdirSync(join(fixture.folder, 'hollow'));
  const batchId = await fixture.drop(join(fixture.folder, 'hollow'));
  expect(await listedRows(fixture, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await recheck(fixture, batchId);
  expect(await listedRows(fixture, batchId)).toEqual([['', 'hollow', 'rejected', 'empty-folder']]);
  await writeFiles(fixture.folder, { 'hollow/scan.pdf': pdf('later') });
  await recheck(fixture, batchId);
  expect(await listedRows(fixture, batchId)).toEqual([['hollow', 'scan.pdf', 'ready', null]]);
});

test('a missing file waits, keeps its beneficiary, and is ready once it is back', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('A');
  const path = join(fixture.folder, 'scan.pdf');
  const batchId = await fixture.drop(path);
  expect(await listedRows(fixture, batchId)).toEqual([['', 'scan.pdf', 'waiting-for-file', 'file-missing']]);
  await fixture.assign(batchId, id);
  writeFileSync(path, pdf('back'));
  await recheck(fixture, batchId);
  expect(await fixture.rowOf(batchId, 'scan.pdf')).toMatchObject({ state: 'ready', beneficiary: { id } });
  rmSync(path);
  await recheck(fixture, batchId);
  expect(await fixture.rowOf(batchId, 'scan.pdf')).toMatchObject({
    state: 'waiting-for-file',
    reason: { code: 'file-missing' },
    beneficiary: { id },
  });
});

test('impossible paths are listed with their reason', async ({ fixture }) => {
  await writeFiles(fixture.folder, { 'file.pdf': pdf('a') });
  const batchId = await fixture.drop(
    join(fixture.folder, 'file.pdf/scan.pdf'),
    join(fixture.folder, `${'x'.repeat(300)}.pdf`),
  );
  const [pathThroughFile, overlongName] = await fixture.rowsOf(batchId);
  expect(pathThroughFile).toMatchObject({ state: 'waiting-for-file', reason: { code: 'file-missing' } });
  expect(overlongName).toMatchObject({
    state: 'rejected',
    reason: { code: 'unreadable', facts: { system: 'ENAMETOOLONG' } },
  });
});

test('pipes and sockets are rejected without blocking, also in a later check', async ({ fixture }) => {
  const [regular = ''] = await writeFiles(fixture.folder, { 'drop/scan.pdf': pdf('a') });
  execFileSync('mkfifo', [join(fixture.folder, 'drop/pipe.pdf')]);
  const server = createServer().listen(join(fixture.folder, 'drop/socket.pdf'));
  onTestFinished(() => void server.close());
  const batchId = await fixture.drop(join(fixture.folder, 'drop'));
  const expected = [
    ['drop', 'pipe.pdf', 'rejected', 'not-a-file'],
    ['drop', 'scan.pdf', 'ready', null],
    ['drop', 'socket.pdf', 'rejected', 'not-a-file'],
  ];
  expect(await listedRows(fixture, batchId)).toEqual(expected);
  await recheck(fixture, batchId);
  expect(await listedRows(fixture, batchId)).toEqual(expected);

  // A pipe that replaces a file after the drop must not block either.
  rmSync(regular);
  execFileSync('mkfifo', [regular]);
  await recheck(fixture, batchId, 'scan.pdf');
  expect((await fixture.rowOf(batchId, 'scan.pdf')).reason?.code).toBe('not-a-file');
});

test('symbolic links are followed, loops are rejected, and dangling links wait', async ({ fixture }) => {
  await writeFiles(fixture.folder, { 'elsewhere/original.pdf': pdf('linked'), 'drop/own.pdf': pdf('own') });
  const at = (name: string) => join(fixture.folder, 'drop', name);
  symlinkSync(join(fixture.folder, 'elsewhere/original.pdf'), at('link.pdf'));
  symlinkSync(join(fixture.folder, 'elsewhere'), at('link to folder'));
  symlinkSync('..', at('loop'));
  mkdirSync(at('sub'));
  symlinkSync('..', at('sub/back'));
  symlinkSync(at('self.pdf'), at('self.pdf'));
  symlinkSync(join(fixture.folder, 'not there.pdf'), at('dangling.pdf'));
  const batchId = await fixture.drop(join(fixture.folder, 'drop'));
  expect(await listedRows(fixture, batchId)).toEqual([
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

test('system files such as .DS_Store are listed as excluded', async ({ fixture }) => {
  const junk = { '.DS_Store': 'a', 'Thumbs.db': 'b', 'desktop.ini': 'c', '.localized': 'd' };
  const batchId = await fixture.dropFiles(
    Object.fromEntries(Object.entries(junk).map(([name, text]) => [name, Buffer.from(text)])),
  );
  expect(await listedRows(fixture, batchId)).toEqual(
    Object.keys(junk).map((name) => ['', name, 'excluded', 'system-file']),
  );
});

test('documents of a folder that is moved away wait and are ready once it is back', async ({ fixture }) => {
  await writeFiles(fixture.folder, { 'drop/a.pdf': pdf('a'), 'drop/b.pdf': pdf('b') });
  const batchId = await fixture.drop(join(fixture.folder, 'drop'));
  renameSync(join(fixture.folder, 'drop'), join(fixture.folder, 'moved'));
  await recheck(fixture, batchId);
  for (const name of ['a.pdf', 'b.pdf']) await fixture.untilRow(batchId, name, { state: 'waiting-for-file' });
  renameSync(join(fixture.folder, 'moved'), join(fixture.folder, 'drop'));
  await recheck(fixture, batchId);
  expect((await listedRows(fixture, batchId)).map(([, , state]) => state)).toEqual(['ready', 'ready']);
});
