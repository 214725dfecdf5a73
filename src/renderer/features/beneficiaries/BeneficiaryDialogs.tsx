import { AddDialog } from './AddDialog.tsx';
import { CreateDialog } from './CreateDialog.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { closeDialog, useDialogState } from './dialogs.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

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
