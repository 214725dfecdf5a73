/** @file The commands of one batch, for the palette. */
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { documentsFrameWords } from '../../../shared/words/documents-frame.ts';
import { mappingWords } from '../../../shared/words/documents-mapping-screen.ts';
import { documentsScreenWords } from '../../../shared/words/documents-screen.ts';
import type { Command } from '../../app/feature.ts';
import { navigate } from '../../app/routes.ts';
import { toast, toastSaved } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import { showBatch } from './add-files.ts';
import { undoLastAssignment } from './answers.ts';
import { countOf, notReady, phaseOf } from './batch-numbers.ts';
import { ask, type Question } from './dialogs.ts';
import { whyNotReview } from './why-not-review.ts';

const words = documentsFrameWords.commands;

/** Starts something and shows it when it fails. */
type Attempt = (work: Promise<unknown>) => void;

function asking(kind: Question['kind'], batchId: number): () => void {
  return () => {
    showBatch(batchId);
    ask({ kind, batchId });
  };
}

function preparingCommands(batch: BatchSummary, attempt: Attempt): readonly Command[] {
  const { id: batchId, number } = batch;
  const why = whyNotReview(notReady(batch));
  return [
    {
      id: `documents review ${batchId}`,
      word: words.review(number),
      icon: 'check',
      keywords: words.keywords.review,
      ...(why === null ? {} : { more: why }),
      disabled: why !== null,
      run: () => navigate('documents', { view: 'review', batchId }),
    },
    {
      id: `documents folders ${batchId}`,
      word: words.assignFolders(number),
      icon: 'folder',
      run: asking('folders', batchId),
    },
    {
      id: `documents pattern ${batchId}`,
      word: mappingWords.commands.byName(number),
      icon: 'file',
      run: asking('pattern', batchId),
    },
    {
      id: `documents manifest ${batchId}`,
      word: mappingWords.commands.byList(number),
      icon: 'columns',
      run: asking('manifest', batchId),
    },
    ...(batch.lastMapping === null
      ? []
      : [
          {
            id: `documents undo ${batchId}`,
            word: mappingWords.commands.undo(number),
            icon: 'retry' as const,
            more: mappingWords.undoMore(batch.lastMapping.way, batch.lastMapping.documents),
            run: () => attempt(undoLastAssignment(batchId)),
          },
        ]),
    {
      id: `documents discard ${batchId}`,
      word: words.discard(number),
      icon: 'close',
      run: asking('discard', batchId),
    },
  ];
}

function startedCommands(batch: BatchSummary, attempt: Attempt): readonly Command[] {
  const { id: batchId, number, state } = batch;
  const commands: Command[] = [];
  const failed = countOf(batch, 'problem');
  if (failed > 0 && state !== 'cancelled') {
    const selection = { kind: 'all' as const, filter: { group: 'problem' as const, text: '' } };
    commands.push({
      id: `documents retry ${batchId}`,
      word: words.retry(number, failed),
      icon: 'retry',
      run: () =>
        attempt(
          call('documents.retry', { batchId, selection }).then(({ changed }) =>
            toast({ sentence: documentsScreenWords.selection.said.retry(changed) }),
          ),
        ),
    });
  }
  if (state === 'running') {
    commands.push({
      id: `documents pause ${batchId}`,
      word: words.pause(number),
      icon: 'pause',
      run: () => attempt(call('documents.pause', { batchId })),
    });
  }
  if (state === 'paused') {
    commands.push({
      id: `documents resume ${batchId}`,
      word: words.resume(number),
      icon: 'play',
      run: () => attempt(call('documents.resume', { batchId })),
    });
  }
  commands.push({
    id: `documents export ${batchId}`,
    word: words.export(number),
    icon: 'download',
    run: () => attempt(call('documents.export', { batchId }).then(({ savedAs }) => toastSaved(savedAs))),
  });
  if (phaseOf(state) === 'sending') {
    commands.push({
      id: `documents cancel ${batchId}`,
      word: words.cancel(number),
      icon: 'close',
      run: asking('cancel', batchId),
    });
  }
  if (state === 'done-with-problems') {
    const unknown = countOf(batch, 'unknown');
    commands.push({
      id: `documents close ${batchId}`,
      word: words.close(number),
      icon: 'close',
      ...(unknown === 0 ? {} : { more: documentsFrameWords.close.unknown(unknown) }),
      disabled: unknown > 0,
      run: asking('close', batchId),
    });
  }
  return commands;
}

/** What can be done with a batch from anywhere; the last of them leads to it. */
export function batchCommands(batch: BatchSummary, attempt: Attempt): readonly Command[] {
  const own =
    phaseOf(batch.state) === 'preparing'
      ? preparingCommands(batch, attempt)
      : startedCommands(batch, attempt);
  return [
    ...own,
    {
      id: `documents go ${batch.id}`,
      word: words.go(batch.number),
      icon: 'file',
      run: () => showBatch(batch.id),
    },
  ];
}
