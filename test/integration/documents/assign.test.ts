import { expect, test } from 'vitest';
import type { Selection } from '../../../src/shared/contract/documents.ts';
import { packIds, unpackIds } from '../../../src/shared/model/id-set.ts';
import { pdf } from '../../fakes/files.ts';
import {
  addBeneficiary,
  assign,
  changeDocuments,
  type DocumentsFixture,
  dropFiles,
  errorOf,
  rowOf,
  rowsOf,
  sampleDocuments,
  selectionOf,
  shareDocumentsFixture,
  startDocumentsFixture,
} from './documents-fixture.ts';

const shared = shareDocumentsFixture();

/** Returns the names of the documents that are assigned to a beneficiary. */
async function namesAssignedTo(
  fixture: DocumentsFixture,
  batchId: number,
  beneficiaryId: number,
): Promise<string[]> {
  const rows = await rowsOf(fixture, batchId);
  return rows.filter((row) => row.beneficiary?.id === beneficiaryId).map(({ name }) => name);
}

test('only the selected documents are assigned, and the panel shows who assigned them', async () => {
  const fixture = shared();
  const id = await addBeneficiary(fixture, 'Chosen');
  const batchId = await dropFiles(fixture, sampleDocuments(4));
  const selectionOfTwo = await selectionOf(fixture, batchId, '2.pdf', '4.pdf');
  expect(
    await fixture.call('documents.change', { action: 'assign', ...selectionOfTwo, beneficiaryId: id }),
  ).toEqual({ changed: 2 });
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual(['2.pdf', '4.pdf']);
  const { id: documentId } = await rowOf(fixture, batchId, '2.pdf');
  const detail = await fixture.call('documents.detail', { documentId });
  expect(detail).toMatchObject({ assignedBy: 'hand', group: 'assigned', beneficiary: { label: 'Chosen' } });
  expect(detail.history[0]).toMatchObject({ kind: 'assigned', by: 'm.hansen' });
});

test('all documents that match a filter are assigned', async () => {
  const fixture = shared();
  const id = await addBeneficiary(fixture, 'Filtered');
  const batchId = await dropFiles(fixture, {
    ...sampleDocuments(3, 'invoice '),
    ...sampleDocuments(2, 'contract '),
  });
  const selection: Selection = { kind: 'all', filter: { group: 'unassigned', text: 'INVOICE' } };
  // Every assignment removes a document from this selection.
  expect(
    await fixture.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId: id }),
  ).toEqual({ changed: 3 });
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual([
    'invoice 1.pdf',
    'invoice 2.pdf',
    'invoice 3.pdf',
  ]);
});

test('a selection in a filtered list assigns only the documents that are still in that list', async () => {
  const fixture = shared();
  const [id, otherId] = [await addBeneficiary(fixture, 'Ticked'), await addBeneficiary(fixture, 'Other')];
  const batchId = await dropFiles(fixture, sampleDocuments(4));
  const filter = { group: 'unassigned', text: '' } as const;
  const [listedPart] = await fixture.call('documents.query', {
    action: 'ids',
    batchId,
    filter,
    rows: { kind: 'all' },
  });
  expect(listedPart).toMatchObject({ group: 'unassigned', state: 'ready', assigned: false });
  const ids = packIds(unpackIds(listedPart?.ids ?? []).slice(0, 3));
  await fixture.call('documents.change', {
    action: 'assign',
    ...(await selectionOf(fixture, batchId, '1.pdf')),
    beneficiaryId: otherId,
  });
  const selection: Selection = { kind: 'ticked', filter, ids, groups: ['unassigned', 'assigned'] };
  expect(
    await fixture.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId: id }),
  ).toEqual({ changed: 2 });
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual(['2.pdf', '3.pdf']);
});

test('an assignment can be removed from a selected document', async () => {
  const fixture = shared();
  const id = await addBeneficiary(fixture, 'Taken away');
  const batchId = await dropFiles(fixture, sampleDocuments(2));
  await assign(fixture, batchId, id);
  expect(await changeDocuments(fixture, 'unassign', batchId, '1.pdf')).toEqual({ changed: 1 });
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual(['2.pdf']);
  expect(await rowOf(fixture, batchId, '1.pdf')).toMatchObject({ group: 'unassigned', beneficiary: null });
});

