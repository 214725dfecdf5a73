import { type ReactNode, useState } from 'react';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { SettleDialog } from './SettleDialog.tsx';
import type { Decision } from './settle.ts';

/** Opens the confirmation for one outcome at a time. */
export interface Settling {
  /** Opens the dialog with `decision` preselected. */
  readonly decide: (outcome: UnknownOutcome, decision: Decision) => void;
  /** The dialog; always rendered, because it closes with an animation. */
  readonly dialog: ReactNode;
}

interface OpenDecision {
  readonly outcome: UnknownOutcome;
  readonly decision: Decision;
  /** Key of the dialog: each one starts with fresh state. */
  readonly number: number;
}

export function useSettling(): Settling {
  const [opened, setOpened] = useState<OpenDecision | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  return {
    decide(outcome, decision) {
      setOpened((before) => ({ outcome, decision, number: (before?.number ?? 0) + 1 }));
      setIsOpen(true);
    },
    dialog: opened !== null && (
      <SettleDialog
        key={opened.number}
        outcome={opened.outcome}
        decision={opened.decision}
        open={isOpen}
        onClose={() => setIsOpen(false)}
      />
    ),
  };
}
