/** @file Previews and applies assignments by rule. */
import { z } from 'zod';
import { PaydeskError } from '../../../../../shared/errors.ts';
import { labelSchema, recipientIdSchema } from '../../../../../shared/model/beneficiary.ts';
import {
  type MappingNumbers,
  type MappingOutcome,
  mappingNumbersSchema,
  mappingOutcomeSchema,
  mappingRowSchema,
  maxNewRecipients,
} from '../../../../../shared/model/documents/mapping.ts';
import { parsePattern } from '../../../../../shared/model/documents/name-pattern.ts';
import { fold } from '../../../../../shared/model/fold.ts';
import { pageOf, pageRequestSchema } from '../../../../../shared/model/paging.ts';
import type { Database } from '../../../../storage/store/database.ts';
import { procedure } from '../../../../storage/store/procedure.ts';
import { beginStep, endStep, setBeneficiary } from './assignment-history.ts';
import {
  type MappingPlan,
  manifestLineSchema,
  planByManifest,
  planByPattern,
  readMappingContext,
} from './mapping-plan.ts';

const id = z.number().int();

const ruleSchema = z.discriminatedUnion('by', [
  z.object({ by: z.literal('pattern'), pattern: z.string() }),
  z.object({ by: z.literal('manifest'), lines: z.array(manifestLineSchema) }),
]);

const ruleArgs = z.object({ batchId: id, rule: ruleSchema, onlyOpen: z.boolean() });

/** A rule with the pattern or with the lines of its manifest. */
export type FullRule = z.infer<typeof ruleSchema>;

function planRule(database: Database, { batchId, rule, onlyOpen }: z.infer<typeof ruleArgs>): MappingPlan {
  const context = readMappingContext(database, batchId, onlyOpen);
  if (rule.by === 'manifest') return planByManifest(context, rule.lines);
  const pattern = parsePattern(rule.pattern);
  if ('problem' in pattern) {
    throw new PaydeskError('arguments-invalid', 'The pattern cannot be used', {
      details: { fields: ['pattern'], problem: pattern.problem },
    });
  }
  return planByPattern(context, pattern);
}

function countPlan({ rows, assigned, newRecipients, unassignedCount }: MappingPlan): MappingNumbers {
  const counts: Partial<Record<MappingOutcome, number>> = {};
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1;
  const recipients = [...newRecipients].map(([recipientId, documents]) => ({ recipientId, documents }));
  return {
    counts,
    documents: assigned.size,
    beneficiaries: new Set(assigned.values()).size,
    left: unassignedCount,
    newRecipients: recipients.slice(0, maxNewRecipients),
    newRecipientsTotal: recipients.length,
  };
}

/** Counts the results of a rule and returns a page of its rows. Throws `arguments-invalid` for an invalid pattern. */
export const previewMapping = procedure(
  'documents.previewMapping',
  {
    args: ruleArgs.extend({ ...pageRequestSchema.shape, outcomes: z.array(mappingOutcomeSchema) }),
    result: mappingNumbersSchema.extend({ page: pageOf(mappingRowSchema) }),
  },
  (database, { outcomes, offset, limit, ...args }) => {
    const plan = planRule(database, args);
    const shownOutcomes = new Set<MappingOutcome>(outcomes);
    const rows = plan.rows.filter(({ outcome }) => shownOutcomes.size === 0 || shownOutcomes.has(outcome));
    return {
      ...countPlan(plan),
      page: { total: rows.length, rows: rows.slice(offset, offset + limit) },
    };
  },
);

/** Adds recipients that are not in the address book of the profile yet; returns their number. */
function addRecipients(
  database: Database,
  batchId: number,
  newRecipients: readonly { readonly recipientId: string; readonly label: string }[],
): number {
  let added = 0;
  for (const { recipientId, label } of newRecipients) {
    added += database.run(
      `INSERT INTO beneficiary (profile_id, label, folded_label, recipient_id, folded_id, stage)
       SELECT b.profile_id, $label, $foldedLabel, $recipientId, $foldedId, 'known' FROM batch b
       WHERE b.id = $batchId AND NOT EXISTS (SELECT 1 FROM beneficiary y
         WHERE y.profile_id = b.profile_id AND y.recipient_id = $recipientId)`,
      { batchId, label, recipientId, foldedLabel: fold(label), foldedId: fold(recipientId) },
    ).changes;
  }
  return added;
}

/** Adds new recipients and assigns documents by a rule, in one recorded step. Throws `arguments-invalid` for an invalid pattern. */
export const applyMapping = procedure(
  'documents.applyMapping',
  {
    args: ruleArgs.extend({
      add: z.array(z.object({ recipientId: recipientIdSchema, label: labelSchema })),
      at: z.number(),
      by: z.string(),
    }),
    result: z.object({ changed: id, beneficiaries: id, added: id }),
  },
  (database, { add, at, by, ...args }) => {
    const added = addRecipients(database, args.batchId, add);
    const { assigned } = planRule(database, args);
    const documentsByBeneficiary = new Map<number, number[]>();
    for (const [documentId, beneficiaryId] of assigned) {
      const documentIds = documentsByBeneficiary.get(beneficiaryId) ?? [];
      documentsByBeneficiary.set(beneficiaryId, [...documentIds, documentId]);
    }
    const step = beginStep(database, { batchId: args.batchId, way: args.rule.by, at, by });
    let changed = 0;
    for (const [beneficiaryId, ids] of documentsByBeneficiary)
      changed += setBeneficiary(database, step, JSON.stringify(ids), beneficiaryId);
    endStep(database, step);
    return { changed, beneficiaries: documentsByBeneficiary.size, added };
  },
);
