/** @file The decisions about an unknown outcome: labels, consequences and the command to main. */

import type { CommandArgs } from '../../../shared/contract/index.ts';
import { t } from '../../../shared/messages/index.ts';
import { recipientIdSchema, type UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import type { Environment } from '../../../shared/model/session/environment.ts';

export type Decision = 'is-there' | 'send-again';

/** Counts the documents that the operation adds. Documents that were attached earlier are listed too, but certain. */
export function countNewDocuments(outcome: UnknownOutcome): number {
  return outcome.documents.filter((document) => document.isNew).length;
}

/**
 * True when *send again* sends nothing: a beneficiary whose creation named no documents becomes a draft again,
 * because no batch waits for the creation.
 */
function becomesDraft(outcome: UnknownOutcome): boolean {
  return outcome.creates && outcome.documents.length === 0;
}

export function decisionLabel(outcome: UnknownOutcome, decision: Decision): string {
  if (decision === 'is-there')
    return outcome.creates ? t('outcomes.dialog.markCreated') : t('outcomes.markAttached');
  return becomesDraft(outcome) ? t('outcomes.dialog.makeDraft') : t('outcomes.sendAgain');
}

export function explainDecision(outcome: UnknownOutcome, decision: Decision): string {
  const documents = countNewDocuments(outcome);
  if (decision === 'is-there')
    return outcome.creates
      ? t('outcomes.dialog.isThere.created', { documents })
      : t('outcomes.dialog.isThere.documents', { documents });
  if (becomesDraft(outcome)) return t('outcomes.dialog.isMissing.more');
  return outcome.creates
    ? t('outcomes.dialog.sendAgain.creation', { documents })
    : t('outcomes.dialog.sendAgain.documents', { documents });
}

export function describeSettleButton(
  outcome: UnknownOutcome,
  decision: Decision,
  environment: Environment,
): { readonly label: string; readonly variant: 'primary' | 'outward' } {
  const documents = countNewDocuments(outcome);
  if (decision === 'is-there')
    return {
      label:
        documents === 0 ? t('outcomes.dialog.markCreated') : t('outcomes.dialog.markAttached', { documents }),
      variant: 'primary',
    };
  if (becomesDraft(outcome)) return { label: t('outcomes.dialog.makeDraft'), variant: 'primary' };
  const label = outcome.creates
    ? t('outcomes.dialog.createAgain', { environment })
    : t('outcomes.dialog.sendDocuments', { documents, environment });
  return { label, variant: 'outward' };
}

/** The arguments for main, or `null` while the recipient ID of a creation is missing or invalid. */
export function createSettleArguments(
  outcome: UnknownOutcome,
  decision: Decision,
  recipientId: string,
): CommandArgs<'beneficiaries.settle'> | null {
  const { attachId } = outcome;
  if (decision === 'send-again') return { decision, attachId };
  if (!outcome.creates) return { decision, attachId, recipientId: null };
  const parsed = recipientIdSchema.safeParse(recipientId);
  return parsed.success ? { decision, attachId, recipientId: parsed.data } : null;
}
