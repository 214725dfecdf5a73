/** @file Finds the rows whose payment was not carried out, by the words of columns of states. */
import { normalizeText } from '../columns/normalize-text.ts';
import { namesStates, stateOfKind, stateOfWord } from '../columns/payment-states.ts';
import type { Meanings } from '../columns/roles.ts';
import type { Table } from '../read/table.ts';
import { buildDictionary } from './sums.ts';

function chosenState({ options }: Table, word: string): 'final' | 'unfinished' | null {
  const choice = options.words?.[normalizeText(word)];
  return choice === 'counted' ? 'final' : choice === 'left-out' ? 'unfinished' : null;
}

/** The rows whose payment was not carried out, and those whose state is not known. */
export interface StateRows {
  readonly unfinished: ReadonlySet<number>;
  readonly unknown: ReadonlySet<number>;
}

/** Finds these rows in a table; the clerk's choices come first. */
export function findStateRows(table: Table, { columns, roles }: Meanings): StateRows {
  const rows = { unfinished: new Set<number>(), unknown: new Set<number>() };
  for (const [index, { meaning }] of columns.entries()) {
    const isNamed = namesStates(table.columns[index]?.name ?? '');
    const isDirection = index === roles.direction && table.options.words !== undefined;
    if (meaning !== 'kind' && !isNamed && !isDirection) continue;
    const dictionary = buildDictionary(table, index);
    const stateOf = isNamed ? stateOfWord : stateOfKind;
    const states = dictionary?.words.map((word) => chosenState(table, word) ?? stateOf(word)) ?? [];
    if (dictionary === null || states.every((state) => state === 'final')) continue;
    for (const [row, code] of dictionary.codes.entries()) {
      const state = states[code] ?? 'final';
      if (state !== 'final') rows[state].add(row);
    }
  }
  return rows;
}
