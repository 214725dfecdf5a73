/** @file The inbox settings of a profile: its folder, its approved hosts, and the limit of quarantined events. */
import { z } from 'zod';
import { noResultSchema, timeColumn } from '../../../store/columns.ts';
import type { Database } from '../../../store/database.ts';
import { procedure } from '../../../store/procedure.ts';

const profileId = z.string();
const id = z.number().int();

/** Maximum number of quarantined events per profile. */
export const maxQuarantined = 10_000;

/** Removes the oldest quarantined events beyond the limit, counts them for the clerk, and returns their IDs. */
export function removeOldest(database: Database, profile: string): number[] {
  const removed = z.array(z.object({ id })).parse(
    database.all(
      `DELETE FROM statement_event WHERE id IN (
         SELECT id FROM statement_event WHERE profile_id = $profile AND state = 'quarantined'
         ORDER BY id DESC LIMIT -1 OFFSET $max)
       RETURNING id`,
      { profile, max: maxQuarantined },
    ),
  );
  if (removed.length > 0)
    database.run(
      `INSERT INTO statement_inbox (profile_id, removed_events) VALUES ($profile, $number)
       ON CONFLICT DO UPDATE SET removed_events = removed_events + excluded.removed_events`,
      { profile, number: removed.length },
    );
  return removed.map((event) => event.id);
}

/** Resets the count of removed events, once the clerk has decided about all remaining ones. */
export function forgetRemoved(database: Database, profile: string): void {
  database.run(
    `UPDATE statement_inbox SET removed_events = 0 WHERE profile_id = $profile AND removed_events > 0
       AND NOT EXISTS (SELECT 1 FROM statement_event WHERE profile_id = $profile AND state = 'quarantined')`,
    { profile },
  );
}

/** Returns the hosts that the clerk approved. */
export const agreedHosts = procedure(
  'statements.agreedHosts',
  { args: z.object({ profileId }), result: z.array(z.object({ host: z.string() })) },
  (database, { profileId: profile }) =>
    database.all('SELECT host FROM statement_host WHERE profile_id = $profile ORDER BY host', { profile }),
);

/** Returns the inbox settings of a profile. */
export const inbox = procedure(
  'statements.inbox',
  {
    args: z.object({ profileId }),
    result: z.object({ folder: z.string().nullable(), lastEventAt: timeColumn.nullable() }),
  },
  (database, { profileId: profile }) =>
    database.get(
      'SELECT folder, last_event_at AS "lastEventAt" FROM statement_inbox WHERE profile_id = $profile',
      { profile },
    ) ?? { folder: null, lastEventAt: null },
);

/** Stores the watched folder, or none. */
export const setFolder = procedure(
  'statements.setFolder',
  { args: z.object({ profileId, folder: z.string().nullable() }), result: noResultSchema },
  (database, { profileId: profile, folder }) => {
    database.run(
      `INSERT INTO statement_inbox (profile_id, folder) VALUES ($profile, $folder)
       ON CONFLICT DO UPDATE SET folder = excluded.folder`,
      { profile, folder },
    );
    return null;
  },
);
