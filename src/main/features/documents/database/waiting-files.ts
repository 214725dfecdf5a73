/** @file Documents that wait for their files. */
import { z } from 'zod';
import { endedBatchStates } from '../../../../shared/model/documents/batch.ts';
import { changedSchema } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { batchUpdate, documentUpdate } from './state-updates.ts';

const id = z.number().int();

/** Returns documents that wait for their files, in batches that have not ended, after a given ID. */
export const selectWaitingFiles = procedure(
  'documents.waitingFiles',
  {
    args: z.object({ profileId: z.string(), after: id, limit: id }),
    result: z.array(z.object({ id, batchId: id, path: z.string() })),
  },
  (database, args) =>
    database.all(
      `SELECT d.id, d.batch_id AS "batchId", d.path FROM batch b CROSS JOIN document d ON d.batch_id = b.id
       WHERE b.profile_id = $profileId AND b.state NOT IN ${sqlList(endedBatchStates)}
         AND d.state = 'waiting-for-file' AND d.id > $after ORDER BY d.id LIMIT $limit`,
      args,
    ),
);

/** Requeues documents whose files have returned for a check. */
export const requeueReturned = procedure(
  'documents.checkReturned',
  { args: z.object({ ids: z.array(id), at: z.number() }), result: changedSchema },
  (database, { ids, at }) => {
    const idsValue = { ids: JSON.stringify(ids) };
    const isReturnedSql = `id IN (SELECT value FROM json_each($ids)) AND state = 'waiting-for-file'`;
    database.run(
      batchUpdate('checkFiles', {
        to: 'checking',
        where: `id IN (SELECT batch_id FROM document WHERE ${isReturnedSql})`,
      }),
      idsValue,
    );
    const { changes } = database.run(
      documentUpdate('fileReturned', {
        to: 'found',
        set: 'reason = NULL, returned = 1, changed_at = $at',
        where: isReturnedSql,
      }),
      { ...idsValue, at },
    );
    return { changed: changes };
  },
);
