import { expect, test } from 'vitest';
import {
  cancelDocuments,
  include,
  recheck,
  retry,
} from '../../../src/main/features/documents/tables/assign.ts';
import { attachable } from '../../../src/main/features/documents/tables/attach.ts';
import { endAttach, recover } from '../../../src/main/features/documents/tables/attach-end.ts';
import { consent, settle } from '../../../src/main/features/documents/tables/attach-settle.ts';
import { setBatchState } from '../../../src/main/features/documents/tables/batches.ts';
import { addFound, recordDrop } from '../../../src/main/features/documents/tables/intake.ts';
import { start } from '../../../src/main/features/documents/tables/review.ts';
import {
  cancelBatch,
  claimUploadJobs,
  endBatches,
} from '../../../src/main/features/documents/tables/transfer.ts';
import type { Selection } from '../../../src/shared/contract/documents.ts';
import { type DocumentState, documentStates } from '../../../src/shared/model/document.ts';
import { openTables, profileId } from './tables.ts';

const at = 1_000;
const by = 'm.hansen';
const all: Selection = { kind: 'all', filter: { group: null, text: '' } };

test('a batch does not start while a dropped path is not completely listed', () => {
  const tables = openTables();
  const batchId = tables.batch('draft');
  tables.document(batchId, 'ready', { beneficiaryId: tables.beneficiary('a') });
  tables.run(recordDrop, { batchId, paths: ['/clerk/folder'] });
  const numbers = { batchId, documents: 1, beneficiaries: 1, at, by };
  expect(() => tables.run(start, numbers)).toThrow(expect.objectContaining({ code: 'batch-not-ready' }));
  const droppedPathId = 1;
  tables.run(addFound, { finds: [{ batchId, droppedPathId, files: [], last: true }], at, by });
  tables.run(start, numbers);
  expect(tables.value('batch', batchId, 'state')).toBe('running');
});

test('files that are found after a batch was discarded or cancelled are not added', () => {
  const tables = openTables();
  const file = { path: '/clerk/a.pdf', name: 'a.pdf', folder: '', size: 1, reason: null };
  const find = { droppedPathId: 1, files: [file], last: false };
  const found = (batchId: number) => ({ finds: [{ batchId, ...find }], at, by });
  expect(tables.run(addFound, found(99))).toEqual({ changed: 0 });
  const batchId = tables.batch('cancelled');
  expect(tables.run(addFound, found(batchId))).toEqual({ changed: 0 });
});

test.each(documentStates)('a cancelled batch keeps a reason for a document that was %s', (state) => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const batchId = tables.batch('running');
  const attachId = tables.operation(batchId, beneficiaryId, state === 'attaching' ? 'sent' : 'attached');
  const document = tables.document(batchId, state, { beneficiaryId, attachId });
  tables.run(cancelBatch, { batchId, at, by });
  const stays: readonly DocumentState[] = [
    'rejected',
    'attaching',
    'attached',
    'attach-unknown',
    'excluded',
    'cancelled',
  ];
  const expected = stays.includes(state) ? state : 'cancelled';
  expect(tables.stateOf(document)).toBe(expected);
  for (const procedure of [include, recheck, retry]) {
    expect(tables.run(procedure, { batchId, selection: all, at, by })).toEqual({ changed: 0 });
  }
  expect(tables.stateOf(document)).toBe(expected);
  expect(tables.value('batch', batchId, 'state')).toBe('cancelled');
});

test('a batch that has ended cannot be cancelled', () => {
  const tables = openTables();
  const batchId = tables.batch('done');
  const document = tables.document(batchId, 'attached', { beneficiaryId: tables.beneficiary('a') });
  tables.run(cancelBatch, { batchId, at, by });
  expect(tables.value('batch', batchId, 'state')).toBe('done');
  expect(tables.stateOf(document)).toBe('attached');
});

