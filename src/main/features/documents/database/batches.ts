/** @file Batches: creation, states, and summaries. */
import { z } from 'zod';
import {
  batchStateSchema,
  batchSummarySchema,
  type PauseReason,
  pauseReasonSchema,
} from '../../../../shared/model/documents/batch.ts';
import { startedBatchStates } from '../../../../shared/model/documents/batch-machine.ts';
import { documentGroupSchema } from '../../../../shared/model/documents/document.ts';
import { documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { jsonColumn, noResultSchema, timeColumn } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { countBatchFiles } from './cancellation.ts';
import { countedSql, groupSql, withheldSql } from './group-sql.ts';
import { batchUpdate } from './state-updates.ts';

const id = z.number().int();

const batchRow = z.object({
  id,
  profileId: z.string(),
  number: z.number().int(),
  state: batchStateSchema,
  pauseReason: pauseReasonSchema.nullable(),
  pauseDetail: z.string().nullable(),
  startedAt: timeColumn.nullable(),
});

/** A batch without its counts. */
export type BatchRow = z.infer<typeof batchRow>;

const batchColumns = `id, profile_id AS "profileId", number, state, pause_reason AS "pauseReason",
  pause_detail AS "pauseDetail", started_at AS "startedAt"`;

/** Returns a batch; `null` when there is none. */
export const getBatch = procedure(
  'documents.getBatch',
  { args: z.object({ batchId: id }), result: batchRow.nullable() },
  (database, { batchId }) =>
    database.get(`SELECT ${batchColumns} FROM batch WHERE id = $batchId`, { batchId }) ?? null,
);

const startedStateSchema = z.enum(startedBatchStates);

/** Returns the `UPDATE` that pauses or resumes the batches that `where` selects. */
function pauseOrResume(to: z.infer<typeof startedStateSchema>, where: string): string {
  const set = 'pause_reason = $pauseReason, pause_detail = $pauseDetail';
  return to === 'paused'
    ? batchUpdate('pause', { to, set, where })
    : batchUpdate('resume', { to, set, where });
}

/** Pauses or resumes a batch; does nothing unless it is running or paused. */
export const setBatchState = procedure(
  'documents.setBatchState',
  {
    args: z.object({
      batchId: id,
      state: startedStateSchema,
      pauseReason: pauseReasonSchema.nullable(),
      pauseDetail: z.string().nullable(),
    }),
    result: noResultSchema,
  },
  (database, { state, ...args }) => {
    database.run(pauseOrResume(state, 'id = $batchId'), args);
    return null;
  },
);

/** Pauses or resumes all batches of a profile in the given state; returns their IDs. */
export const setProfileBatches = procedure(
  'documents.setProfileBatches',
  {
    args: z.object({
      profileId: z.string(),
      from: z.object({ state: startedStateSchema, pauseReason: pauseReasonSchema.nullable() }),
      to: z.object({
        state: startedStateSchema,
        pauseReason: pauseReasonSchema.nullable(),
        pauseDetail: z.string().nullable(),
      }),
    }),
    result: z.array(z.object({ id })),
  },
  (database, { profileId, from, to }) =>
    database.all(
      `${pauseOrResume(
        to.state,
        'profile_id = $profileId AND state = $fromState AND pause_reason IS $fromReason',
      )} RETURNING id`,
      {
        profileId,
        fromState: from.state,
        fromReason: from.pauseReason,
        pauseReason: to.pauseReason,
        pauseDetail: to.pauseDetail,
      },
    ),
);

/** Pauses all started batches of a profile that have not ended, on the clerk's request; returns their IDs. */
export const pauseAll = procedure(
  'documents.pauseAll',
  { args: z.object({ profileId: z.string() }), result: z.array(z.object({ id })) },
  (database, args) =>
    database.all(
      `${pauseOrResume(
        'paused',
        `profile_id = $profileId AND NOT (state = 'paused' AND pause_reason = 'user')`,
      )} RETURNING id`,
      { ...args, pauseReason: 'user', pauseDetail: null },
    ),
);

/** Resumes all paused batches of a profile, or pauses them until the next sign-in; returns their IDs. */
export const resumeAll = procedure(
  'documents.resumeAll',
  { args: z.object({ profileId: z.string(), signedIn: z.boolean() }), result: z.array(z.object({ id })) },
  (database, { profileId, signedIn }) =>
    database.all(
      `${pauseOrResume(
        signedIn ? 'running' : 'paused',
        `profile_id = $profileId AND state = 'paused'`,
      )} RETURNING id`,
      { profileId, pauseReason: signedIn ? null : 'sign-in', pauseDetail: null },
    ),
);

/** Pauses the started batches of all profiles, which the clerk alone resumes. */
export const pauseEarlierData = procedure(
  'documents.pauseEarlierData',
  { args: z.null(), result: noResultSchema },
  (database) => {
    const pauseReason: PauseReason = 'earlier-data';
    database.run(pauseOrResume('paused', 'true'), { pauseReason, pauseDetail: null });
    return null;
  },
);

/** Removes a batch that was never started. */
export const discardBatch = procedure(
  'documents.discardBatch',
  { args: z.object({ batchId: id }), result: z.object({ changed: z.number().int() }) },
  (database, { batchId }) => {
    const { changes } = database.run('DELETE FROM batch WHERE id = $batchId AND started_at IS NULL', {
      batchId,
    });
    return { changed: changes };
  },
);

const summaryRow = batchSummarySchema
  .omit({ counts: true, transfers: true, rate: true, held: true, revision: true, resumed: true })
  .extend({
    createdAt: timeColumn,
    groups: jsonColumn(z.array(z.object({ group: documentGroupSchema, documents: z.number().int() }))),
    resumedAt: timeColumn.nullable(),
    resumedSentAgain: z.number().int(),
    resumedUnknown: z.number().int(),
  });

/** A batch with its counts. */
export type SummaryRow = z.infer<typeof summaryRow>;

const outgoingStates = sqlList(documentSets.outgoing);

/**
 * Condition of documents that are going to be sent. A started batch holds back documents of beneficiaries with an unknown
 * outcome.
 */
const isOutgoingSql = `(d.state IN ${outgoingStates} AND NOT (b.started_at IS NOT NULL AND h.id IS NOT NULL
  AND d.state IN ${sqlList(documentSets.holdable)}))`;

/** All counts of a summary in one scan of the documents: summaries are counted several times a second. */
const countsSql = `WITH counted AS MATERIALIZED (
    SELECT ${groupSql} AS grouped, d.state, d.beneficiary_id, d.documents, d.size, ${isOutgoingSql} AS goes,
      (b.started_at IS NOT NULL AND h.id IS NULL AND ${withheldSql}) AS withheld
    FROM ${countedSql}),
  grouping AS (SELECT grouped, sum(documents) AS documents FROM counted GROUP BY 1),
  outgoing AS (SELECT min(state = 'attached') AS complete FROM counted
    WHERE beneficiary_id IS NOT NULL AND state IN ${outgoingStates} GROUP BY beneficiary_id HAVING max(goes))
  SELECT coalesce(sum(documents), 0) AS documents,
    coalesce(sum(documents) FILTER (WHERE withheld), 0) AS withheld,
    coalesce(sum(size) FILTER (WHERE goes), 0) AS bytes,
    coalesce(sum(size) FILTER (WHERE goes AND state IN ${sqlList(documentSets.atService)}), 0)
      AS "bytesStored",
    coalesce(sum(size) FILTER (WHERE state = 'attached'), 0) AS "bytesAttached",
    coalesce(sum(size) FILTER (WHERE state IN ${sqlList(documentSets.stuck)}), 0) AS "bytesStuck",
    coalesce(sum(size) FILTER (WHERE state = 'failed'), 0) AS "bytesFailed",
    coalesce(sum(size) FILTER (WHERE state = 'attach-unknown'), 0) AS "bytesUnknown",
    (SELECT json_group_array(json_object('group', grouped, 'documents', documents)) FROM grouping) AS groups,
    (SELECT count(*) FROM outgoing) AS beneficiaries,
    (SELECT coalesce(sum(complete), 0) FROM outgoing) AS "beneficiariesComplete"
  FROM counted`;

/** Returns the summary of one batch, counted from its documents, so that the numbers always add up. */
export const summarizeBatch = procedure(
  'documents.summary',
  { args: z.object({ batchId: id }), result: summaryRow.nullable() },
  (database, { batchId }) => {
    const batch = database.get(
      `SELECT id, number, state, pause_reason AS "pauseReason", pause_detail AS "pauseDetail",
         dropped_by AS "droppedBy", created_at AS "createdAt", resumed_at AS "resumedAt",
         resumed_sent_again AS "resumedSentAgain", resumed_unknown AS "resumedUnknown",
         (SELECT count(*) FROM dropped_path p WHERE p.batch_id = batch.id AND p.folder = 1) AS folders
       FROM batch WHERE id = $batchId`,
      { batchId },
    );
    if (batch === undefined) return null;
    const counted = database.get(countsSql, { batchId });
    const lastMapping = database.get(
      `SELECT s.way, (SELECT count(*) FROM mapping_change c WHERE c.step_id = s.id) AS documents
       FROM mapping_step s JOIN batch b ON b.id = s.batch_id
       WHERE s.batch_id = $batchId AND b.started_at IS NULL ORDER BY s.id DESC LIMIT 1`,
      { batchId },
    );
    const cancellation = batch['state'] === 'cancelled' ? countBatchFiles(database, batchId) : null;
    return { ...batch, ...counted, cancellation, lastMapping: lastMapping ?? null };
  },
);
