/** @file Words of a statement whose meaning the clerk decides. */

import type { ReadOptions, Sums, WordMeaning } from '../../../../shared/model/statements/open-statement.ts';
import type { OpenedCombined } from '../combined/open-combined.ts';

/** A word of a statement that decides about its rows; those decided earlier have no rows in question. */
export type QuestionedWord = Pick<Sums['leftOut'][number]['words'][number], 'key' | 'text'> & {
  readonly rows: number | null;
  readonly meanings: readonly WordMeaning[];
};

const directions = ['incoming', 'outgoing', 'left-out'] as const;
const payments = ['counted', 'left-out'] as const;

const decidableReasons: ReadonlySet<Sums['leftOut'][number]['reason']> = new Set([
  'undirected',
  'unknown-state',
  'unclear',
]);

/** Returns the first statement of a table in which the clerk can decide about rows that are left out; `null` for none. */
export function undecidedStatement(
  { statements }: Pick<OpenedCombined, 'statements'>,
  { reason, rows: [row] }: Pick<Sums['leftOut'][number], 'reason' | 'rows'>,
) {
  if (row === undefined || !decidableReasons.has(reason)) return null;
  return statements.find(({ firstRow, rows }) => row >= firstRow && row < firstRow + rows)?.statement ?? null;
}

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
