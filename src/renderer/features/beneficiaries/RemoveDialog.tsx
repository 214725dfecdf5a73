import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { replaceParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import type { DialogProps } from './AddDialog.tsx';
import type { BeneficiaryRef } from './dialogs.ts';

const words = beneficiaryScreenWords.removeDialog;

/** Confirms the removal of a beneficiary. Main refuses when it has attached or assigned documents. */
export function RemoveDialog({
  beneficiary,
  open,
  onClose,
}: DialogProps & { readonly beneficiary: BeneficiaryRef }) {
  const remove = async () => {
    await call('beneficiaries.remove', { id: beneficiary.id });
    replaceParams('beneficiaries', { beneficiaryId: null });
    toast({ sentence: words.said(beneficiary.label) });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.title(beneficiary.label)}
      lead={beneficiary.stage === 'draft' ? words.leadDraft : words.lead}
      cancelLabel={words.keep}
      confirmLabel={words.act}
      variant="danger"
      onConfirm={remove}
    />
  );
}
