/** @file Batches, documents and attach operations that are not finished, of all profiles. */
import { z } from 'zod';
import { attachAttention } from '../../../../shared/model/documents/attach-operation.ts';
import { statesWith } from '../../../../shared/model/documents/attention.ts';
import {
  batchAttention,
  batchStateSchema,
  pauseReasonSchema,
  phaseOfBatch,
} from '../../../../shared/model/documents/batch.ts';
import { documentAttention, documentStateSchema } from '../../../../shared/model/documents/document.ts';
import {
  clerkPauseSchema,
  type Moving,
  type Need,
  type OpenWork,
  openWorkSchema,
} from '../../../../shared/model/needs-you/needs-you.ts';
import { timeColumn } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { withheldSql } from './group-sql.ts';
import { isOpenSql } from './open-batches.ts';

const id = z.number().int();

const batchRow = z.object({
  id,
  profileId: z.string(),
  number: id,
  droppedBy: z.string(),
  state: batchStateSchema,
  pauseReason: pauseReasonSchema.nullable(),
  since: timeColumn,
});
type BatchRow = z.infer<typeof batchRow>;

const countRow = z.object({
  batchId: id,
  state: documentStateSchema,
  withheld: z.number(),
  onHold: z.number(),
  documents: id,
});
type CountRow = z.infer<typeof countRow>;

function selectOpenBatches(database: Database): BatchRow[] {
  return z.array(batchRow).parse(
    database.all(
      `SELECT id, profile_id AS "profileId", number, dropped_by AS "droppedBy", state,
         pause_reason AS "pauseReason", coalesce(finished_at, started_at, created_at) AS since
       FROM batch WHERE ${isOpenSql} ORDER BY id`,
    ),
  );
}

/** Counts the documents of open batches by state and by whether they are withheld or on hold: see `DocumentSituation`. */
function countDocuments(database: Database): CountRow[] {
  return z.array(countRow).parse(
    database
      .all(
        `SELECT d.batch_id AS "batchId", d.state,
         (h.id IS NOT NULL OR ${withheldSql}) AS withheld,
         h.id IS NOT NULL AS "onHold",
         sum(d.documents) AS documents
       FROM (SELECT batch_id, state, beneficiary_id, count(*) AS documents FROM document
           WHERE batch_id IN (SELECT id FROM batch WHERE ${isOpenSql})
           GROUP BY batch_id, state, beneficiary_id) d
         LEFT JOIN beneficiary y ON y.id = d.beneficiary_id
         LEFT JOIN held_beneficiary h ON h.id = d.beneficiary_id
       GROUP BY 1, 2, 3, 4`,
      )
      .map((row) => ({ ...row, withheld: row['withheld'] ?? 0 })),
  );
}

interface Tally {
  all: number;
  moving: number;
  failed: number;
  missing: number;
  withheld: number;
  /** Whether some of the withheld documents wait for the settlement of an unknown outcome. */
  hasDocumentsOnHold: boolean;
}

/** Counts the documents of a batch by what they need. */
function tallyDocuments({ state: batchState }: BatchRow, rows: readonly CountRow[]): Tally {
  const tally: Tally = { all: 0, moving: 0, failed: 0, missing: 0, withheld: 0, hasDocumentsOnHold: false };
  const phase = phaseOfBatch[batchState];
  for (const { state, withheld, onHold, documents } of rows) {
    tally.all += documents;
    const attention = documentAttention(state, { phase, withheld: withheld !== 0 });
    if (attention === 'moving') tally.moving += documents;
    // Unknown outcomes are listed by attach operation.
    if (attention !== 'needs-you' || state === 'attach-unknown') continue;
    if (state === 'failed') tally.failed += documents;
    else if (state === 'waiting-for-file') tally.missing += documents;
    else {
      tally.withheld += documents;
      if (onHold !== 0) tally.hasDocumentsOnHold = true;
    }
  }
  return tally;
}

