import type { Selection } from '../../../../shared/contract/documents.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { call } from '../../../bridge.ts';
import { Button } from '../../../components/actions/Button.tsx';
import { ConfirmDialog } from '../../../components/dialogs/Dialog.tsx';
import { useQuery } from '../../../components/layout/use-query.ts';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { countCancellable } from './batch-numbers.ts';
import { consequencesOf } from './cancellation-messages.ts';

interface CancelDialogProps {
  readonly batch: BatchSummary;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The documents to cancel; `null` for the whole batch. */
  readonly selection: Selection | null;
  readonly onCancel: () => Promise<void>;
  readonly fallbackFocus?: () => HTMLElement | null;
}

/** Confirms the cancellation of documents. The counts follow the batch while it runs. */
export function CancelDialog(props: CancelDialogProps) {
  const { batch, open, onClose, selection, onCancel, fallbackFocus } = props;
  const { value, error, retry } = useQuery({
    queryKey: JSON.stringify([batch.id, selection]),
    revision: open ? batch.revision : 0,
    load: () => call('documents.query', { action: 'cancellation', batchId: batch.id, selection }),
  });
  const isWholeBatch = selection === null;
  const selectedCount = value === null ? 0 : value.stored + value.uploading + value.notSent;
  // The preview of a whole batch also counts documents that were cancelled before, so its sum would be too high.
  const count = isWholeBatch ? Math.max(0, countCancellable(batch) - (value?.attaching ?? 0)) : selectedCount;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={
        isWholeBatch
          ? t('cancellation.title.batch', { number: batch.number })
          : t('cancellation.title.documents', { count })
      }
      lead={t(isWholeBatch ? 'cancellation.lead.batch' : 'cancellation.lead.documents')}
      cancelLabel={t(isWholeBatch ? 'cancellation.keep.batch' : 'cancellation.keep.documents')}
      confirmLabel={
        isWholeBatch && count === 0
          ? t('cancellation.action.batch', { number: batch.number })
          : t('cancellation.action.documents', { count })
      }
      variant="danger"
      disabledReason={value === null ? t('cancellation.counting') : null}
      onConfirm={onCancel}
      {...(fallbackFocus === undefined ? {} : { fallbackFocus: fallbackFocus })}
    >
      {value !== null && (
        <ul className="grid gap-2">
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
