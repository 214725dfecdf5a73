/** @file Removes the documents of a profile. */
import { z } from 'zod';
import { noResultSchema } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';

/** Removes every batch and attach operation of a profile, with everything that belongs to them. */
export const removeProfile = procedure(
  'documents.removeProfile',
  { args: z.object({ profileId: z.string() }), result: noResultSchema },
  (database, args) => {
    database.run(
      'DELETE FROM consent WHERE batch_id IN (SELECT id FROM batch WHERE profile_id = $profileId)',
      args,
    );
    database.run('DELETE FROM attach_operation WHERE profile_id = $profileId', args);
    database.run('DELETE FROM batch WHERE profile_id = $profileId', args);
    return null;
  },
);
