/**
 * @file Open batches in SQL, for the window, the list of earlier batches and other features. Must agree with
 * `isOpenBatch` of the model.
 */
import { z } from 'zod';
import { openAttachStates } from '../../../../shared/model/documents/attach-operation.ts';
import {
  batchStateSchema,
  endedBatchStates,
  pauseReasonSchema,
} from '../../../../shared/model/documents/batch.ts';
import { documentGroupSchema, finalDocumentStates } from '../../../../shared/model/documents/document.ts';
import { jsonColumn, timeColumn } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { countedSql, groupSql } from './group-sql.ts';

const id = z.number().int();

/** Condition of documents that are not final, as in the index `document_unfinished`. */
const unfinishedSql = `state NOT IN ${sqlList(finalDocumentStates)}`;

/** Condition of open batches, over table `batch`. */
export const isOpenSql = `(batch.state NOT IN ${sqlList(endedBatchStates)} OR EXISTS (
  SELECT 1 FROM document d INDEXED BY document_unfinished WHERE d.batch_id = batch.id AND d.${unfinishedSql}))`;

/** Returns the open batches of a profile: running and prepared ones first, newest first. */
export const selectOpenBatchIds = procedure(
  'documents.openBatchIds',
  { args: z.object({ profileId: z.string() }), result: z.array(z.object({ id })) },
  (database, args) =>
    database.all(
      `SELECT id FROM batch WHERE profile_id = $profileId AND ${isOpenSql}
       ORDER BY state IN ${sqlList(endedBatchStates)}, id DESC`,
      args,
    ),
);

const openBatchRow = z.object({
  id,
  profileId: z.string(),
  number: id,
  state: batchStateSchema,
  pauseReason: pauseReasonSchema.nullable(),
  pauseDetail: z.string().nullable(),
  since: timeColumn,
  documents: id,
  counts: jsonColumn(z.partialRecord(documentGroupSchema, id)),
});

/**
 * Returns the open batches of all profiles, oldest first, with the number of their documents by group. `ids` restricts
 * the batches; `null` stands for all.
 */
export const selectOpenBatches = procedure(
  'documents.openBatches',
  { args: z.object({ ids: z.array(id).nullable() }), result: z.array(openBatchRow) },
  (database, { ids }) =>
    database
      .all(
        `SELECT id, profile_id AS "profileId", number, state, pause_reason AS "pauseReason",
           pause_detail AS "pauseDetail", coalesce(finished_at, started_at, created_at) AS since
         FROM batch WHERE ($ids IS NULL OR id IN (SELECT value FROM json_each($ids))) AND ${isOpenSql} ORDER BY id`,
        { ids: ids === null ? null : JSON.stringify(ids) },
      )
      .map((batch) => ({
        ...batch,
        ...database.get(
          `SELECT coalesce(sum(documents), 0) AS documents, json_group_object(grouped, documents) AS counts
           FROM (SELECT ${groupSql} AS grouped, sum(d.documents) AS documents FROM ${countedSql} GROUP BY 1)`,
          { batchId: Number(batch['id']) },
        ),
      })),
);

/** True while a profile has work that is not finished: an open batch, or an attach operation of unknown outcome. */
export const hasUnfinishedWork = procedure(
  'documents.hasUnfinishedWork',
  { args: z.object({ profileId: z.string() }), result: z.boolean() },
  (database, args) =>
    database.get(
      `SELECT 1 FROM batch WHERE profile_id = $profileId AND ${isOpenSql}
       UNION ALL
       SELECT 1 FROM attach_operation WHERE profile_id = $profileId AND state IN ${sqlList(openAttachStates)}`,
      args,
    ) !== undefined,
);
