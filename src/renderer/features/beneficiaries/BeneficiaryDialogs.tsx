import { useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { labelSchema } from '../../../shared/model/beneficiary.ts';
import { displayHost } from '../../../shared/model/session/environment.ts';
import { useProfile } from '../../app/profiles/use-profile.ts';
import { replaceParams } from '../../app/routes.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { AddDialog, type DialogProps } from './AddDialog.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { type BeneficiaryRef, closeDialog, useDialogState } from './dialogs.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { LabelField } from './LabelField.tsx';

interface BeneficiaryDialogProps extends DialogProps {
  readonly beneficiary: BeneficiaryRef;
}

/** The open dialog of the Beneficiaries screen. */
export function BeneficiaryDialogs() {
  const { dialog, isOpen, openCount } = useDialogState();
  if (dialog === null) return null;
  const dialogProps = { open: isOpen, onClose: closeDialog };
  switch (dialog.kind) {
    case 'add':
      return <AddDialog {...dialogProps} key={openCount} initialKind={dialog.added} />;
    case 'draft':
      return <DraftDialog {...dialogProps} key={openCount} draft={dialog.draft} />;
    case 'rename':
      return <RenameDialog {...dialogProps} key={openCount} beneficiary={dialog.beneficiary} />;
    case 'remove':
      return <RemoveDialog {...dialogProps} key={openCount} beneficiary={dialog.beneficiary} />;
    case 'create':
      return <CreateDialog {...dialogProps} key={openCount} beneficiary={dialog.beneficiary} />;
    case 'imported':
      return <ImportDialog {...dialogProps} key={openCount} result={dialog.result} />;
  }
}

/** Confirms the creation of a draft at the service without documents. */
function CreateDialog({ beneficiary, open, onClose }: BeneficiaryDialogProps) {
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

/** Confirms the removal of a beneficiary. Main refuses when the beneficiary has attached or assigned documents. */
function RemoveDialog({ beneficiary, open, onClose }: BeneficiaryDialogProps) {
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

/** Shows a toast that offers to undo the rename. The undo has no effect once the label has changed again. */
function announceRename({ id, label: previousLabel }: BeneficiaryRef, newLabel: string): void {
  const undoRename = async () => {
    if ((await call('beneficiaries.get', { id })).label !== newLabel) return t('toasts.notUndone');
    await call('beneficiaries.change', { action: 'rename', id, label: previousLabel });
    return t('beneficiaries.renameDialog.undone', { label: previousLabel });
  };
  toast({
    sentence: t('beneficiaries.renameDialog.done', { before: previousLabel, after: newLabel }),
    undo: { scope: `beneficiary ${id}`, run: undoRename },
  });
}

function RenameDialog({ beneficiary, open, onClose }: BeneficiaryDialogProps) {
  const [label, setLabel] = useState(beneficiary.label);
  const parsed = labelSchema.safeParse(label);

  const rename = async () => {
    if (!parsed.success) return;
    await call('beneficiaries.change', { action: 'rename', id: beneficiary.id, label: parsed.data });
    announceRename(beneficiary, parsed.data);
    onClose();
  };

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('beneficiaries.renameDialog.title', { label: beneficiary.label })}
      lead={t('beneficiaries.renameDialog.lead')}
      size="small"
      cancelLabel={t('beneficiaries.cancel')}
      submitLabel={t('beneficiaries.renameDialog.action')}
      disabledReason={parsed.success ? null : t('beneficiaries.fields.labelMissing')}
      onSubmit={rename}
    >
      <LabelField value={label} onChange={setLabel} startsFocused />
    </FormDialog>
  );
}
