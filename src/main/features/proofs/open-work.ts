/** @file Unfinished references of all profiles, and closing them. */
import { z } from 'zod';
import { statesWith } from '../../../shared/model/documents/attention.ts';
import { openWorkSchema } from '../../../shared/model/needs-you/needs-you.ts';
import { proofAttention, proofStateSchema } from '../../../shared/model/proofs/proof.ts';
import { wireErrorSchema } from '../../../shared/wire-error.ts';
import { jsonColumn, noResultSchema } from '../../storage/store/columns.ts';
import { procedure } from '../../storage/store/procedure.ts';
import { sqlList } from '../../storage/store/state-sql.ts';

const openStatesSql = sqlList(statesWith(proofAttention, 'moving', 'needs-you'));

const openWorkRowSchema = z.object({
  profileId: z.string(),
  state: proofStateSchema,
  proofs: z.number(),
  since: z.number(),
  proofId: z.number(),
});

/**
 * Lists the unfinished work of all profiles. `active` contains the IDs of the signed-in profiles; references of other
 * profiles are paused.
 */
export const listOpenWork = procedure(
  'proofs.openWork',
  { args: z.object({ active: z.array(z.string()) }), result: openWorkSchema },
  (database, { active }) => {
    const rows = z.array(openWorkRowSchema).parse(
      database.all(
        `SELECT r.profile_id AS "profileId", r.state, count(*) AS proofs, min(r.asked_at) AS since,
           (SELECT f.id FROM proof_reference f WHERE f.profile_id = r.profile_id AND f.state = r.state
            ORDER BY f.paste DESC, f.position LIMIT 1) AS "proofId"
         FROM proof_reference r WHERE r.state IN ${openStatesSql} GROUP BY r.profile_id, r.state`,
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

/** Returns the first references of a profile that failed or wait, in list order. */
export const listOpenReferences = procedure(
  'proofs.openReferences',
  {
    args: z.object({ profileId: z.string(), state: z.enum(['failed', 'queued']), limit: z.number() }),
    result: z.array(z.object({ reference: z.string(), error: jsonColumn(wireErrorSchema).nullable() })),
  },
  (database, values) =>
    database.all(
      `SELECT reference, error FROM proof_reference WHERE profile_id = $profileId AND state = $state
       ORDER BY paste DESC, position LIMIT $limit`,
      values,
    ),
);

/** Returns numbers that change whenever the result of {@link listSavedReferences} changes. */
export const summarizeSavedReferences = procedure(
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

/** Lists the references of all profiles whose state is `saved`, in list order. The library may miss their proofs. */
export const listSavedReferences = procedure(
  'proofs.savedReferences',
  {
    args: z.null(),
    result: z.array(
      z.object({ id: z.number(), profileId: z.string(), reference: z.string(), requestedAt: z.number() }),
    ),
  },
  (database) =>
    database.all(
      `SELECT id, profile_id AS "profileId", reference, asked_at AS "requestedAt" FROM proof_reference
       WHERE state = 'saved' ORDER BY profile_id, paste DESC, position`,
    ),
);

/** Cancels the failed references of a profile, or the lost references if `references` lists them. */
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
