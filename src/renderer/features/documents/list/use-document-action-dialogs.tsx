import { type ReactNode, useState } from 'react';
import type { DocumentRow } from '../../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { useUnknownOutcomes } from '../../../app/outcomes/UnknownOutcomes.tsx';
import { useSettling } from '../../../app/outcomes/use-settling.tsx';
import { AssignDialog } from '../assign/AssignDialog.tsx';
import { CancelDialog } from '../batches/CancelDialog.tsx';
import { directActionOf } from './action-looks.ts';
import type { ActionTarget, DocumentActionRunner } from './document-action-runner.ts';
import type { DocumentAction } from './document-actions.ts';

interface DocumentActionDialogs {
  readonly run: (action: DocumentAction, document: Pick<DocumentRow, 'id' | 'beneficiary'>) => void;
  readonly assign: (target: ActionTarget) => void;
  readonly cancel: (target: ActionTarget) => void;
  /** The dialogs; always rendered, because they close with an animation. */
  readonly dialogs: ReactNode;
}

interface AssignDialogTarget extends ActionTarget {
  /** React key: every opening shows a new dialog. */
  readonly dialogKey: number;
}

interface CancelDialogTarget extends ActionTarget {
  readonly open: boolean;
  /** React key: every opening shows a new dialog. */
  readonly dialogKey: number;
}

interface DialogCallbacks {
  /** Called when documents were assigned or cancelled. */
  readonly onDone: () => void;
  /** Returns the element to focus when a dialog closes and the button that opened it no longer exists. */
  readonly fallbackFocus: () => HTMLElement | null;
}

export function useDocumentActionDialogs(
  batch: BatchSummary,
  documentActionRunner: DocumentActionRunner,
  { onDone, fallbackFocus }: DialogCallbacks,
): DocumentActionDialogs {
  const outcomes = useUnknownOutcomes();
  const settling = useSettling();
  const [assignTarget, setAssignTarget] = useState<AssignDialogTarget | null>(null);
  const [isAssignDialogOpen, setIsAssignDialogOpen] = useState(false);
  const [cancelTarget, setCancelTarget] = useState<CancelDialogTarget | null>(null);
  const assign = (target: ActionTarget) => {
    setAssignTarget((previous) => ({ ...target, dialogKey: (previous?.dialogKey ?? 0) + 1 }));
    setIsAssignDialogOpen(true);
  };
  const cancel = (target: ActionTarget) => {
    setCancelTarget((previous) => ({ ...target, open: true, dialogKey: (previous?.dialogKey ?? 0) + 1 }));
  };
  return {
    assign,
    cancel,
    run(action, { id, beneficiary }) {
      const target: ActionTarget = { selection: { kind: 'some', ids: [id] }, count: 1 };
      const bulkAction = directActionOf(action);
      if (bulkAction !== null) documentActionRunner.run(bulkAction, target);
      else if (action === 'assign' || action === 'reassign') assign(target);
      else if (action === 'cancel') cancel(target);
      else if (beneficiary === null) return;
      else if (action === 'attach-others') documentActionRunner.attachIncomplete(beneficiary.id);
      else {
        const outcome = outcomes.find((unknown) => unknown.beneficiary.id === beneficiary.id);
        if (outcome !== undefined) settling.decide(outcome, 'is-there');
      }
    },
    dialogs: (
      <>
        {assignTarget !== null && (
          <AssignDialog
            key={assignTarget.dialogKey}
            open={isAssignDialogOpen}
            count={assignTarget.count}
            onClose={() => setIsAssignDialogOpen(false)}
            fallbackFocus={fallbackFocus}
            onAssign={async (beneficiaryId, label) => {
              await documentActionRunner.assign(assignTarget, beneficiaryId, label);
              onDone();
            }}
          />
        )}
        {cancelTarget !== null && (
          <CancelDialog
            key={cancelTarget.dialogKey}
            batch={batch}
            open={cancelTarget.open}
            selection={cancelTarget.selection}
            onClose={() => setCancelTarget({ ...cancelTarget, open: false })}
            fallbackFocus={fallbackFocus}
            onCancel={async () => {
              await documentActionRunner.cancel(cancelTarget);
              onDone();
            }}
          />
        )}
        {settling.dialog}
      </>
    ),
  };
}
