/** @file Signed amounts of a column of money: positive for incoming, negative for outgoing, as the file means them. */

import { directionsOf } from './directions.ts';
import { currencyIn, meaningsOf, normalizeText } from './header-names.ts';
import type { CellCurrencies, NumberColumn } from './numbers.ts';
import type { Meanings } from './roles.ts';
import { type Dictionary, dictionaryOf } from './sums.ts';
import type { Table } from './table.ts';

/** Minor units of each row, positive for incoming; NaN for a row without an amount. */
export interface Movements {
  readonly values: Float64Array;
  /** Rows whose minor units a number cannot hold exactly. */
  readonly large: ReadonlyMap<number, bigint>;
  /** Currencies written in the cells themselves, or `null`. */
  readonly currencies: CellCurrencies | null;
  readonly scale: number;
  /** Rows with a cell that could not be read, ascending. */
  readonly badRows: Uint32Array;
  /** Rows with an amount whose direction the file does not state, ascending. */
  readonly undirected: Uint32Array;
}

const none = new Uint32Array();

function numbersAt(table: Table, index: number | null): NumberColumn | null {
  const column = index === null ? undefined : table.columns[index];
  return column?.kind === 'number' ? column : null;
}

/** The columns that are summed together: debits with credits, every other column alone. */
export function summedWith({ roles }: Meanings, column: number): readonly number[] {
  const { debit, credit } = roles;
  const isPair = debit !== null && credit !== null && (column === debit || column === credit);
  return isPair ? [debit, credit] : [column];
}

/** Returns the signed amounts of a column; `null` for a column that is never summed. */
export function movementsOf(table: Table, meanings: Meanings, index: number): Movements | null {
  const found = numbersAt(table, index);
  if (found === null || meanings.columns[index]?.isSummed !== true) return null;
  const pair = summedWith(meanings, index);
  const [debits, credits] = pair.map((column) => numbersAt(table, column));
  if (pair.length === 2 && debits != null && credits != null) return pairOf(debits, credits);
  switch (meanings.columns[index].meaning) {
    case 'debit': {
      const taken = signOfDebits(found);
      return withSigns(found, () => -taken);
    }
    case 'credit': {
      const brought = signOfCredits(found);
      return withSigns(found, () => brought);
    }
    case 'fee':
      // Without signs every fee was paid; with signs, some were refunded.
      return found.values.some((value) => value < 0) ? plain(found) : withSigns(found, () => -1);
    default:
      return directed(table, meanings, found);
  }
}

function plain({ values, large, currencies, scale, badRows }: NumberColumn): Movements {
  return { values, large, currencies, scale, badRows, undirected: none };
}

function countSigns({ values }: NumberColumn): { readonly negative: number; readonly positive: number } {
  let negative = 0;
  let positive = 0;
  for (const value of values) {
    if (value < 0) negative += 1;
    else if (value > 0) positive += 1;
  }
  return { negative, positive };
}

/** Sign that marks a debit in a column of debits: the sign of most cells. Cells with the other sign are refunds. */
function signOfDebits(debits: NumberColumn): 1 | -1 {
  const { negative, positive } = countSigns(debits);
  return negative > positive ? -1 : 1;
}

/** Sign that marks a credit in a column of credits: minus only if every credit has it. */
function signOfCredits(credits: NumberColumn): 1 | -1 {
  const { negative, positive } = countSigns(credits);
  return negative > 0 && positive === 0 ? -1 : 1;
}

/** Multiplies each number by its factor: 1, -1, or NaN to exclude it. `sign` is the sign of the number. */
function withSigns(found: NumberColumn, factor: (row: number, sign: number) => number): Movements {
  const large = new Map<number, bigint>();
  const values = found.values.map((value, row) => value * factor(row, value < 0 ? -1 : 1));
  for (const [row, units] of found.large) {
    if (!Number.isNaN(values[row])) large.set(row, BigInt(factor(row, units < 0n ? -1 : 1)) * units);
  }
  return { ...plain(found), values, large };
}

function pairOf(debits: NumberColumn, credits: NumberColumn): Movements {
  const scale = Math.max(debits.scale, credits.scale);
  const large = new Map<number, bigint>();
  const [taken, brought] = [signOfDebits(debits), signOfCredits(credits)];
  const unitsOf = (column: NumberColumn, row: number): bigint | null => {
    const value = column.values[row] ?? Number.NaN;
    if (Number.isNaN(value)) return null;
    return (column.large.get(row) ?? BigInt(value)) * 10n ** BigInt(scale - column.scale);
  };
  const isPlain = debits.large.size + credits.large.size === 0 && debits.scale === credits.scale;
  const values = debits.values.map((debit, row) => {
    const credit = credits.values[row] ?? Number.NaN;
    if (isPlain && Number.isNaN(debit)) return credit * brought;
    if (isPlain && Number.isNaN(credit)) return -debit * taken;
    const [out, into] = [unitsOf(debits, row), unitsOf(credits, row)];
    if (out === null && into === null) return Number.NaN;
    const units = (into ?? 0n) * BigInt(brought) - (out ?? 0n) * BigInt(taken);
    const value = Number(units);
    if (!Number.isSafeInteger(value)) large.set(row, units);
    return value;
  });
  const bad = new Set([...debits.badRows, ...credits.badRows]);
  const badRows = Uint32Array.from(bad).sort();
  return { values, large, currencies: currenciesOfPair(debits, credits), scale, badRows, undirected: none };
}

