/** @file Guesses amount, debit, credit and balance among unnamed columns of money, by their numbers alone. */
import type { Column } from '../read/table.ts';
import type { NumberColumn } from './numbers.ts';

type NumberValues = Extract<Column, { kind: 'number' }>;

type NumberSizes = Pick<NumberColumn, 'values' | 'large' | 'scale'>;

/** Minimum number of rows whose balance follows from the previous balance by a non-zero amount. */
const minLinks = 3;
const sampleRows = 1_000;
/** Minimum share of rows that have a debit or a credit. */
const minFilledShare = 0.9;

/** Index of the column of each meaning; `null` if no column or several columns fit. */
export interface GuessedMoney {
  readonly amount: number | null;
  readonly debit: number | null;
  readonly credit: number | null;
  readonly balance: number | null;
}

const noGuess: GuessedMoney = { amount: null, debit: null, credit: null, balance: null };

/** Returns the numbers of the first rows of a column in minor units of `scale`. */
function firstAmounts(column: NumberValues, scale: number): Float64Array {
  return column.values.subarray(0, sampleRows).map((value) => value * 10 ** (scale - column.scale));
}

/** True if every balance is the previous balance plus an amount. Tries both row orders, and balances before and after the amount. */
function formRunningBalance(amounts: Float64Array, balances: Float64Array): boolean {
  const areLinked = (step: 1 | -1, isBefore: boolean) => {
    let links = 0;
    for (let row = 1; row < amounts.length; row += 1) {
      const [before, after] = step === 1 ? [row - 1, row] : [row, row - 1];
      const moved = amounts[isBefore ? before : after] ?? Number.NaN;
      if ((balances[before] ?? Number.NaN) + moved !== balances[after]) return false;
      if (moved !== 0) links += 1;
    }
    return links >= minLinks;
  };
  if (areLinked(1, false) || areLinked(-1, false)) return true;
  // Amounts of a single sign also fit balances before the amount if their sign is reversed.
  const hasBothSigns = amounts.some((value) => value < 0) && amounts.some((value) => value > 0);
  return hasBothSigns && (areLinked(1, true) || areLinked(-1, true));
}

/**
 * Returns the signs of amounts without signs that a running balance proves: every balance is the one before it, plus or minus
 * the amount. The first row of the order has no balance before it: 0. `null` if the balance proves nothing.
 */
export function signsOfBalance(
  amounts: NumberSizes,
  balances: NumberSizes | null,
): Int8Array<ArrayBuffer> | null {
  if (balances === null || amounts.large.size + balances.large.size > 0) return null;
  const scale = Math.max(amounts.scale, balances.scale);
  const [sizes, ends] = [amounts, balances].map(({ values, scale: own }) =>
    values.map((value) => value * 10 ** (scale - own)),
  );
  if (sizes === undefined || ends === undefined) return null;
  const [proof, other] = [1, -1].flatMap((step) => proveSigns(sizes, ends, step) ?? []);
  if (proof === undefined || (other !== undefined && !isSameOrder(proof, other))) return null;
  return proof;
}

/** Proves the signs in one order of the rows; `null` if a balance does not follow from the one before it. */
function proveSigns(sizes: Float64Array, ends: Float64Array, step: number): Int8Array<ArrayBuffer> | null {
  const signs = new Int8Array(sizes.length);
  let links = 0;
  let before = Number.NaN;
  for (let row = step === 1 ? 0 : sizes.length - 1; row >= 0 && row < sizes.length; row += step) {
    const [end = Number.NaN, size = 0] = [ends[row], sizes[row]];
    if (!(size > 0)) continue;
    if (!Number.isNaN(before)) {
      if (Math.abs(end - before) !== size) return null;
      signs[row] = end > before ? 1 : -1;
      links += 1;
    }
    before = end;
  }
  return links >= minLinks ? signs : null;
}

/** True if both orders of the rows prove the same signs. */
function isSameOrder(one: Int8Array, two: Int8Array): boolean {
  return one.every((sign, row) => sign === 0 || two[row] === 0 || sign === two[row]);
}

