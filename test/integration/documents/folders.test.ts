import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { beneficiary, drop, rowsOf, shareWork, type Work } from './work.ts';

const shared = shareWork();
let files = 0;

/** Drops a folder with one different document under each of the paths. */
async function dropTree(work: Work, ...paths: string[]): Promise<number> {
  const content = Object.fromEntries(
    paths.map((path) => {
      files += 1;
      return [`drop/${path}`, pdf(`file ${files}`)];
    }),
  );
  await writeFiles(work.folder, content);
  return drop(work, join(work.folder, 'drop'));
}

/** The folders of a batch with the label that they match. */
async function matches(work: Work, batchId: number): Promise<Record<string, string | number>> {
  const folders = await work.call('documents.folders', { batchId });
  return Object.fromEntries(folders.map((one) => [one.folder, one.match?.label ?? one.matches]));
}

test('a folder matches the beneficiary that it is named after, accents and capitals aside', async () => {
  const work = shared();
  await beneficiary(work, 'Škoda Électrique', 'rcp_10');
  await beneficiary(work, 'Ærø Færge', 'rcp_11');
  const batchId = await dropTree(
    work,
    'skoda electrique/a.pdf',
    `${'ŠKODA ÉLECTRIQUE'.normalize('NFD')} /b.pdf`,
    'ÆRØ færge/c.pdf',
    'Škoda/d.pdf',
  );
  expect(await matches(work, batchId)).toEqual({
    'drop/skoda electrique': 'Škoda Électrique',
    'drop/ŠKODA ÉLECTRIQUE ': 'Škoda Électrique',
    'drop/ÆRØ færge': 'Ærø Færge',
    'drop/Škoda': 0,
  });
});

test('a folder matches a recipient ID exactly as it is written', async () => {
  const work = shared();
  await beneficiary(work, 'By ID', 'rcp_Xy-20');
  const batchId = await dropTree(work, 'rcp_Xy-20/a.pdf', 'RCP_XY-20/b.pdf');
  expect(await matches(work, batchId)).toEqual({ 'drop/rcp_Xy-20': 'By ID', 'drop/RCP_XY-20': 0 });
});

test('of nested folders the innermost one that matches wins', async () => {
  const work = shared();
  await beneficiary(work, 'Outer');
  await beneficiary(work, 'Inner');
  const batchId = await dropTree(
    work,
    'outer/a.pdf',
    'outer/2026/b.pdf',
    'outer/inner/c.pdf',
    'outer/inner/scans/d.pdf',
    'inner/outer/e.pdf',
  );
  expect(await matches(work, batchId)).toEqual({
    'drop/outer': 'Outer',
    'drop/outer/2026': 'Outer',
    'drop/outer/inner': 'Inner',
    'drop/outer/inner/scans': 'Inner',
    'drop/inner/outer': 'Outer',
  });
});

test('a name that several beneficiaries have matches none of them, and an outer folder does not stand in', async () => {
  const work = shared();
  await beneficiary(work, 'Müller', 'rcp_30');
  await beneficiary(work, 'MULLER', 'rcp_31');
  await beneficiary(work, 'Group');
  const batchId = await dropTree(work, 'group/muller/a.pdf', 'nobody/b.pdf');
  expect(await matches(work, batchId)).toEqual({ 'drop/group/muller': 2, 'drop/nobody': 0 });
});

test('files that were dropped on their own are in no folder, and match nothing', async () => {
  const work = shared();
  await beneficiary(work, 'Alone');
  const batchId = await drop(work, ...(await writeFiles(work.folder, { 'alone/alone.pdf': pdf('alone') })));
  expect(await matches(work, batchId)).toEqual({ '': 0 });
});

test('the clerk’s choice of folders is what is assigned, and only in those folders', async () => {
  const work = shared();
  const first = await beneficiary(work, 'First');
  const second = await beneficiary(work, 'Second');
  const batchId = await dropTree(work, 'first/a.pdf', 'first/b.pdf', 'first/more/c.pdf', 'other/d.pdf');
  const changed = await work.call('documents.assignFolders', {
    batchId,
    folders: [
      { folder: 'drop/first', beneficiaryId: first },
      { folder: 'drop/other', beneficiaryId: second },
    ],
  });
  expect(changed).toEqual({ changed: 3 });
  const rows = await rowsOf(work, batchId);
  expect(Object.fromEntries(rows.map(({ name, beneficiary: of }) => [name, of?.label ?? null]))).toEqual({
    'a.pdf': 'First',
    'b.pdf': 'First',
    'c.pdf': null,
    'd.pdf': 'Second',
  });
  const documentId = rows.find(({ name }) => name === 'a.pdf')?.id ?? 0;
  const detail = await work.call('documents.detail', { documentId });
  expect(detail.assignedBy).toBe('folder');
  expect(detail.history[0]).toMatchObject({ kind: 'assigned', by: 'folder' });
});
