/** @file Finds the rows whose payment was not carried out, by the words of columns of states. */
import { normalizeText } from '../columns/normalize-text.ts';
import type { Meanings } from '../columns/roles.ts';
import type { Table } from '../read/table.ts';
import vocabulary from '../vocabulary/payment-states.json' with { type: 'json' };
import { listPhrases } from '../vocabulary/words.ts';
import { buildDictionary } from './sums.ts';

/** Whether a payment moved money; `unknown` if its state is no known word. */
export type PaymentState = 'final' | 'unfinished' | 'unknown';

const stateNames = new Set(listPhrases(vocabulary.columns));
const finalPhrases = new Set(listPhrases(vocabulary.final));
/** Unlike payments that were reversed later, these moved no money. */
const unfinishedPhrases = new Set(listPhrases(vocabulary.unfinished));
/** In a column of kinds, these may be payments that came back, which move money. */
const returnedPhrases = new Set(listPhrases(vocabulary.returned));
const negations = new Set('not no nicht non pas niet ikke inte ej ei nie ne nu не 未'.split(' '));
const maxPhraseWords = 3;

/** True if a text has one of the phrases as whole words. */
function hasPhrase(words: readonly string[], phrases: ReadonlySet<string>): boolean {
  return words.some((_, start) =>
    Array.from({ length: maxPhraseWords }, (_, length) =>
      words.slice(start, start + length + 1).join(' '),
    ).some((phrase) => phrases.has(phrase)),
  );
}

/** Returns whether a payment with a word as its state moved money. A mark of a single letter is no state. */
export function stateOfWord(word: string): PaymentState {
  if (!/\p{L}{2}/u.test(word)) return 'final';
  const words = normalizeText(word).split(' ');
  if (hasPhrase(words, unfinishedPhrases) || hasPhrase(words, returnedPhrases)) return 'unfinished';
  const isFinal = hasPhrase(words, finalPhrases);
  if (words.some((part) => negations.has(part))) return isFinal ? 'unfinished' : 'unknown';
  return isFinal ? 'final' : 'unknown';
}

/** In a column of another name, unknown words are kinds of payments. */
function stateOfKind(word: string): PaymentState {
  return unfinishedPhrases.has(normalizeText(word)) ? 'unfinished' : 'final';
}

function chosenState({ options }: Table, word: string): PaymentState | null {
  const choice = options.words?.[normalizeText(word)];
  return choice === 'counted' ? 'final' : choice === 'left-out' ? 'unfinished' : null;
}

/** True for the name of a column that says what became of each payment. */
export function namesStates(header: string): boolean {
  return stateNames.has(normalizeText(header));
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
