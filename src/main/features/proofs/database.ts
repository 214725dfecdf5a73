/** @file References and their states. The proofs themselves are sealed in the library. */
import { z } from 'zod';
import { wireErrorSchema } from '../../../shared/wire-error.ts';
import { changedSchema, jsonColumn, noResultSchema } from '../../storage/store/columns.ts';
import { procedure } from '../../storage/store/procedure.ts';

export const schema = `
CREATE TABLE proof_reference (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  profile_id TEXT NOT NULL,
  reference TEXT NOT NULL,
  -- The list shows the newest paste first, and the references of a paste by position.
  paste INTEGER NOT NULL,
  position INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('queued', 'saved', 'not-found', 'failed', 'cancelled')),
  -- The error of a failed reference, as JSON.
  error TEXT,
  asked_at INTEGER NOT NULL,
  -- Number of readings of the response that were begun and have not ended.
  readings INTEGER NOT NULL DEFAULT 0,
  UNIQUE (profile_id, reference)
) STRICT;
CREATE INDEX proof_reference_order ON proof_reference (profile_id, paste DESC, position);
-- Openings of stored proofs that were begun and did not end.
CREATE TABLE proof_opening (
  -- Identifier of the proof in the library.
  item TEXT PRIMARY KEY,
  openings INTEGER NOT NULL
) STRICT;
`;

const storedStateSchema = z.enum(['queued', 'saved', 'not-found', 'failed', 'cancelled']);

/** State of a reference in the database. */
export type StoredState = z.infer<typeof storedStateSchema>;

const referenceRowSchema = z.object({
  id: z.number().int(),
  reference: z.string(),
  state: storedStateSchema,
  error: jsonColumn(wireErrorSchema).nullable(),
  requestedAt: z.number(),
});

export type StoredReference = z.infer<typeof referenceRowSchema>;

/** Returns a page of a profile's references, in list order. */
export const listReferences = procedure(
  'proofs.references',
  {
    args: z.object({ profileId: z.string(), offset: z.number(), limit: z.number() }),
    result: z.array(referenceRowSchema),
  },
  (database, values) =>
    database.all(
      `SELECT id, reference, state, error, asked_at AS "requestedAt" FROM proof_reference
       WHERE profile_id = $profileId ORDER BY paste DESC, position LIMIT $limit OFFSET $offset`,
      values,
    ),
);

/** Puts references on top of the list and queues them, except references in `known`, whose proofs are stored. */
export const pasteReferences = procedure(
  'proofs.paste',
  {
    args: z.object({
      profileId: z.string(),
      references: z.array(z.string()),
      known: z.array(z.string()),
      at: z.number(),
    }),
    result: noResultSchema,
  },
  (database, { profileId, references, known, at }) => {
    const newestPaste = database.get(
      'SELECT max(paste) AS paste FROM proof_reference WHERE profile_id = $profileId',
      { profileId },
    );
    const number = Number(newestPaste?.['paste'] ?? 0) + 1;
    const knownReferences = new Set(known);
    for (const [position, reference] of references.entries()) {
      const state = knownReferences.has(reference) ? 'saved' : 'queued';
      database.run(
        `INSERT INTO proof_reference (profile_id, reference, paste, position, state, asked_at)
         VALUES ($profileId, $reference, $number, $position, $state, $at)
         ON CONFLICT (profile_id, reference) DO UPDATE
         SET paste = $number, position = $position, state = $state, error = NULL, readings = 0`,
        { profileId, reference, number, position, state, at },
      );
    }
    return null;
  },
);

/** Queues references again at the clerk's request and resets their counters of readings. */
export const queueReferences = procedure(
  'proofs.queue',
  { args: z.object({ ids: z.array(z.number()) }), result: noResultSchema },
  (database, { ids }) => {
    for (const id of ids)
      database.run("UPDATE proof_reference SET state = 'queued', error = NULL, readings = 0 WHERE id = $id", {
        id,
      });
    return null;
  },
);

/** Replaces a reference and queues it. `changed` is 0 when the profile has the new reference already. */
export const correctReference = procedure(
  'proofs.correct',
  {
    args: z.object({ id: z.number(), reference: z.string(), at: z.number() }),
    result: changedSchema,
  },
  (database, { id, reference, at }) => {
    const { changes } = database.run(
      `UPDATE OR IGNORE proof_reference
       SET reference = $reference, state = 'queued', error = NULL, readings = 0, asked_at = $at WHERE id = $id`,
      { id, reference, at },
    );
    return { changed: changes };
  },
);

