/** @file Recognizes rows that are named as a balance, a turnover or a total, by the words of their cells. */
import { findMeanings, type Meaning } from '../columns/header-names.ts';
import { normalizeText } from '../columns/normalize-text.ts';
import vocabulary from '../vocabulary/row-labels.json' with { type: 'json' };
import { listPhrases } from '../vocabulary/words.ts';

/**
 * What a label says: `balance` is certainly no payment; a row named only `Total`, `Turnover` or `Balance` may be a payment, if
 * a party or a purpose has that name.
 */
type RowLabel = 'balance' | 'total' | 'possible';

const maxCellLength = 60;
/** Maximum number of words in a label. */
const maxLabelLength = 6;

const balanceNouns = new Set(listPhrases(vocabulary.balances));
const balanceTerms = new Set(
  [...listPhrases(vocabulary.balances), ...listPhrases(vocabulary.balanceQualifiers)].flatMap((phrase) =>
    phrase.split(' '),
  ),
);
const totals = new Set(listPhrases(vocabulary.totals));
const turnovers = new Set(listPhrases(vocabulary.turnovers));
/** Words that connect a label with a date or a currency. */
const connectives = new Set(vocabulary.connectives.split(' '));
const balanceMeanings: ReadonlySet<Meaning> = new Set(['opening-balance', 'closing-balance']);
/** Minimum letters of a noun at the end of a compound, such as `Tagessaldo`. */
const minCompoundNoun = 5;

/** Normalizes a label without numbers, dates, and the words that connect a label with them. */
function normalizeLabel(cell: string): string {
  const words = normalizeText(cell.replace(/\p{Sc}|[-+]?\d[\d.,:/'-]*/gu, ' ')).split(' ');
  const last = words.findLastIndex((word, index) => index === 0 || !connectives.has(word));
  return words.slice(0, last + 1).join(' ');
}

/** True for a noun of balances at the end of a longer word. */
function isCompound(word: string): boolean {
  return [...balanceNouns].some(
    (noun) => noun.length >= minCompoundNoun && word.length > noun.length && word.endsWith(noun),
  );
}

/** Returns what a cell says about its row; `null` for a cell that is no label. */
export function labelOf(cell: string): RowLabel | null {
  const label = cell.length > maxCellLength ? '' : normalizeLabel(cell);
  const words = label.split(' ');
  if (label === '' || words.length > maxLabelLength) return null;
  if (totals.has(label)) return 'total';
  if (turnovers.has(label)) return 'possible';
  if (balanceNouns.has(label)) return words.length > 2 ? 'balance' : 'possible';
  if (words.length === 1) return isCompound(label) ? 'balance' : null;
  const isBalance = words.every((word) => balanceTerms.has(word) || connectives.has(word));
  if (isBalance && words.some((word) => balanceNouns.has(word) || isCompound(word))) return 'balance';
  const [first] = findMeanings(label);
  return first?.isWhole === true && balanceMeanings.has(first.meaning) ? 'balance' : null;
}
