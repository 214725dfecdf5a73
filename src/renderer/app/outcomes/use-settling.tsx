import { type ReactNode, useState } from 'react';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { SettleDialog } from './SettleDialog.tsx';
import type { Decision } from './settle.ts';

/** Opens the confirmation for one outcome at a time. */
interface Settling {
  /** Opens the dialog with `decision` preselected. */
  readonly decide: (outcome: UnknownOutcome, decision: Decision) => void;
  /** The dialog; always rendered, because it closes with an animation. */
  readonly dialog: ReactNode;
}

interface OpenDecision {
  readonly outcome: UnknownOutcome;
  readonly decision: Decision;
  /** React key of the dialog, so that each opened dialog starts with fresh state. */
  readonly number: number;
}

export function useSettling(): Settling {
  const [dialogState, setDialogState] = useState<OpenDecision | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    decide(outcome, decision) {
      setDialogState((previous) => ({ outcome, decision, number: (previous?.number ?? 0) + 1 }));
      setIsOpen(true);
    },
    dialog: dialogState !== null && (
      <SettleDialog
        key={dialogState.number}
        outcome={dialogState.outcome}
        decision={dialogState.decision}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    ),
  };
}
