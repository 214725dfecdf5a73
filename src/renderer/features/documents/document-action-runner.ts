/** @file Runs actions on documents and shows their results. */

import type { Selection } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import { showBanner } from '../../app/banner.ts';
import { toast } from '../../app/toasts.ts';
import { call } from '../../bridge.ts';
import type { AsyncAction } from '../../components/use-async-action.ts';
import type { BulkAction } from './bulk-actions.ts';
import { documentsCancelled } from './cancellation-messages.ts';
import { toastAssignment, toastExclusion, withdrawUndo } from './undo-toasts.ts';

/** An action without a dialog. */
export type DirectAction = Exclude<BulkAction, 'assign' | 'cancel'>;

const commands = {
  unassign: 'documents.unassign',
  'send-anyway': 'documents.include',
  include: 'documents.include',
  recheck: 'documents.recheck',
  retry: 'documents.retry',
} as const satisfies Record<Exclude<DirectAction, 'exclude'>, string>;

/** Documents of an action, and the number that the button showed. */
export interface Chosen {
  readonly selection: Selection;
  readonly count: number;
}

/** Shows a banner when fewer documents were changed than the button showed; the action cannot be undone then. */
function showFewerChanged(batchId: number, done: string, changed: number, count: number): void {
  withdrawUndo(batchId);
  showBanner({
    tone: 'warning',
    title: done,
    detail: t('documentsScreen.selection.done.unchanged', { count: count - changed, total: count }),
  });
}

/** What can be done with documents of one batch. */
export interface DocumentActionRunner {
  readonly run: (action: DirectAction, chosen: Chosen) => void;
  /** Assigns documents. Rejects when main does; the dialog shows the error. */
  readonly assign: (chosen: Chosen, beneficiaryId: number, label: string) => Promise<void>;
  /** Cancels documents. Rejects when main does; the dialog shows the error. */
  readonly cancel: (chosen: Chosen) => Promise<void>;
  readonly attachIncomplete: (beneficiaryId: number) => void;
}

/** Creates the actions of a batch; errors are shown by `work`. */
export function createDocumentActionRunner(batchId: number, work: AsyncAction): DocumentActionRunner {
  async function exclude({ selection, count }: Chosen): Promise<void> {
    const { changed, excluded } = await call('documents.exclude', { batchId, selection });
    const done = t('documentsScreen.selection.done.exclude', { count: changed });
    if (changed < count) showFewerChanged(batchId, done, changed, count);
    else toastExclusion(batchId, done, excluded);
  }

  return {
    run(action, { selection, count }) {
      void work.runQueued(async () => {
        if (action === 'exclude') return exclude({ selection, count });
        const { changed } = await call(commands[action], { batchId, selection });
        const done = t(`documentsScreen.selection.done.${action}`, { count: changed });
        if (changed < count) showFewerChanged(batchId, done, changed, count);
        else if (action === 'unassign') toastAssignment(batchId, done, changed);
        else toast({ sentence: done });
      });
    },
    async assign({ selection, count }, beneficiaryId, label) {
      const { changed } = await call('documents.assign', { batchId, selection, beneficiaryId });
      const done = t('documentsScreen.selection.done.assign', { count: changed, label });
      if (changed < count) showFewerChanged(batchId, done, changed, count);
      else toastAssignment(batchId, done, changed);
    },
    async cancel({ selection }) {
      const { changed, outcome } = await call('documents.cancelDocuments', { batchId, selection });
      toast({ sentence: documentsCancelled(changed, outcome) });
    },
    attachIncomplete(beneficiaryId) {
      void work.runQueued(async () => {
        await call('documents.attachIncomplete', { batchId, beneficiaryId });
      });
    },
  };
}
