import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';

import { recipientIdProblem } from '../../app/recipient-id.ts';
import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { FormDialog } from '../../components/FormDialog.tsx';
import { TextField } from '../../components/TextField.tsx';
import { BookError } from './BookError.tsx';
import { labelProblem } from './label-problem.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Adds a beneficiary that exists at the service, and opens it. */
export function AddDialog({ open, onClose }: DialogProps) {
  const [recipientId, setRecipientId] = useState('');
  const [label, setLabel] = useState('');
  const parsed = {
    label: labelSchema.safeParse(label),
    recipientId: recipientIdSchema.safeParse(recipientId),
  };
  const missingMessage =
    !parsed.recipientId.success && !parsed.label.success
      ? t('beneficiaries.fields.bothMissing')
      : !parsed.recipientId.success
        ? t('beneficiaries.fields.recipientIdMissing')
        : !parsed.label.success
          ? t('beneficiaries.fields.labelMissing')
          : null;

  const addBeneficiary = async () => {
    if (!parsed.label.success || !parsed.recipientId.success) return;
    const newBeneficiary = { label: parsed.label.data, recipientId: parsed.recipientId.data };
    const { id } = await call('beneficiaries.add', newBeneficiary);
    toast({ sentence: t('beneficiaries.addDialog.done', { label: newBeneficiary.label }) });
    onClose();
    navigate('beneficiaries', { beneficiaryId: id });
  };

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.addDialog.title')}
      lead={t('beneficiaries.addDialog.lead')}
      size="small"
      cancelLabel={t('beneficiaries.cancel')}
      submitLabel={t('beneficiaries.addDialog.action')}
      disabledReason={missingMessage}
      onSubmit={addBeneficiary}
      renderError={(error) => <BookError error={error} onOpened={onClose} />}
    >
      <TextField
        label={t('beneficiaries.list.columns.recipientId')}
        face="id"
        value={recipientId}
        onChange={setRecipientId}
        hint={t('beneficiaries.fields.recipientIdHint')}
        error={recipientIdProblem(recipientId)}
        startsFocused
      />
      <TextField
        label={t('beneficiaries.list.columns.label')}
        value={label}
        onChange={setLabel}
        hint={t('beneficiaries.fields.labelHint')}
        error={labelProblem(label)}
      />
    </FormDialog>
  );
}
