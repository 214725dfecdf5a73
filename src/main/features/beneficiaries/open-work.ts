/** @file Unfinished beneficiaries of all profiles, for *Needs you*. */
import { z } from 'zod';
import { type BeneficiaryStage, beneficiaryAttention } from '../../../shared/model/beneficiary.ts';
import { statesWith } from '../../../shared/model/documents/attention.ts';
import { type NeedKind, openWorkSchema } from '../../../shared/model/needs-you/needs-you.ts';
import { procedure } from '../../storage/store/procedure.ts';
import { sqlList } from '../../storage/store/state-sql.ts';

/** The kind of *Needs you* entry by stage. */
const needKinds: Readonly<Record<BeneficiaryStage, NeedKind | null>> = {
  known: null,
  draft: 'beneficiary-draft',
  creating: null,
  'id-needed': 'id-needed',
};

const needsYouStages = sqlList(statesWith(beneficiaryAttention, 'needs-you'));
const movingStages = sqlList(statesWith(beneficiaryAttention, 'moving'));

const rowSchema = z.object({
  profileId: z.string(),
  beneficiaryId: z.number(),
  label: z.string(),
  stage: z.enum(['known', 'draft', 'creating', 'id-needed']),
  since: z.number().nullable(),
});

/**
 * Lists drafts, and beneficiaries without their recipient ID. A draft that a running batch creates counts as moving; a
 * creation with an unknown outcome is reported by its attach operation.
 */
export const openWork = procedure(
  'beneficiaries.openWork',
  { args: z.null(), result: openWorkSchema },
  (database) => {
    const rows = z.array(rowSchema).parse(
      database.all(
        `SELECT b.id AS "beneficiaryId", b.profile_id AS "profileId", b.label, b.stage, CASE b.stage
           WHEN 'id-needed' THEN (SELECT max(coalesce(o.ended_at, o.sent_at)) FROM attach_operation o
             WHERE o.beneficiary_id = b.id)
           ELSE b.drafted_at END AS since
         FROM beneficiary b WHERE b.stage IN ${needsYouStages} ORDER BY b.id`,
      ),
    );
    return {
      needs: rows.map(({ stage, since, ...row }) => ({
        ...row,
        kind: needKinds[stage],
        since: since === null ? null : new Date(since).toISOString(),
      })),
      moving: database.all(
        `SELECT 'beneficiaries' AS kind, profile_id AS "profileId", count(*) AS number FROM beneficiary
         WHERE stage IN ${movingStages} GROUP BY profile_id`,
      ),
    };
  },
);
