/** @file Lists of attach operations: unknown outcomes, and attached documents. */
import { z } from 'zod';
import { attachedDocumentSchema, unknownOutcomeSchema } from '../../../../../shared/model/beneficiary.ts';
import { listedAttachStates } from '../../../../../shared/model/documents/attach-operation.ts';
import { pageOf, pageRequestSchema } from '../../../../../shared/model/paging.ts';
import { flagColumn, timeColumn } from '../../../../storage/store/columns.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { sqlList } from '../../../../storage/store/state-sql.ts';

const id = z.number().int();

const unknownRow = unknownOutcomeSchema.extend({
  sentAt: timeColumn,
  creates: flagColumn,
  documents: z.array(z.object({ name: z.string(), key: z.string(), isNew: flagColumn })),
});

/** Attach operations of a profile whose outcome is unknown, oldest first. */
export const unknownOutcomes = procedure(
  'documents.unknownOutcomes',
  { args: z.object({ profileId: z.string() }), result: z.array(unknownRow) },
  (database, args) =>
    database
      .all(
        `SELECT o.id AS "attachId", y.id, y.label, y.recipient_id AS "recipientId", b.number AS "batchNumber",
           o.sent_at AS "sentAt", coalesce(o.cause, '') AS cause, o.request_id AS "requestId",
           o.method = 'POST' AS creates
         FROM attach_operation o JOIN beneficiary y ON y.id = o.beneficiary_id
           LEFT JOIN batch b ON b.id = o.batch_id
         WHERE o.profile_id = $profileId AND o.state = 'unknown' ORDER BY o.id LIMIT 1000`,
        args,
      )
      .map(({ id: beneficiaryId, label, recipientId, ...operation }) => ({
        ...operation,
        beneficiary: { id: beneficiaryId, label, recipientId },
        documents: database.all(
          `SELECT name, key, is_new AS "isNew" FROM attach_item WHERE attach_id = $attachId ORDER BY position`,
          { attachId: Number(operation['attachId']) },
        ),
      })),
);

const attachedRow = attachedDocumentSchema.extend({ at: timeColumn });

/** Returns a page of the documents that are, or may be, attached to a beneficiary, newest first. */
export const attachedDocuments = procedure(
  'documents.attachedDocuments',
  {
    args: pageRequestSchema.extend({ profileId: z.string(), beneficiaryId: id }),
    result: pageOf(attachedRow),
  },
  (database, args) => {
    const fromSql = `FROM attach_operation o JOIN attach_item i ON i.attach_id = o.id
      WHERE o.beneficiary_id = $beneficiaryId AND o.profile_id = $profileId AND i.is_new = 1
        AND o.state IN ${sqlList(listedAttachStates)}`;
    const total = database.get(`SELECT count(*) AS total ${fromSql}`, args);
    const rows = database.all(
      `SELECT i.name, i.key, i.sha256, coalesce(o.ended_at, o.sent_at) AS at,
         CASE o.state WHEN 'confirmed' THEN 'confirmed-by-clerk' ELSE o.state END AS result
       ${fromSql} ORDER BY o.id DESC, i.position LIMIT $limit OFFSET $offset`,
      args,
    );
    return { total: total?.['total'], rows };
  },
);
