import { proofsScreenWords } from '../../../../shared/words/proofs-screen.ts';
import { Button } from '../../../components/Button.tsx';

const words = proofsScreenWords.viewer;

/** Props of {@link Stepper}. */
export interface StepperProps {
  /** Counted from 0. */
  readonly place: number;
  readonly all: number;
  readonly onPlace: (place: number) => void;
}

/** Steps through the messages or transactions of a proof; nothing where there is only one. */
export function Stepper({ place, all, onPlace }: StepperProps) {
  if (all < 2) return null;
  return (
    <div className="proof-stepper">
      <Button size="small" disabled={place === 0} onPress={() => onPlace(place - 1)}>
        {words.previous}
      </Button>
      <span className="num" role="status">
        {words.place(place + 1, all)}
      </span>
      <Button size="small" disabled={place === all - 1} onPress={() => onPlace(place + 1)}>
        {words.next}
      </Button>
    </div>
  );
}
