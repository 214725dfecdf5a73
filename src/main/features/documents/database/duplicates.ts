/**
 * @file Duplicates: the same bytes twice for the same beneficiary, in any batch. The same contract for two
 * beneficiaries is not a duplicate, so duplicates are determined again after every assignment.
 */
import { z } from 'zod';
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import { documentMachine, documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { timeColumn } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { serializeReason, writeEvent } from './events.ts';
import { documentUpdate } from './state-updates.ts';

const { transitions } = documentMachine;

const candidateRow = z.object({
  id: z.number(),
  state: z.enum(transitions.reconcileDuplicates.from),
  reason: z.string().nullable(),
  /** Name of the original in the same batch: the same bytes, and the same beneficiary or none assigned yet. */
  twin: z.string().nullable(),
  twinId: z.number().nullable(),
  /** Name of a document of another started batch with the same bytes and the same beneficiary. */
  other: z.string().nullable(),
  otherBatch: z.number().nullable(),
  attachedAt: timeColumn.nullable(),
});

const attachedAtSql = `(SELECT max(k.attached_at) FROM known_document k
  WHERE k.sha256 = d.sha256 AND k.beneficiary_id = d.beneficiary_id)`;

const pendingStates = sqlList(documentSets.pending);

/** Other started batches of the profile with pending documents: only a few, even when many batches have ended. */
const otherBatchesSql = `SELECT b.id FROM batch own JOIN batch b ON b.profile_id = own.profile_id
  WHERE own.id = $batchId AND b.id <> own.id AND b.started_at IS NOT NULL AND b.state <> 'done'
    AND EXISTS (SELECT 1 FROM document t WHERE t.batch_id = b.id AND t.state IN ${pendingStates}) ORDER BY b.number`;

/**
 * Documents `u` of other batches with the bytes and the beneficiary of document `d`. Uses the index on content, because
 * one beneficiary may have all documents of a batch; the index also gives the order.
 */
const twinsInOtherBatchesSql = `json_each($otherBatchIds) o CROSS JOIN document u INDEXED BY document_content
  ON u.batch_id = o.value AND u.sha256 = d.sha256 AND u.beneficiary_id = d.beneficiary_id`;

/** Documents that may be duplicates or are marked as duplicates; most documents are neither. */
const candidatesSql = `SELECT d.id FROM document d
  WHERE d.batch_id = $batchId AND d.keep = 0 AND d.state IN ${sqlList(transitions.reconcileDuplicates.from)}
    AND d.sha256 IN (SELECT value FROM json_each($hashes))
    AND (d.state = 'duplicate' OR ${attachedAtSql} IS NOT NULL OR EXISTS (
      SELECT 1 FROM document t WHERE t.batch_id = d.batch_id AND t.sha256 = d.sha256 AND t.id <> d.id)
    OR EXISTS (SELECT 1 FROM ${twinsInOtherBatchesSql}))
  ORDER BY d.id`;

/**
 * Condition that `u` is the original of `d`: it is the earlier document, or it is already in progress. A later document
 * that the clerk sends although it is a duplicate (`keep`) is no original.
 */
const isOriginalSql = `(u.id < d.id OR (u.id > d.id AND u.keep = 0
  AND u.state IN ${sqlList(documentSets.inTransfer)}))`;

const candidateSql = `SELECT d.id, d.state, d.reason, t.name AS twin, t.id AS "twinId", e.name AS other,
    b.number AS "otherBatch", ${attachedAtSql} AS "attachedAt"
  FROM document d LEFT JOIN document t ON t.id = (
    SELECT u.id FROM document u WHERE u.batch_id = d.batch_id AND u.sha256 = d.sha256 AND ${isOriginalSql}
      AND u.state NOT IN ${sqlList([...documentSets.leftOut, 'cancelled'])}
      AND (u.beneficiary_id IS NULL OR d.beneficiary_id IS NULL OR u.beneficiary_id = d.beneficiary_id)
    ORDER BY u.id LIMIT 1)
    LEFT JOIN document e ON e.id = (
      SELECT u.id FROM ${twinsInOtherBatchesSql} WHERE u.state IN ${pendingStates} AND (u.id < d.id OR u.keep = 0) LIMIT 1)
    LEFT JOIN batch b ON b.id = e.batch_id
  WHERE d.id = $id`;

/** Batches of the profile that are not started yet, if the given batch is started. */
const preparedBatchesSql = `SELECT b.id FROM batch own JOIN batch b ON b.profile_id = own.profile_id
  WHERE own.id = $batchId AND own.started_at IS NOT NULL AND b.started_at IS NULL`;

/**
 * Marks and unmarks duplicates among the documents of a batch that have one of the hashes and, for a started batch,
 * also among those of prepared batches. Documents that the clerk decided to send anyway are not changed.
 */
export function reconcileDuplicates(
  database: Database,
  batchId: number,
  hashes: readonly string[],
  at: number,
): void {
  if (hashes.length === 0) return;
  const preparedBatchIds = selectBatchIds(database, preparedBatchesSql, batchId);
  for (const id of [batchId, ...preparedBatchIds]) reconcileBatch(database, id, hashes, at);
}

function selectBatchIds(database: Database, sql: string, batchId: number): number[] {
  return database.all(sql, { batchId }).map(({ id }) => Number(id));
}

/** Reconciles the documents one after the other, because each decision affects the next. */
function reconcileBatch(database: Database, batchId: number, hashes: readonly string[], at: number): void {
  const otherBatchIds = JSON.stringify(selectBatchIds(database, otherBatchesSql, batchId));
  for (const { id } of database.all(candidatesSql, {
    batchId,
    otherBatchIds,
    hashes: JSON.stringify(hashes),
  })) {
    const row = candidateRow.parse(database.get(candidateSql, { id: Number(id), otherBatchIds }));
    const reason = duplicateReason(row);
    const state = reason === null ? 'ready' : 'duplicate';
    const serializedReason = serializeReason(reason);
    if (state === row.state && serializedReason === row.reason) continue;
    database.run(
      documentUpdate('reconcileDuplicates', {
        to: state,
        set: 'reason = $serializedReason, changed_at = $at',
        where: 'id = $id',
      }),
      { id: row.id, serializedReason, at },
    );
    if (state !== row.state) {
      writeEvent(database, {
        documentId: row.id,
        at,
        kind: reason === null ? 'included' : 'duplicate',
        reason,
      });
    }
  }
}

function duplicateReason(row: z.infer<typeof candidateRow>): DocumentReason | null {
  if (row.attachedAt !== null) return { code: 'attached-earlier', facts: { at: row.attachedAt } };
  if (row.twin !== null) return { code: 'same-in-batch', facts: { name: row.twin, id: row.twinId ?? 0 } };
  if (row.other !== null) {
    return { code: 'same-in-other-batch', facts: { name: row.other, batch: row.otherBatch ?? 0 } };
  }
  return null;
}

/** Returns the hashes of the documents `d` that `where` selects, for {@link reconcileDuplicates}. */
export function selectHashes(
  database: Database,
  where: string,
  values: Record<string, string | number | null>,
): string[] {
  const rows = database.all(
    `SELECT DISTINCT d.sha256 FROM document d WHERE d.sha256 IS NOT NULL AND ${where}`,
    values,
  );
  return rows.map((row) => String(row['sha256']));
}
