import { type ReactNode, useState } from 'react';
import type { DocumentRow } from '../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { useSettling } from '../../app/outcomes/use-settling.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import type { Chosen, DocumentActs } from './use-document-acts.ts';
import { actOfWay } from './way-looks.ts';
import type { Way } from './ways.ts';

/** Runs actions on documents and opens their dialogs. */
export interface Ways {
  readonly go: (way: Way, document: Pick<DocumentRow, 'id' | 'beneficiary'>) => void;
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

interface Around {
  /** Called when documents were assigned or cancelled. */
  readonly onAnswered: () => void;
  /** Returns the element to focus when the button that opened the dialog is gone. */
  readonly otherwiseFocus: () => HTMLElement | null;
}

export function useWays(
  batch: BatchSummary,
  documentActs: DocumentActs,
  { onAnswered, otherwiseFocus }: Around,
): Ways {
  const outcomes = useUnknownOutcomes();
  const settling = useSettling();
  const [assigning, setAssigning] = useState<Assigning | null>(null);
  const [asking, setAsking] = useState(false);
  const [cancelling, setCancelling] = useState<Cancelling | null>(null);
  const assign = (chosen: Chosen) => {
    setAssigning((before) => ({ ...chosen, number: (before?.number ?? 0) + 1 }));
    setAsking(true);
  };
  const cancel = (chosen: Chosen) => {
    setCancelling((before) => ({ ...chosen, open: true, number: (before?.number ?? 0) + 1 }));
  };
  return {
    assign,
    cancel,
    go(way, { id, beneficiary }) {
      const chosen: Chosen = { selection: { kind: 'some', ids: [id] }, count: 1 };
      const act = actOfWay(way);
      if (act !== null) documentActs.act(act, chosen);
      else if (way === 'assign' || way === 'reassign') assign(chosen);
      else if (way === 'cancel') cancel(chosen);
      else if (beneficiary === null) return;
      else if (way === 'attach-others') documentActs.attachIncomplete(beneficiary.id);
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
            open={asking}
            count={assigning.count}
            onClose={() => setAsking(false)}
            otherwiseFocus={otherwiseFocus}
            onAssign={async (beneficiaryId, label) => {
              await documentActs.assign(assigning, beneficiaryId, label);
              onAnswered();
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
              await documentActs.cancel(cancelling);
              onAnswered();
            }}
          />
        )}
        {settling.dialog}
      </>
    ),
  };
}
