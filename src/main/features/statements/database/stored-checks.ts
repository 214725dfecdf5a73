/** @file What the checks of stored statements found before anyone opened the files. */
import { z } from 'zod';
import { checkNameSchema } from '../../../../shared/model/statements/statements.ts';
import { changedSchema, noResultSchema } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';
import { unreadableSql } from './read-attempts.ts';

const idSchema = z.number().int();

/** Returns the next stored statement whose file was not checked, without those to `skip`; `null` when all were checked. */
export const nextUnchecked = procedure(
  'statements.nextUnchecked',
  {
    args: z.object({ skip: z.array(idSchema) }),
    result: z.object({ profileId: z.string(), id: idSchema }).nullable(),
  },
  (database, { skip }) =>
    database.get(
      `SELECT profile_id AS "profileId", id FROM statement AS s WHERE state = 'stored' AND format = 'csv'
         AND item IS NOT NULL AND failed_checks IS NULL AND NOT ${unreadableSql}
         AND id NOT IN (SELECT value FROM json_each($skip)) ORDER BY id DESC LIMIT 1`,
      { skip: JSON.stringify(skip) },
    ) ?? null,
);

/** Records which checks of a stored file failed. */
export const recordChecks = procedure(
  'statements.checked',
  {
    args: z.object({ id: idSchema, item: z.string(), failed: z.array(checkNameSchema) }),
    result: noResultSchema,
  },
  (database, { id, item, failed }) => {
    database.run('UPDATE statement SET failed_checks = $failed WHERE id = $id AND item = $item', {
      id,
      item,
      failed: JSON.stringify(failed),
    });
    return null;
  },
);

/** Forgets what checks found, because the files of a wallet are read in another way now. */
export const forgetChecks = procedure(
  'statements.forgetChecks',
  { args: z.object({ profileId: z.string(), walletId: idSchema }), result: changedSchema },
  (database, { profileId, walletId }) => {
    const { changes } = database.run(
      `UPDATE statement SET failed_checks = NULL, closed_at = NULL
       WHERE profile_id = $profileId AND wallet_id = $walletId AND state = 'stored'`,
      { profileId, walletId },
    );
    return { changed: changes };
  },
);
