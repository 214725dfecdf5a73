import { expect, test } from 'vitest';
import type { Selection } from '../../../src/shared/contract/documents.ts';
import { packIds, unpackIds } from '../../../src/shared/model/id-set.ts';
import { pdf } from '../../fakes/files.ts';
import {
  assign,
  beneficiary,
  documents,
  dropFiles,
  errorOf,
  rowOf,
  rowsOf,
  select,
  shareWork,
  startWork,
  type Work,
} from './work.ts';

const shared = shareWork();

/** Names of the documents that have a beneficiary. */
async function assigned(work: Work, batchId: number, beneficiaryId: number): Promise<string[]> {
  const rows = await rowsOf(work, batchId);
  return rows.filter((row) => row.beneficiary?.id === beneficiaryId).map(({ name }) => name);
}

test('chosen documents get a beneficiary, others do not, and the panel says by whom', async () => {
  const work = shared();
  const id = await beneficiary(work, 'Chosen');
  const batchId = await dropFiles(work, documents(4));
  const some = await select(work, batchId, '2.pdf', '4.pdf');
  expect(await work.call('documents.assign', { ...some, beneficiaryId: id })).toEqual({ changed: 2 });
  expect(await assigned(work, batchId, id)).toEqual(['2.pdf', '4.pdf']);
  const { id: documentId } = await rowOf(work, batchId, '2.pdf');
  const detail = await work.call('documents.detail', { documentId });
  expect(detail).toMatchObject({ assignedBy: 'hand', group: 'assigned', beneficiary: { label: 'Chosen' } });
  expect(detail.history[0]).toMatchObject({ kind: 'assigned', by: 'm.hansen' });
});

test('everything under a filter gets a beneficiary', async () => {
  const work = shared();
  const id = await beneficiary(work, 'Filtered');
  const batchId = await dropFiles(work, { ...documents(3, 'invoice '), ...documents(2, 'contract ') });
  const selection: Selection = { kind: 'all', filter: { group: 'unassigned', text: 'INVOICE' } };
  // The selection itself shifts with every document that is no longer unassigned.
  expect(await work.call('documents.assign', { batchId, selection, beneficiaryId: id })).toEqual({
    changed: 3,
  });
  expect(await assigned(work, batchId, id)).toEqual(['invoice 1.pdf', 'invoice 2.pdf', 'invoice 3.pdf']);
});

test('ticked documents get a beneficiary as long as they are in the list in which they were ticked', async () => {
  const work = shared();
  const [id, other] = [await beneficiary(work, 'Ticked'), await beneficiary(work, 'Other')];
  const batchId = await dropFiles(work, documents(4));
  const filter = { group: 'unassigned', text: '' } as const;
  const [part] = await work.call('documents.listed', { batchId, filter, rows: { kind: 'all' } });
  expect(part).toMatchObject({ group: 'unassigned', state: 'ready', assigned: false });
  const ids = packIds(unpackIds(part?.ids ?? []).slice(0, 3));
  await work.call('documents.assign', { ...(await select(work, batchId, '1.pdf')), beneficiaryId: other });
  const selection: Selection = { kind: 'ticked', filter, ids, groups: ['unassigned', 'assigned'] };
  expect(await work.call('documents.assign', { batchId, selection, beneficiaryId: id })).toEqual({
    changed: 2,
  });
  expect(await assigned(work, batchId, id)).toEqual(['2.pdf', '3.pdf']);
});

test('a beneficiary is taken away again', async () => {
  const work = shared();
  const id = await beneficiary(work, 'Taken away');
  const batchId = await dropFiles(work, documents(2));
  await assign(work, batchId, id);
  expect(await work.call('documents.unassign', await select(work, batchId, '1.pdf'))).toEqual({
    changed: 1,
  });
  expect(await assigned(work, batchId, id)).toEqual(['2.pdf']);
  expect(await rowOf(work, batchId, '1.pdf')).toMatchObject({ group: 'unassigned', beneficiary: null });
});

test('what cannot be sent gets no beneficiary', async () => {
  const work = shared();
  const id = await beneficiary(work, 'Not sent');
  const batchId = await dropFiles(work, { 'a.pdf': pdf('a'), 'b.txt': pdf('b'), 'c.pdf': pdf('c') });
  await work.call('documents.exclude', await select(work, batchId, 'c.pdf'));
  await assign(work, batchId, id);
  expect(await assigned(work, batchId, id)).toEqual(['a.pdf']);
});

