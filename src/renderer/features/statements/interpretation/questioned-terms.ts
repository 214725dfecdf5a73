/** @file Words of a statement whose meaning the clerk decides. */
import type { ReadOptions, Sums, WordMeaning } from '../../../../shared/model/statements/open-statement.ts';

/** A word of a statement that decides about its rows; those decided earlier have no rows in question. */
export type QuestionedWord = Pick<Sums['leftOut'][number]['words'][number], 'key' | 'text'> & {
  readonly rows: number | null;
  readonly meanings: readonly WordMeaning[];
};

const directions = ['incoming', 'outgoing', 'left-out'] as const;
const payments = ['counted', 'left-out'] as const;

/** Returns the words that are not decided yet, and those that the clerk has decided, which can be decided anew. */
export function questionedTerms(leftOut: Sums['leftOut'], { words = {} }: ReadOptions): QuestionedWord[] {
  const open = leftOut.flatMap((line) =>
    line.words.map((word) => ({ ...word, meanings: line.reason === 'undirected' ? directions : payments })),
  );
  const decided = Object.entries(words).map(([key, meaning]) => ({
    key,
    text: key,
    rows: null,
    meanings:
      meaning === 'counted'
        ? payments
        : meaning === 'left-out'
          ? [...directions, 'counted' as const]
          : directions,
  }));
  return [...open, ...decided.filter(({ key }) => !open.some((word) => word.key === key))];
}
