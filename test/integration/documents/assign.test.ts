import { expect } from 'vitest';
import type { Selection } from '../../../src/shared/contract/documents.ts';
import { packIds, unpackIds } from '../../../src/shared/model/id-set.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { pdf } from '../../fakes/files.ts';
import { type DocumentsFixture, sampleDocuments, test } from './documents-fixture.ts';

/** Returns the names of the documents that are assigned to a beneficiary. */
async function namesAssignedTo(
  fixture: DocumentsFixture,
  batchId: number,
  beneficiaryId: number,
): Promise<string[]> {
  const rows = await fixture.rowsOf(batchId);
  return rows.filter((row) => row.beneficiary?.id === beneficiaryId).map(({ name }) => name);
}

test('only the selected documents are assigned, and the panel shows who assigned them', async ({
  shared,
}) => {
  const id = await shared.addBeneficiary('Chosen');
  const batchId = await shared.dropFiles(sampleDocuments(4));
  const selectionOfTwo = await shared.selectionOf(batchId, '2.pdf', '4.pdf');
  expect(
    await shared.call('documents.change', { action: 'assign', ...selectionOfTwo, beneficiaryId: id }),
  ).toEqual({ changed: 2 });
  expect(await namesAssignedTo(shared, batchId, id)).toEqual(['2.pdf', '4.pdf']);
  const { id: documentId } = await shared.rowOf(batchId, '2.pdf');
  const detail = await shared.call('documents.detail', { documentId });
  expect(detail).toMatchObject({ assignedBy: 'hand', group: 'assigned', beneficiary: { label: 'Chosen' } });
  expect(detail.history[0]).toMatchObject({ kind: 'assigned', by: 'm.hansen' });
});

test('all documents that match a filter are assigned', async ({ shared }) => {
  const id = await shared.addBeneficiary('Filtered');
  const batchId = await shared.dropFiles({
    ...sampleDocuments(3, 'invoice '),
    ...sampleDocuments(2, 'contract '),
  });
  const selection: Selection = { kind: 'all', filter: { group: 'unassigned', text: 'INVOICE' } };
  // Every assignment removes a document from this selection.
  expect(
    await shared.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId: id }),
  ).toEqual({ changed: 3 });
  expect(await namesAssignedTo(shared, batchId, id)).toEqual([
    'invoice 1.pdf',
    'invoice 2.pdf',
    'invoice 3.pdf',
  ]);
});

test('a selection in a filtered list assigns only the documents that are still in that list', async ({
  shared,
}) => {
  const [id, otherId] = [await shared.addBeneficiary('Ticked'), await shared.addBeneficiary('Other')];
  const batchId = await shared.dropFiles(sampleDocuments(4));
  const filter = { group: 'unassigned', text: '' } as const;
  const [listedPart] = await shared.call('documents.query', {
    action: 'ids',
    batchId,
    filter,
    rows: { kind: 'all' },
  });
  expect(listedPart).toMatchObject({ group: 'unassigned', state: 'ready', assigned: false });
  const ids = packIds(unpackIds(listedPart?.ids ?? []).slice(0, 3));
  await shared.call('documents.change', {
    action: 'assign',
    ...(await shared.selectionOf(batchId, '1.pdf')),
    beneficiaryId: otherId,
  });
  const selection: Selection = { kind: 'ticked', filter, ids, groups: ['unassigned', 'assigned'] };
  expect(
    await shared.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId: id }),
  ).toEqual({ changed: 2 });
  expect(await namesAssignedTo(shared, batchId, id)).toEqual(['2.pdf', '3.pdf']);
});

test('an assignment can be removed from a selected document', async ({ shared }) => {
  const id = await shared.addBeneficiary('Taken away');
  const batchId = await shared.dropFiles(sampleDocuments(2));
  await shared.assign(batchId, id);
  expect(await shared.changeDocuments('unassign', batchId, '1.pdf')).toEqual({ changed: 1 });
  expect(await namesAssignedTo(shared, batchId, id)).toEqual(['2.pdf']);
  expect(await shared.rowOf(batchId, '1.pdf')).toMatchObject({ group: 'unassigned', beneficiary: null });
});

test('documents that cannot be sent are not assigned', async ({ shared }) => {
  const id = await shared.addBeneficiary('Not sent');
  const batchId = await shared.dropFiles({ 'a.pdf': pdf('a'), 'b.txt': pdf('b'), 'c.pdf': pdf('c') });
  await shared.changeDocuments('exclude', batchId, 'c.pdf');
  await shared.assign(batchId, id);
  expect(await namesAssignedTo(shared, batchId, id)).toEqual(['a.pdf']);
});

