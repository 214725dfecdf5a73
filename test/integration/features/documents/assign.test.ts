import { join } from 'node:path';
import { expect } from 'vitest';
import type { Selection } from '../../../../src/shared/contract/documents.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { test } from './company-test.ts';
import { type DocumentsFixture, sampleDocuments } from './documents-fixture.ts';

/** Returns the names of the documents that are assigned to a beneficiary. */
async function namesAssignedTo(fixture: DocumentsFixture, batchId: number, beneficiaryId: number) {
  const rows = await fixture.rowsOf(batchId);
  return rows.filter((row) => row.beneficiary?.id === beneficiaryId).map(({ name }) => name);
}

/** Assigns a selection to a beneficiary; returns the number of changed documents. */
const assignSelected = (
  fixture: DocumentsFixture,
  selected: { readonly batchId: number; readonly selection: Selection },
  beneficiaryId: number,
) => fixture.call('documents.change', { action: 'assign', ...selected, beneficiaryId });

test('only selected documents are assigned, and the panel shows who assigned them', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('Chosen');
  const batchId = await fixture.dropFiles(sampleDocuments(4));
  const selectionOfTwo = await fixture.selectionOf(batchId, '2.pdf', '4.pdf');
  expect(await assignSelected(fixture, selectionOfTwo, id)).toEqual({ changed: 2 });
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual(['2.pdf', '4.pdf']);
  const detail = await fixture.detailOf(batchId, '2.pdf');
  expect(detail).toMatchObject({ assignedBy: 'hand', group: 'assigned', beneficiary: { label: 'Chosen' } });
  expect(detail.history[0]).toMatchObject({ kind: 'assigned', by: 'm.hansen' });
});

test('all documents that match a filter are assigned', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('Filtered');
  const batchId = await fixture.dropFiles({
    ...sampleDocuments(3, 'invoice '),
    ...sampleDocuments(2, 'contract '),
  });
  const selection: Selection = { kind: 'all', filter: { group: 'unassigned', text: 'INVOICE' } };
  // Every assignment removes a document from this selection.
  expect(await assignSelected(fixture, { batchId, selection }, id)).toEqual({ changed: 3 });
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual([
    'invoice 1.pdf',
    'invoice 2.pdf',
    'invoice 3.pdf',
  ]);
});

test('documents that cannot be sent are not assigned', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('Not sent');
  const batchId = await fixture.dropFiles({ 'a.pdf': pdf('a'), 'b.txt': pdf('b'), 'c.pdf': pdf('c') });
  await fixture.changeDocuments('exclude', batchId, 'c.pdf');
  await fixture.assign(batchId, id);
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual(['a.pdf']);
});

test('a selection does not change documents of another batch', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('A');
  const earlierBatchId = await fixture.dropFiles(sampleDocuments(1, 'earlier '));
  await fixture.assign(earlierBatchId, id);
  await fixture.startBatch(earlierBatchId);
  const batchId = await fixture.dropFiles(sampleDocuments(1, 'later '));
  expect(batchId).not.toBe(earlierBatchId);
  const otherId = await fixture.addBeneficiary('B');
  const { selection } = await fixture.selectionOf(earlierBatchId);
  expect(await assignSelected(fixture, { batchId, selection }, otherId)).toEqual({ changed: 0 });
});

test('an unknown beneficiary is refused, and nothing is changed', async ({ fixture }) => {
  const knownId = await fixture.addBeneficiary('Known');
  const batchId = await fixture.dropFiles(sampleDocuments(1));
  await fixture.assign(batchId, knownId);
  const batchSelection = await fixture.selectionOf(batchId);
  const folders = [{ folder: '', beneficiaryId: 999_999 }];
  expect(await codeOf(assignSelected(fixture, batchSelection, 999_999))).toBe('beneficiary-unknown');
  expect(await codeOf(fixture.call('documents.folders', { action: 'assign', batchId, folders }))).toBe(
    'beneficiary-unknown',
  );
  expect(await namesAssignedTo(fixture, batchId, knownId)).toEqual(['1.pdf']);
});

