import type { Selection } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { useQuery } from '../../components/use-query.ts';
import { cancellable } from './batch-numbers.ts';
import { consequencesOf } from './cancellation-messages.ts';

interface CancelDialogProps {
  readonly batch: BatchSummary;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The documents to cancel; `null` for the whole batch. */
  readonly selection: Selection | null;
  readonly onCancel: () => Promise<void>;
  readonly otherwiseFocus?: () => HTMLElement | null;
}

/** Confirms the cancellation of documents. The counts follow the batch while it runs. */
export function CancelDialog(props: CancelDialogProps) {
  const { batch, open, onClose, selection, onCancel, otherwiseFocus } = props;
  const { value, error, retry } = useQuery({
    source: JSON.stringify([batch.id, selection]),
    revision: open ? batch.revision : 0,
    load: () => call('documents.previewCancellation', { batchId: batch.id, selection }),
  });
  const whole = selection === null;
  const chosen = value === null ? 0 : value.stored + value.uploading + value.notSent;
  // The counts of a batch include documents that failed or were cancelled before.
  const count = whole ? Math.max(0, cancellable(batch) - (value?.attaching ?? 0)) : chosen;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        whole
          ? t('cancellation.title.batch', { number: batch.number })
          : t('cancellation.title.documents', { count })
      }
      lead={t(whole ? 'cancellation.lead.batch' : 'cancellation.lead.documents')}
      cancelLabel={t(whole ? 'cancellation.keep.batch' : 'cancellation.keep.documents')}
      confirmLabel={
        whole && count === 0
          ? t('cancellation.action.batch', { number: batch.number })
          : t('cancellation.action.documents', { count })
      }
      variant="danger"
      disabledReason={value === null ? t('cancellation.counting') : null}
      onConfirm={onCancel}
      {...(otherwiseFocus === undefined ? {} : { fallbackFocus: otherwiseFocus })}
    >
      {value !== null && (
        <ul className="dialog-list">
          {consequencesOf(value).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {error !== null && (
        <ErrorNotice
          error={error}
          actions={
            <Button size="small" onPress={retry}>
              {t('cancellation.tryAgain')}
            </Button>
          }
        />
      )}
    </ConfirmDialog>
  );
}
