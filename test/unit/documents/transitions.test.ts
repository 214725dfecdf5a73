import { expect, test } from 'vitest';
import {
  cancelDocuments,
  includeDocuments,
  recheckDocuments,
  retryDocuments,
} from '../../../src/main/features/documents/tables/assign.ts';
import { attachablePairs } from '../../../src/main/features/documents/tables/attach.ts';
import { endAttach, recoverAfterStart } from '../../../src/main/features/documents/tables/attach-end.ts';
import { recordConsent, settleOutcome } from '../../../src/main/features/documents/tables/attach-settle.ts';
import { setBatchState } from '../../../src/main/features/documents/tables/batches.ts';
import { addFoundFiles, recordDrop } from '../../../src/main/features/documents/tables/intake.ts';
import { startBatch } from '../../../src/main/features/documents/tables/review.ts';
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
  const batchId = tables.addBatch('draft');
  tables.addDocument(batchId, 'ready', { beneficiaryId: tables.addBeneficiary('a') });
  tables.run(recordDrop, { batchId, paths: ['/clerk/folder'] });
  const numbers = { batchId, documents: 1, beneficiaries: 1, at, by };
  expect(() => tables.run(startBatch, numbers)).toThrow(expect.objectContaining({ code: 'batch-not-ready' }));
  const droppedPathId = 1;
  tables.run(addFoundFiles, { finds: [{ batchId, droppedPathId, files: [], last: true }], at, by });
  tables.run(startBatch, numbers);
  expect(tables.readColumn('batch', batchId, 'state')).toBe('running');
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

test.each(documentStates)(
  'a document that was %s when its batch was cancelled cannot be changed afterwards',
  (state) => {
    const tables = openTables();
    const beneficiaryId = tables.addBeneficiary('a');
    const batchId = tables.addBatch('running');
    const attachId = tables.addOperation(batchId, beneficiaryId, state === 'attaching' ? 'sent' : 'attached');
    const document = tables.addDocument(batchId, state, { beneficiaryId, attachId });
    tables.run(cancelBatch, { batchId, at, by });
    const keptStates: readonly DocumentState[] = [
      'rejected',
      'attaching',
      'attached',
      'attach-unknown',
      'excluded',
      'cancelled',
    ];
    const expected = keptStates.includes(state) ? state : 'cancelled';
    expect(tables.stateOf(document)).toBe(expected);
    for (const procedure of [includeDocuments, recheckDocuments, retryDocuments]) {
      expect(tables.run(procedure, { batchId, selection: all, at, by })).toEqual({ changed: 0 });
    }
    expect(tables.stateOf(document)).toBe(expected);
    expect(tables.readColumn('batch', batchId, 'state')).toBe('cancelled');
  },
);

test('a batch that has ended cannot be cancelled', () => {
  const tables = openTables();
  const batchId = tables.addBatch('done');
  const document = tables.addDocument(batchId, 'attached', { beneficiaryId: tables.addBeneficiary('a') });
  tables.run(cancelBatch, { batchId, at, by });
  expect(tables.readColumn('batch', batchId, 'state')).toBe('done');
  expect(tables.stateOf(document)).toBe('attached');
});

test.each(['done', 'done-with-problems', 'cancelled', 'draft'] as const)(
  'a late pause does not affect a batch that is %s',
  (state) => {
    const tables = openTables();
    const batchId = tables.addBatch(state);
    tables.run(setBatchState, { batchId, state: 'paused', pauseReason: 'refused', pauseDetail: 'No' });
    expect(tables.readColumn('batch', batchId, 'state')).toBe(state);
    expect(tables.readColumn('batch', batchId, 'pause_reason')).toBeNull();
  },
);

test('an attach operation that was delayed while its batch was cancelled is not sent later', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch('running');
  const attachId = tables.addOperation(batchId, beneficiaryId, 'sent');
  const document = tables.addDocument(batchId, 'attaching', { beneficiaryId, attachId, key: 'k' });
  tables.run(cancelBatch, { batchId, at, by });
  expect(tables.stateOf(document)).toBe('attaching');
  tables.run(endAttach, { attachId, outcome: { kind: 'not-done' }, status: null, requestId: null, at });
  expect(tables.stateOf(document)).toBe('cancelled');
});

test('an attach operation that is refused after its batch was cancelled leaves no work, and the history shows both', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch('running');
  const attachId = tables.addOperation(batchId, beneficiaryId, 'sent');
  const document = tables.addDocument(batchId, 'attaching', { beneficiaryId, attachId, key: 'k' });
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
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch('running');
  const attachId = tables.addOperation(batchId, beneficiaryId, 'unknown');
  const document = tables.addDocument(batchId, 'attach-unknown', { beneficiaryId, attachId, key: 'k' });
  tables.run(cancelBatch, { batchId, at, by });
  tables.run(settleOutcome, { profileId, attachId, decision: 'send-again', recipientId: null, at, by });
  expect(tables.stateOf(document)).toBe('stored');
  expect(tables.run(attachablePairs, { profileId, limit: 9 })).toEqual([{ batchId, beneficiaryId }]);
});