test.each(['done', 'done-with-problems', 'cancelled', 'draft'] as const)(
  'a late pause does not affect a batch that is %s',
  (state) => {
    const tables = openTables();
    const batchId = tables.batch(state);
    tables.run(setBatchState, { batchId, state: 'paused', pauseReason: 'refused', pauseDetail: 'No' });
    expect(tables.value('batch', batchId, 'state')).toBe(state);
    expect(tables.value('batch', batchId, 'pause_reason')).toBeNull();
  },
);

test('an attach operation that was delayed while its batch was cancelled is not sent later', () => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const batchId = tables.batch('running');
  const attachId = tables.operation(batchId, beneficiaryId, 'sent');
  const document = tables.document(batchId, 'attaching', { beneficiaryId, attachId, key: 'k' });
  tables.run(cancelBatch, { batchId, at, by });
  expect(tables.stateOf(document)).toBe('attaching');
  tables.run(endAttach, { attachId, outcome: { kind: 'not-done' }, status: null, requestId: null, at });
  expect(tables.stateOf(document)).toBe('cancelled');
});

test('an attach operation that is refused after its batch was cancelled leaves no work, and the history shows both', () => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const batchId = tables.batch('running');
  const attachId = tables.operation(batchId, beneficiaryId, 'sent');
  const document = tables.document(batchId, 'attaching', { beneficiaryId, attachId, key: 'k' });
  tables.run(cancelBatch, { batchId, at, by });
  const reason = { code: 'attach-refused', facts: { status: 422 } } as const;
  tables.run(endAttach, { attachId, outcome: { kind: 'refused', reason }, status: 422, requestId: null, at });
  expect(tables.stateOf(document)).toBe('cancelled');
  const history = tables.database.all('SELECT kind FROM document_event WHERE document_id = $document', {
    document,
  });
  expect(history.map(({ kind }) => kind)).toEqual(['failed', 'cancelled']);
});

test('documents that the clerk sends again are sent although their batch was cancelled meanwhile', () => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const batchId = tables.batch('running');
  const attachId = tables.operation(batchId, beneficiaryId, 'unknown');
  const document = tables.document(batchId, 'attach-unknown', { beneficiaryId, attachId, key: 'k' });
  tables.run(cancelBatch, { batchId, at, by });
  tables.run(settle, { profileId, attachId, decision: 'send-again', recipientId: null, at, by });
  expect(tables.stateOf(document)).toBe('stored');
  expect(tables.run(attachable, { profileId, limit: 9 })).toEqual([{ batchId, beneficiaryId }]);
});

test('a batch stays open for documents that the clerk consented to attach', () => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const batchId = tables.batch('running');
  tables.document(batchId, 'stored', { beneficiaryId, key: 'k' });
  tables.document(batchId, 'failed', { beneficiaryId });
  expect(tables.run(endBatches, { profileId, at })).toMatchObject([{ state: 'done-with-problems' }]);
  tables.run(consent, { batchId, beneficiaryId });
  expect(tables.run(endBatches, { profileId, at })).toEqual([]);
  expect(tables.run(attachable, { profileId, limit: 9 })).toEqual([{ batchId, beneficiaryId }]);
});