function buildBatchWork(batch: BatchRow, tally: Tally, isActive: boolean): OpenWork {
  const { id: batchId, number: batchNumber, droppedBy, profileId, since } = batch;
  const batchFields = { profileId, since, batchId, batchNumber, droppedBy };
  const moving = buildMoving(profileId, { batches: 1, documents: tally.moving });
  const attention = batchAttention(batch.state, batch.pauseReason);
  switch (phaseOfBatch[batch.state]) {
    case 'cancelled':
      return { needs: [], moving: [] };
    case 'preparing':
      if (attention === 'moving') return { needs: [], moving };
      return { needs: [{ kind: 'batch-draft', ...batchFields, documents: tally.all }], moving: [] };
    case 'sending': {
      const needs = documentNeeds(batchFields, tally);
      // A batch in which only the clerk can advance a document does not continue automatically.
      if (attention === 'moving' && isActive)
        return { needs, moving: tally.moving === 0 && needs.length > 0 ? [] : moving };
      // Without a worker, moving work waits for a sign-in. A paused batch waits for the clerk even after a sign-in.
      const reason =
        attention === 'moving' ? 'sign-in' : (clerkPauseSchema.safeParse(batch.pauseReason).data ?? 'user');
      return {
        needs: [...needs, { kind: 'batch-paused', ...batchFields, documents: tally.moving, reason }],
        moving: [],
      };
    }
    case 'resting':
      return {
        needs: documentNeeds(batchFields, tally),
        moving: buildMoving(profileId, { documents: tally.moving }),
      };
  }
}

function documentNeeds(
  batchFields: { profileId: string; since: string; batchId: number; batchNumber: number; droppedBy: string },
  tally: Tally,
): Need[] {
  const needs: Need[] = [];
  if (tally.withheld > 0) {
    needs.push({
      kind: 'documents-withheld',
      ...batchFields,
      documents: tally.withheld,
      onHold: tally.hasDocumentsOnHold,
    });
  }
  if (tally.failed > 0) needs.push({ kind: 'documents-failed', ...batchFields, documents: tally.failed });
  if (tally.missing > 0) needs.push({ kind: 'files-missing', ...batchFields, documents: tally.missing });
  return needs;
}

function buildMoving(profileId: string, counts: Partial<Record<Moving['kind'], number>>): Moving[] {
  const { batches = 0, documents = 0 } = counts;
  return [
    { kind: 'batches' as const, profileId, number: batches },
    { kind: 'documents' as const, profileId, number: documents },
  ].filter(({ number }) => number > 0);
}

const needsYouStates = sqlList(statesWith(attachAttention, 'needs-you'));
const movingStates = sqlList(statesWith(attachAttention, 'moving'));

function selectUnknownOutcomes(database: Database): unknown[] {
  return database
    .all(
      `SELECT o.id AS "attachId", o.profile_id AS "profileId", o.sent_at AS since, o.beneficiary_id AS "beneficiaryId",
         y.label, b.number AS "batchNumber", b.dropped_by AS "droppedBy",
         (SELECT count(*) FROM attach_item i WHERE i.attach_id = o.id AND i.is_new = 1) AS documents
       FROM attach_operation o JOIN beneficiary y ON y.id = o.beneficiary_id LEFT JOIN batch b ON b.id = o.batch_id
       WHERE o.state IN ${needsYouStates} ORDER BY o.id`,
    )
    .map((row) => ({ ...row, kind: 'unknown-outcome', since: new Date(Number(row['since'])).toISOString() }));
}

/**
 * Returns all unfinished work of the documents of all profiles. `active` are the profiles with a worker:
 * only their work proceeds automatically.
 */
export const openWork = procedure(
  'documents.openWork',
  { args: z.object({ active: z.array(z.string()) }), result: openWorkSchema },
  (database, { active }) => {
    const needs: unknown[] = selectUnknownOutcomes(database);
    const moving: unknown[] = database.all(
      `SELECT 'attach-operations' AS kind, profile_id AS "profileId", count(*) AS number FROM attach_operation
       WHERE state IN ${movingStates} GROUP BY profile_id`,
    );
    const counts = Map.groupBy(countDocuments(database), ({ batchId }) => batchId);
    for (const batch of selectOpenBatches(database)) {
      const tally = tallyDocuments(batch, counts.get(batch.id) ?? []);
      const work = buildBatchWork(batch, tally, active.includes(batch.profileId));
      needs.push(...work.needs);
      moving.push(...work.moving);
    }
    return { needs, moving };
  },
);