test('an exclusion returns the documents that it excluded, so it can be undone', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('Left out');
  const files = { 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), 'same as b.pdf': pdf('b'), 'not sent.txt': pdf('t') };
  const batchId = await fixture.dropFiles(files);
  await fixture.assign(batchId, id);
  const groups = async () =>
    (await fixture.rowsOf(batchId)).map(({ name, group }) => `${name}: ${group}`).toSorted();
  const groupsBefore = [
    'a.pdf: excluded',
    'b.pdf: assigned',
    'not sent.txt: rejected',
    'same as b.pdf: duplicate',
  ];
  await fixture.changeDocuments('exclude', batchId, 'a.pdf');
  expect(await groups()).toEqual(groupsBefore);

  const selected = await fixture.selectionOf(batchId);
  const exclude = { action: 'exclude', ...selected } as const;
  const { changed, excluded } = await fixture.call('documents.change', exclude);
  expect(changed).toBe(3);
  expect(new Set(await groups())).toHaveLength(4);
  expect((await groups()).every((line) => line.endsWith(': excluded'))).toBe(true);
  const selection: Selection = {
    kind: 'ticked',
    filter: { group: null, text: '' },
    ids: excluded,
    groups: ['excluded'],
  };
  expect(await fixture.call('documents.change', { action: 'include', batchId, selection })).toEqual({
    changed: 3,
  });
  await expect.poll(groups).toEqual(groupsBefore);
  expect((await namesAssignedTo(fixture, batchId, id)).toSorted()).toEqual([
    'a.pdf',
    'b.pdf',
    'same as b.pdf',
  ]);
});

test('every command refuses an unknown batch', async ({ fixture }) => {
  const batchId = 999_999;
  const selection: Selection = { kind: 'some', ids: [1] };
  const selected = { batchId, selection };
  const page = { batchId, offset: 0, limit: 1 };
  const filter = { group: null, text: '' };
  const folders = [{ folder: 'a', beneficiaryId: 1 }];
  const calls = [
    assignSelected(fixture, selected, 1),
    ...(['unassign', 'exclude', 'include', 'recheck', 'retry', 'cancel'] as const).map((action) =>
      fixture.call('documents.change', { action, ...selected }),
    ),
    fixture.call('documents.query', { action: 'ids', batchId, filter, rows: { kind: 'all' } }),
    fixture.call('documents.folders', { action: 'list', batchId }),
    fixture.call('documents.folders', { action: 'assign', batchId, folders }),
    fixture.call('documents.list', { ...page, filter, sort: { by: 'name', descending: false } }),
    fixture.reviewOf(batchId),
    fixture.call('documents.review', { action: 'groups', ...page }),
    fixture.call('documents.review', { action: 'documents', ...page, beneficiaryId: 1 }),
    fixture.call('documents.batch', { action: 'start', batchId, documents: 1, beneficiaries: 1 }),
    ...(['open', 'pause', 'resume', 'cancel', 'discard'] as const).map((action) =>
      fixture.call('documents.batch', { action, batchId }),
    ),
    fixture.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId: 1 }),
    fixture.call('documents.export', { batchId }),
  ];
  const codes = await Promise.all(calls.map(async (call) => (await errorOf(call)).code));
  expect(new Set(codes)).toEqual(new Set(['batch-unknown']));
  expect(await codeOf(fixture.call('documents.detail', { documentId: 999_999 }))).toBe('document-unknown');
});

/** Drops a folder with a different document at each of the paths. */
async function dropTree(fixture: DocumentsFixture, ...paths: string[]): Promise<number> {
  await writeFiles(fixture.folder, Object.fromEntries(paths.map((path) => [`drop/${path}`, pdf(path)])));
  return fixture.drop(join(fixture.folder, 'drop'));
}

/** Returns for each folder of a batch the label of the matching beneficiary, or the number of matches when it is not one. */
async function matchesByFolder(fixture: DocumentsFixture, batchId: number) {
  const folders = await fixture.call('documents.folders', { action: 'list', batchId });
  return Object.fromEntries(folders.map((entry) => [entry.folder, entry.match?.label ?? entry.matches]));
}

/** Returns for each folder of a batch the folder that names a beneficiary, and the labels of the proposals. */
async function proposalsByFolder(fixture: DocumentsFixture, batchId: number) {
  const folders = await fixture.call('documents.folders', { action: 'list', batchId });
  return Object.fromEntries(
    folders.map(({ folder, namedBy, proposals }) => [
      folder,
      [namedBy, ...proposals.map(({ label }) => label)],
    ]),
  );
}

