import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { labelSchema, recipientIdSchema } from '../../../shared/model/beneficiary.ts';

import { recipientIdProblem } from '../../app/recipient-id.ts';
import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { Dialog, DialogCancel } from '../../components/Dialog.tsx';
import { DialogForm } from '../../components/DialogForm.tsx';
import { TextField } from '../../components/TextField.tsx';
import { useAsyncAction } from '../../components/use-async-action.ts';
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
  const { busy, error, run } = useAsyncAction();
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
    await run(async () => {
      const { id } = await call('beneficiaries.add', newBeneficiary);
      toast({ sentence: t('beneficiaries.addDialog.done', { label: newBeneficiary.label }) });
      onClose();
      navigate('beneficiaries', { beneficiaryId: id });
    });
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.addDialog.title')}
      lead={t('beneficiaries.addDialog.lead')}
      size="small"
      dismissable={!busy}
      actions={
        <>
          <DialogCancel disabled={busy}>{t('beneficiaries.cancel')}</DialogCancel>
          <Button
            variant="primary"
            disabled={busy}
            disabledReason={missingMessage}
            onPress={() => void addBeneficiary()}
          >
            {t('beneficiaries.addDialog.action')}
          </Button>
        </>
      }
    >
      <DialogForm onSubmit={() => void addBeneficiary()}>
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
      </DialogForm>
      {error !== null && <BookError error={error} onOpened={onClose} />}
    </Dialog>
  );
}