test('recovery repairs the state of the last run, and nothing else', () => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const other = tables.beneficiary('b');
  const batchId = tables.batch('running');
  const lost = tables.operation(batchId, beneficiaryId, 'sent');
  const answered = tables.operation(batchId, other, 'attached');
  const expected: Partial<Record<DocumentState, DocumentState>> = {
    linking: 'ready',
    sending: 'ready',
    attaching: 'attach-unknown',
  };
  const before = documentStates.map((state) => {
    const attachId = state === 'attaching' ? lost : answered;
    return {
      state,
      id: tables.document(batchId, state, { beneficiaryId, attachId, key: `key of ${state}` }),
    };
  });
  tables.run(recover, { at });
  for (const { state, id } of before)
    expect([state, tables.stateOf(id)]).toEqual([state, expected[state] ?? state]);
  const keyOf = (state: DocumentState) =>
    tables.value('document', before.find((one) => one.state === state)?.id ?? 0, 'key');
  expect(keyOf('stored')).toBe('key of stored');
  expect(keyOf('sending')).toBeNull();
  expect(keyOf('attaching')).toBe('key of attaching');
  expect(tables.value('attach_operation', lost, 'state')).toBe('unknown');
  expect(tables.value('attach_operation', answered, 'state')).toBe('attached');
  expect(tables.value('batch', batchId, 'resumed_sent_again')).toBe(2);
  expect(tables.value('batch', batchId, 'resumed_unknown')).toBe(1);
  // A second start has nothing to repair, and a batch that has ended since is not reported as resumed.
  tables.run(recover, { at });
  expect(tables.value('batch', batchId, 'resumed_sent_again')).toBe(0);
  // Nothing is sent to the beneficiary of the lost response.
  expect(
    tables.run(claimUploadJobs, { profileId, limit: 9, now: at, except: [], memoryBudget: 1e9 }),
  ).toEqual([]);
});

test('documents are claimed only once, smallest first, and never before their time', () => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const batchId = tables.batch('running');
  const paused = tables.batch('paused');
  const due = tables.document(batchId, 'waiting-to-retry', { beneficiaryId, retryAt: at });
  const ready = tables.document(batchId, 'ready', { beneficiaryId });
  tables.document(batchId, 'waiting-to-retry', { beneficiaryId, retryAt: at + 1 });
  tables.document(batchId, 'ready');
  tables.document(paused, 'ready', { beneficiaryId });
  const taken = () =>
    tables
      .run(claimUploadJobs, { profileId, limit: 9, now: at, except: [], memoryBudget: 1e9 })
      .map(({ id }) => id);
  expect(taken()).toEqual([due, ready]);
  expect(taken()).toEqual([]);
});

test('documents are claimed within the memory budget, and always at least one', () => {
  const tables = openTables();
  const beneficiaryId = tables.beneficiary('a');
  const batchId = tables.batch('running');
  const ids = [1, 2, 3].map(() => tables.document(batchId, 'ready', { beneficiaryId }));
  const take = (memoryBudget: number, except: number[] = []) =>
    tables.run(claimUploadJobs, { profileId, limit: 9, now: at, except, memoryBudget }).map(({ id }) => id);
  expect(take(9, [999])).toEqual([]);
  expect(take(20, [999])).toEqual(ids.slice(0, 2));
  expect(take(0)).toEqual(ids.slice(2));
});

test('a document that is being attached is not cancelled', () => {
  const tables = openTables();
  const batchId = tables.batch('running');
  const beneficiaryId = tables.beneficiary('a');
  const states = ['attaching', 'attached', 'attach-unknown', 'excluded'] as const;
  const ids = states.map((state) => tables.document(batchId, state, { beneficiaryId }));
  const stored = tables.document(batchId, 'stored', { beneficiaryId });
  expect(tables.run(cancelDocuments, { batchId, selection: all, at, by })).toMatchObject({ changed: 1 });
  expect(ids.map(tables.stateOf)).toEqual(states);
  expect(tables.stateOf(stored)).toBe('cancelled');
});

test.each([
  ['draft', 'draft'],
  ['review', 'review'],
  ['running', 'running'],
  ['paused', 'paused'],
  ['done', 'running'],
  ['done-with-problems', 'running'],
  ['cancelled', 'cancelled'],
] as const)('a duplicate that is sent anyway in a batch that is %s leaves it %s', (from, to) => {
  const tables = openTables();
  const batchId = tables.batch(from);
  tables.document(batchId, 'duplicate', { beneficiaryId: tables.beneficiary('a') });
  tables.run(include, { batchId, selection: all, at, by });
  expect(tables.value('batch', batchId, 'state')).toBe(to);
});
