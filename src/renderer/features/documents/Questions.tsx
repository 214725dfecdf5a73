import { useEffect, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { navigate } from '../../app/routes.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { ConfirmDialog } from '../../components/Dialog.tsx';
import { phaseOf } from './batch-numbers.ts';
import { CancelDialog } from './CancelDialog.tsx';
import { CloseQuestion } from './CloseQuestion.tsx';
import { ask, type Question, useQuestion } from './dialogs.ts';
import { FolderDialog } from './FolderDialog.tsx';
import { ManifestDialog } from './ManifestDialog.tsx';
import { PatternDialog } from './PatternDialog.tsx';

interface QuestionProps {
  readonly batch: BatchSummary;
  readonly open: boolean;
}

const close = () => ask(null);

function CancelQuestion({ batch, open }: QuestionProps) {
  return (
    <CancelDialog
      batch={batch}
      open={open}
      onClose={close}
      selection={null}
      onCancel={async () => {
        await call('documents.cancel', { batchId: batch.id });
      }}
    />
  );
}

function DiscardQuestion({ batch, open }: QuestionProps) {
  return (
    <ConfirmDialog
      open={open}
      onClose={close}
      title={t('documentsFrame.discard.title', { number: batch.number })}
      lead={t('documentsFrame.discard.lead', { count: batch.documents })}
      cancelLabel={t('documentsFrame.discard.keep')}
      confirmLabel={t('documentsFrame.discard.act', { number: batch.number })}
      variant="danger"
      onConfirm={async () => {
        await call('documents.discard', { batchId: batch.id });
        toast({ sentence: t('documentsFrame.said.discarded', { number: batch.number }) });
        navigate('documents', { view: 'batch', batchId: null });
      }}
    />
  );
}

/** True while a dialog still applies: the batch may have ended meanwhile. */
function fits({ kind }: Question, batch: BatchSummary): boolean {
  if (kind === 'close') return batch.state === 'done-with-problems';
  return phaseOf(batch.state) === (kind === 'cancel' ? 'sending' : 'preparing');
}

/** Dialogs of the shown batch. A closed one stays rendered during its animation. */
export function Questions({ batch }: { readonly batch: BatchSummary }) {
  const question = useQuestion();
  const [drawn, setDrawn] = useState<{ question: Question; number: number } | null>(null);
  const mine = question !== null && question.batchId === batch.id;
  const wanted = mine && fits(question, batch);
  const outdated = mine && !wanted;
  useEffect(() => {
    if (outdated) close();
  }, [outdated]);
  if (wanted && drawn?.question !== question) {
    setDrawn({ question, number: (drawn?.number ?? 0) + 1 });
  }
  if (drawn === null) return null;
  const open = wanted && drawn.question === question;
  switch (drawn.question.kind) {
    case 'cancel':
      return <CancelQuestion key={drawn.number} batch={batch} open={open} />;
    case 'close':
      return <CloseQuestion key={drawn.number} batch={batch} open={open} onClose={close} />;
    case 'discard':
      return <DiscardQuestion key={drawn.number} batch={batch} open={open} />;
    case 'folders':
      return <FolderDialog key={drawn.number} batchId={batch.id} open={open} onClose={close} />;
    case 'pattern':
      return <PatternDialog key={drawn.number} batchId={batch.id} open={open} onClose={close} />;
    case 'manifest':
      return (
        <ManifestDialog
          key={drawn.number}
          batchId={batch.id}
          documentId={drawn.question.documentId ?? null}
          open={open}
          onClose={close}
        />
      );
  }
}
