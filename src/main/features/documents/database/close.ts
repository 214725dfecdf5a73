/** @file Closes a batch that has ended with unfinished documents, on the clerk's decision. */
import { z } from 'zod';
import { PaydeskError } from '../../../../shared/errors.ts';
import { openAttachStates } from '../../../../shared/model/documents/attach-operation.ts';
import { documentMachine } from '../../../../shared/model/documents/document-machine.ts';
import { changedSchema } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { reconcileDuplicates, selectHashes } from './duplicates.ts';
import { batchUpdate, documentUpdate } from './state-updates.ts';

const id = z.number().int();

/** The reason of documents that are cancelled when $by closes their batch, over table `document` before the change. */
const reasonSql = `json_object('code', 'closed-by-clerk', 'facts', json_object('by', $by, 'stage', state))`;

/**
 * Closes a batch that has ended: documents that failed or are stored become cancelled, and keep their document key. A
 * stored file stays at the service without a beneficiary. Throws `batch-not-ready` while the batch is in progress or not
 * started, `outcomes-unknown` while the outcome of an attach operation is not settled, and `batch-changed` when the number
 * of unfinished documents differs from `documents`, the number that the clerk saw.
 */
export const closeBatch = procedure(
  'documents.closeBatch',
  {
    args: z.object({ batchId: id, documents: id, at: z.number(), by: z.string() }),
    result: changedSchema,
  },
  (database, { batchId, documents, at, by }) => {
    requireClosable(database, batchId);
    const isInBatchSql = 'batch_id = $batchId';
    const isClosableSql = `${isInBatchSql} AND state IN ${sqlList(documentMachine.transitions.close.from)}`;
    const { count } =
      database.get(`SELECT count(*) AS count FROM document WHERE ${isClosableSql}`, { batchId }) ?? {};
    if (count !== documents)
      throw new PaydeskError('batch-changed', 'The batch has changed since it was shown');
    database.run(
      `INSERT INTO document_event (document_id, at, kind, reason, by)
       SELECT id, $at, 'cancelled', ${reasonSql}, $by FROM document WHERE ${isClosableSql}`,
      { batchId, at, by },
    );
    const { changes } = database.run(
      documentUpdate('close', {
        to: 'cancelled',
        set: `reason = ${reasonSql}, retry_at = NULL, changed_at = $at`,
        where: isInBatchSql,
      }),
      { batchId, at, by },
    );
    database.run(batchUpdate('close', { to: 'done', set: 'finished_at = $at', where: 'id = $batchId' }), {
      batchId,
      at,
    });
    // Duplicates in prepared batches may have lost their original.
    reconcileDuplicates(database, batchId, selectHashes(database, 'd.batch_id = $batchId', { batchId }), at);
    return { changed: changes };
  },
);

function requireClosable(database: Database, batchId: number): void {
  const batch = database.get(
    `SELECT state,
       EXISTS (SELECT 1 FROM document d WHERE d.batch_id = batch.id AND d.state = 'attach-unknown')
         OR EXISTS (SELECT 1 FROM attach_operation o WHERE o.batch_id = batch.id AND o.state IN ${sqlList(openAttachStates)})
         AS unknown
     FROM batch WHERE id = $batchId`,
    { batchId },
  );
  if (batch?.['state'] !== 'done-with-problems') {
    throw new PaydeskError('batch-not-ready', 'Only an ended batch with unfinished documents can be closed');
  }
  if (batch['unknown'] === 1) {
    throw new PaydeskError('outcomes-unknown', 'The batch has unknown outcomes');
  }
}
