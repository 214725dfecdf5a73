import type { ReadOptions, ReviewColumn } from '../../../shared/model/review.ts';
import { Button } from '../../components/Button.tsx';
import { Toolbar } from '../../components/Page.tsx';
import { ambiguousColumns } from './ambiguous-columns.ts';

interface UndecidedProps {
  readonly columns: readonly ReviewColumn[];
  readonly onDecide: (decided: Pick<ReadOptions, 'decimals' | 'dates'>) => void;
}

/** Asks how columns are meant that could be read in two ways; nothing is guessed. */
export function Undecided({ columns, onDecide }: UndecidedProps) {
  return ambiguousColumns(columns).map(({ question, answers }) => (
    <Toolbar key={question}>
      <span className="ambiguous">{question}</span>
      {answers.map(({ word, decided }) => (
        <Button key={word} size="tiny" onPress={() => onDecide(decided)}>
          {word}
        </Button>
      ))}
    </Toolbar>
  ));
}
