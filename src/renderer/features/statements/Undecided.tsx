import type { ReadOptions, ReviewColumn } from '../../../shared/model/review.ts';
import { statementScreenWords } from '../../../shared/words/statements-screen.ts';
import { Button } from '../../components/Button.tsx';
import { Toolbar } from '../../components/Page.tsx';

const words = statementScreenWords.review;
const ways: readonly { readonly word: string; readonly decided: Pick<ReadOptions, 'decimals' | 'dates'> }[] =
  [
    { word: words.asPoint, decided: { decimals: 'point' } },
    { word: words.asComma, decided: { decimals: 'comma' } },
    { word: words.dayFirst, decided: { dates: 'day-first' } },
    { word: words.monthFirst, decided: { dates: 'month-first' } },
  ];

interface UndecidedProps {
  readonly columns: readonly ReviewColumn[];
  readonly onDecide: (decided: Pick<ReadOptions, 'decimals' | 'dates'>) => void;
}

/** Asks how columns are meant that could be read both ways; nothing is guessed. */
export function Undecided({ columns, onDecide }: UndecidedProps) {
  if (columns.every(({ kind }) => kind !== 'undecided')) return null;
  return (
    <Toolbar>
      <span>{words.undecided}</span>
      {ways.map(({ word, decided }) => (
        <Button key={word} size="tiny" onPress={() => onDecide(decided)}>
          {word}
        </Button>
      ))}
    </Toolbar>
  );
}
