/** @file The review: the documents to be sent, by beneficiary. */
import { z } from 'zod';
import {
  reviewDocumentSchema,
  reviewGroupSchema,
  reviewSchema,
} from '../../../../shared/contract/document-review.ts';
import { PaydeskError } from '../../../../shared/errors.ts';
import { type DocumentWarning, documentReasonSchema } from '../../../../shared/model/documents/document.ts';
import { documentMachine, documentSets } from '../../../../shared/model/documents/document-machine.ts';
import { pageOf, pageRequestSchema } from '../../../../shared/model/paging.ts';
import { recipientUpdateSchema } from '../../../../shared/model/session/profile.ts';
import { flagColumn, jsonColumn, noResultSchema, timeColumn } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { writeEvents } from './events.ts';
import { documentsSql } from './group-sql.ts';
import { batchUpdate } from './state-updates.ts';

const id = z.number().int();

/** Warnings of documents that may be unreadable for the recipient. */
const defectWarnings = [
  'pdf-password',
  'pdf-unopenable',
  'pdf-cut-short',
  'image-damaged',
  'image-cut-short',
] as const satisfies readonly DocumentWarning[];

const numbersSchema = reviewSchema.omit({ recipientUpdate: true, host: true });

/** The numbers of the review. */
export type ReviewNumbers = z.infer<typeof numbersSchema>;

/** Condition of documents with one of {@link defectWarnings}. */
const isDefectiveSql = `EXISTS (SELECT 1 FROM json_each(d.warnings) w WHERE w.value IN (${defectWarnings.map((code) => `'${code}'`).join(', ')}))`;

const reviewedStates = sqlList(documentSets.reviewed);

/** Condition of documents to be sent: ready or waiting for a file, assigned, and not on hold. */
const isOutgoingSql = `d.state IN ${reviewedStates} AND d.beneficiary_id IS NOT NULL AND h.id IS NULL`;

function countReview(database: Database, batchId: number, largeBytes: number): ReviewNumbers {
  const counts = database.get(
    `SELECT count(*) AS dropped,
       count(*) FILTER (WHERE d.state IN ${sqlList(documentMachine.transitions.include.from)}) AS excluded,
       count(*) FILTER (WHERE d.state = 'rejected') AS rejected,
       count(*) FILTER (WHERE d.state = 'duplicate') AS duplicates,
       count(*) FILTER (WHERE d.state = 'waiting-for-file') AS waiting,
       count(*) FILTER (WHERE d.state IN ${reviewedStates} AND d.beneficiary_id IS NULL) AS unassigned,
       count(*) FILTER (WHERE d.state IN ${sqlList(documentSets.unchecked)}) AS checking,
       count(*) FILTER (WHERE d.state IN ${reviewedStates} AND h.id IS NOT NULL) AS "onHold",
       count(*) FILTER (WHERE ${isOutgoingSql}) AS "toAttach",
       count(DISTINCT d.beneficiary_id) FILTER (WHERE ${isOutgoingSql}) AS beneficiaries,
       count(DISTINCT d.beneficiary_id) FILTER (WHERE ${isOutgoingSql} AND y.recipient_id IS NULL) AS creations,
       coalesce(sum(d.size) FILTER (WHERE ${isOutgoingSql}), 0) AS bytes,
       count(*) FILTER (WHERE ${isOutgoingSql} AND d.size > $largeBytes) AS large,
       count(*) FILTER (WHERE ${isOutgoingSql} AND ${isDefectiveSql}) AS defective
     FROM ${documentsSql} WHERE d.batch_id = $batchId`,
    { batchId, largeBytes },
  );
  const knownDocuments = database.get(
    `SELECT count(*) AS "knownNamedAgain" FROM known_document k WHERE k.beneficiary_id IN (
       SELECT DISTINCT d.beneficiary_id FROM ${documentsSql} WHERE d.batch_id = $batchId AND ${isOutgoingSql})`,
    { batchId },
  );
  return numbersSchema.parse({ ...counts, ...knownDocuments });
}

/** Counts the documents of a batch for the review. `largeBytes` is the size above which a document is large. */
export const reviewNumbers = procedure(
  'documents.review',
  { args: z.object({ batchId: id, largeBytes: z.number() }), result: numbersSchema },
  (database, { batchId, largeBytes }) => countReview(database, batchId, largeBytes),
);

