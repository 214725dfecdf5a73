import { expect, test } from 'vitest';
import {
  includeDocuments,
  recheckDocuments,
  retryDocuments,
} from '../../../../src/main/features/documents/database/assign/assign.ts';
import { attachablePairs } from '../../../../src/main/features/documents/database/attach/attach.ts';
import {
  endAttach,
  recoverAfterStart,
} from '../../../../src/main/features/documents/database/attach/attach-end.ts';
import {
  recordConsent,
  settleOutcome,
} from '../../../../src/main/features/documents/database/attach/attach-settle.ts';
import { setBatchState } from '../../../../src/main/features/documents/database/batches.ts';
import { recordDrop } from '../../../../src/main/features/documents/database/drafts.ts';
import { addFoundFiles } from '../../../../src/main/features/documents/database/dropped-files.ts';
import { startBatch } from '../../../../src/main/features/documents/database/review.ts';
import {
  cancelBatch,
  claimUploadJobs,
  endBatches,
} from '../../../../src/main/features/documents/database/transfer.ts';
import type { Selection } from '../../../../src/shared/contract/documents.ts';
import type { BatchState } from '../../../../src/shared/model/documents/batch.ts';
import { type DocumentState, documentStates } from '../../../../src/shared/model/documents/document.ts';
import { type DocumentOptions, openTables, profileId } from './tables.ts';

const at = 1_000;
const by = 'm.hansen';
const all: Selection = { kind: 'all', filter: { group: null, text: '' } };

/** Tables with a batch of one document, which belongs to a beneficiary and to an attach operation. */
function openBatch(batchState: BatchState, state: DocumentState, operationState = 'attached') {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch(batchState);
  const attachId = tables.addOperation(batchId, beneficiaryId, operationState);
  const document = tables.addDocument(batchId, state, { beneficiaryId, attachId, key: 'k' });
  const add = (added: DocumentState, options: DocumentOptions = {}) =>
    tables.addDocument(batchId, added, { beneficiaryId, ...options });
  const claimIds = (options: { now?: number; except?: number[]; memoryBudget?: number } = {}) =>
    tables
      .run(claimUploadJobs, { profileId, limit: 9, now: at, except: [], memoryBudget: 1e9, ...options })
      .map(({ id }) => id);
  const cancel = () => tables.run(cancelBatch, { batchId, at, by });
  const stateOfBatch = () => tables.readColumn('batch', batchId, 'state');
  return {
    ...tables,
    tables,
    beneficiaryId,
    batchId,
    attachId,
    document,
    add,
    claimIds,
    cancel,
    stateOfBatch,
  };
}

test('a batch does not start while a dropped path is not completely listed', () => {
  const { run, batchId, stateOfBatch } = openBatch('draft', 'ready');
  run(recordDrop, { profileId, droppedBy: by, at, paths: ['/clerk/folder'] });
  const numbers = { batchId, documents: 1, beneficiaries: 1, at, by };
  expect(() => run(startBatch, numbers)).toThrow(expect.objectContaining({ code: 'batch-not-ready' }));
  run(addFoundFiles, { finds: [{ batchId, droppedPathId: 1, files: [], last: true }], at, by });
  run(startBatch, numbers);
  expect(stateOfBatch()).toBe('running');
});

test('files that are found after a batch was discarded or cancelled are not added', () => {
  const tables = openTables();
  const file = { path: '/clerk/a.pdf', name: 'a.pdf', folder: '', size: 1, reason: null };
  const find = { droppedPathId: 1, files: [file], last: false };
  const found = (batchId: number) => ({ finds: [{ batchId, ...find }], at, by });
  expect(tables.run(addFoundFiles, found(99))).toEqual({ changed: 0 });
  const batchId = tables.addBatch('cancelled');
  expect(tables.run(addFoundFiles, found(batchId))).toEqual({ changed: 0 });
});

test.each(documentStates)('a document that was %s before its cancellation cannot be changed', (state) => {
  const operationState = state === 'attaching' ? 'sent' : 'attached';
  const { run, batchId, document, cancel, stateOf, stateOfBatch } = openBatch(
    'running',
    state,
    operationState,
  );
  cancel();
  const keptStates: readonly DocumentState[] = ['rejected', 'excluded', 'cancelled'];
  const attachStates: readonly DocumentState[] = ['attaching', 'attached', 'attach-unknown'];
  const expected = [...keptStates, ...attachStates].includes(state) ? state : 'cancelled';
  expect(stateOf(document)).toBe(expected);
  for (const procedure of [includeDocuments, recheckDocuments, retryDocuments])
    expect(run(procedure, { batchId, selection: all, at, by })).toEqual({ changed: 0 });
  expect([stateOf(document), stateOfBatch()]).toEqual([expected, 'cancelled']);
});

test.each(['done', 'done-with-problems', 'cancelled', 'draft'] as const)(
  'a late pause does not affect a batch that is %s',
  (state) => {
    const { run, batchId, stateOfBatch, readColumn } = openBatch(state, 'attached');
    run(setBatchState, { batchId, state: 'paused', pauseReason: 'refused', pauseDetail: 'No' });
    expect([stateOfBatch(), readColumn('batch', batchId, 'pause_reason')]).toEqual([state, null]);
  },
);

