import { join } from 'node:path';
import { expect } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { type DocumentsFixture, test } from './documents-fixture.ts';

let fileCount = 0;

/** Drops a folder with a different document at each of the paths. */
async function dropTree(fixture: DocumentsFixture, ...paths: string[]): Promise<number> {
  const content = Object.fromEntries(
    paths.map((path) => {
      fileCount += 1;
      return [`drop/${path}`, pdf(`file ${fileCount}`)];
    }),
  );
  await writeFiles(fixture.folder, content);
  return fixture.drop(join(fixture.folder, 'drop'));
}

/** Returns for each folder of a batch the label of the matching beneficiary, or the number of matches when it is not one. */
async function matchesByFolder(
  fixture: DocumentsFixture,
  batchId: number,
): Promise<Record<string, string | number>> {
  const folders = await fixture.call('documents.folders', { action: 'list', batchId });
  return Object.fromEntries(folders.map((entry) => [entry.folder, entry.match?.label ?? entry.matches]));
}

/** Returns for each folder of a batch the folder that names a beneficiary, and the labels of the proposals. */
async function proposalsByFolder(
  fixture: DocumentsFixture,
  batchId: number,
): Promise<Record<string, (string | null)[]>> {
  const folders = await fixture.call('documents.folders', { action: 'list', batchId });
  return Object.fromEntries(
    folders.map(({ folder, namedBy, proposals }) => [
      folder,
      [namedBy, ...proposals.map(({ label }) => label)],
    ]),
  );
}

test('a folder matches the beneficiary with its name, ignoring accents and case', async ({ shared }) => {
  await shared.addBeneficiary('Škoda Électrique', 'rcp_10');
  await shared.addBeneficiary('Ærø Færge', 'rcp_11');
  const batchId = await dropTree(
    shared,
    'skoda electrique/a.pdf',
    `${'ŠKODA ÉLECTRIQUE'.normalize('NFD')} /b.pdf`,
    'ÆRØ færge/c.pdf',
    'Škoda/d.pdf',
  );
  expect(await matchesByFolder(shared, batchId)).toEqual({
    'drop/skoda electrique': 'Škoda Électrique',
    'drop/ŠKODA ÉLECTRIQUE ': 'Škoda Électrique',
    'drop/ÆRØ færge': 'Ærø Færge',
    'drop/Škoda': 0,
  });
});

test('a folder matches a recipient ID only exactly', async ({ shared }) => {
  await shared.addBeneficiary('By ID', 'rcp_Xy-20');
  const batchId = await dropTree(shared, 'rcp_Xy-20/a.pdf', 'RCP_XY-20/b.pdf');
  expect(await matchesByFolder(shared, batchId)).toEqual({ 'drop/rcp_Xy-20': 'By ID', 'drop/RCP_XY-20': 0 });
});

test('the innermost matching folder wins when folders are nested', async ({ shared }) => {
  await shared.addBeneficiary('Outer');
  await shared.addBeneficiary('Inner');
  const batchId = await dropTree(
    shared,
    'outer/a.pdf',
    'outer/2026/b.pdf',
    'outer/inner/c.pdf',
    'outer/inner/scans/d.pdf',
    'inner/outer/e.pdf',
  );
  expect(await matchesByFolder(shared, batchId)).toEqual({
    'drop/outer': 'Outer',
    'drop/outer/2026': 'Outer',
    'drop/outer/inner': 'Inner',
    'drop/outer/inner/scans': 'Inner',
    'drop/inner/outer': 'Outer',
  });
});

test('a folder with the name of several beneficiaries matches none of them, nor the beneficiary of an outer folder', async ({
  shared,
}) => {
  await shared.addBeneficiary('Müller', 'rcp_30');
  await shared.addBeneficiary('MULLER', 'rcp_31');
  await shared.addBeneficiary('Group');
  const batchId = await dropTree(shared, 'group/muller/a.pdf', 'unknown/b.pdf');
  expect(await matchesByFolder(shared, batchId)).toEqual({ 'drop/group/muller': 2, 'drop/unknown': 0 });
});