/** Returns a page of the beneficiaries of a batch: those on hold first, then by label. */
export const reviewGroups = procedure(
  'documents.reviewGroups',
  {
    args: pageRequestSchema.extend({
      batchId: id,
      largeBytes: z.number(),
      recipientUpdate: recipientUpdateSchema,
    }),
    result: pageOf(reviewGroupSchema.extend({ held: flagColumn })),
  },
  (database, { batchId, largeBytes, recipientUpdate, offset, limit }) => {
    const where = `d.batch_id = $batchId AND d.state IN ${reviewedStates}
      AND d.beneficiary_id IS NOT NULL`;
    const total = database.get(
      `SELECT count(DISTINCT d.beneficiary_id) AS total FROM ${documentsSql} WHERE ${where}`,
      { batchId },
    );
    const rows = database.all(
      `SELECT y.id, y.label, y.recipient_id AS "recipientId", count(*) AS "newDocuments",
         (SELECT count(*) FROM known_document k WHERE k.beneficiary_id = y.id) AS known,
         (SELECT count(*) FROM document o WHERE o.batch_id = $batchId AND o.beneficiary_id = y.id
            AND o.state = 'duplicate') AS duplicates,
         coalesce(sum(d.size), 0) AS bytes, count(*) FILTER (WHERE d.size > $largeBytes) AS large,
         count(*) FILTER (WHERE ${isDefectiveSql}) AS defective, max(h.id IS NOT NULL) AS held
       FROM ${documentsSql} WHERE ${where} GROUP BY y.id
       ORDER BY held DESC, y.folded_label, y.id LIMIT $limit OFFSET $offset`,
      { batchId, largeBytes, limit, offset },
    );
    return {
      total: total?.['total'],
      rows: rows.map(({ id: beneficiaryId, label, recipientId, ...counts }) => ({
        ...counts,
        names:
          Number(counts['newDocuments']) + (recipientUpdate === 'send-known' ? Number(counts['known']) : 0),
        beneficiary: { id: beneficiaryId, label, recipientId },
      })),
    };
  },
);

const [newDocument, knownDocument, duplicateDocument] = reviewDocumentSchema.options;

/** Returns a page of one beneficiary's documents: new documents, then those attached before, then duplicates. */
export const reviewDocuments = procedure(
  'documents.reviewDocuments',
  {
    args: pageRequestSchema.extend({ batchId: id, beneficiaryId: id }),
    result: pageOf(
      z.discriminatedUnion('kind', [
        newDocument,
        knownDocument.extend({ attachedAt: timeColumn }),
        duplicateDocument.extend({ reason: jsonColumn(documentReasonSchema) }),
      ]),
    ),
  },
  (database, { batchId, beneficiaryId, offset, limit }) => {
    const values = { batchId, beneficiaryId };
    const newSql = `FROM document d WHERE d.batch_id = $batchId AND d.beneficiary_id = $beneficiaryId
      AND d.state IN ${reviewedStates}`;
    const knownSql = 'FROM known_document k WHERE k.beneficiary_id = $beneficiaryId';
    const duplicateSql = `FROM document d WHERE d.batch_id = $batchId AND d.beneficiary_id = $beneficiaryId
      AND d.state = 'duplicate'`;
    const total = database.get(
      `SELECT (SELECT count(*) ${newSql}) + (SELECT count(*) ${knownSql}) + (SELECT count(*) ${duplicateSql})
         AS total`,
      values,
    );
    // `part` orders the three kinds, `negated_time` and then `place` the documents within a kind.
    const rows = database.all(
      `SELECT * FROM (
         SELECT 'new' AS kind, d.id, d.name, coalesce(d.size, 0) AS size, d.assigned_by AS "assignedBy",
           NULL AS "attachedAt", NULL AS reason, 0 AS part, 0 AS negated_time, d.folded AS place ${newSql}
         UNION ALL
         SELECT 'known', NULL, k.name, NULL, NULL, k.attached_at, NULL, 1, -k.attached_at, k.name ${knownSql}
         UNION ALL
         SELECT 'duplicate', d.id, d.name, coalesce(d.size, 0), NULL, NULL, d.reason, 2, 0, d.folded ${duplicateSql})
       ORDER BY part, negated_time, place LIMIT $limit OFFSET $offset`,
      { ...values, limit, offset },
    );
    return { total: total?.['total'], rows };
  },
);

/**
 * Starts a batch if its numbers are those that the clerk saw. Throws `batch-changed` when they differ, and
 * `batch-not-ready` when a file is not assigned, not listed or not checked, or there is nothing to attach.
 */
export const startBatch = procedure(
  'documents.start',
  {
    args: z.object({ batchId: id, documents: id, beneficiaries: id, at: z.number(), by: z.string() }),
    result: noResultSchema,
  },
  (database, { batchId, documents, beneficiaries, at, by }) => {
    const current = countReview(database, batchId, Number.MAX_SAFE_INTEGER);
    const startableBatch = database.get(
      `SELECT state FROM batch WHERE id = $batchId AND started_at IS NULL
         AND NOT EXISTS (SELECT 1 FROM dropped_path p WHERE p.batch_id = batch.id AND p.listed = 0)`,
      { batchId },
    );
    if (
      startableBatch === undefined ||
      current.unassigned > 0 ||
      current.checking > 0 ||
      current.toAttach === 0
    ) {
      throw new PaydeskError('batch-not-ready', 'The batch cannot start yet', {
        details: { unassigned: current.unassigned, checking: current.checking, toAttach: current.toAttach },
      });
    }
    if (current.toAttach !== documents || current.beneficiaries !== beneficiaries) {
      throw new PaydeskError('batch-changed', 'The batch has changed since it was reviewed', {
        details: { documents: current.toAttach, beneficiaries: current.beneficiaries },
      });
    }
    database.run(
      batchUpdate('start', {
        to: 'running',
        set: 'pause_reason = NULL, started_at = $at',
        where: 'id = $batchId',
      }),
      { batchId, at },
    );
    writeEvents(database, { at, kind: 'queued', by }, `batch_id = $batchId AND state = 'ready'`, { batchId });
    return null;
  },
);
