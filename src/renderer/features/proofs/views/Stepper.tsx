import { proofsScreenWords } from '../../../../shared/words/proofs-screen.ts';
import { Button } from '../../../components/Button.tsx';

const words = proofsScreenWords.viewer;

interface StepperProps {
  /** Counted from 0. */
  readonly place: number;
  /** Those that can be looked at, from the first. */
  readonly listed: number;
  readonly total: number;
  readonly onPlace: (place: number) => void;
}

/** Steps through the messages or transactions of a proof; nothing where there is only one. */
export function Stepper({ place, listed, total, onPlace }: StepperProps) {
  if (total < 2) return null;
  return (
    <>
      <div className="proof-stepper">
        <Button size="small" disabled={place === 0} onPress={() => onPlace(place - 1)}>
          {words.previous}
        </Button>
        <span className="num" role="status">
          {words.place(place + 1, total)}
        </span>
        <Button size="small" disabled={place === listed - 1} onPress={() => onPlace(place + 1)}>
          {words.next}
        </Button>
      </div>
      {listed < total && <p className="raw-cut sm dim">{words.firstListed(listed, total)}</p>}
    </>
  );
}
