import { useEffect, useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { offersBatchAction } from '../../../../shared/model/documents/batch-machine.ts';
import { navigate } from '../../../app/routes.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { ConfirmDialog } from '../../../components/dialogs/Dialog.tsx';
import { FolderDialog } from '../assign/FolderDialog.tsx';
import { ManifestDialog } from '../assign/ManifestDialog.tsx';
import { PatternDialog } from '../assign/PatternDialog.tsx';
import { type BatchDialog, openDialog, useOpenDialog } from '../dialogs.ts';
import { phaseOf } from './batch-numbers.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { CloseBatchDialog } from './CloseBatchDialog.tsx';

interface DialogProps {
  readonly batch: BatchSummary;
  readonly open: boolean;
}

const close = () => openDialog(null);

function CancelBatchDialog({ batch, open }: DialogProps) {
  return (
    <CancelDialog
      batch={batch}
      open={open}
      onClose={close}
      selection={null}
      onCancel={async () => {
        await call('documents.batch', { action: 'cancel', batchId: batch.id });
      }}
    />
  );
}

function DiscardBatchDialog({ batch, open }: DialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={t('documentsFrame.discard.title', { number: batch.number })}
      lead={t('documentsFrame.discard.lead', { count: batch.documents })}
      cancelLabel={t('documentsFrame.discard.keep')}
      confirmLabel={t('documentsFrame.discard.action', { number: batch.number })}
      variant="danger"
      onConfirm={async () => {
        await call('documents.batch', { action: 'discard', batchId: batch.id });
        toast({ sentence: t('documentsFrame.announced.discarded', { number: batch.number }) });
        navigate('documents', { view: 'batch', batchId: null });
      }}
    />
  );
}

/** Returns whether the batch still permits the dialog: the batch may have ended since the dialog was opened. */
function isPermitted({ kind }: BatchDialog, batch: BatchSummary): boolean {
  if (kind === 'close' || kind === 'cancel') return offersBatchAction(kind, batch.state);
  return phaseOf(batch.state) === 'preparing';
}

/** Dialogs of the shown batch. A closed dialog stays rendered during its closing animation. */
export function BatchDialogs({ batch }: { readonly batch: BatchSummary }) {
  const dialog = useOpenDialog();
  const [rendered, setRendered] = useState<{ dialog: BatchDialog; openCount: number } | null>(null);
  const isForBatch = dialog !== null && dialog.batchId === batch.id;
  const isRequested = isForBatch && isPermitted(dialog, batch);
  const isOutdated = isForBatch && !isRequested;
  useEffect(() => {
    if (isOutdated) close();
  }, [isOutdated]);
  if (isRequested && rendered?.dialog !== dialog) {
    setRendered({ dialog, openCount: (rendered?.openCount ?? 0) + 1 });
  }
  if (rendered === null) return null;
  const open = isRequested && rendered.dialog === dialog;
  switch (rendered.dialog.kind) {
    case 'cancel':
      return <CancelBatchDialog key={rendered.openCount} batch={batch} open={open} />;
    case 'close':
      return <CloseBatchDialog key={rendered.openCount} batch={batch} open={open} onClose={close} />;
    case 'discard':
      return <DiscardBatchDialog key={rendered.openCount} batch={batch} open={open} />;
    case 'folders':
      return <FolderDialog key={rendered.openCount} batchId={batch.id} open={open} onClose={close} />;
    case 'pattern':
      return <PatternDialog key={rendered.openCount} batchId={batch.id} open={open} onClose={close} />;
    case 'manifest':
      return (
        <ManifestDialog
          key={rendered.openCount}
          batchId={batch.id}
          documentId={rendered.dialog.documentId ?? null}
          open={open}
          onClose={close}
        />
      );
  }
}