test('a selection does not change documents of another batch', async ({ fixture }) => {
  const id = await fixture.addBeneficiary('A');
  const earlierBatchId = await fixture.dropFiles(sampleDocuments(1, 'earlier '));
  await fixture.assign(earlierBatchId, id);
  await fixture.call('documents.batch', {
    action: 'start',
    batchId: earlierBatchId,
    documents: 1,
    beneficiaries: 1,
  });
  const batchId = await fixture.dropFiles(sampleDocuments(1, 'later '));
  expect(batchId).not.toBe(earlierBatchId);
  const otherId = await fixture.addBeneficiary('B');
  const { selection } = await fixture.selectionOf(earlierBatchId);
  expect(
    await fixture.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId: otherId }),
  ).toEqual({ changed: 0 });
});

test('an unknown beneficiary is refused, and nothing is changed', async ({ shared }) => {
  const knownId = await shared.addBeneficiary('Known');
  const batchId = await shared.dropFiles(sampleDocuments(1));
  await shared.assign(batchId, knownId);
  const batchSelection = await shared.selectionOf(batchId);
  const folders = [{ folder: '', beneficiaryId: 999_999 }];
  await expect(
    shared.call('documents.change', { action: 'assign', ...batchSelection, beneficiaryId: 999_999 }),
  ).rejects.toMatchObject({ code: 'beneficiary-unknown' });
  await expect(
    shared.call('documents.folders', { action: 'assign', batchId, folders }),
  ).rejects.toMatchObject({ code: 'beneficiary-unknown' });
  expect(await namesAssignedTo(shared, batchId, knownId)).toEqual(['1.pdf']);
});

test('an exclusion returns exactly the documents that it excluded, so it can be undone', async ({
  shared,
}) => {
  const id = await shared.addBeneficiary('Left out');
  const files = { 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), 'same as b.pdf': pdf('b'), 'not sent.txt': pdf('t') };
  const batchId = await shared.dropFiles(files);
  await shared.assign(batchId, id);
  const groups = async () =>
    (await shared.rowsOf(batchId)).map(({ name, group }) => `${name}: ${group}`).toSorted();
  const groupsBefore = [
    'a.pdf: excluded',
    'b.pdf: assigned',
    'not sent.txt: rejected',
    'same as b.pdf: duplicate',
  ];
  await shared.changeDocuments('exclude', batchId, 'a.pdf');
  expect(await groups()).toEqual(groupsBefore);

  const { changed, excluded } = await shared.call('documents.change', {
    action: 'exclude',
    ...(await shared.selectionOf(batchId)),
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
  expect(await shared.call('documents.change', { action: 'include', batchId, selection })).toEqual({
    changed: 3,
  });
  await expect.poll(groups).toEqual(groupsBefore);
  expect((await namesAssignedTo(shared, batchId, id)).toSorted()).toEqual([
    'a.pdf',
    'b.pdf',
    'same as b.pdf',
  ]);
});

test('every command refuses an unknown batch', async ({ shared }) => {
  const batchId = 999_999;
  const selection: Selection = { kind: 'some', ids: [1] };
  const selected = { batchId, selection };
  const page = { batchId, offset: 0, limit: 1 };
  const calls = [
    shared.call('documents.change', { action: 'assign', ...selected, beneficiaryId: 1 }),
    ...(['unassign', 'exclude', 'include', 'recheck', 'retry', 'cancel'] as const).map((action) =>
      shared.call('documents.change', { action, ...selected }),
    ),
    shared.call('documents.query', {
      action: 'ids',
      batchId,
      filter: { group: null, text: '' },
      rows: { kind: 'all' },
    }),
    shared.call('documents.folders', { action: 'list', batchId }),
    shared.call('documents.folders', {
      action: 'assign',
      batchId,
      folders: [{ folder: 'a', beneficiaryId: 1 }],
    }),
    shared.call('documents.list', {
      ...page,
      filter: { group: null, text: '' },
      sort: { by: 'name', descending: false },
    }),
    shared.call('documents.review', { action: 'numbers', batchId }),
    shared.call('documents.review', { action: 'groups', ...page }),
    shared.call('documents.review', { action: 'documents', ...page, beneficiaryId: 1 }),
    shared.call('documents.batch', { action: 'start', batchId, documents: 1, beneficiaries: 1 }),
    ...(['open', 'pause', 'resume', 'cancel', 'discard'] as const).map((action) =>
      shared.call('documents.batch', { action, batchId }),
    ),
    shared.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId: 1 }),
    shared.call('documents.export', { batchId }),
  ];
  const codes = await Promise.all(calls.map(async (call) => (await errorOf(call)).code));
  expect(new Set(codes)).toEqual(new Set(['batch-unknown']));
  await expect(shared.call('documents.detail', { documentId: 999_999 })).rejects.toMatchObject({
    code: 'document-unknown',
  });
});
