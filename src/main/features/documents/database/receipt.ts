/** @file What the service confirmed about documents: when their bytes were stored and when they were attached. */
import { z } from 'zod';
import { documentReasonSchema, documentStateSchema } from '../../../../shared/model/documents/document.ts';
import { jsonColumn, timeColumn } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';

const id = z.number().int();

const receiptRowSchema = z.object({
  id,
  name: z.string(),
  folder: z.string(),
  /** Bytes; `null` while the file is unread. */
  size: z.number().nullable(),
  sha256: z.string().nullable(),
  label: z.string().nullable(),
  recipientId: z.string().nullable(),
  /** Document key of the service. */
  key: z.string().nullable(),
  state: documentStateSchema,
  reason: jsonColumn(documentReasonSchema).nullable(),
  storedAt: timeColumn.nullable(),
  storeRequestId: z.string().nullable(),
  attachedAt: timeColumn.nullable(),
  attachRequestId: z.string().nullable(),
  /** True when the answer to the request was lost, and the clerk confirmed that the document is attached. */
  isConfirmedByClerk: z.number().transform((flag) => flag !== 0),
});

export type ReceiptRow = z.infer<typeof receiptRowSchema>;

/** A page of the documents of a batch in the order of their IDs, after a given ID; `documentId` limits it to one. */
export const selectReceiptPage = procedure(
  'documents.receipt',
  {
    args: z.object({ batchId: id, documentId: id.nullable(), after: id, limit: id }),
    result: z.array(receiptRowSchema),
  },
  (database, args) =>
    database.all(
      `SELECT d.id, d.name, d.folder, d.size, d.sha256, y.label, coalesce(o.recipient_id, y.recipient_id) AS "recipientId",
         d.key, d.state, d.reason, a.ended_at AS "storedAt", a.request_id AS "storeRequestId",
         o.ended_at AS "attachedAt", o.request_id AS "attachRequestId",
         coalesce(o.state = 'confirmed', 0) AS "isConfirmedByClerk"
       FROM document d
         LEFT JOIN beneficiary y ON y.id = d.beneficiary_id
         LEFT JOIN attempt a ON a.id = (SELECT max(s.id) FROM attempt s
           WHERE s.document_id = d.id AND s.key = d.key AND s.outcome = 'stored')
         LEFT JOIN attach_operation o ON o.id = d.attach_id AND d.state = 'attached'
       WHERE d.batch_id = $batchId AND d.id > $after AND ($documentId IS NULL OR d.id = $documentId)
       ORDER BY d.id LIMIT $limit`,
      args,
    ),
);