test('a batch stays open for documents that the clerk consented to attach', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch('running');
  tables.addDocument(batchId, 'stored', { beneficiaryId, key: 'k' });
  tables.addDocument(batchId, 'failed', { beneficiaryId });
  expect(tables.run(endBatches, { profileId, at })).toMatchObject([{ state: 'done-with-problems' }]);
  tables.run(recordConsent, { batchId, beneficiaryId });
  expect(tables.run(endBatches, { profileId, at })).toEqual([]);
  expect(tables.run(attachablePairs, { profileId, limit: 9 })).toEqual([{ batchId, beneficiaryId }]);
});

test('recovery resets interrupted uploads and attach operations, and nothing else', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const other = tables.addBeneficiary('b');
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
  expect(keyOf('stored')).toBe('key of stored');
  expect(keyOf('sending')).toBeNull();
  expect(keyOf('attaching')).toBe('key of attaching');
  expect(tables.readColumn('attach_operation', unansweredId, 'state')).toBe('unknown');
  expect(tables.readColumn('attach_operation', answeredId, 'state')).toBe('attached');
  expect(tables.readColumn('batch', batchId, 'resumed_sent_again')).toBe(2);
  expect(tables.readColumn('batch', batchId, 'resumed_unknown')).toBe(1);
  // A second start has nothing to repair, and a batch that has ended since is not reported as resumed.
  tables.run(recoverAfterStart, { at });
  expect(tables.readColumn('batch', batchId, 'resumed_sent_again')).toBe(0);
  // Nothing is sent to the beneficiary of the lost response.
  expect(
    tables.run(claimUploadJobs, { profileId, limit: 9, now: at, except: [], memoryBudget: 1e9 }),
  ).toEqual([]);
});

test('documents are claimed once, smallest first, and not before their retry is due', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch('running');
  const paused = tables.addBatch('paused');
  const due = tables.addDocument(batchId, 'waiting-to-retry', { beneficiaryId, retryAt: at });
  const ready = tables.addDocument(batchId, 'ready', { beneficiaryId });
  tables.addDocument(batchId, 'waiting-to-retry', { beneficiaryId, retryAt: at + 1 });
  tables.addDocument(batchId, 'ready');
  tables.addDocument(paused, 'ready', { beneficiaryId });
  const claimIds = () =>
    tables
      .run(claimUploadJobs, { profileId, limit: 9, now: at, except: [], memoryBudget: 1e9 })
      .map(({ id }) => id);
  expect(claimIds()).toEqual([due, ready]);
  expect(claimIds()).toEqual([]);
});

test('documents are claimed within the memory budget, and always at least one', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch('running');
  const ids = [1, 2, 3].map(() => tables.addDocument(batchId, 'ready', { beneficiaryId }));
  const claimWithin = (memoryBudget: number, except: number[] = []) =>
    tables.run(claimUploadJobs, { profileId, limit: 9, now: at, except, memoryBudget }).map(({ id }) => id);
  expect(claimWithin(9, [999])).toEqual([]);
  expect(claimWithin(20, [999])).toEqual(ids.slice(0, 2));
  expect(claimWithin(0)).toEqual(ids.slice(2));
});

test('a document that is being attached is not cancelled', () => {
  const tables = openTables();
  const batchId = tables.addBatch('running');
  const beneficiaryId = tables.addBeneficiary('a');
  const states = ['attaching', 'attached', 'attach-unknown', 'excluded'] as const;
  const ids = states.map((state) => tables.addDocument(batchId, state, { beneficiaryId }));
  const stored = tables.addDocument(batchId, 'stored', { beneficiaryId });
  expect(tables.run(cancelDocuments, { batchId, selection: all, at, by })).toMatchObject({ changed: 1 });
  expect(ids.map(tables.stateOf)).toEqual(states);
  expect(tables.stateOf(stored)).toBe('cancelled');
});

test.each([
  ['draft', 'draft'],
  ['running', 'running'],
  ['paused', 'paused'],
  ['done', 'running'],
  ['done-with-problems', 'running'],
  ['cancelled', 'cancelled'],
] as const)('a batch that is %s is %s after the clerk sends its duplicate anyway', (from, to) => {
  const tables = openTables();
  const batchId = tables.addBatch(from);
  tables.addDocument(batchId, 'duplicate', { beneficiaryId: tables.addBeneficiary('a') });
  tables.run(includeDocuments, { batchId, selection: all, at, by });
  expect(tables.readColumn('batch', batchId, 'state')).toBe(to);
});
