/** @file The inbox settings of a profile: its folder, its approved hosts, and the limit of quarantined events. */
import { z } from 'zod';
import { noResultSchema, timeColumn } from '../../../storage/store/columns.ts';
import type { Database } from '../../../storage/store/database.ts';
import { procedure } from '../../../storage/store/procedure.ts';

const profileIdSchema = z.string();
const idSchema = z.number().int();

/** Maximum number of quarantined events per profile. */
export const maxQuarantined = 10_000;

/** Removes the oldest quarantined events beyond the limit, counts them for the clerk, and returns their IDs. */
export function removeOldestQuarantined(database: Database, profileId: string): number[] {
  const removed = z.array(z.object({ id: idSchema })).parse(
    database.all(
      `DELETE FROM statement_event WHERE id IN (
         SELECT id FROM statement_event WHERE profile_id = $profileId AND state = 'quarantined'
         ORDER BY id DESC LIMIT -1 OFFSET $max)
       RETURNING id`,
      { profileId, max: maxQuarantined },
    ),
  );
  if (removed.length > 0)
    database.run(
      `INSERT INTO statement_inbox (profile_id, removed_events) VALUES ($profileId, $number)
       ON CONFLICT DO UPDATE SET removed_events = removed_events + excluded.removed_events`,
      { profileId, number: removed.length },
    );
  return removed.map((event) => event.id);
}

/** Resets the count of removed events, once the clerk has decided about all remaining ones. */
export function resetRemovedCountWhenDone(database: Database, profileId: string): void {
  database.run(
    `UPDATE statement_inbox SET removed_events = 0 WHERE profile_id = $profileId AND removed_events > 0
       AND NOT EXISTS (SELECT 1 FROM statement_event WHERE profile_id = $profileId AND state = 'quarantined')`,
    { profileId },
  );
}

/** Returns the hosts that the clerk approved. */
export const listApprovedHosts = procedure(
  'statements.agreedHosts',
  { args: z.object({ profileId: profileIdSchema }), result: z.array(z.object({ host: z.string() })) },
  (database, { profileId }) =>
    database.all('SELECT host FROM statement_host WHERE profile_id = $profileId ORDER BY host', {
      profileId,
    }),
);

/** Returns the inbox settings of a profile. */
export const getInboxSettings = procedure(
  'statements.inbox',
  {
    args: z.object({ profileId: profileIdSchema }),
    result: z.object({ folder: z.string().nullable(), lastEventAt: timeColumn.nullable() }),
  },
  (database, { profileId }) =>
    database.get(
      'SELECT folder, last_event_at AS "lastEventAt" FROM statement_inbox WHERE profile_id = $profileId',
      { profileId },
    ) ?? { folder: null, lastEventAt: null },
);

/** Stores the watched folder, or none. */
export const setFolder = procedure(
  'statements.setFolder',
  { args: z.object({ profileId: profileIdSchema, folder: z.string().nullable() }), result: noResultSchema },
  (database, { profileId, folder }) => {
    database.run(
      `INSERT INTO statement_inbox (profile_id, folder) VALUES ($profileId, $folder)
       ON CONFLICT DO UPDATE SET folder = excluded.folder`,
      { profileId, folder },
    );
    return null;
  },
);
