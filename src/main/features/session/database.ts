/** @file Tables of the clerks' profiles and the usage of every profile. They never contain secrets. */
import { z } from 'zod';
import { environmentSchema, hostsSchema } from '../../../shared/model/session/environment.ts';
import { profileOptionsSchema } from '../../../shared/model/session/profile.ts';
import { flagColumn, jsonColumn, noResultSchema, timeColumn } from '../../storage/store/columns.ts';
import { procedure } from '../../storage/store/procedure.ts';

export const schema = `
CREATE TABLE profile (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  environment TEXT NOT NULL,
  client_id TEXT NOT NULL,
  hosts TEXT NOT NULL,
  options TEXT NOT NULL
) STRICT;
CREATE TABLE profile_use (
  profile_id TEXT PRIMARY KEY,
  last_signed_in_at INTEGER,
  -- The marker that tells a key lost from the keychain from one that was never kept there.
  key_kept INTEGER NOT NULL DEFAULT 0,
  key_to_remove INTEGER NOT NULL DEFAULT 0,
  -- Set while a session is open, so that the next start goes on with it.
  session_open INTEGER NOT NULL DEFAULT 0,
  -- Several sessions may be open; the profile with the greatest number was shown last.
  active_order INTEGER NOT NULL DEFAULT 0
) STRICT;
`;

const storedProfileSchema = z.object({
  id: z.string(),
  name: z.string(),
  environment: environmentSchema,
  clientId: z.string(),
  hosts: jsonColumn(hostsSchema),
  options: jsonColumn(profileOptionsSchema),
});

/** Lists the clerks' profiles by name. */
export const listProfiles = procedure(
  'session.listProfiles',
  { args: z.null(), result: z.array(storedProfileSchema) },
  (database) =>
    database.all(
      'SELECT id, name, environment, client_id AS "clientId", hosts, options FROM profile ORDER BY name, environment, id',
    ),
);

/** Adds a profile or changes one. `hosts` and `options` are JSON texts. */
export const saveProfile = procedure(
  'session.saveProfile',
  {
    args: storedProfileSchema.extend({ hosts: z.string(), options: z.string() }),
    result: noResultSchema,
  },
  (database, profile) => {
    database.run(
      `INSERT INTO profile (id, name, environment, client_id, hosts, options)
       VALUES ($id, $name, $environment, $clientId, $hosts, $options)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, environment = excluded.environment,
         client_id = excluded.client_id, hosts = excluded.hosts, options = excluded.options`,
      profile,
    );
    return null;
  },
);

/** Removes a profile; the record of its key stays until the key is removed. */
export const removeProfile = procedure(
  'session.removeProfile',
  { args: z.object({ id: z.string() }), result: noResultSchema },
  (database, { id }) => {
    database.run('DELETE FROM profile WHERE id = $id', { id });
    return null;
  },
);

const useSchema = z.object({
  profileId: z.string(),
  lastSignedInAt: timeColumn.nullable(),
  keyKept: flagColumn,
  keyToRemove: flagColumn,
  sessionOpen: flagColumn,
  activeOrder: z.number().int(),
});

/** The usage of one profile. */
export type ProfileUse = z.infer<typeof useSchema>;

/** Lists the usage of every profile. */
export const listUse = procedure(
  'session.listUse',
  { args: z.null(), result: z.array(useSchema) },
  (database) =>
    database.all(
      `SELECT profile_id AS "profileId", last_signed_in_at AS "lastSignedInAt", key_kept AS "keyKept",
         key_to_remove AS "keyToRemove", session_open AS "sessionOpen", active_order AS "activeOrder"
       FROM profile_use`,
    ),
);

/** Records a sign-in and marks the session of the profile as open. `at` is in milliseconds since 1970. */
export const recordSignIn = procedure(
  'session.signedIn',
  { args: z.object({ profileId: z.string(), at: z.number() }), result: noResultSchema },
  (database, args) => {
    database.run(
      `INSERT INTO profile_use (profile_id, last_signed_in_at, session_open) VALUES ($profileId, $at, 1)
       ON CONFLICT (profile_id) DO UPDATE SET last_signed_in_at = excluded.last_signed_in_at, session_open = 1`,
      args,
    );
    return null;
  },
);

/** Records that the window shows this profile. */
export const recordActivation = procedure(
  'session.activated',
  { args: z.object({ profileId: z.string() }), result: noResultSchema },
  (database, args) => {
    database.run(
      `UPDATE profile_use SET active_order = (SELECT max(active_order) + 1 FROM profile_use)
       WHERE profile_id = $profileId`,
      args,
    );
    return null;
  },
);

/** Marks the session of one profile, or for `null` of every profile, as closed. */
export const recordSignOut = procedure(
  'session.signedOut',
  { args: z.object({ profileId: z.string().nullable() }), result: noResultSchema },
  (database, args) => {
    database.run(
      'UPDATE profile_use SET session_open = 0 WHERE $profileId IS NULL OR profile_id = $profileId',
      args,
    );
    return null;
  },
);

/** Records whether the keychain has the key of a profile, and whether the key must still be removed. */
export const markKey = procedure(
  'session.markKey',
  {
    args: z.object({ profileId: z.string(), kept: z.boolean(), toRemove: z.boolean() }),
    result: noResultSchema,
  },
  (database, { profileId, kept, toRemove }) => {
    database.run(
      `INSERT INTO profile_use (profile_id, key_kept, key_to_remove) VALUES ($profileId, $kept, $toRemove)
       ON CONFLICT (profile_id) DO UPDATE SET key_kept = excluded.key_kept, key_to_remove = excluded.key_to_remove`,
      { profileId, kept: Number(kept), toRemove: Number(toRemove) },
    );
    return null;
  },
);
