/** @file The commands of one batch, for the palette. */
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { offersBatchAction } from '../../../../shared/model/documents/batch-machine.ts';
import type { Command } from '../../../app/feature.ts';
import { navigate } from '../../../app/routes.ts';
import { toast, toastSaved } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { showBatch } from '../add-files.ts';
import { type BatchDialog, openDialog } from '../dialogs.ts';
import { undoLastAssignment } from '../list/undo-toasts.ts';
import { reviewBlockerMessage } from '../review/review-blocker-message.ts';
import { countOf, findReviewBlocker, phaseOf } from './batch-numbers.ts';

type Attempt = (task: Promise<unknown>) => void;

function dialogOpener(kind: BatchDialog['kind'], batchId: number): () => void {
  return () => {
    showBatch(batchId);
    openDialog({ kind, batchId });
  };
}

function preparingCommands(batch: BatchSummary, attempt: Attempt): readonly Command[] {
  const { id: batchId, number } = batch;
  const blockerMessage = reviewBlockerMessage(findReviewBlocker(batch));
  return [
    {
      id: `documents review ${batchId}`,
      label: t('documentsFrame.commands.review', { number }),
      icon: 'check',
      keywords: t('documentsFrame.commands.keywords.review').split(' '),
      ...(blockerMessage === null ? {} : { detail: blockerMessage }),
      disabled: blockerMessage !== null,
      run: () => navigate('documents', { view: 'review', batchId }),
    },
    {
      id: `documents folders ${batchId}`,
      label: t('documentsFrame.commands.assignFolders', { number }),
      icon: 'folder',
      run: dialogOpener('folders', batchId),
    },
    {
      id: `documents pattern ${batchId}`,
      label: t('documentsMapping.commands.byName', { number }),
      icon: 'file',
      run: dialogOpener('pattern', batchId),
    },
    {
      id: `documents manifest ${batchId}`,
      label: t('documentsMapping.commands.byList', { number }),
      icon: 'columns',
      run: dialogOpener('manifest', batchId),
    },
    ...(batch.lastMapping === null
      ? []
      : [
          {
            id: `documents undo ${batchId}`,
            label: t('documentsMapping.commands.undo', { number }),
            icon: 'retry' as const,
            detail: t(`documentsMapping.undoMore.${batch.lastMapping.way}`, {
              count: batch.lastMapping.documents,
            }),
            run: () => attempt(undoLastAssignment(batchId)),
          },
        ]),
    {
      id: `documents discard ${batchId}`,
      label: t('documentsFrame.commands.discard', { number }),
      icon: 'close',
      run: dialogOpener('discard', batchId),
    },
  ];
}

function startedCommands(batch: BatchSummary, attempt: Attempt): readonly Command[] {
  const { id: batchId, number, state } = batch;
  const commands: Command[] = [];
  const failedCount = countOf(batch, 'problem');
  if (failedCount > 0 && state !== 'cancelled') {
    const selection = { kind: 'all' as const, filter: { group: 'problem' as const, text: '' } };
    commands.push({
      id: `documents retry ${batchId}`,
      label: t('documentsFrame.commands.retry', { number, count: failedCount }),
      icon: 'retry',
      run: () =>
        attempt(
          call('documents.change', { action: 'retry', batchId, selection }).then(({ changed }) =>
            toast({ sentence: t('documentsScreen.selection.done.retry', { count: changed }) }),
          ),
        ),
    });
  }
  if (offersBatchAction('pause', state)) {
    commands.push({
      id: `documents pause ${batchId}`,
      label: t('documentsFrame.commands.pause', { number }),
      icon: 'pause',
      run: () => attempt(call('documents.batch', { action: 'pause', batchId })),
    });
  }
  if (offersBatchAction('resume', state)) {
    commands.push({
      id: `documents resume ${batchId}`,
      label: t('documentsFrame.commands.resume', { number }),
      icon: 'play',
      run: () => attempt(call('documents.batch', { action: 'resume', batchId })),
    });
  }
  commands.push({
    id: `documents export ${batchId}`,
    label: t('documentsFrame.commands.export', { number }),
    icon: 'download',
    run: () => attempt(call('documents.export', { batchId }).then(({ savedAs }) => toastSaved(savedAs))),
  });
  if (offersBatchAction('cancel', state)) {
    commands.push({
      id: `documents cancel ${batchId}`,
      label: t('documentsFrame.commands.cancel', { number }),
      icon: 'close',
      run: dialogOpener('cancel', batchId),
    });
  }
  if (offersBatchAction('close', state)) {
    const unknownCount = countOf(batch, 'unknown');
    commands.push({
      id: `documents close ${batchId}`,
      label: t('documentsFrame.commands.close', { number }),
      icon: 'close',
      ...(unknownCount === 0 ? {} : { detail: t('documentsFrame.close.unknown', { count: unknownCount }) }),
      disabled: unknownCount > 0,
      run: dialogOpener('close', batchId),
    });
  }
  return commands;
}

/** Commands of a batch for the palette; the last command opens the batch. */
export function batchCommands(batch: BatchSummary, attempt: Attempt): readonly Command[] {
  const phaseCommands =
    phaseOf(batch.state) === 'preparing'
      ? preparingCommands(batch, attempt)
      : startedCommands(batch, attempt);
  return [
    ...phaseCommands,
    {
      id: `documents go ${batch.id}`,
      label: t('documentsFrame.commands.go', { number: batch.number }),
      icon: 'file',
      run: () => showBatch(batch.id),
    },
  ];
}
