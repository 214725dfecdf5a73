/** @file Decides for a whole column whether it holds numbers, and which decimal separator they have. */

/** Decimal separator of a column. `integer` has no decimals; `ambiguous` can be read with point or comma. */
export type DecimalRule = 'point' | 'comma' | 'integer' | 'ambiguous';

/** Counts over the cells of a column. Cells without text are not counted. */
export interface NumberCounts {
  /** Cells with text. */
  readonly filled: number;
  /** Numbers that cannot have a decimal point, such as `1,5`. */
  readonly notPoint: number;
  /** Numbers that cannot have a decimal comma, such as `1.5`. */
  readonly notComma: number;
  /** Numbers whose value depends on the decimal separator. */
  readonly differ: number;
  /** Cells that are not numbers. */
  readonly neither: number;
  /** Identifiers made of digits, including numbers with too many digits for an amount. */
  readonly names: number;
  /** Cells in the notation of amounts. */
  readonly money: number;
  /** Numbers below zero. */
  readonly negative: number;
  /** Smallest absolute value. */
  readonly least: number;
}

/** Maximum share of filled cells that are not numbers, in a column with the notation of amounts. */
export const maxBadShare = 0.25;
/** Maximum share of such cells in a column of whole numbers, which also occur in columns of text. */
const maxBadShareOfIntegers = 0.1;
/** Maximum share of numbers that contradict the decimal separator of the column. */
const maxContraryShare = 0.1;
/** Minimum value from which a column without signs and decimals holds identifiers, not amounts. */
const minIdentifier = 1e9;

/** Determines the decimal separator of a column; `null` for a column that does not hold numbers. */
export function determineDecimalRule(counts: NumberCounts): DecimalRule | null {
  const { filled, neither, notPoint, notComma, differ, names, money, negative, least } = counts;
  const numberCells = filled - neither;
  if (numberCells <= 0) return null;
  const isMoney = money > 0;
  // Accounts, phone numbers and codes are not amounts and must never be summed.
  if (names > 0 && (names > filled * maxBadShare || money * 2 < numberCells)) return null;
  if (!isMoney && negative === 0 && least >= minIdentifier) return null;
  // In a column of few cells, one cell may be the name of the column or the label of a total.
  const maxSparedCells = money > 1 ? 1 : 0;
  if (neither > Math.max(maxSparedCells, filled * (isMoney ? maxBadShare : maxBadShareOfIntegers)))
    return null;
  const fitsPoint = notPoint <= numberCells * maxContraryShare;
  const fitsComma = notComma <= numberCells * maxContraryShare;
  if (!fitsPoint && !fitsComma) return null;
  if (differ === 0) return 'integer';
  if (fitsPoint && fitsComma && notPoint === notComma) return 'ambiguous';
  return fitsPoint && (!fitsComma || notPoint < notComma) ? 'point' : 'comma';
}
