import { t } from '../../../shared/messages/index.ts';
import { toast } from '../../app/toasts/toasts.ts';
import { ConfirmDialog } from '../../components/dialogs/Dialog.tsx';
import { removeReferences } from './proof-actions.ts';

interface RemoveReferencesDialogProps {
  readonly ids: readonly number[];
  /** How many of them have no stored proof. */
  readonly count: number;
  readonly onRemoved?: () => void;
  readonly onClose: () => void;
}

/** Confirms the removal of references without a stored proof. */
export function RemoveReferencesDialog({ ids, count, onRemoved, onClose }: RemoveReferencesDialogProps) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('proofs.remove.title', { count })}
      lead={t('proofs.remove.lead', { count })}
      cancelLabel={t('proofs.remove.keep')}
      confirmLabel={t('proofs.remove.confirm', { count })}
      variant="danger"
      onConfirm={async () => {
        const removed = await removeReferences(ids);
        toast({ sentence: t('proofs.remove.done', { count: removed }) });
        onRemoved?.();
      }}
    />
  );
}
