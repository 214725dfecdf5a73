/** @file Unfinished references of all profiles, and closing them. */
import { z } from 'zod';
import { statesWith } from '../../../shared/model/attention.ts';
import { openWorkSchema } from '../../../shared/model/needs-you.ts';
import { proofAttention, proofStateSchema } from '../../../shared/model/proofs/proof.ts';
import { noResultSchema } from '../../store/columns.ts';
import { procedure } from '../../store/procedure.ts';
import { sqlList } from '../../store/sql-list.ts';

const open = sqlList(statesWith(proofAttention, 'moving', 'needs-you'));

const rowSchema = z.object({
  profileId: z.string(),
  state: proofStateSchema,
  proofs: z.number(),
  since: z.number(),
  proofId: z.number(),
});

/**
 * Unfinished work of this feature in the database, of all profiles. `active` lists the signed-in profiles; the others
 * fetch nothing.
 */
export const openWork = procedure(
  'proofs.openWork',
  { args: z.object({ active: z.array(z.string()) }), result: openWorkSchema },
  (database, { active }) => {
    const rows = z.array(rowSchema).parse(
      database.all(
        `SELECT r.profile_id AS "profileId", r.state, count(*) AS proofs, min(r.asked_at) AS since,
           (SELECT f.id FROM proof_reference f WHERE f.profile_id = r.profile_id AND f.state = r.state
            ORDER BY f.paste DESC, f.position LIMIT 1) AS "proofId"
         FROM proof_reference r WHERE r.state IN ${open} GROUP BY r.profile_id, r.state`,
      ),
    );
    const needs: unknown[] = [];
    const moving: unknown[] = [];
    for (const { profileId, state, proofs, proofId, since } of rows) {
      const common = { profileId, proofs, proofId, since: new Date(since).toISOString() };
      if (proofAttention[state] === 'needs-you') needs.push({ kind: 'proofs-failed', ...common });
      else if (active.includes(profileId)) moving.push({ kind: 'proofs', profileId, number: proofs });
      else needs.push({ kind: 'proofs-paused', ...common });
    }
    return { needs, moving };
  },
);

/** A fingerprint that changes whenever the result of {@link savedReferences} changes. */
export const savedSummary = procedure(
  'proofs.savedSummary',
  {
    args: z.null(),
    result: z.object({ number: z.number(), ids: z.number(), pastes: z.number() }),
  },
  (database) =>
    database.get(
      `SELECT count(*) AS number, total(id) AS ids, total(paste) AS pastes FROM proof_reference
       WHERE state = 'saved'`,
    ),
);

/** References of all profiles whose state is `saved`, in list order. The library may still miss their proofs. */
export const savedReferences = procedure(
  'proofs.savedReferences',
  {
    args: z.null(),
    result: z.array(
      z.object({ id: z.number(), profileId: z.string(), reference: z.string(), askedAt: z.number() }),
    ),
  },
  (database) =>
    database.all(
      `SELECT id, profile_id AS "profileId", reference, asked_at AS "askedAt" FROM proof_reference
       WHERE state = 'saved' ORDER BY profile_id, paste DESC, position`,
    ),
);

/** Closes the failed or the lost references of a profile: they become cancelled. */
export const closeProofs = procedure(
  'proofs.close',
  {
    args: z.object({ profileId: z.string(), references: z.array(z.string()).nullable() }),
    result: noResultSchema,
  },
  (database, { profileId, references }) => {
    database.run(
      `UPDATE proof_reference SET state = 'cancelled' WHERE profile_id = $profileId
         AND (($lost IS NULL AND state = 'failed')
           OR (state = 'saved' AND reference IN (SELECT value FROM json_each($lost))))`,
      { profileId, lost: references === null ? null : JSON.stringify(references) },
    );
    return null;
  },
);
