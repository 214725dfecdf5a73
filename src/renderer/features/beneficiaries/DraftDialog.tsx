import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { useProfile } from '../../app/profiles/use-profile.ts';
import { call } from '../../bridge.ts';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { useQuery } from '../../components/layout/use-query.ts';
import { ErrorNotice } from '../../components/messages/ErrorNotice.tsx';
import type { DialogProps } from './AddDialog.tsx';
import type { BeneficiaryRef } from './dialogs.ts';
import { createPayloadDraft, describeMissingInput, type PayloadDraft, saveDraft } from './draft-input.ts';
import { LabelField } from './LabelField.tsx';
import { PayloadInput } from './PayloadInput.tsx';

/** Edits the data of a draft: a beneficiary that does not exist at the service yet. Saves it, or goes on to the creation. */
export function DraftDialog({ draft, open, onClose }: DialogProps & { readonly draft: BeneficiaryRef }) {
  const profile = useProfile();
  const template = profile?.options.recipientTemplate ?? null;
  const [label, setLabel] = useState(draft.label);
  const [changedPayload, setChangedPayload] = useState<PayloadDraft | null>(null);
  const stored = useQuery({
    queryKey: String(draft.id),
    load: async () =>
      createPayloadDraft((await call('beneficiaries.draft', { action: 'read', id: draft.id })).payload),
  });
  const isLoading = stored.value === null;
  const payload = changedPayload ?? stored.value ?? createPayloadDraft('');
  const missingMessage = describeMissingInput(label, payload, template);
  const save = (nextStep: 'close' | 'create') =>
    saveDraft({ id: draft.id, label, payload: payload.text }, nextStep, onClose);

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.draftDialog.title', { label: draft.label })}
      lead={t('beneficiaries.draftDialog.lead')}
      size="large"
      cancelLabel={t('beneficiaries.cancel')}
      submitLabel={t('beneficiaries.draftDialog.create', { environment: profile?.environment ?? 'sandbox' })}
      submitVariant="outward"
      canSubmit={!isLoading}
      disabledReason={missingMessage}
      onSubmit={() => save('create')}
      secondary={{
        label: t('beneficiaries.draftDialog.saveChanges'),
        disabled: isLoading || missingMessage !== null,
        onPress: () => save('close'),
      }}
    >
      <LabelField value={label} onChange={setLabel} startsFocused />
      <PayloadInput draft={payload} template={template} isLoading={isLoading} onChange={setChangedPayload} />
      {stored.error !== null && <ErrorNotice error={stored.error} />}
    </FormDialog>
  );
}
