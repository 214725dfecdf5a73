import { t } from '../../../shared/messages/index.ts';
import { displayHost } from '../../../shared/model/session/environment.ts';
import { useProfile } from '../../app/profiles/use-profile.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import type { DialogProps } from './AddDialog.tsx';
import type { BeneficiaryRef } from './dialogs.ts';

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
    await call('beneficiaries.draft', { action: 'create', id: beneficiary.id });
    toast({ sentence: t('beneficiaries.createDialog.done', { label: beneficiary.label }) });
  };
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.createDialog.title', { label: beneficiary.label, environment })}
      lead={t('beneficiaries.createDialog.lead', { host })}
      cancelLabel={t('beneficiaries.createDialog.keep')}
      confirmLabel={t('beneficiaries.createDialog.action', { environment })}
      variant="outward"
      onConfirm={create}
    >
      <p className="sm dim">{t('beneficiaries.createDialog.more')}</p>
    </ConfirmDialog>
  );
}
