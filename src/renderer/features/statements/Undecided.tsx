import type { ReadOptions, ReviewColumn } from '../../../shared/model/review.ts';
import { Button } from '../../components/Button.tsx';
import { Toolbar } from '../../components/Page.tsx';
import { ambiguousColumns } from './ambiguous-columns.ts';

interface UndecidedProps {
  readonly columns: readonly ReviewColumn[];
  readonly onDecide: (decided: Pick<ReadOptions, 'decimals' | 'dates'>) => void;
}

/** Asks the clerk how to read ambiguous columns. */
export function Undecided({ columns, onDecide }: UndecidedProps) {
  return ambiguousColumns(columns).map(({ question, answers }) => (
    <Toolbar key={question}>
      <span className="ambiguous">{question}</span>
      {answers.map(({ label, decided }) => (
        <Button key={label} size="tiny" onPress={() => onDecide(decided)}>
          {label}
        </Button>
      ))}
    </Toolbar>
  ));
}