function scaleOf(columns: readonly NumberValues[]): number {
  return Math.max(...columns.map(({ scale }) => scale));
}

/** Guesses the meaning of columns of money. `money` holds their indexes. */
export function guessMoney(columns: readonly Column[], money: readonly number[]): GuessedMoney {
  const numberColumns = money.flatMap((index) => {
    const column = columns[index];
    return column?.kind === 'number' ? [{ index, column }] : [];
  });
  // Debits and credits are tried first: debits alone may also fit the balance, in reverse order with the wrong sign.
  const pair = findPair(numberColumns);
  if (pair !== null) return pair;
  for (const amountColumn of numberColumns) {
    for (const balanceColumn of numberColumns) {
      const scale = scaleOf([amountColumn.column, balanceColumn.column]);
      if (
        amountColumn !== balanceColumn &&
        formRunningBalance(
          firstAmounts(amountColumn.column, scale),
          firstAmounts(balanceColumn.column, scale),
        )
      )
        return { ...noGuess, amount: amountColumn.index, balance: balanceColumn.index };
    }
  }
  const hasSign = (sign: 1 | -1) => (candidate: (typeof numberColumns)[number]) =>
    candidate.column.values.some((value) => value * sign > 0);
  const withNegatives = numberColumns.filter(hasSign(-1));
  const mixed = withNegatives.filter(hasSign(1));
  const [onlyCandidate] = [numberColumns, withNegatives, mixed].find(({ length }) => length === 1) ?? [];
  return { ...noGuess, amount: onlyCandidate?.index ?? null };
}

/** Finds adjacent columns of debits and credits: each row has either a debit or a credit. Signs or a balance column tell the columns apart. */
function findPair(
  numberColumns: readonly { readonly index: number; readonly column: NumberValues }[],
): GuessedMoney | null {
  for (const [place, one] of numberColumns.entries()) {
    const other = numberColumns[place + 1];
    if (other === undefined || !areComplementary(one.column.values, other.column.values)) continue;
    const otherColumns = numberColumns.filter((column) => column !== one && column !== other);
    for (const [debit, credit] of [
      [one, other],
      [other, one],
    ] as const) {
      const balanceColumn = otherColumns.find(({ column }) => {
        const scale = scaleOf([column, debit.column, credit.column]);
        return formRunningBalance(
          combineAmounts(debit.column, credit.column, scale),
          firstAmounts(column, scale),
        );
      });
      const isSigned =
        debit.column.values.every((value) => !(value > 0)) &&
        credit.column.values.every((value) => !(value < 0));
      if (balanceColumn !== undefined || (isSigned && debit.column.values.some((value) => value < 0)))
        return {
          amount: null,
          debit: debit.index,
          credit: credit.index,
          balance: balanceColumn?.index ?? null,
        };
    }
    return noGuess;
  }
  return null;
}

function areComplementary(one: Float64Array, other: Float64Array): boolean {
  let [onlyOne, onlyOther, both] = [0, 0, 0];
  for (const [row, value] of one.entries()) {
    const isOne = value !== 0 && !Number.isNaN(value);
    const isOther = (other[row] ?? 0) !== 0 && !Number.isNaN(other[row]);
    if (isOne && isOther) both += 1;
    else if (isOne) onlyOne += 1;
    else if (isOther) onlyOther += 1;
  }
  return both === 0 && onlyOne > 0 && onlyOther > 0 && onlyOne + onlyOther >= one.length * minFilledShare;
}

function combineAmounts(debits: NumberValues, credits: NumberValues, scale: number): Float64Array {
  const creditAmounts = firstAmounts(credits, scale);
  return firstAmounts(debits, scale).map((value, row) => {
    const debitAmount = Number.isNaN(value) ? 0 : Math.abs(value);
    const creditAmount = creditAmounts[row] ?? Number.NaN;
    return (Number.isNaN(creditAmount) ? 0 : Math.abs(creditAmount)) - debitAmount;
  });
}
