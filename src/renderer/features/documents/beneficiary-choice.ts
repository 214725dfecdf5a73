/** @file Choice of a beneficiary: an existing one, or a new one that is added when the choice is used. */
import { t } from '../../../shared/messages/index.ts';
import { type BeneficiaryName, labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';
import { call } from '../../bridge.ts';
import type { ComboBoxItem } from '../../components/ComboBox.tsx';

const maxFound = 50;

export type Choice =
  | { readonly kind: 'known'; readonly found: ComboBoxItem | null }
  | { readonly kind: 'new'; readonly label: string; readonly recipientId: string };

/** Nothing is chosen yet. */
export const noChoice: Choice = { kind: 'known', found: null };

/** A new beneficiary is to be added. */
export function newChoice(label: string): Choice {
  return { kind: 'new', label, recipientId: '' };
}

/** Validates a typed label or recipient ID; `null` when it is valid or empty. */
export function nameProblem(typed: string): string | null {
  if (typed.trim() === '' || recipientIdSchema.safeParse(typed).success) return null;
  return t('documentsAssign.choice.wrong');
}

/** Returns what is missing before the choice can be used; `null` when nothing is. */
export function choiceProblem(choice: Choice): string | null {
  if (choice.kind === 'known') return choice.found === null ? t('documentsAssign.choice.missing') : null;
  const complete =
    labelSchema.safeParse(choice.label).success && recipientIdSchema.safeParse(choice.recipientId).success;
  return complete ? null : t('documentsAssign.choice.missingNew');
}

/** Adds a beneficiary that the service knows. Rejects with `beneficiary-exists` when its ID is taken. */
export async function addBeneficiary(label: string, recipientId: string): Promise<BeneficiaryName> {
  const typed = { label: label.trim(), recipientId: recipientId.trim() };
  const { id } = await call('beneficiaries.add', typed);
  return { id, ...typed };
}

/** The beneficiary of a choice, added if it is new. `null` while something is missing. */
export async function settleChoice(choice: Choice): Promise<{ id: number; label: string } | null> {
  if (choiceProblem(choice) !== null) return null;
  if (choice.kind === 'new') return addBeneficiary(choice.label, choice.recipientId);
  return choice.found === null ? null : { id: choice.found.id, label: choice.found.label };
}

const stageMessages = {
  draft: 'documentsAssign.choice.willBeCreated',
  creating: 'documentsAssign.choice.willBeCreated',
  'id-needed': 'documentsAssign.choice.idNeeded',
} as const;

/** Beneficiaries by entry of the field. */
const names = new WeakMap<ComboBoxItem, BeneficiaryName>();

/** A beneficiary as a field shows it; `without` says why it has no recipient ID. */
export function foundOf(
  name: BeneficiaryName,
  without: string = t('documentsAssign.choice.willBeCreated'),
): ComboBoxItem {
  const found = { id: name.id, label: name.label, more: name.recipientId ?? without };
  names.set(found, name);
  return found;
}

/** The beneficiary behind an entry of a field. */
export function nameOf(found: ComboBoxItem): BeneficiaryName {
  return names.get(found) ?? { id: found.id, label: found.label, recipientId: null };
}

/** Finds beneficiaries by a part of their name or ID. */
export async function findBeneficiaries(text: string): Promise<readonly ComboBoxItem[]> {
  const { rows } = await call('beneficiaries.list', {
    search: text.slice(0, 200),
    offset: 0,
    limit: maxFound,
  });
  return rows.map(({ id, label, recipientId, stage }) =>
    foundOf({ id, label, recipientId }, stage === 'known' ? '' : t(stageMessages[stage])),
  );
}
