/** @file Removals that a clerk started. A row exists until its files are gone and the removal is recorded. */
import { z } from 'zod';
import { retainedKindSchema } from '../../../shared/model/retention.ts';
import { environmentSchema } from '../../../shared/model/session/environment.ts';
import { noResultSchema } from '../../storage/store/columns.ts';
import { procedure } from '../../storage/store/procedure.ts';

const schema = `
CREATE TABLE retention_removal (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  -- Name and environment of the profile, for the record.
  profile TEXT NOT NULL,
  environment TEXT NOT NULL,
  kind TEXT NOT NULL,
  item TEXT NOT NULL,
  subject TEXT NOT NULL,
  begun_at INTEGER NOT NULL
) STRICT;
`;

const newRemovalSchema = z.object({
  profileId: z.string(),
  profile: z.string(),
  environment: environmentSchema,
  kind: retainedKindSchema,
  item: z.string(),
  subject: z.string(),
  /** Milliseconds since 1970. */
  begunAt: z.number().int(),
});

const removalSchema = newRemovalSchema.extend({ number: z.number().int() });

export type Removal = z.infer<typeof removalSchema>;

/** Stores removals before anything is removed. */
export const beginRemovals = procedure(
  'retention.begin',
  { args: z.array(newRemovalSchema), result: noResultSchema },
  (database, removals) => {
    for (const removal of removals)
      database.run(
        `INSERT INTO retention_removal (profile_id, profile, environment, kind, item, subject, begun_at)
         VALUES ($profileId, $profile, $environment, $kind, $item, $subject, $begunAt)`,
        removal,
      );
    return null;
  },
);

/** Returns the unfinished removals, in their order. */
export const listRemovals = procedure(
  'retention.unfinished',
  { args: z.null(), result: z.array(removalSchema) },
  (database) =>
    database.all(
      `SELECT number, profile_id AS "profileId", profile, environment, kind, item, subject, begun_at AS "begunAt"
       FROM retention_removal ORDER BY number`,
    ),
);

/** Forgets removals that are complete and recorded. */
export const endRemovals = procedure(
  'retention.end',
  { args: z.object({ numbers: z.array(z.number().int()) }), result: noResultSchema },
  (database, { numbers }) => {
    database.run('DELETE FROM retention_removal WHERE number IN (SELECT value FROM json_each($numbers))', {
      numbers: JSON.stringify(numbers),
    });
    return null;
  },
);

/** SQL scripts in order of release. */
export const migrations = [schema];
