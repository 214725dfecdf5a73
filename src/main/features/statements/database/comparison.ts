/** @file Stored CSV statements that can be compared. */
import { z } from 'zod';
import { flagColumn, timeColumn } from '../../../storage/store/columns.ts';
import { procedure } from '../../../storage/store/procedure.ts';

const comparableRow = z
  .object({
    id: z.number().int(),
    walletId: z.number().int(),
    walletName: z.string().nullable(),
    currency: z.string().nullable(),
    since: z.string(),
    till: z.string(),
    storedAt: timeColumn,
    size: z.number().int(),
    /** The file has the same bytes as that of the other statement. */
    isIdentical: flagColumn,
  })
  .transform(({ walletId, walletName, currency, ...row }) => ({
    ...row,
    wallet: { id: walletId, name: walletName, currency },
  }));

/** Returns the stored CSV statements of a profile except one: those of its wallet first, newest period first. */
export const listComparable = procedure(
  'statements.comparable',
  { args: z.object({ profileId: z.string(), id: z.number().int() }), result: z.array(comparableRow) },
  (database, { profileId, id }) =>
    database.all(
      `SELECT s.id, s.wallet_id AS "walletId", w.name AS "walletName", w.currency, s.since, s.till,
         s.changed_at AS "storedAt", coalesce(s.size, 0) AS size, coalesce(s.sha256 = own.sha256, 0) AS "isIdentical"
       FROM statement s JOIN statement own ON own.id = $id AND own.profile_id = s.profile_id
       LEFT JOIN wallet w ON w.profile_id = s.profile_id AND w.wallet_id = s.wallet_id
       WHERE s.profile_id = $profileId AND s.id <> $id AND s.state = 'stored' AND s.item IS NOT NULL AND s.format = 'csv'
       ORDER BY s.wallet_id <> own.wallet_id, s.till DESC, s.id DESC`,
      { profileId, id },
    ),
);
