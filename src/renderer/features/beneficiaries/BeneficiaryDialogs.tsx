import { AddDialog } from './AddDialog.tsx';
import { CreateDialog } from './CreateDialog.tsx';
import { DraftDialog } from './DraftDialog.tsx';
import { closeDialog, useDialogState } from './dialogs.ts';
import { ImportDialog } from './ImportDialog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';

/** The open dialog of the Beneficiaries screen. */
export function BeneficiaryDialogs() {
  const { dialog, open, number } = useDialogState();
  if (dialog === null) return null;
  const dialogProps = { open, onClose: closeDialog };
  switch (dialog.kind) {
    case 'add':
      return <AddDialog {...dialogProps} key={number} />;
    case 'draft':
      return <DraftDialog {...dialogProps} key={number} draft={dialog.draft} />;
    case 'rename':
      return <RenameDialog {...dialogProps} key={number} beneficiary={dialog.beneficiary} />;
    case 'remove':
      return <RemoveDialog {...dialogProps} key={number} beneficiary={dialog.beneficiary} />;
    case 'create':
      return <CreateDialog {...dialogProps} key={number} beneficiary={dialog.beneficiary} />;
    case 'imported':
      return <ImportDialog {...dialogProps} key={number} result={dialog.result} />;
  }
}