test('documents of another batch are not touched by a selection that names them', async () => {
  const work = await startWork();
  const id = await beneficiary(work, 'A');
  const earlier = await dropFiles(work, documents(1, 'earlier '));
  await assign(work, earlier, id);
  await work.call('documents.start', { batchId: earlier, documents: 1, beneficiaries: 1 });
  const batchId = await dropFiles(work, documents(1, 'later '));
  expect(batchId).not.toBe(earlier);
  const other = await beneficiary(work, 'B');
  const { selection } = await select(work, earlier);
  expect(await work.call('documents.assign', { batchId, selection, beneficiaryId: other })).toEqual({
    changed: 0,
  });
});

test('a beneficiary that is not in the address book is refused, and nothing is changed', async () => {
  const work = shared();
  const known = await beneficiary(work, 'Known');
  const batchId = await dropFiles(work, documents(1));
  await assign(work, batchId, known);
  const one = await select(work, batchId);
  const folders = [{ folder: '', beneficiaryId: 999_999 }];
  expect(await errorOf(work.call('documents.assign', { ...one, beneficiaryId: 999_999 }))).toMatchObject({
    code: 'beneficiary-unknown',
  });
  expect(await errorOf(work.call('documents.assignFolders', { batchId, folders }))).toMatchObject({
    code: 'beneficiary-unknown',
  });
  expect(await assigned(work, batchId, known)).toEqual(['1.pdf']);
});

test('an exclusion names the documents that it left out, and no other, so that it can be undone exactly', async () => {
  const work = shared();
  const id = await beneficiary(work, 'Left out');
  const files = { 'a.pdf': pdf('a'), 'b.pdf': pdf('b'), 'same as b.pdf': pdf('b'), 'not sent.txt': pdf('t') };
  const batchId = await dropFiles(work, files);
  await assign(work, batchId, id);
  const groups = async () =>
    (await rowsOf(work, batchId)).map(({ name, group }) => `${name}: ${group}`).toSorted();
  const before = ['a.pdf: excluded', 'b.pdf: assigned', 'not sent.txt: rejected', 'same as b.pdf: duplicate'];
  await work.call('documents.exclude', await select(work, batchId, 'a.pdf'));
  expect(await groups()).toEqual(before);

  const { changed, excluded } = await work.call('documents.exclude', await select(work, batchId));
  expect(changed).toBe(3);
  expect(new Set(await groups())).toHaveLength(4);
  expect((await groups()).every((line) => line.endsWith(': excluded'))).toBe(true);
  const selection: Selection = {
    kind: 'ticked',
    filter: { group: null, text: '' },
    ids: excluded,
    groups: ['excluded'],
  };
  expect(await work.call('documents.include', { batchId, selection })).toEqual({ changed: 3 });
  await expect.poll(groups).toEqual(before);
  expect((await assigned(work, batchId, id)).toSorted()).toEqual(['a.pdf', 'b.pdf', 'same as b.pdf']);
});

test('a batch that is not there is refused by every command', async () => {
  const work = shared();
  const batchId = 999_999;
  const selection: Selection = { kind: 'some', ids: [1] };
  const selected = { batchId, selection };
  const page = { batchId, offset: 0, limit: 1 };
  const calls = [
    work.call('documents.assign', { ...selected, beneficiaryId: 1 }),
    work.call('documents.unassign', selected),
    work.call('documents.exclude', selected),
    work.call('documents.include', selected),
    work.call('documents.recheck', selected),
    work.call('documents.retry', selected),
    work.call('documents.cancelDocuments', selected),
    work.call('documents.listed', { batchId, filter: { group: null, text: '' }, rows: { kind: 'all' } }),
    work.call('documents.folders', { batchId }),
    work.call('documents.assignFolders', { batchId, folders: [{ folder: 'a', beneficiaryId: 1 }] }),
    work.call('documents.list', {
      ...page,
      filter: { group: null, text: '' },
      sort: { by: 'name', descending: false },
    }),
    work.call('documents.review', { batchId }),
    work.call('documents.reviewGroups', page),
    work.call('documents.reviewDocuments', { ...page, beneficiaryId: 1 }),
    work.call('documents.start', { batchId, documents: 1, beneficiaries: 1 }),
    work.call('documents.pause', { batchId }),
    work.call('documents.resume', { batchId }),
    work.call('documents.cancel', { batchId }),
    work.call('documents.attachIncomplete', { batchId, beneficiaryId: 1 }),
    work.call('documents.discard', { batchId }),
    work.call('documents.export', { batchId }),
    work.call('documents.open', { batchId }),
  ];
  const codes = await Promise.all(calls.map(async (call) => (await errorOf(call)).code));
  expect(new Set(codes)).toEqual(new Set(['batch-unknown']));
  expect(await errorOf(work.call('documents.detail', { documentId: 999_999 }))).toMatchObject({
    code: 'document-unknown',
  });
});
