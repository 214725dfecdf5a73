/** @file Names of the documents of a batch in a state. */
import { z } from 'zod';
import { documentReasonSchema, documentStateSchema } from '../../../../shared/model/documents/document.ts';
import { jsonColumn } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';

const namedDocumentSchema = z.object({
  name: z.string(),
  /** Name of the beneficiary; `null` without one. */
  label: z.string().nullable(),
  reason: jsonColumn(documentReasonSchema).nullable(),
});

/** Returns the first documents of a batch in a state, in the order in which they were added. */
export const listNamedDocuments = procedure(
  'documents.named',
  {
    args: z.object({ batchId: z.number(), state: documentStateSchema, limit: z.number() }),
    result: z.array(namedDocumentSchema),
  },
  (database, values) =>
    database.all(
      `SELECT d.name, b.label, d.reason FROM document d LEFT JOIN beneficiary b ON b.id = d.beneficiary_id
       WHERE d.batch_id = $batchId AND d.state = $state ORDER BY d.id LIMIT $limit`,
      values,
    ),
);
