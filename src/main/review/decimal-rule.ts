/** @file Decides for a whole column whether it holds numbers, and which decimal separator they have. */

/** Decimal separator of a column. `integer` has no decimals; `ambiguous` can be read with point or comma. */
export type DecimalRule = 'point' | 'comma' | 'integer' | 'ambiguous';

/** Counts over the cells of a column. */
export interface NumberCounts {
  readonly filled: number;
  readonly notPoint: number;
  readonly notComma: number;
  readonly differ: number;
  readonly neither: number;
  /** Identifiers made of digits, including numbers with too many digits for an amount. */
  readonly names: number;
  /** Cells in the notation of amounts. */
  readonly money: number;
  readonly negative: number;
  /** Smallest absolute value. */
  readonly least: number;
}

/** Maximum share of filled cells that are not numbers, if the others are in the notation of amounts. */
export const maxBadShare = 0.25;
/** The same maximum for plain whole numbers, which also occur in columns of text. */
const maxBadShareOfIntegers = 0.1;
/** Maximum share of cells that contradict the decimal separator of the others. */
const maxContraryShare = 0.1;
/** Minimum value from which a column without signs and decimals holds identifiers, not amounts. */
const minIdentifier = 1e9;

/** Returns the rule of a column; `null` if it does not hold numbers. */
export function decimalRuleOf(counts: NumberCounts): DecimalRule | null {
  const { filled, neither, notPoint, notComma, differ, names, money, negative, least } = counts;
  const read = filled - neither;
  if (read <= 0) return null;
  const isMoney = money > 0;
  // Accounts, phone numbers and codes are not amounts and must never be summed.
  if (names > 0 && (names > filled * maxBadShare || money * 2 < read)) return null;
  if (!isMoney && negative === 0 && least >= minIdentifier) return null;
  // Among few cells, one may be the name of the column or the label of a total.
  const spared = money > 1 ? 1 : 0;
  if (neither > Math.max(spared, filled * (isMoney ? maxBadShare : maxBadShareOfIntegers))) return null;
  const asPoint = notPoint <= read * maxContraryShare;
  const asComma = notComma <= read * maxContraryShare;
  if (!asPoint && !asComma) return null;
  if (differ === 0) return 'integer';
  if (asPoint && asComma && notPoint === notComma) return 'ambiguous';
  return asPoint && (!asComma || notPoint < notComma) ? 'point' : 'comma';
}
