/** @file What the words of columns of states say: whether a payment moved money. */
import vocabulary from '../vocabulary/payment-states.json' with { type: 'json' };
import { listPhrases } from '../vocabulary/words.ts';
import { normalizeText } from './normalize-text.ts';

/** Whether a payment moved money; `unknown` if its state is no known word. */
type PaymentState = 'final' | 'unfinished' | 'unknown';

const stateNames = new Set(listPhrases(vocabulary.columns));
const finalPhrases = new Set(listPhrases(vocabulary.final));
/** Unlike payments that were reversed later, these moved no money. */
const unfinishedPhrases = new Set(listPhrases(vocabulary.unfinished));
/** In a column of kinds, these may be payments that came back, which move money. */
const returnedPhrases = new Set(listPhrases(vocabulary.returned));
const negations = new Set('not no nicht non pas niet ikke inte ej ei nie ne nu не 未'.split(' '));
const maxPhraseLength = 3;

/** True if a text has one of the phrases as whole words. */
function hasPhrase(words: readonly string[], phrases: ReadonlySet<string>): boolean {
  return words.some((_, start) =>
    Array.from({ length: maxPhraseLength }, (_, length) =>
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
export function stateOfKind(word: string): PaymentState {
  return unfinishedPhrases.has(normalizeText(word)) ? 'unfinished' : 'final';
}

/** True for the name of a column that says what became of each payment. */
export function namesStates(header: string): boolean {
  return stateNames.has(normalizeText(header));
}