test.each([
  ['delayed', 'is not sent later', { kind: 'not-done' }, ['interrupted', 'cancelled']],
  [
    'refused',
    'leaves no work, and the history shows both',
    { kind: 'refused', reason: { code: 'attach-refused', facts: { status: 422 } } },
    ['failed', 'cancelled'],
  ],
] as const)('an attach operation that is %s after a cancellation %s', (_, _effect, outcome, history) => {
  const { run, database, attachId, document, cancel, stateOf } = openBatch('running', 'attaching', 'sent');
  cancel();
  expect(stateOf(document)).toBe('attaching');
  run(endAttach, { attachId, outcome, status: 422, requestId: null, at });
  expect(stateOf(document)).toBe('cancelled');
  expect(database.all('SELECT kind FROM document_event').map(({ kind }) => kind)).toEqual(history);
});

test('documents that the clerk sends again are sent although their batch was cancelled meanwhile', () => {
  const opened = openBatch('running', 'attach-unknown', 'unknown');
  const { run, batchId, beneficiaryId, attachId } = opened;
  opened.cancel();
  run(settleOutcome, { profileId, attachId, decision: 'send-again', recipientId: null, at, by });
  expect(opened.stateOf(opened.document)).toBe('stored');
  expect(run(attachablePairs, { profileId, limit: 9 })).toEqual([{ batchId, beneficiaryId }]);
});

test('a batch stays open for documents that the clerk consented to attach', () => {
  const { run, batchId, beneficiaryId, add } = openBatch('running', 'stored');
  add('failed');
  expect(run(endBatches, { profileId, at })).toMatchObject([{ state: 'done-with-problems' }]);
  run(recordConsent, { batchId, beneficiaryId });
  expect(run(endBatches, { profileId, at })).toEqual([]);
  expect(run(attachablePairs, { profileId, limit: 9 })).toEqual([{ batchId, beneficiaryId }]);
});

test('recovery resets interrupted uploads and attach operations, and nothing else', () => {
  const tables = openTables();
  const { readColumn } = tables;
  const [beneficiaryId, other] = [tables.addBeneficiary('a'), tables.addBeneficiary('b')];
  const batchId = tables.addBatch('running');
  const unansweredId = tables.addOperation(batchId, beneficiaryId, 'sent');
  const answeredId = tables.addOperation(batchId, other, 'attached');
  const expected: Partial<Record<DocumentState, DocumentState>> = {
    linking: 'ready',
    sending: 'ready',
    attaching: 'attach-unknown',
  };
  const before = documentStates.map((state) => {
    const attachId = state === 'attaching' ? unansweredId : answeredId;
    return {
      state,
      id: tables.addDocument(batchId, state, { beneficiaryId, attachId, key: `key of ${state}` }),
    };
  });
  tables.run(recoverAfterStart, { at });
  for (const { state, id } of before)
    expect([state, tables.stateOf(id)]).toEqual([state, expected[state] ?? state]);
  const keyOf = (state: DocumentState) =>
    tables.readColumn('document', before.find((one) => one.state === state)?.id ?? 0, 'key');
  expect([keyOf('stored'), keyOf('sending')]).toEqual(['key of stored', null]);
  expect(keyOf('attaching')).toBe('key of attaching');
  const operationStates = [unansweredId, answeredId].map((id) => readColumn('attach_operation', id, 'state'));
  expect(operationStates).toEqual(['unknown', 'attached']);
  expect(readColumn('attach_operation', unansweredId, 'cause')).toBe('interrupted');
  const resumed = () =>
    ['sent_again', 'unknown'].map((name) => readColumn('batch', batchId, `resumed_${name}`));
  expect(resumed()).toEqual([2, 1]);
  // A second start has nothing to repair, and a batch that has ended since is not reported as resumed.
  tables.run(recoverAfterStart, { at });
  expect(resumed()[0]).toBe(0);
  // Nothing is sent to the beneficiary of the lost response.
  const claim = { profileId, limit: 9, now: at, except: [], memoryBudget: 1e9 };
  expect(tables.run(claimUploadJobs, claim)).toEqual([]);
});

test('documents are claimed once, smallest first, and not before their retry is due', () => {
  const { tables, beneficiaryId, batchId, document, add, claimIds } = openBatch(
    'running',
    'waiting-to-retry',
  );
  tables.addDocument(tables.addBatch('paused'), 'ready', { beneficiaryId });
  tables.addDocument(batchId, 'ready');
  tables.database.run('UPDATE document SET retry_at = $at WHERE id = $document', { at, document });
  const ready = add('ready');
  add('waiting-to-retry', { retryAt: at + 1 });
  expect(claimIds()).toEqual([document, ready]);
  expect(claimIds()).toEqual([]);
});

test('documents are claimed within the memory budget, and always at least one', () => {
  const { add, claimIds } = openBatch('running', 'attached');
  const ids = [1, 2, 3].map(() => add('ready'));
  expect(claimIds({ memoryBudget: 9, except: [999] })).toEqual([]);
  expect(claimIds({ memoryBudget: 20, except: [999] })).toEqual(ids.slice(0, 2));
  expect(claimIds({ memoryBudget: 0 })).toEqual(ids.slice(2));
});

test.each([
  ['draft', 'draft'],
  ['running', 'running'],
  ['paused', 'paused'],
  ['done', 'running'],
  ['done-with-problems', 'running'],
  ['cancelled', 'cancelled'],
] as const)('a batch that is %s is %s after the clerk sends its duplicate anyway', (from, to) => {
  const { run, batchId, stateOfBatch } = openBatch(from, 'duplicate');
  run(includeDocuments, { batchId, selection: all, at, by });
  expect(stateOfBatch()).toBe(to);
});
