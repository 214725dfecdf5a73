/** @file Choice of a beneficiary of the address book, or of a new beneficiary that is added when the choice is used. */
import { t } from '../../../../shared/messages/index.ts';
import {
  type BeneficiaryName,
  labelSchema,
  recipientIdSchema,
} from '../../../../shared/model/beneficiary.ts';
import { call } from '../../../bridge.ts';
import type { ComboBoxItem } from '../../../components/fields/ComboBox.tsx';

const maxSuggestions = 50;
const maxSearchLength = 200;

export type Choice =
  | { readonly kind: 'known'; readonly item: ComboBoxItem | null }
  | { readonly kind: 'new'; readonly label: string; readonly recipientId: string };

/** The choice before a beneficiary is chosen. */
export const noChoice: Choice = { kind: 'known', item: null };

export const newChoice: Choice = { kind: 'new', label: '', recipientId: '' };

/** Returns the error of a typed label or recipient ID; `null` when the text is valid or empty. */
export function nameErrorMessage(typed: string): string | null {
  if (typed.trim() === '' || recipientIdSchema.safeParse(typed).success) return null;
  return t('documentsAssign.choice.wrong');
}

/** Says what is missing before the choice can be used; `null` when the choice is complete. */
export function missingChoiceMessage(choice: Choice): string | null {
  if (choice.kind === 'known') return choice.item === null ? t('documentsAssign.choice.missing') : null;
  const isComplete =
    labelSchema.safeParse(choice.label).success && recipientIdSchema.safeParse(choice.recipientId).success;
  return isComplete ? null : t('documentsAssign.choice.missingNew');
}

/** Adds a beneficiary that the service knows. Rejects with `beneficiary-exists` when its ID is taken. */
export async function addBeneficiary(label: string, recipientId: string): Promise<BeneficiaryName> {
  const beneficiary = { label: label.trim(), recipientId: recipientId.trim() };
  const { id } = await call('beneficiaries.add', beneficiary);
  return { id, ...beneficiary };
}

/** Returns the beneficiary of a choice, and adds a new beneficiary first. `null` while the choice is incomplete. */
export async function resolveChoice(choice: Choice): Promise<{ id: number; label: string } | null> {
  if (missingChoiceMessage(choice) !== null) return null;
  if (choice.kind === 'new') return addBeneficiary(choice.label, choice.recipientId);
  return choice.item === null ? null : { id: choice.item.id, label: choice.item.label };
}

const stageMessages = {
  draft: 'documentsAssign.choice.willBeCreated',
  creating: 'documentsAssign.choice.willBeCreated',
  'id-needed': 'documentsAssign.choice.idNeeded',
} as const;

const beneficiaryByItem = new WeakMap<ComboBoxItem, BeneficiaryName>();

/** Converts a beneficiary to an entry of the combo box; `withoutIdMessage` is shown when it has no recipient ID. */
export function toComboBoxItem(
  beneficiary: BeneficiaryName,
  withoutIdMessage: string = t('documentsAssign.choice.willBeCreated'),
): ComboBoxItem {
  const { id, label, recipientId } = beneficiary;
  const item = { id, label, detail: recipientId ?? withoutIdMessage };
  beneficiaryByItem.set(item, beneficiary);
  return item;
}

export function toBeneficiaryName(item: ComboBoxItem): BeneficiaryName {
  return beneficiaryByItem.get(item) ?? { id: item.id, label: item.label, recipientId: null };
}

export async function findBeneficiaries(text: string): Promise<readonly ComboBoxItem[]> {
  const { rows } = await call('beneficiaries.list', {
    search: text.slice(0, maxSearchLength),
    offset: 0,
    limit: maxSuggestions,
  });
  return rows.map(({ id, label, recipientId, stage }) =>
    toComboBoxItem({ id, label, recipientId }, stage === 'known' ? '' : t(stageMessages[stage])),
  );
}
