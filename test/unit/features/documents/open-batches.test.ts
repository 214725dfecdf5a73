import { expect, test } from 'vitest';
import { settleOutcome } from '../../../../src/main/features/documents/database/attach/attach-settle.ts';
import { summarizeBatch } from '../../../../src/main/features/documents/database/batches.ts';
import { closeBatch } from '../../../../src/main/features/documents/database/close.ts';
import { selectEarlierBatches } from '../../../../src/main/features/documents/database/earlier.ts';
import {
  hasUnfinishedWork,
  selectOpenBatches,
  selectOpenBatchIds,
} from '../../../../src/main/features/documents/database/open-batches.ts';
import {
  batchStateSchema,
  isOpenBatch,
  unfinishedDocuments,
} from '../../../../src/shared/model/documents/batch.ts';
import { documentStates, finalDocumentStates } from '../../../../src/shared/model/documents/document.ts';
import { openTables, profileId, type Tables } from './tables.ts';

const at = 1_000;
const by = 'm.hansen';
const page = { profileId, offset: 0, limit: 200 };

function readSummary(tables: Tables, batchId: number) {
  const summary = tables.run(summarizeBatch, { batchId });
  if (summary === null) throw new Error('The batch is gone');
  const counts = Object.fromEntries(summary.groups.map(({ group, documents }) => [group, documents]));
  return { state: summary.state, counts };
}

test.each(batchStateSchema.options.flatMap((state) => [true, false].map((held) => ({ state, held }))))(
  'all lists agree on whether a batch that is $state is open, for every document state (held: $held)',
  ({ state, held }) => {
    const tables = openTables();
    const beneficiaryId = tables.addBeneficiary('a');
    if (held) tables.addOperation(tables.addBatch('done'), beneficiaryId, 'unknown');
    const ended = ['done', 'done-with-problems', 'cancelled'].includes(state);
    const batches = documentStates.map((document) => {
      const batchId = tables.addBatch(state);
      tables.addDocument(batchId, document, { beneficiaryId });
      const isFinal = finalDocumentStates.some((final) => final === document);
      return { batchId, document, isFinal, open: !(ended && isFinal) };
    });
    for (const { batchId, document, isFinal, open } of batches) {
      const summary = readSummary(tables, batchId);
      expect([document, isOpenBatch(summary)]).toEqual([document, open]);
      expect(unfinishedDocuments(summary)).toBe(isFinal ? 0 : 1);
    }
    const expected = batches.filter(({ open }) => open).map(({ batchId }) => batchId);
    const ids = (rows: readonly { id: number }[]) =>
      rows.map(({ id }) => id).sort((one, other) => one - other);
    expect(ids(tables.run(selectOpenBatchIds, { profileId }))).toEqual(expected);
    expect(ids(tables.run(selectOpenBatches, { ids: null }))).toEqual(expected);
    expect(ids(tables.run(selectEarlierBatches, page).rows.filter(({ open }) => open))).toEqual(expected);
    expect(tables.run(hasUnfinishedWork, { profileId })).toBe(true);
  },
);

test('a profile has unfinished work while it has an open batch or a creation with an unknown outcome', () => {
  const [withBatch, withCreation] = [openTables(), openTables()];
  const hasWork = (tables: Tables, id = profileId) => tables.run(hasUnfinishedWork, { profileId: id });
  withBatch.addDocument(withBatch.addBatch('done'), 'attached');
  expect([withBatch, withCreation].map((tables) => hasWork(tables))).toEqual([false, false]);
  withBatch.addDocument(withBatch.addBatch('done-with-problems'), 'stored');
  withCreation.addOperation(null, withCreation.addBeneficiary('b'), 'unknown');
  expect([withBatch, withCreation].map((tables) => hasWork(tables))).toEqual([true, true]);
  expect([withBatch, withCreation].map((tables) => hasWork(tables, 'other'))).toEqual([false, false]);
});

test('open batches of every profile are returned with their numbers, their state and its time', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const endedBatchId = tables.addBatch('done-with-problems');
  for (let count = 0; count < 11; count += 1) tables.addDocument(endedBatchId, 'stored', { beneficiaryId });
  tables.addDocument(endedBatchId, 'failed', { beneficiaryId });
  tables.addDocument(endedBatchId, 'attached', { beneficiaryId });
  tables.database.run(`UPDATE batch SET finished_at = 5000 WHERE id = $ended`, { ended: endedBatchId });
  const otherBatchId = tables.addBatch('draft');
  tables.addDocument(otherBatchId, 'ready');
  tables.database.run(`UPDATE batch SET profile_id = 'other' WHERE id = $other`, { other: otherBatchId });
  tables.addBatch('done');
  expect(tables.run(selectOpenBatches, { ids: null })).toMatchObject([
    {
      id: endedBatchId,
      profileId,
      state: 'done-with-problems',
      since: new Date(5000).toISOString(),
      documents: 13,
      counts: { stored: 11, problem: 1, attached: 1 },
    },
    { id: otherBatchId, profileId: 'other', state: 'draft', documents: 1, counts: { unassigned: 1 } },
  ]);
  expect(tables.run(selectOpenBatches, { ids: [otherBatchId] }).map(({ id }) => id)).toEqual([otherBatchId]);
});

