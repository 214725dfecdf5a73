import { t } from '../../../shared/messages/index.ts';

import { replaceParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import type { DialogProps } from './AddDialog.tsx';
import type { BeneficiaryRef } from './dialogs.ts';

/** Confirms the removal of a beneficiary. Main refuses when the beneficiary has attached or assigned documents. */
export function RemoveDialog({
  beneficiary,
  open,
  onClose,
}: DialogProps & { readonly beneficiary: BeneficiaryRef }) {
  const remove = async () => {
    await call('beneficiaries.change', { action: 'remove', id: beneficiary.id });
    replaceParams('beneficiaries', { beneficiaryId: null });
    toast({ sentence: t('beneficiaries.removeDialog.done', { label: beneficiary.label }) });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.removeDialog.title', { label: beneficiary.label })}
      lead={
        beneficiary.stage === 'draft'
          ? t('beneficiaries.removeDialog.leadDraft')
          : t('beneficiaries.removeDialog.lead')
      }
      cancelLabel={t('beneficiaries.removeDialog.keep')}
      confirmLabel={t('beneficiaries.removeDialog.action')}
      variant="danger"
      onConfirm={remove}
    />
  );
}
