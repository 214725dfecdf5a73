/** @file The words of rows that are in no sum until the clerk has said what they mean. */
import type { LeftOutReason } from '../../../shared/model/statements/open-statement.ts';
import { normalizeText } from '../columns/normalize-text.ts';
import { namesStates, stateOfWord } from '../columns/payment-states.ts';
import type { Meanings } from '../columns/roles.ts';
import type { Table } from '../read/table.ts';
import { labelOf } from './row-labels.ts';

/** A word, as the file writes it first, and the number of its rows. */
interface UndecidedWord {
  /** The word in the clerk's choices: without accents and capitals. */
  readonly key: string;
  readonly text: string;
  readonly rows: number;
}

const decidableReasons: ReadonlySet<LeftOutReason> = new Set(['undirected', 'unknown-state', 'unclear']);
const maxTerms = 20;
/** Maximum number of rows whose words are read. */
const maxReadRows = 20_000;

/** Returns the words that decide about rows that are left out for a reason, the most frequent first. */
export function findUndecidedTerms(
  table: Table,
  { roles }: Meanings,
  reason: LeftOutReason,
  rows: Uint32Array,
): UndecidedWord[] {
  if (!decidableReasons.has(reason)) return [];
  const wordOf = (cells: readonly string[]): string | undefined => {
    switch (reason) {
      case 'undirected':
        return cells[roles.direction ?? -1];
      case 'unknown-state':
        return cells.find(
          (cell, index) => namesStates(table.columns[index]?.name ?? '') && stateOfWord(cell) === 'unknown',
        );
      case 'unclear':
        return (
          cells.find((cell) => labelOf(cell) === 'possible') ??
          cells.find((cell, index) => table.columns[index]?.kind === 'text' && /\p{L}/u.test(cell))
        );
      default:
        return undefined;
    }
  };
  const words = new Map<string, { readonly text: string; rows: number }>();
  for (const row of rows.subarray(0, maxReadRows)) {
    const text = wordOf(table.cells(row, 200))?.trim() ?? '';
    const key = normalizeText(text).slice(0, 200);
    if (key === '') continue;
    const word = words.get(key) ?? { text, rows: 0 };
    word.rows += 1;
    words.set(key, word);
  }
  return [...words]
    .map(([key, word]) => ({ key, ...word }))
    .toSorted((one, two) => two.rows - one.rows)
    .slice(0, maxTerms);
}
