import { type ReactNode, useState } from 'react';
import type { DocumentRow, Selection } from '../../../shared/contract/documents.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { useSettling } from '../../app/outcomes/use-settling.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import { CancelDialog } from './CancelDialog.tsx';
import type { DocumentActs } from './use-document-acts.ts';
import { actOfWay } from './way-looks.ts';
import type { Way } from './ways.ts';

/** Goes the ways out, asking where a way needs an answer. */
export interface Ways {
  readonly go: (way: Way, document: Pick<DocumentRow, 'id' | 'beneficiary'>) => void;
  readonly assign: (selections: readonly Selection[], count: number) => void;
  readonly cancel: (selections: readonly Selection[]) => void;
  /** The dialogs, to be drawn at all times: they go away softly. */
  readonly dialogs: ReactNode;
}

interface Assigning {
  readonly selections: readonly Selection[];
  readonly count: number;
  /** Counts the questions: each one begins anew. */
  readonly number: number;
}

interface Cancelling {
  readonly selections: readonly Selection[];
  readonly open: boolean;
  /** Counts the dialogs: each one begins anew. */
  readonly number: number;
}

interface Around {
  /** Called when documents were assigned or cancelled. */
  readonly onAnswered: () => void;
  /** Takes the focus when the button that asked has gone with the answer. */
  readonly otherwiseFocus: () => HTMLElement | null;
}

/** See {@link Ways}. */
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
  const assign = (selections: readonly Selection[], count: number) => {
    setAssigning((before) => ({ selections, count, number: (before?.number ?? 0) + 1 }));
    setAsking(true);
  };
  const cancel = (selections: readonly Selection[]) => {
    setCancelling((before) => ({ selections, open: true, number: (before?.number ?? 0) + 1 }));
  };
  return {
    assign,
    cancel,
    go(way, { id, beneficiary }) {
      const selections: readonly Selection[] = [{ kind: 'some', ids: [id] }];
      const act = actOfWay(way);
      if (act !== null) documentActs.act(act, selections);
      else if (way === 'assign' || way === 'reassign') assign(selections, 1);
      else if (way === 'cancel') cancel(selections);
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
              await documentActs.assign(assigning.selections, beneficiaryId, label);
              onAnswered();
            }}
          />
        )}
        {cancelling !== null && (
          <CancelDialog
            key={cancelling.number}
            batch={batch}
            open={cancelling.open}
            selections={cancelling.selections}
            onClose={() => setCancelling({ ...cancelling, open: false })}
            otherwiseFocus={otherwiseFocus}
            onCancel={async () => {
              await documentActs.cancel(cancelling.selections);
              onAnswered();
            }}
          />
        )}
        {settling.dialog}
      </>
    ),
  };
}