test('documents that cannot be sent are not assigned', async () => {
  const fixture = shared();
  const id = await addBeneficiary(fixture, 'Not sent');
  const batchId = await dropFiles(fixture, { 'a.pdf': pdf('a'), 'b.txt': pdf('b'), 'c.pdf': pdf('c') });
  await changeDocuments(fixture, 'exclude', batchId, 'c.pdf');
  await assign(fixture, batchId, id);
  expect(await namesAssignedTo(fixture, batchId, id)).toEqual(['a.pdf']);
});

test('a selection does not change documents of another batch', async () => {
  const fixture = await startDocumentsFixture();
  const id = await addBeneficiary(fixture, 'A');
  const earlierBatchId = await dropFiles(fixture, sampleDocuments(1, 'earlier '));
  await assign(fixture, earlierBatchId, id);
  await fixture.call('documents.batch', {
    action: 'start',
    batchId: earlierBatchId,
    documents: 1,
    beneficiaries: 1,
  });
  const batchId = await dropFiles(fixture, sampleDocuments(1, 'later '));
  expect(batchId).not.toBe(earlierBatchId);
  const otherId = await addBeneficiary(fixture, 'B');
  const { selection } = await selectionOf(fixture, earlierBatchId);
  expect(
    await fixture.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId: otherId }),
  ).toEqual({ changed: 0 });
});

test('an unknown beneficiary is refused, and nothing is changed', async () => {
  const fixture = shared();
  const knownId = await addBeneficiary(fixture, 'Known');
  const batchId = await dropFiles(fixture, sampleDocuments(1));
  await assign(fixture, batchId, knownId);
  const batchSelection = await selectionOf(fixture, batchId);
  const folders = [{ folder: '', beneficiaryId: 999_999 }];
  expect(
    await errorOf(
      fixture.call('documents.change', { action: 'assign', ...batchSelection, beneficiaryId: 999_999 }),
    ),
  ).toMatchObject({ code: 'beneficiary-unknown' });
  expect(
    await errorOf(fixture.call('documents.folders', { action: 'assign', batchId, folders })),
  ).toMatchObject({ code: 'beneficiary-unknown' });
  expect(await namesAssignedTo(fixture, batchId, knownId)).toEqual(['1.pdf']);
});

test('an exclusion returns exactly the documents that it excluded, so it can be undone', async () => {
  const fixture = shared();
  const id = await addBeneficiary(fixture, 'Left out');
  const files = { 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), 'same as b.pdf': pdf('b'), 'not sent.txt': pdf('t') };
  const batchId = await dropFiles(fixture, files);
  await assign(fixture, batchId, id);
  const groups = async () =>
    (await rowsOf(fixture, batchId)).map(({ name, group }) => `${name}: ${group}`).toSorted();
  const groupsBefore = [
    'a.pdf: excluded',
    'b.pdf: assigned',
    'not sent.txt: rejected',
    'same as b.pdf: duplicate',
  ];
  await changeDocuments(fixture, 'exclude', batchId, 'a.pdf');
  expect(await groups()).toEqual(groupsBefore);

  const { changed, excluded } = await fixture.call('documents.change', {
    action: 'exclude',
    ...(await selectionOf(fixture, batchId)),
  });
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

test('every command refuses an unknown batch', async () => {
  const fixture = shared();
  const batchId = 999_999;
  const selection: Selection = { kind: 'some', ids: [1] };
  const selected = { batchId, selection };
  const page = { batchId, offset: 0, limit: 1 };
  const calls = [
    fixture.call('documents.change', { action: 'assign', ...selected, beneficiaryId: 1 }),
    ...(['unassign', 'exclude', 'include', 'recheck', 'retry', 'cancel'] as const).map((action) =>
      fixture.call('documents.change', { action, ...selected }),
    ),
    fixture.call('documents.query', {
      action: 'ids',
      batchId,
      filter: { group: null, text: '' },
      rows: { kind: 'all' },
    }),
    fixture.call('documents.folders', { action: 'list', batchId }),
    fixture.call('documents.folders', {
      action: 'assign',
      batchId,
      folders: [{ folder: 'a', beneficiaryId: 1 }],
    }),
    fixture.call('documents.list', {
      ...page,
      filter: { group: null, text: '' },
      sort: { by: 'name', descending: false },
    }),
    fixture.call('documents.review', { action: 'numbers', batchId }),
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
  expect(await errorOf(fixture.call('documents.detail', { documentId: 999_999 }))).toMatchObject({
    code: 'document-unknown',
  });
});
