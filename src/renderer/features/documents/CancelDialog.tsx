import type { Selection } from '../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { addCancellations, type Cancellation, nothingCancelled } from '../../../shared/model/cancellation.ts';
import { cancellationWords } from '../../../shared/words/cancellation.ts';
import { call } from '../../bridge.ts';
import { Button } from '../../components/Button.tsx';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { useAnswer } from '../../components/use-answer.ts';
import { cancellable } from './batch-numbers.ts';

const words = cancellationWords;

interface CancelDialogProps {
  readonly batch: BatchSummary;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The documents; `null` for the whole batch. */
  readonly selections: readonly Selection[] | null;
  readonly onCancel: () => Promise<void>;
  readonly otherwiseFocus?: () => HTMLElement | null;
}

async function preview(batchId: number, selections: CancelDialogProps['selections']): Promise<Cancellation> {
  if (selections === null) return call('documents.previewCancellation', { batchId, selection: null });
  let sum = nothingCancelled;
  for (const selection of selections) {
    sum = addCancellations(sum, await call('documents.previewCancellation', { batchId, selection }));
  }
  return sum;
}

/** Asks before documents are cancelled. The numbers follow the batch while it goes on behind the question. */
export function CancelDialog(props: CancelDialogProps) {
  const { batch, open, onClose, selections, onCancel, otherwiseFocus } = props;
  const { value, error, retry } = useAnswer({
    source: JSON.stringify([batch.id, selections]),
    revision: open ? batch.revision : 0,
    load: () => preview(batch.id, selections),
  });
  const whole = selections === null;
  const chosen = value === null ? 0 : value.stored + value.uploading + value.notSent;
  // A batch also counts what failed or was cancelled before.
  const count = whole ? Math.max(0, cancellable(batch) - (value?.attaching ?? 0)) : chosen;
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={whole ? words.title.batch(batch.number) : words.title.documents(count)}
      lead={whole ? words.later : words.laterDocuments}
      keep={whole ? words.keepBatch : words.keep}
      act={whole && count === 0 ? words.actBatch(batch.number) : words.act(count)}
      variant="danger"
      disabledReason={value === null ? words.counting : null}
      onAct={onCancel}
      {...(otherwiseFocus === undefined ? {} : { otherwiseFocus })}
    >
      {value !== null && (
        <ul className="dialog-list">
          {words.before(value).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {error !== null && (
        <ErrorNotice
          error={error}
          actions={
            <Button size="small" onPress={retry}>
              {words.tryAgain}
            </Button>
          }
        />
      )}
    </ConfirmDialog>
  );
}
