/** @file Drops, and the batches that take them: those that have not started. */
import { z } from 'zod';
import { preparingBatchStates } from '../../../../shared/model/documents/batch-machine.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { sqlList } from '../../../storage/store/state-sql.ts';
import { batchUpdate } from './state-updates.ts';

const id = z.int();

/**
 * Records dropped paths, before any is read, in the profile's newest batch that has not started, or in a new batch. Finding
 * the batch in the same transaction keeps two drops together, and a drop out of a batch that starts meanwhile.
 */
export const recordDrop = procedure(
  'documents.drop',
  {
    args: z.object({
      profileId: z.string(),
      droppedBy: z.string(),
      at: z.number(),
      paths: z.array(z.string()),
    }),
    result: z.object({ batchId: id }),
  },
  (database, { paths, ...batch }) => {
    const batchId = findDraft(database, batch.profileId) ?? createDraft(database, batch);
    for (const path of paths) {
      database.run('INSERT INTO dropped_path (batch_id, path) VALUES ($batchId, $path)', { batchId, path });
    }
    database.run(batchUpdate('checkFiles', { to: 'checking', where: 'id = $batchId' }), { batchId });
    return { batchId };
  },
);

/** Returns the ID of the profile's newest batch that has not started, or `null`. */
function findDraft(database: Database, profileId: string): number | null {
  const row = database.get(
    `SELECT id FROM batch WHERE profile_id = $profileId AND state IN ${sqlList(preparingBatchStates)}
     ORDER BY id DESC LIMIT 1`,
    { profileId },
  );
  return row === undefined ? null : id.parse(row['id']);
}

/** Creates a draft with the next number of its profile; returns its ID. */
function createDraft(
  database: Database,
  batch: { readonly profileId: string; readonly droppedBy: string; readonly at: number },
): number {
  return database.run(
    `INSERT INTO batch (profile_id, number, state, dropped_by, created_at)
     VALUES ($profileId, (SELECT coalesce(max(number), 0) + 1 FROM batch WHERE profile_id = $profileId),
       'draft', $droppedBy, $at)`,
    batch,
  ).lastId;
}