test('the innermost folder with the name or ID of a beneficiary matches it', async ({ fixture }) => {
  for (const label of ['Škoda Électrique', 'Ærø Færge', 'Outer', 'Inner', 'By ID', 'Müller', 'MULLER'])
    await fixture.addBeneficiary(label, `rcp_${label}`);
  const matches = {
    'skoda electrique/a.pdf': 'Škoda Électrique',
    [`${'ŠKODA ÉLECTRIQUE'.normalize('NFD')} /b.pdf`]: 'Škoda Électrique',
    'ÆRØ færge/c.pdf': 'Ærø Færge',
    'Škoda/d.pdf': 0,
    // An ID matches only exactly.
    'rcp_By ID/e.pdf': 'By ID',
    'RCP_BY ID/f.pdf': 0,
    'outer/g.pdf': 'Outer',
    'outer/2026/h.pdf': 'Outer',
    'outer/inner/i.pdf': 'Inner',
    'outer/inner/scans/j.pdf': 'Inner',
    'inner/outer/k.pdf': 'Outer',
    // The name of several beneficiaries matches none of them, nor the beneficiary of an outer folder.
    'outer/muller/l.pdf': 2,
  };
  const batchId = await dropTree(fixture, ...Object.keys(matches));
  const expected = Object.entries(matches).map(([path, match]) => [
    `drop/${path.slice(0, path.lastIndexOf('/'))}`.normalize('NFC'),
    match,
  ]);
  // A file that is dropped without its folder matches no beneficiary.
  await fixture.drop(...(await writeFiles(fixture.folder, { 'outer/loose.pdf': pdf('loose') })));
  expect(await matchesByFolder(fixture, batchId)).toEqual({ ...Object.fromEntries(expected), '': 0 });
});

test('a folder with a near label proposes the beneficiary, but does not match it', async ({ fixture }) => {
  await fixture.addBeneficiary('Kwiatkowski Logistyka Sp. z o.o.', 'rcp_40');
  await fixture.addBeneficiary('Holding', 'rcp_41');
  const batchId = await dropTree(
    fixture,
    'Kwiatkowski Logistyka/2026/a.pdf',
    'holding/LOGISTIKA, Kwiatkowski/b.pdf',
    'holding/rcp_40/c.pdf',
    'Kwiatkowski Logistyka/holding/d.pdf',
    'Kwiatkowski Logistyka S.A/e.pdf',
  );
  expect(await proposalsByFolder(fixture, batchId)).toEqual({
    'drop/Kwiatkowski Logistyka S.A': [null],
    'drop/Kwiatkowski Logistyka/2026': ['drop/Kwiatkowski Logistyka', 'Kwiatkowski Logistyka Sp. z o.o.'],
    'drop/Kwiatkowski Logistyka/holding': ['drop/Kwiatkowski Logistyka/holding'],
    'drop/holding/LOGISTIKA, Kwiatkowski': [
      'drop/holding/LOGISTIKA, Kwiatkowski',
      'Kwiatkowski Logistyka Sp. z o.o.',
    ],
    'drop/holding/rcp_40': ['drop/holding/rcp_40'],
  });
  expect(await matchesByFolder(fixture, batchId)).toMatchObject({
    'drop/Kwiatkowski Logistyka/2026': 0,
    'drop/Kwiatkowski Logistyka/holding': 'Holding',
    'drop/holding/LOGISTIKA, Kwiatkowski': 0,
    'drop/holding/rcp_40': 'Kwiatkowski Logistyka Sp. z o.o.',
  });
});

test('only the documents directly in the folders that the clerk chose are assigned', async ({ fixture }) => {
  const firstId = await fixture.addBeneficiary('First');
  const secondId = await fixture.addBeneficiary('Second');
  const batchId = await dropTree(fixture, 'first/a.pdf', 'first/b.pdf', 'first/more/c.pdf', 'other/d.pdf');
  const result = await fixture.call('documents.folders', {
    action: 'assign',
    batchId,
    folders: [
      { folder: 'drop/first', beneficiaryId: firstId },
      { folder: 'drop/other', beneficiaryId: secondId },
    ],
  });
  expect(result).toEqual({ changed: 3 });
  const rows = await fixture.rowsOf(batchId);
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
  const detail = await fixture.call('documents.detail', { documentId });
  expect(detail.assignedBy).toBe('folder');
  expect(detail.history[0]).toMatchObject({ kind: 'assigned', by: 'folder' });
});
