/** @file What of a profile's batches waits until the clerk signs in. */
import { z } from 'zod';
import { procedure } from '../../../store/procedure.ts';

const id = z.number().int();

/**
 * Batches that go on by themselves once their profile is signed in, with the number of documents to send or attach. What
 * needs the clerk for another reason is not counted, nor are batches that the clerk has paused.
 */
export const waitingBatches = procedure(
  'documents.waitingBatches',
  {
    args: z.null(),
    result: z.array(z.object({ profileId: z.string(), number: id, documents: id })),
  },
  (database) =>
    database.all(
      `SELECT b.profile_id AS "profileId", b.number, count(*) AS documents
       FROM batch b JOIN document d ON d.batch_id = b.id
       WHERE b.state IN ('running', 'paused') AND b.pause_reason IS NOT 'user'
         AND d.state IN ('found', 'checking', 'ready', 'waiting-to-retry', 'linking', 'sending', 'stored', 'attaching')
         AND (d.beneficiary_id IS NULL OR d.beneficiary_id NOT IN (SELECT id FROM held_beneficiary))
       GROUP BY b.id ORDER BY b.number`,
    ),
);
