import { type KeyboardEvent, useRef } from 'react';
import type { ProofStatus } from '../../../../shared/model/proofs/status.ts';
import { standingWords } from '../../../../shared/words/payment-status.ts';
import { proofsScreenWords } from '../../../../shared/words/proofs-screen.ts';
import { Button } from '../../../components/Button.tsx';

const words = proofsScreenWords.viewer;

interface StepperProps {
  /** Counted from 0. */
  readonly index: number;
  /** Number of items that can be shown, from the first. */
  readonly listed: number;
  readonly total: number;
  readonly what: keyof typeof words.steps;
  /** Title of the current item. */
  readonly title: string | null;
  /** Most severe status of the current item. */
  readonly status: ProofStatus | null;
  readonly onPlace: (index: number) => void;
}

/** Steps through the messages or transactions of a proof, also by arrow keys. Renders nothing for a single one. */
export function Stepper({ index, listed, total, what, title, status, onPlace }: StepperProps) {
  const previous = useRef<HTMLButtonElement>(null);
  const next = useRef<HTMLButtonElement>(null);
  if (total < 2) return null;

  function step(to: number): void {
    if (to < 0 || to >= listed) return;
    // A button that becomes disabled would lose the focus.
    if (to === 0) next.current?.focus();
    if (to === listed - 1) previous.current?.focus();
    onPlace(to);
  }

  function onKeyDown({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): void {
    if (altKey || ctrlKey || metaKey) return;
    if (key === 'ArrowRight') step(index + 1);
    if (key === 'ArrowLeft') step(index - 1);
  }

  return (
    <>
      <div className="proof-stepper" role="toolbar" aria-label={words.steps[what]} onKeyDown={onKeyDown}>
        <Button size="small" buttonRef={previous} disabled={index === 0} onPress={() => step(index - 1)}>
          {words.previous}
        </Button>
        <Button size="small" buttonRef={next} disabled={index === listed - 1} onPress={() => step(index + 1)}>
          {words.next}
        </Button>
        <span className="num" role="status">
          {words.place(index + 1, total, title, status === null ? null : standingWords[status.standing])}
        </span>
      </div>
      {listed < total && <p className="raw-cut sm dim">{words.firstListed(listed, total)}</p>}
    </>
  );
}
