import { type ReactNode, useState } from 'react';
import type { DocumentRow, Selection } from '../../../shared/contract/documents.ts';
import { useUnknownOutcomes } from '../../app/outcomes/UnknownOutcomes.tsx';
import { useSettling } from '../../app/outcomes/use-settling.tsx';
import { AssignDialog } from './AssignDialog.tsx';
import type { DocumentActs } from './use-document-acts.ts';
import { actOfWay } from './way-looks.ts';
import type { Way } from './ways.ts';

/** Goes the ways out, asking where a way needs an answer. */
export interface Ways {
  readonly go: (way: Way, document: Pick<DocumentRow, 'id' | 'beneficiary'>) => void;
  readonly assign: (selections: readonly Selection[], count: number) => void;
  /** The dialogs, to be drawn at all times: they go away softly. */
  readonly dialogs: ReactNode;
}

interface Assigning {
  readonly selections: readonly Selection[];
  readonly count: number;
  /** Counts the questions: each one begins anew. */
  readonly number: number;
}

interface Around {
  /** Hears when a question was answered. */
  readonly onAssigned: () => void;
  /** Takes the focus when the button that asked has gone with the answer. */
  readonly otherwiseFocus: () => HTMLElement | null;
}

/** See {@link Ways}. */
export function useWays(documentActs: DocumentActs, { onAssigned, otherwiseFocus }: Around): Ways {
  const outcomes = useUnknownOutcomes();
  const settling = useSettling();
  const [assigning, setAssigning] = useState<Assigning | null>(null);
  const [asking, setAsking] = useState(false);
  const assign = (selections: readonly Selection[], count: number) => {
    setAssigning((before) => ({ selections, count, number: (before?.number ?? 0) + 1 }));
    setAsking(true);
  };
  return {
    assign,
    go(way, { id, beneficiary }) {
      const selections: readonly Selection[] = [{ kind: 'some', ids: [id] }];
      const act = actOfWay(way);
      if (act !== null) documentActs.act(act, selections);
      else if (way === 'assign' || way === 'reassign') assign(selections, 1);
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
              onAssigned();
            }}
          />
        )}
        {settling.dialog}
      </>
    ),
  };
}