/** Removes references from the list. `changed` is their number. */
export const removeReferences = procedure(
  'proofs.removeReferences',
  { args: z.object({ ids: z.array(z.number()) }), result: changedSchema },
  (database, { ids }) => {
    const { changes } = database.run(
      'DELETE FROM proof_reference WHERE id IN (SELECT value FROM json_each($ids))',
      { ids: JSON.stringify(ids) },
    );
    return { changed: changes };
  },
);

/**
 * Counts a reading of a response before it begins, so that a reading that crashes Paydesk is counted too. Returns
 * `false` when the limit is reached.
 */
export const beginReading = procedure(
  'proofs.beginReading',
  { args: z.object({ id: z.number(), max: z.number() }), result: z.boolean() },
  (database, { id, max }) => {
    const row = database.get('SELECT readings FROM proof_reference WHERE id = $id', { id });
    if (Number(row?.['readings'] ?? 0) >= max) return false;
    database.run('UPDATE proof_reference SET readings = readings + 1 WHERE id = $id', { id });
    return true;
  },
);

/** Counts an opening of a stored proof before it begins, as {@link beginReading} does. */
export const beginOpening = procedure(
  'proofs.beginOpening',
  { args: z.object({ item: z.string(), max: z.number() }), result: z.boolean() },
  (database, { item, max }) => {
    const row = database.get('SELECT openings FROM proof_opening WHERE item = $item', { item });
    if (Number(row?.['openings'] ?? 0) >= max) return false;
    database.run(
      `INSERT INTO proof_opening (item, openings) VALUES ($item, 1)
       ON CONFLICT (item) DO UPDATE SET openings = openings + 1`,
      { item },
    );
    return true;
  },
);

/** Resets the counters of openings, after a successful opening or a removal. */
export const endOpenings = procedure(
  'proofs.endOpenings',
  { args: z.object({ items: z.array(z.string()) }), result: noResultSchema },
  (database, { items }) => {
    database.run('DELETE FROM proof_opening WHERE item IN (SELECT value FROM json_each($items))', {
      items: JSON.stringify(items),
    });
    return null;
  },
);

/** Lists the items of stored proofs that have reached the maximum number of openings and are no longer opened. */
export const listUnreadableItems = procedure(
  'proofs.unreadableItems',
  { args: z.object({ max: z.number() }), result: z.array(z.object({ item: z.string() })) },
  (database, { max }) => database.all('SELECT item FROM proof_opening WHERE openings >= $max', { max }),
);

/** Records the final state of a reference and resets its counter of readings. */
export const recordOutcome = procedure(
  'proofs.settle',
  {
    args: z.object({
      id: z.number(),
      state: storedStateSchema,
      error: z.string().nullable(),
      at: z.number(),
    }),
    result: noResultSchema,
  },
  (database, values) => {
    database.run(
      'UPDATE proof_reference SET state = $state, error = $error, asked_at = $at, readings = 0 WHERE id = $id',
      values,
    );
    return null;
  },
);

export const cancelReferences = procedure(
  'proofs.cancel',
  { args: z.object({ ids: z.array(z.number()) }), result: noResultSchema },
  (database, { ids }) => {
    for (const id of ids)
      database.run("UPDATE proof_reference SET state = 'cancelled' WHERE id = $id", { id });
    return null;
  },
);

/** Removes references whose stored proofs are removed. References that are being fetched again stay. */
export const removeSaved = procedure(
  'proofs.removeSaved',
  { args: z.object({ profileId: z.string(), references: z.array(z.string()) }), result: noResultSchema },
  (database, { profileId, references }) => {
    database.run(
      `DELETE FROM proof_reference WHERE profile_id = $profileId AND state = 'saved'
         AND reference IN (SELECT value FROM json_each($references))`,
      { profileId, references: JSON.stringify(references) },
    );
    return null;
  },
);

export const removeProfile = procedure(
  'proofs.removeProfile',
  { args: z.object({ profileId: z.string() }), result: noResultSchema },
  (database, values) => {
    database.run('DELETE FROM proof_reference WHERE profile_id = $profileId', values);
    return null;
  },
);