/** Merges the currencies of debits and credits: each row has the currency of its filled cell. */
function currenciesOfPair(debits: NumberColumn, credits: NumberColumn): CellCurrencies | null {
  const [ours, theirs] = [debits.currencies, credits.currencies];
  if (ours === null || theirs === null) return ours ?? theirs;
  const words = [...new Set([...ours.words, ...theirs.words])];
  const codes = debits.values.map((debit, row) => {
    const from = Number.isNaN(debit) ? theirs : ours;
    return words.indexOf(from.words[from.codes[row] ?? 0] ?? '');
  });
  return { words, codes: Uint16Array.from(codes) };
}

/** Share of rows in which sign and direction must agree before the two count as equivalent. */
const minAgreement = 0.9;

/** Counts the rows in which the sign of the amount agrees with its direction. */
function agreementOf(
  { values }: NumberColumn,
  signOf: (row: number) => 1 | 0 | -1,
): {
  readonly agree: number;
  readonly differ: number;
  readonly negative: number;
  readonly isSigned: boolean;
} {
  let agree = 0;
  let differ = 0;
  let negative = 0;
  /** For each direction: rows with the matching sign minus rows with the opposite sign. */
  const surplus = { '-1': 0, '1': 0 };
  for (const [row, value] of values.entries()) {
    const sign = signOf(row);
    if (value < 0) negative += 1;
    if (sign === 0 || value === 0 || Number.isNaN(value)) continue;
    const isSame = Math.sign(value) === sign;
    if (isSame) agree += 1;
    else differ += 1;
    surplus[sign] += isSame ? 1 : -1;
  }
  // Most outgoing amounts have a minus: a credit with a minus is a reversal.
  return { agree, differ, negative, isSigned: surplus[-1] > 0 && surplus[1] >= 0 };
}

/** Amounts with the signs from the column of directions. */
function directed(table: Table, { roles }: Meanings, found: NumberColumn): Movements {
  const words = roles.direction === null ? null : dictionaryOf(table, roles.direction);
  if (words === null) return plain(found);
  const directionIn = directionsOf(words.words);
  const signs = words.words.map((word) => directionIn(word) ?? 0);
  const signOf = (row: number) => signs[words.codes[row] ?? 0] ?? 0;
  const { agree, differ, negative, isSigned } = agreementOf(found, signOf);
  const isAgreed = isSigned || agree >= (agree + differ) * minAgreement;
  if (negative > 0 && isAgreed) return plain(found);
  // Either reversed, as on card statements, or a minus marks a reversed booking.
  const isReversed = negative > 0 && differ >= (agree + differ) * minAgreement;
  const undirected: number[] = [];
  const signed = withSigns(found, (row, sign) => {
    const direction = signOf(row);
    if (direction === 0 && found.values[row] !== 0) return Number.NaN;
    return isReversed ? direction * sign : direction;
  });
  for (const [row, value] of found.values.entries()) {
    if (!Number.isNaN(value) && Number.isNaN(signed.values[row])) undirected.push(row);
  }
  return { ...signed, undirected: Uint32Array.from(undirected) };
}

/** Returns the currencies of a column of money: from its header, its own currency column, its cells, or the rows' currency column. */
export function currenciesOf(
  table: Table,
  { roles, columns }: Meanings,
  index: number,
  {
    inCells,
    read,
  }: { readonly inCells: CellCurrencies | null; readonly read: (column: number) => Words | null },
): Words | null {
  const named = currencyIn(table.columns[index]?.name ?? '');
  if (named !== null) return { words: [named], codes: new Uint16Array(table.rows) };
  const paired = namedAfter(table, index);
  if (paired !== null) return read(paired) ?? inCells;
  if (columns[index]?.meaning === 'other-amount') {
    const own = [index + 1, index - 1].find((near) =>
      ['currency', 'other-currency'].includes(columns[near]?.meaning ?? ''),
    );
    const other = own ?? columns.findIndex(({ meaning }) => meaning === 'other-currency');
    if (other >= 0) return read(other) ?? inCells;
    if (inCells !== null) return inCells;
  }
  return (roles.currency === null ? null : read(roles.currency)) ?? inCells;
}

/** Finds the currency column named after a column of money, such as `Fee Currency` for `Fee`; `null` for none. */
function namedAfter({ columns }: Table, index: number): number | null {
  const name = normalizeText(columns[index]?.name ?? '');
  if (name === '') return null;
  const found = columns.findIndex((column) => {
    const words = normalizeText(column.name);
    if (!words.startsWith(`${name} `)) return false;
    const [meaning] = meaningsOf(words.slice(name.length + 1));
    return meaning?.isWhole === true && meaning.meaning === 'currency';
  });
  return found < 0 ? null : found;
}

type Words = Pick<Dictionary, 'words' | 'codes'>;
