/** @file Counts documents by where their files are, before and after a cancellation. */
import { z } from 'zod';
import { selectionSchema } from '../../../../shared/contract/documents.ts';
import { type Cancellation, cancellationSchema } from '../../../../shared/model/documents/cancellation.ts';
import { documentSets } from '../../../../shared/model/documents/document-machine.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { documentsSql } from './group-sql.ts';
import { selectionSql, selectionValues } from './lists.ts';

const id = z.number().int();

/** True when the service has stored the file, under any key. */
const isStoredSql = (alias: string) =>
  `EXISTS (SELECT 1 FROM attempt a WHERE a.document_id = ${alias}.id AND a.outcome = 'stored')`;

/** The reason of documents that are cancelled by $by, over the rows of table `document` before the change. */
export const cancelledReasonSql = `json_object('code', 'cancelled-by-clerk', 'facts', json_object('by', $by, 'stage',
  CASE WHEN ${isStoredSql('document')} THEN 'stored' WHEN state = 'sending' THEN 'uploading' ELSE 'not-sent' END))`;

/** Where the file of a document is. Excluded and rejected documents count only when the service has stored them. */
const locationSql = `CASE
  WHEN d.state = 'attached' THEN 'attached'
  WHEN d.state = 'attaching' THEN 'attaching'
  WHEN d.state = 'attach-unknown' THEN 'unknown'
  WHEN ${isStoredSql('d')} THEN 'stored'
  WHEN d.state = 'sending' THEN 'uploading'
  WHEN d.state = 'cancelled' AND json_extract(d.reason, '$.facts.stage') = 'uploading' THEN 'uploading'
  WHEN d.state NOT IN ${sqlList(documentSets.notForSending)} THEN 'notSent' END`;

const countsSql = `SELECT ${Object.keys(cancellationSchema.shape)
  .map((column) => `count(*) FILTER (WHERE place = '${column}') AS "${column}"`)
  .join(', ')}`;

/** Counts the documents of a batch by where their files are. */
export function countBatchFiles(database: Database, batchId: number): Cancellation {
  const sql = `${countsSql} FROM (SELECT ${locationSql} AS place FROM document d WHERE d.batch_id = $batchId)`;
  return cancellationSchema.parse(database.get(sql, { batchId }));
}

/** Counts documents by where their files are; `ids` is a JSON array. */
export function countDocumentFiles(database: Database, ids: string): Cancellation {
  const sql = `${countsSql} FROM (SELECT ${locationSql} AS place FROM document d
    WHERE d.id IN (SELECT value FROM json_each($ids)))`;
  return cancellationSchema.parse(database.get(sql, { ids }));
}

/** Previews the cancellation of selected documents, or of the whole batch with `null`. */
export const previewCancellation = procedure(
  'documents.previewCancellation',
  { args: z.object({ batchId: id, selection: selectionSchema.nullable() }), result: cancellationSchema },
  (database, { batchId, selection }) => {
    if (selection === null) return countBatchFiles(database, batchId);
    const rows = database.all(
      `SELECT d.id FROM ${documentsSql} WHERE ${selectionSql(selection)}`,
      selectionValues(batchId, selection),
    );
    return countDocumentFiles(database, JSON.stringify(rows.map((row) => row['id'])));
  },
);
