/** @file Runs actions on documents and shows their results. */

import type { Selection } from '../../../../shared/contract/documents.ts';
import { t } from '../../../../shared/messages/index.ts';
import { showBanner } from '../../../app/frame/banner.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import type { AsyncAction } from '../../../components/actions/use-async-action.ts';
import { documentsCancelledMessage } from '../batches/cancellation-messages.ts';
import type { BulkAction } from './bulk-actions.ts';
import { toastAssignmentChange, toastExclusion, withdrawUndo } from './undo-toasts.ts';

/** An action without a dialog. */
export type DirectAction = Exclude<BulkAction, 'assign' | 'cancel'>;

/** Documents of an action, and the number that the button showed. */
export interface ActionTarget {
  readonly selection: Selection;
  readonly count: number;
}

/**
 * Shows a banner after an action changed fewer documents than its button showed, and removes *Undo* from the toasts of
 * the batch.
 */
function showFewerChanged(batchId: number, resultMessage: string, changed: number, count: number): void {
  withdrawUndo(batchId);
  showBanner({
    tone: 'warning',
    title: resultMessage,
    detail: t('documentsScreen.selection.done.unchanged', { count: count - changed, total: count }),
  });
}

export interface DocumentActionRunner {
  readonly run: (action: DirectAction, target: ActionTarget) => void;
  /** Assigns documents. Rejects when main does; the dialog shows the error. */
  readonly assign: (target: ActionTarget, beneficiaryId: number, label: string) => Promise<void>;
  /** Cancels documents. Rejects when main does; the dialog shows the error. */
  readonly cancel: (target: ActionTarget) => Promise<void>;
  /** Attaches the stored documents of a beneficiary although other documents failed. */
  readonly attachIncomplete: (beneficiaryId: number) => void;
}

/** Creates the runner of a batch. `asyncAction` runs the actions without a dialog and shows their errors. */
export function createDocumentActionRunner(batchId: number, asyncAction: AsyncAction): DocumentActionRunner {
  async function exclude({ selection, count }: ActionTarget): Promise<void> {
    const { changed, excluded } = await call('documents.change', { action: 'exclude', batchId, selection });
    const resultMessage = t('documentsScreen.selection.done.exclude', { count: changed });
    if (changed < count) showFewerChanged(batchId, resultMessage, changed, count);
    else toastExclusion(batchId, resultMessage, excluded);
  }

  return {
    run(action, { selection, count }) {
      void asyncAction.runQueued(async () => {
        if (action === 'exclude') return exclude({ selection, count });
        const { changed } = await call('documents.change', {
          action: action === 'send-anyway' ? 'include' : action,
          batchId,
          selection,
        });
        const resultMessage = t(`documentsScreen.selection.done.${action}`, { count: changed });
        if (changed < count) showFewerChanged(batchId, resultMessage, changed, count);
        else if (action === 'unassign') toastAssignmentChange(batchId, resultMessage, changed);
        else toast({ sentence: resultMessage });
      });
    },
    async assign({ selection, count }, beneficiaryId, label) {
      const { changed } = await call('documents.change', {
        action: 'assign',
        batchId,
        selection,
        beneficiaryId,
      });
      const resultMessage = t('documentsScreen.selection.done.assign', { count: changed, label });
      if (changed < count) showFewerChanged(batchId, resultMessage, changed, count);
      else toastAssignmentChange(batchId, resultMessage, changed);
    },
    async cancel({ selection }) {
      const { changed, outcome } = await call('documents.change', { action: 'cancel', batchId, selection });
      toast({ sentence: documentsCancelledMessage(changed, outcome) });
    },
    attachIncomplete(beneficiaryId) {
      void asyncAction.runQueued(async () => {
        await call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId });
      });
    },
  };
}
