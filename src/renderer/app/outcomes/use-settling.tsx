import { type ReactNode, useState } from 'react';
import type { UnknownOutcome } from '../../../shared/model/beneficiary.ts';
import { SettleDialog } from './SettleDialog.tsx';
import type { Decision } from './settle.ts';

/** Asks about one outcome after the other. */
export interface Settling {
  /** Asks with the dialog; `decision` is chosen in it at first. */
  readonly decide: (outcome: UnknownOutcome, decision: Decision) => void;
  /** The dialog, to be drawn at all times: it goes away softly. */
  readonly dialog: ReactNode;
}

interface OpenDecision {
  readonly outcome: UnknownOutcome;
  readonly decision: Decision;
  /** Counts the questions: each one begins anew. */
  readonly number: number;
}

/** See {@link Settling}. */
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