test('a document of an earlier batch is counted in exactly one column, and open batches come first', () => {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const open = tables.addBatch('done-with-problems');
  for (const state of documentStates) tables.addDocument(open, state, { beneficiaryId });
  const done = tables.addBatch('done');
  tables.addDocument(done, 'attached', { beneficiaryId });
  const { total, rows } = tables.run(selectEarlierBatches, page);
  expect([total, rows.map(({ id }) => id)]).toEqual([2, [open, done]]);
  const [first] = rows;
  expect(first).toMatchObject({ documents: documentStates.length, attached: 1, problems: 1, unknown: 1 });
  for (const row of rows) {
    const { attached, stored, waiting, problems, unknown, leftOut } = row;
    expect(attached + stored + waiting + problems + unknown + leftOut).toBe(row.documents);
  }
  expect(tables.run(selectEarlierBatches, { ...page, offset: 1, limit: 1 }).rows.map(({ id }) => id)).toEqual(
    [done],
  );
});

/** A batch that has ended with two stored documents, one failed and one attached document. */
function endedBatch() {
  const tables = openTables();
  const beneficiaryId = tables.addBeneficiary('a');
  const batchId = tables.addBatch('done-with-problems');
  const stored = [1, 2].map((number) =>
    tables.addDocument(batchId, 'stored', { beneficiaryId, key: `key ${number}` }),
  );
  const failed = tables.addDocument(batchId, 'failed', { beneficiaryId });
  const attached = tables.addDocument(batchId, 'attached', { beneficiaryId, key: 'key 3' });
  const close = (documents = 3) => tables.run(closeBatch, { batchId, documents, at, by });
  return { tables, close, beneficiaryId, batchId, stored, failed, attached };
}

test('closing a batch makes its unfinished documents final, with a reason, an event and their keys', () => {
  const { tables, close, batchId, stored, failed, attached } = endedBatch();
  expect(close()).toEqual({ changed: 3 });
  const finalStates = ['cancelled', 'cancelled', 'cancelled', 'attached'];
  expect([...stored, failed, attached].map(tables.stateOf)).toEqual(finalStates);
  expect(stored.map((id) => tables.readColumn('document', id, 'key'))).toEqual(['key 1', 'key 2']);
  const reasonOf = (id: number) => JSON.parse(String(tables.readColumn('document', id, 'reason')));
  expect(reasonOf(stored[0] ?? 0)).toEqual({ code: 'closed-by-clerk', facts: { by, stage: 'stored' } });
  expect(reasonOf(failed)).toEqual({ code: 'closed-by-clerk', facts: { by, stage: 'failed' } });
  const sql = `SELECT document_id AS id, kind, reason ->> 'code' AS code, by FROM document_event ORDER BY id`;
  const event = { kind: 'cancelled', code: 'closed-by-clerk', by };
  expect(tables.database.all(sql)).toEqual([...stored, failed].map((id) => ({ id, ...event })));
  expect(tables.readColumn('batch', batchId, 'state')).toBe('done');
  expect(tables.run(selectOpenBatchIds, { profileId })).toEqual([]);
});

test('a batch is not closed when the number of its unfinished documents differs from what the clerk saw', () => {
  const { tables, close, failed } = endedBatch();
  expect(() => close(2)).toThrow(expect.objectContaining({ code: 'batch-changed' }));
  expect(tables.stateOf(failed)).toBe('failed');
});

test.each(['draft', 'checking', 'running', 'paused', 'done', 'cancelled'] as const)(
  'a batch that is %s is not closed',
  (state) => {
    const { tables, close, stored } = endedBatch();
    tables.database.run('UPDATE batch SET state = $state', { state });
    expect(() => close()).toThrow(expect.objectContaining({ code: 'batch-not-ready' }));
    expect(stored.map(tables.stateOf)).toEqual(['stored', 'stored']);
  },
);

test('a batch with unknown outcomes is not closed until they are settled', () => {
  const { tables, close, beneficiaryId, batchId } = endedBatch();
  const attachId = tables.addOperation(batchId, beneficiaryId, 'unknown');
  const unknown = tables.addDocument(batchId, 'attach-unknown', { beneficiaryId, attachId, key: 'k' });
  expect(() => close()).toThrow(expect.objectContaining({ code: 'outcomes-unknown' }));
  expect(tables.stateOf(unknown)).toBe('attach-unknown');
  tables.run(settleOutcome, { profileId, attachId, decision: 'is-there', recipientId: null, at, by });
  tables.database.run(`UPDATE batch SET state = 'done-with-problems'`);
  expect(close()).toEqual({ changed: 3 });
  expect(tables.stateOf(unknown)).toBe('attached');
});
