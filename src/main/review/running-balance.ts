/** @file Guesses amount, debit, credit and balance among unnamed columns of money, by their numbers alone. */
import type { Column } from './table.ts';

type NumberValues = Extract<Column, { kind: 'number' }>;

/** Minimum number of consecutive rows that must fit before numbers alone decide. */
const minLinks = 3;
const sampleRows = 1_000;
/** Minimum share of rows that have a debit or a credit. */
const minFilledShare = 0.9;

/** Columns of money by meaning; `null` if it is ambiguous. */
export interface GuessedMoney {
  readonly amount: number | null;
  readonly debit: number | null;
  readonly credit: number | null;
  readonly balance: number | null;
}

export const noGuess: GuessedMoney = { amount: null, debit: null, credit: null, balance: null };

/** The numbers of a column's first rows in minor units of `scale`. */
function first(column: NumberValues, scale: number): Float64Array {
  return column.values.subarray(0, sampleRows).map((value) => value * 10 ** (scale - column.scale));
}

/** True if every balance is the previous one plus an amount, for either row order and either position of the balance. */
function runs(amounts: Float64Array, balances: Float64Array): boolean {
  const holds = (step: 1 | -1, isBefore: boolean) => {
    let links = 0;
    for (let row = 1; row < amounts.length; row += 1) {
      const [before, after] = step === 1 ? [row - 1, row] : [row, row - 1];
      const moved = amounts[isBefore ? before : after] ?? Number.NaN;
      if ((balances[before] ?? Number.NaN) + moved !== balances[after]) return false;
      if (moved !== 0) links += 1;
    }
    return links >= minLinks;
  };
  if (holds(1, false) || holds(-1, false)) return true;
  // If balances exclude their row's amount and all amounts have one sign, the signs could be reversed.
  const hasBothSigns = amounts.some((value) => value < 0) && amounts.some((value) => value > 0);
  return hasBothSigns && (holds(1, true) || holds(-1, true));
}

function scaleOf(columns: readonly NumberValues[]): number {
  return Math.max(...columns.map(({ scale }) => scale));
}

/** Guesses the meaning of the columns `money`, given by index. */
export function guessMoney(columns: readonly Column[], money: readonly number[]): GuessedMoney {
  const known = money.flatMap((index) => {
    const column = columns[index];
    return column?.kind === 'number' ? [{ index, column }] : [];
  });
  // Checks pairs first: one column of a pair may also fit the balance alone, in reverse with the wrong sign.
  const pair = pairIn(known);
  if (pair !== null) return pair;
  for (const one of known) {
    for (const other of known) {
      const scale = scaleOf([one.column, other.column]);
      if (one !== other && runs(first(one.column, scale), first(other.column, scale)))
        return { ...noGuess, amount: one.index, balance: other.index };
    }
  }
  const hasSign = (sign: 1 | -1) => (one: (typeof known)[number]) =>
    one.column.values.some((value) => value * sign > 0);
  const negative = known.filter(hasSign(-1));
  const both = negative.filter(hasSign(1));
  const [only] = [known, negative, both].find(({ length }) => length === 1) ?? [];
  return { ...noGuess, amount: only?.index ?? null };
}

/** Finds adjacent debits and credits: each row has one of them. Signs or a balance column decide which is which. */
function pairIn(
  known: readonly { readonly index: number; readonly column: NumberValues }[],
): GuessedMoney | null {
  for (const [place, one] of known.entries()) {
    const other = known[place + 1];
    if (other === undefined || !areComplementary(one.column.values, other.column.values)) continue;
    const rest = known.filter((column) => column !== one && column !== other);
    for (const [debit, credit] of [
      [one, other],
      [other, one],
    ] as const) {
      const found = rest.find(({ column }) => {
        const scale = scaleOf([column, debit.column, credit.column]);
        return runs(together(debit.column, credit.column, scale), first(column, scale));
      });
      const isSigned =
        debit.column.values.every((value) => !(value > 0)) &&
        credit.column.values.every((value) => !(value < 0));
      if (found !== undefined || (isSigned && debit.column.values.some((value) => value < 0)))
        return { amount: null, debit: debit.index, credit: credit.index, balance: found?.index ?? null };
    }
    return noGuess;
  }
  return null;
}

function areComplementary(one: Float64Array, other: Float64Array): boolean {
  let [ones, others, both] = [0, 0, 0];
  for (const [row, value] of one.entries()) {
    const isOne = value !== 0 && !Number.isNaN(value);
    const isOther = (other[row] ?? 0) !== 0 && !Number.isNaN(other[row]);
    if (isOne && isOther) both += 1;
    else if (isOne) ones += 1;
    else if (isOther) others += 1;
  }
  return both === 0 && ones > 0 && others > 0 && ones + others >= one.length * minFilledShare;
}

function together(debits: NumberValues, credits: NumberValues, scale: number): Float64Array {
  const brought = first(credits, scale);
  return first(debits, scale).map((value, row) => {
    const taken = Number.isNaN(value) ? 0 : Math.abs(value);
    const credit = brought[row] ?? Number.NaN;
    return (Number.isNaN(credit) ? 0 : Math.abs(credit)) - taken;
  });
}
