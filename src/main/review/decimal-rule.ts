/** @file Decides over all cells of a column whether they are numbers, and how these are written. */

/** How the numbers of a column are written. `integer` has neither; `ambiguous` could be read both ways. */
export type DecimalRule = 'point' | 'comma' | 'integer' | 'ambiguous';

/** What was counted over the cells of a column. */
export interface NumberCounts {
  readonly filled: number;
  readonly notPoint: number;
  readonly notComma: number;
  readonly differ: number;
  readonly neither: number;
  /** Digits that name something, and among the numbers those with too many digits for an amount. */
  readonly names: number;
  /** Cells that are written as amounts are. */
  readonly money: number;
  readonly negative: number;
  /** The smallest size of a whole number. */
  readonly least: number;
}

/** The share of filled cells that may be no number, where the others are written as amounts are. */
export const maxBadShare = 0.25;
/** The same where all are plain whole numbers, as they stand in texts as well. */
const maxBadShareOfIntegers = 0.1;
/** The share of cells that may contradict the decimal sign of the others. */
const maxContraryShare = 0.1;
/** Undivided digits from which on a column without any sign or decimals holds names, not numbers. */
const minIdentifier = 1e9;

/** What the cells of a column say; `null` for one that is not of numbers. */
export function decimalRuleOf(counts: NumberCounts): DecimalRule | null {
  const { filled, neither, notPoint, notComma, differ, names, money, negative, least } = counts;
  const read = filled - neither;
  if (read <= 0) return null;
  const isMoney = money > 0;
  // An account, a phone or a code is no amount, and must never be summed.
  if (names > 0 && (names > filled * maxBadShare || money * 2 < read)) return null;
  if (!isMoney && negative === 0 && least >= minIdentifier) return null;
  // Among very few cells one may be the name of the column, or the word before a total.
  const spared = money > 1 ? 1 : 0;
  if (neither > Math.max(spared, filled * (isMoney ? maxBadShare : maxBadShareOfIntegers))) return null;
  const asPoint = notPoint <= read * maxContraryShare;
  const asComma = notComma <= read * maxContraryShare;
  if (!asPoint && !asComma) return null;
  if (differ === 0) return 'integer';
  if (asPoint && asComma && notPoint === notComma) return 'ambiguous';
  return asPoint && (!asComma || notPoint < notComma) ? 'point' : 'comma';
}
