import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentsFrameWords } from '../../../shared/words/documents-frame.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { closable, countOf } from './batch-numbers.ts';

const words = documentsFrameWords.close;

interface CloseQuestionProps {
  readonly batch: BatchSummary;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** Asks before documents that are not attached are given up. While an outcome is unknown, the question cannot be answered. */
export function CloseQuestion({ batch, open, onClose }: CloseQuestionProps) {
  const count = closable(batch);
  const failed = countOf(batch, 'problem');
  const stored = count - failed;
  const unknown = countOf(batch, 'unknown');
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={words.title(batch.number)}
      lead={words.undone(stored, failed)}
      cancelLabel={words.keep}
      confirmLabel={words.act(batch.number)}
      variant="danger"
      disabledReason={unknown === 0 ? null : words.unknown(unknown)}
      onConfirm={async () => {
        await call('documents.close', { batchId: batch.id, documents: count });
        toast({ sentence: words.closed(batch.number, count) });
      }}
    >
      <p>{words.meaning(batch.number, stored)}</p>
    </ConfirmDialog>
  );
}
