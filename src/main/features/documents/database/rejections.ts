/** @file The counts of files that Paydesk did not accept, each file counted once for every check. */
import { z } from 'zod';
import { documentReasonCodes } from '../../../../shared/model/documents/document.ts';
import { procedure } from '../../../storage/store/procedure.ts';

const rejectionSchema = z.object({
  batchNumber: z.number().int(),
  reason: z.enum(documentReasonCodes),
  files: z.number().int(),
});

/** Files of one batch that were not accepted for one reason. */
export type Rejection = z.infer<typeof rejectionSchema>;

const unrecordedSql = `state = 'rejected' AND rejection_recorded = 0 AND batch_id IN (
  SELECT id FROM batch WHERE profile_id = $profileId AND state <> 'checking')`;

/** Returns the counts of the files that were not accepted since the last call, most files first. */
export const takeRejections = procedure(
  'documents.takeRejections',
  { args: z.object({ profileId: z.string() }), result: z.array(rejectionSchema) },
  (database, args) => {
    const rejections = database.all(
      `SELECT b.number AS "batchNumber", d.reason ->> 'code' AS reason, count(*) AS files
       FROM (SELECT batch_id, reason FROM document WHERE ${unrecordedSql}) d JOIN batch b ON b.id = d.batch_id
       GROUP BY b.id, 2 ORDER BY b.id, files DESC, 2`,
      args,
    );
    if (rejections.length > 0)
      database.run(`UPDATE document SET rejection_recorded = 1 WHERE ${unrecordedSql}`, args);
    return rejections;
  },
);
