/** @file The typed label and data of a beneficiary that does not exist at the service yet. */

import { checkPayload } from '../../../shared/json-object/check-payload.ts';
import { formatPlainList, t } from '../../../shared/messages/index.ts';
import { labelSchema } from '../../../shared/model/beneficiary.ts';
import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { openDialog } from './dialogs.ts';
import { listPayloadFields } from './payload-fields.ts';

export interface PayloadDraft {
  readonly text: string;
  /** Typed texts that are no numbers, by the ID of their field. */
  readonly invalidNumbers: Readonly<Record<string, string>>;
}

/** The draft of a valid or incomplete text. */
export function createPayloadDraft(text: string): PayloadDraft {
  return { text, invalidNumbers: {} };
}

/** Returns the message for missing input, or `null` when the input is complete. */
export function describeMissingInput(
  label: string,
  { text, invalidNumbers }: PayloadDraft,
  template: string | null,
): string | null {
  const hasLabel = labelSchema.safeParse(label).success;
  const hasPayload = checkPayload(text).kind === 'good';
  if (!hasLabel && !hasPayload) return t('beneficiaries.draftDialog.missing');
  if (!hasLabel) return t('beneficiaries.fields.labelMissing');
  if (!hasPayload) return t('beneficiaries.draftDialog.payloadMissing');
  if (Object.keys(invalidNumbers).length > 0) return t('beneficiaries.draftDialog.numberMissing');
  const fields = listPayloadFields(text, template)?.fields ?? [];
  const missing = fields.filter(({ placeholder, value }) => placeholder !== null && value === '');
  if (missing.length === 0) return null;
  const names = formatPlainList(
    missing.map((field) => t('beneficiaries.draftDialog.field', { name: field.label })),
  );
  return t('beneficiaries.draftDialog.fieldsMissing', { count: missing.length, names });
}

interface NewBeneficiary {
  /** The draft to change; `null` adds one. */
  readonly id: number | null;
  readonly label: string;
  readonly payload: string;
}

/** Saves a draft and shows it. Then closes the dialog, or goes on to the creation at the service. */
export async function saveDraft(
  { id, label, payload }: NewBeneficiary,
  nextStep: 'close' | 'create',
  onClose: () => void,
): Promise<void> {
  const fields = { label: labelSchema.parse(label), payload };
  let draftId = id;
  if (draftId === null) draftId = (await call('beneficiaries.draft', { action: 'add', ...fields })).id;
  else await call('beneficiaries.draft', { action: 'change', id: draftId, ...fields });
  navigate('beneficiaries', { beneficiaryId: draftId });
  if (nextStep === 'create') {
    openDialog({ kind: 'create', beneficiary: { id: draftId, label: fields.label, stage: 'draft' } });
    return;
  }
  toast({ sentence: t('beneficiaries.draftDialog.done', { label: fields.label }) });
  onClose();
}
