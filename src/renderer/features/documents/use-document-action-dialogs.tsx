import { type ReactNode, useState } from 'react';
import type { DocumentRow } from '../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { useSettling } from '../../app/outcomes/use-settling.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { bulkActionOf } from './action-looks.ts';
import { CancelDialog } from './CancelDialog.tsx';
import type { Chosen, DocumentActionRunner } from './document-action-runner.ts';
import type { DocumentAction } from './document-actions.ts';

/** Runs actions on documents and opens their dialogs. */
export interface DocumentActionDialogs {
  readonly run: (action: DocumentAction, document: Pick<DocumentRow, 'id' | 'beneficiary'>) => void;
  readonly assign: (chosen: Chosen) => void;
  readonly cancel: (chosen: Chosen) => void;
  /** The dialogs; always rendered, because they close with an animation. */
  readonly dialogs: ReactNode;
}

interface Assigning extends Chosen {
  /** Key of the dialog: each one starts fresh. */
  readonly number: number;
}

interface Cancelling extends Chosen {
  readonly open: boolean;
  /** Key of the dialog: each one starts fresh. */
  readonly number: number;
}

interface DialogCallbacks {
  /** Called when documents were assigned or cancelled. */
  readonly onDone: () => void;
  /** Returns the element to focus when the button that opened the dialog is gone. */
  readonly otherwiseFocus: () => HTMLElement | null;
}

export function useDocumentActionDialogs(
  batch: BatchSummary,
  documentActionRunner: DocumentActionRunner,
  { onDone, otherwiseFocus }: DialogCallbacks,
): DocumentActionDialogs {
  const outcomes = useUnknownOutcomes();
  const settling = useSettling();
  const [assigning, setAssigning] = useState<Assigning | null>(null);
  const [isAssigning, setIsAssigning] = useState(false);
  const [cancelling, setCancelling] = useState<Cancelling | null>(null);
  const assign = (chosen: Chosen) => {
    setAssigning((previous) => ({ ...chosen, number: (previous?.number ?? 0) + 1 }));
    setIsAssigning(true);
  };
  const cancel = (chosen: Chosen) => {
    setCancelling((previous) => ({ ...chosen, open: true, number: (previous?.number ?? 0) + 1 }));
  };
  return {
    assign,
    cancel,
    run(action, { id, beneficiary }) {
      const chosen: Chosen = { selection: { kind: 'some', ids: [id] }, count: 1 };
      const bulkAction = bulkActionOf(action);
      if (bulkAction !== null) documentActionRunner.run(bulkAction, chosen);
      else if (action === 'assign' || action === 'reassign') assign(chosen);
      else if (action === 'cancel') cancel(chosen);
      else if (beneficiary === null) return;
      else if (action === 'attach-others') documentActionRunner.attachIncomplete(beneficiary.id);
      else {
        const outcome = outcomes.find((one) => one.beneficiary.id === beneficiary.id);
        if (outcome !== undefined) settling.decide(outcome, 'is-there');
      }
    },
    dialogs: (
      <>
        {assigning !== null && (
          <AssignDialog
            key={assigning.number}
            open={isAssigning}
            count={assigning.count}
            onClose={() => setIsAssigning(false)}
            otherwiseFocus={otherwiseFocus}
            onAssign={async (beneficiaryId, label) => {
              await documentActionRunner.assign(assigning, beneficiaryId, label);
              onDone();
            }}
          />
        )}
        {cancelling !== null && (
          <CancelDialog
            key={cancelling.number}
            batch={batch}
            open={cancelling.open}
            selection={cancelling.selection}
            onClose={() => setCancelling({ ...cancelling, open: false })}
            otherwiseFocus={otherwiseFocus}
            onCancel={async () => {
              await documentActionRunner.cancel(cancelling);
              onDone();
            }}
          />
        )}
        {settling.dialog}
      </>
    ),
  };
}
