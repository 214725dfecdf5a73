/** @file What the clerk does with the comparison of a statement with its proofs. */
import { t } from '../../../../shared/messages/index.ts';
import {
  type AgreementState,
  agreementStates,
  valueOfAgreement,
} from '../../../../shared/model/statements/agreement.ts';
import { queueProofs } from '../../../app/fetch-proofs.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { warn } from '../grid/state/viewer-actions.ts';
import type { Viewer } from '../grid/state/viewer-context.ts';

/** Shows the proof of the row at the cursor beside the rows, or hides it. The statement is compared first. */
export function toggleProof(viewer: Pick<Viewer, 'isProofShown' | 'set'>): void {
  viewer.set(viewer.isProofShown ? { isProofShown: false } : { isProofShown: true, isComparing: true });
}

/** Returns the state of the rows in view; `all` without such a filter. */
export function shownState({ rowFilter }: Viewer): AgreementState | 'all' {
  if (rowFilter?.kind !== 'state' || rowFilter.of !== 'agreement') return 'all';
  return agreementStates.find((state) => rowFilter.values.includes(valueOfAgreement(state))) ?? 'all';
}

export function showState({ dispatch }: Viewer, state: AgreementState | 'all'): void {
  const filter =
    state === 'all'
      ? null
      : { kind: 'state' as const, of: 'agreement' as const, values: [valueOfAgreement(state)] };
  dispatch({ type: 'filter-rows', filter });
}

/** Fetches the proofs that are missing; the statement stays open, and is compared again when they have arrived. */
export async function fetchMissingProofs({ handle }: Viewer): Promise<void> {
  const { references, of } = await call('viewer.query', { action: 'missingProofs', handle });
  if (references.length === 0) {
    toast({ sentence: t('statementAgreement.fetched.nothing') });
    return;
  }
  const { queued } = await queueProofs(references);
  toast({ sentence: t('statementAgreement.fetched.toast', { count: queued }) });
  if (references.length < of)
    warn(
      t('statementAgreement.fetched.some', { read: references.length, all: of }),
      t('statementAgreement.fetched.someDetail'),
    );
}
