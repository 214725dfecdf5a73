import { displayHost } from '../../../shared/model/environment.ts';
import { beneficiaryScreenWords } from '../../../shared/words/beneficiaries-screen.ts';
import { toast } from '../../app/toasts.ts';
import { useProfile } from '../../app/use-profile.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import type { DialogProps } from './AddDialog.tsx';
import type { BeneficiaryRef } from './dialogs.ts';

const words = beneficiaryScreenWords.createDialog;

/** Confirms the creation of a draft at the service without documents. */
export function CreateDialog({
  beneficiary,
  open,
  onClose,
}: DialogProps & { readonly beneficiary: BeneficiaryRef }) {
  const profile = useProfile();
  const environment = profile?.environment ?? 'sandbox';
  const host = profile === null ? '' : displayHost(profile.hosts.beneficiary);
  const create = async () => {
    await call('beneficiaries.create', { id: beneficiary.id });
    toast({ sentence: words.said(beneficiary.label) });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.title(beneficiary.label, environment)}
      lead={words.lead(host)}
      cancelLabel={words.keep}
      confirmLabel={words.act(environment)}
      variant="outward"
      onConfirm={create}
    >
      <p className="sm dim">{words.more}</p>
    </ConfirmDialog>
  );
}
