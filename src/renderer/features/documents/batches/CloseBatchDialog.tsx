import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { ConfirmDialog } from '../../../components/dialogs/Dialog.tsx';
import { countClosable, countOf } from './batch-numbers.ts';

interface CloseBatchDialogProps {
  readonly batch: BatchSummary;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Describes the documents that are not attached when the batch is closed. */
function unattachedMessage(stored: number, failed: number): string {
  if (failed === 0) return t('documentsFrame.close.stored', { stored });
  if (stored === 0) return t('documentsFrame.close.failed', { failed });
  return t('documentsFrame.close.storedAndFailed', { stored, failed });
}

/** Confirms closing a batch, which gives up its unattached documents. Disabled while an outcome is unknown. */
export function CloseBatchDialog({ batch, open, onClose }: CloseBatchDialogProps) {
  const count = countClosable(batch);
  const failed = countOf(batch, 'problem');
  const stored = count - failed;
  const unknownCount = countOf(batch, 'unknown');
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t('documentsFrame.close.title', { number: batch.number })}
      lead={unattachedMessage(stored, failed)}
      cancelLabel={t('documentsFrame.close.keep')}
      confirmLabel={t('documentsFrame.close.action', { number: batch.number })}
      variant="danger"
      disabledReason={unknownCount === 0 ? null : t('documentsFrame.close.unknown', { count: unknownCount })}
      onConfirm={async () => {
        await call('documents.batch', { action: 'close', batchId: batch.id, documents: count });
        toast({ sentence: t('documentsFrame.close.closed', { number: batch.number, count }) });
      }}
    >
      <p>
        {t('documentsFrame.close.meaning.notAttached')}{' '}
        {stored > 0 && <>{t('documentsFrame.close.meaning.stored')} </>}
        {t('documentsFrame.close.meaning.history', { number: batch.number })}
      </p>
    </ConfirmDialog>
  );
}