test('a folder with a near label proposes the beneficiary to itself and its subfolders, but does not match it', async ({
  shared,
}) => {
  await shared.addBeneficiary('Kwiatkowski Logistyka Sp. z o.o.', 'rcp_40');
  await shared.addBeneficiary('Holding', 'rcp_41');
  const batchId = await dropTree(
    shared,
    'Kwiatkowski Logistyka/2026/a.pdf',
    'holding/LOGISTIKA, Kwiatkowski/b.pdf',
    'holding/rcp_40/c.pdf',
    'Kwiatkowski Logistyka/holding/d.pdf',
    'Kwiatkowski Logistyka S.A/e.pdf',
  );
  expect(await proposalsByFolder(shared, batchId)).toEqual({
    'drop/Kwiatkowski Logistyka S.A': [null],
    'drop/Kwiatkowski Logistyka/2026': ['drop/Kwiatkowski Logistyka', 'Kwiatkowski Logistyka Sp. z o.o.'],
    'drop/Kwiatkowski Logistyka/holding': ['drop/Kwiatkowski Logistyka/holding'],
    'drop/holding/LOGISTIKA, Kwiatkowski': [
      'drop/holding/LOGISTIKA, Kwiatkowski',
      'Kwiatkowski Logistyka Sp. z o.o.',
    ],
    'drop/holding/rcp_40': ['drop/holding/rcp_40'],
  });
  expect(await matchesByFolder(shared, batchId)).toMatchObject({
    'drop/Kwiatkowski Logistyka/2026': 0,
    'drop/Kwiatkowski Logistyka/holding': 'Holding',
    'drop/holding/LOGISTIKA, Kwiatkowski': 0,
    'drop/holding/rcp_40': 'Kwiatkowski Logistyka Sp. z o.o.',
  });
});

test('beneficiaries that are equally near are all proposed, in the order of their labels', async ({
  shared,
}) => {
  await shared.addBeneficiary('Nordic Seafood AS', 'rcp_50');
  await shared.addBeneficiary('Nordic Seafood AB', 'rcp_51');
  await shared.addBeneficiary('Weber', 'rcp_52');
  await shared.addBeneficiary('WEBER', 'rcp_53');
  const batchId = await dropTree(shared, 'Nordic Seafood/a.pdf', 'weber/b.pdf', 'Nordic Seafood AB/c.pdf');
  expect(await proposalsByFolder(shared, batchId)).toEqual({
    'drop/Nordic Seafood': ['drop/Nordic Seafood', 'Nordic Seafood AB', 'Nordic Seafood AS'],
    'drop/Nordic Seafood AB': ['drop/Nordic Seafood AB'],
    'drop/weber': ['drop/weber', 'Weber', 'WEBER'],
  });
});

test('files dropped without a folder match no beneficiary', async ({ shared }) => {
  await shared.addBeneficiary('Alone');
  const batchId = await shared.drop(
    ...(await writeFiles(shared.folder, { 'alone/alone.pdf': pdf('alone') })),
  );
  expect(await matchesByFolder(shared, batchId)).toEqual({ '': 0 });
});

test('only the documents directly in the folders that the clerk chose are assigned', async ({ shared }) => {
  const firstId = await shared.addBeneficiary('First');
  const secondId = await shared.addBeneficiary('Second');
  const batchId = await dropTree(shared, 'first/a.pdf', 'first/b.pdf', 'first/more/c.pdf', 'other/d.pdf');
  const result = await shared.call('documents.folders', {
    action: 'assign',
    batchId,
    folders: [
      { folder: 'drop/first', beneficiaryId: firstId },
      { folder: 'drop/other', beneficiaryId: secondId },
    ],
  });
  expect(result).toEqual({ changed: 3 });
  const rows = await shared.rowsOf(batchId);
  expect(
    Object.fromEntries(
      rows.map(({ name, beneficiary: assignedBeneficiary }) => [name, assignedBeneficiary?.label ?? null]),
    ),
  ).toEqual({
    'a.pdf': 'First',
    'b.pdf': 'First',
    'c.pdf': null,
    'd.pdf': 'Second',
  });
  const documentId = rows.find(({ name }) => name === 'a.pdf')?.id ?? 0;
  const detail = await shared.call('documents.detail', { documentId });
  expect(detail.assignedBy).toBe('folder');
  expect(detail.history[0]).toMatchObject({ kind: 'assigned', by: 'folder' });
});
