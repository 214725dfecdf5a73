import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { replaceParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import type { QuestionProps } from './AddDialog.tsx';
import type { Named } from './dialogs.ts';

const words = beneficiaryScreenWords.removeDialog;

/** Asks before a beneficiary is forgotten. Main refuses when anything was attached or is assigned to it. */
export function RemoveDialog({
  beneficiary,
  open,
  onClose,
}: QuestionProps & { readonly beneficiary: Named }) {
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
