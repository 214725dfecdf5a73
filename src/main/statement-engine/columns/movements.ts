/** @file Signed amounts of a column of money: positive for incoming, negative for outgoing, as the file means them. */
import { buildDictionary, type Dictionary } from '../query/sums.ts';
import type { Table } from '../read/table.ts';
import { directionsOf } from './directions.ts';
import { findCurrencyCode, findMeanings, namesDirection } from './header-names.ts';
import { normalizeText } from './normalize-text.ts';
import type { CellCurrencies, NumberColumn } from './numbers.ts';
import { isUnsigned, type Meanings } from './roles.ts';
import { signsOfBalance } from './running-balance.ts';

/** Signed amounts of a column of money. */
export interface Movements {
  /** Minor units of each row, positive for incoming; NaN for a row without an amount. */
  readonly values: Float64Array;
  /** Exact minor units of the rows that a double cannot hold. */
  readonly large: ReadonlyMap<number, bigint>;
  /** Currencies written in the cells themselves, or `null`. */
  readonly currencies: CellCurrencies | null;
  readonly scale: number;
  /** Rows with a cell that could not be read, ascending. */
  readonly badRows: Uint32Array;
  /** Rows with an amount whose direction the file does not state, ascending. */
  readonly undirected: Uint32Array;
}

const noRows = new Uint32Array();

function numbersAt(table: Table, index: number | null): NumberColumn | null {
  const column = index === null ? undefined : table.columns[index];
  return column?.kind === 'number' ? column : null;
}

/** Returns the indexes of the columns that are summed together with a column: debits with credits, every other column alone. */
function columnsSummedWith({ roles }: Meanings, column: number): readonly number[] {
  const { debit, credit } = roles;
  const isPair = debit !== null && credit !== null && (column === debit || column === credit);
  return isPair ? [debit, credit] : [column];
}

/** Returns the signed amounts of a column; `null` for a column that is never summed. */
export function computeMovements(table: Table, meanings: Meanings, index: number): Movements | null {
  const numbers = numbersAt(table, index);
  if (numbers === null || meanings.columns[index]?.isSummed !== true) return null;
  const pairIndexes = columnsSummedWith(meanings, index);
  const [debits, credits] = pairIndexes.map((column) => numbersAt(table, column));
  if (pairIndexes.length === 2 && debits != null && credits != null)
    return mergeDebitsAndCredits(debits, credits);
  switch (meanings.columns[index].meaning) {
    case 'debit': {
      const debitSign = signOfDebits(numbers);
      return withSigns(numbers, () => -debitSign);
    }
    case 'credit': {
      const creditSign = signOfCredits(numbers);
      return withSigns(numbers, () => creditSign);
    }
    case 'fee':
      // Fees without signs were all paid; fees with signs may be refunds.
      return numbers.values.some((value) => value < 0)
        ? withWrittenSigns(numbers)
        : withSigns(numbers, () => -1);
    default:
      return withDirections(table, meanings, index, numbers);
  }
}

function withWrittenSigns({ values, large, currencies, scale, badRows }: NumberColumn): Movements {
  return { values, large, currencies, scale, badRows, undirected: noRows };
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

/** Multiplies each number by a factor: 1, -1, or NaN to exclude the row. `sign` is the sign of the number. */
function withSigns(numbers: NumberColumn, factor: (row: number, sign: number) => number): Movements {
  const large = new Map<number, bigint>();
  const values = numbers.values.map((value, row) => value * factor(row, value < 0 ? -1 : 1));
  for (const [row, units] of numbers.large) {
    if (!Number.isNaN(values[row])) large.set(row, BigInt(factor(row, units < 0n ? -1 : 1)) * units);
  }
  return { ...withWrittenSigns(numbers), values, large };
}

/** Merges a column of debits and a column of credits. */
function mergeDebitsAndCredits(debits: NumberColumn, credits: NumberColumn): Movements {
  const scale = Math.max(debits.scale, credits.scale);
  const large = new Map<number, bigint>();
  const [debitSign, creditSign] = [signOfDebits(debits), signOfCredits(credits)];
  const unitsOf = (column: NumberColumn, row: number): bigint | null => {
    const value = column.values[row] ?? Number.NaN;
    if (Number.isNaN(value)) return null;
    return (column.large.get(row) ?? BigInt(value)) * 10n ** BigInt(scale - column.scale);
  };
  const canSkipConversion = debits.large.size + credits.large.size === 0 && debits.scale === credits.scale;
  const values = debits.values.map((debit, row) => {
    const credit = credits.values[row] ?? Number.NaN;
    if (canSkipConversion && Number.isNaN(debit)) return credit * creditSign;
    if (canSkipConversion && Number.isNaN(credit)) return -debit * debitSign;
    const [debitUnits, creditUnits] = [unitsOf(debits, row), unitsOf(credits, row)];
    if (debitUnits === null && creditUnits === null) return Number.NaN;
    const units = (creditUnits ?? 0n) * BigInt(creditSign) - (debitUnits ?? 0n) * BigInt(debitSign);
    const value = Number(units);
    if (!Number.isSafeInteger(value)) large.set(row, units);
    return value;
  });
  const unreadableRows = new Set([...debits.badRows, ...credits.badRows]);
  const badRows = Uint32Array.from(unreadableRows).sort();
  return { values, large, currencies: currenciesOfPair(debits, credits), scale, badRows, undirected: noRows };
}

/** Merges the currencies of debits and credits: each row has the currency of its filled cell. */
function currenciesOfPair(debits: NumberColumn, credits: NumberColumn): CellCurrencies | null {
  if (debits.currencies === null && credits.currencies === null) return null;
  const withoutCurrencies = { words: [''], codes: new Uint16Array(debits.values.length) };
  const debitCurrencies = debits.currencies ?? withoutCurrencies;
  const creditCurrencies = credits.currencies ?? withoutCurrencies;
  const words = [...new Set([...debitCurrencies.words, ...creditCurrencies.words])];
  const codes = debits.values.map((debit, row) => {
    // A zero stands for an empty cell.
    const isCredit = Number.isNaN(debit) || (debit === 0 && (credits.values[row] ?? 0) !== 0);
    const source = isCredit ? creditCurrencies : debitCurrencies;
    return words.indexOf(source.words[source.codes[row] ?? 0] ?? '');
  });
  return { words, codes: Uint16Array.from(codes) };
}

/** Minimum share of rows whose sign and direction agree, for signs and directions to count as equivalent. */
const minAgreement = 0.9;

/** Compares the sign of each amount with its direction, and counts the rows. */
function compareSigns(
  { values }: NumberColumn,
  signOf: (row: number) => number,
): {
  readonly agree: number;
  readonly differ: number;
  readonly negative: number;
  readonly isSigned: boolean;
} {
  let agreeing = 0;
  let differing = 0;
  let negative = 0;
  /** Rows with the matching sign minus rows with the opposite sign, among outgoing and incoming ones. */
  const surplus = { outgoing: 0, incoming: 0 };
  for (const [row, value] of values.entries()) {
    const sign = signOf(row);
    if (value < 0) negative += 1;
    if (sign === 0 || value === 0 || Number.isNaN(value)) continue;
    const isSame = Math.sign(value) === sign;
    if (isSame) agreeing += 1;
    else differing += 1;
    surplus[sign < 0 ? 'outgoing' : 'incoming'] += isSame ? 1 : -1;
  }
  // If most outgoing amounts have a minus, an incoming amount with a minus is a reversal.
  return {
    agree: agreeing,
    differ: differing,
    negative,
    isSigned: surplus.outgoing > 0 && surplus.incoming >= 0,
  };
}

function withoutDirection(numbers: NumberColumn): Movements {
  const undirected = [...numbers.values.keys()].filter((row) => (numbers.values[row] ?? 0) > 0);
  const { values } = withSigns(numbers, (row) => (numbers.values[row] === 0 ? 1 : Number.NaN));
  return { ...withWrittenSigns(numbers), values, large: new Map(), undirected: Uint32Array.from(undirected) };
}

/** Returns the amounts with the signs that the balance proves or the column of directions states. */
function withDirections(table: Table, meanings: Meanings, index: number, numbers: NumberColumn): Movements {
  const { roles } = meanings;
  const isWithoutSigns = isUnsigned(numbers);
  const proven = isWithoutSigns ? signsOfBalance(numbers, numbersAt(table, roles.balance)) : null;
  const dictionary = roles.direction === null ? null : buildDictionary(table, roles.direction);
  if (dictionary === null && proven === null)
    return isWithoutSigns && namesDirection(table.columns[index]?.name ?? '')
      ? withoutDirection(numbers)
      : withWrittenSigns(numbers);
  const directionIn = directionsOf(dictionary?.words ?? [], {
    choices: table.options.words,
    isNamed: meanings.columns[roles.direction ?? -1]?.isNamed === true,
  });
  const signs = dictionary?.words.map((word) => directionIn(word) ?? 0) ?? [];
  const signOf = (row: number) =>
    proven !== null && proven[row] !== 0 ? (proven[row] ?? 0) : (signs[dictionary?.codes[row] ?? 0] ?? 0);
  const { agree, differ, negative, isSigned } = compareSigns(numbers, signOf);
  const isAgreed = isSigned || agree >= (agree + differ) * minAgreement;
  if (negative > 0 && isAgreed) return withWrittenSigns(numbers);
  // All signs are reversed, as on card statements; otherwise a minus marks a reversed booking.
  const isReversed = negative > 0 && differ >= (agree + differ) * minAgreement;
  const undirected: number[] = [];
  const signed = withSigns(numbers, (row, sign) => {
    const direction = signOf(row);
    if (direction === 0 && numbers.values[row] !== 0) return Number.NaN;
    return isReversed ? direction * sign : direction;
  });
  for (const [row, value] of numbers.values.entries()) {
    if (!Number.isNaN(value) && Number.isNaN(signed.values[row])) undirected.push(row);
  }
  return { ...signed, undirected: Uint32Array.from(undirected) };
}

/** Returns the currencies of a column of money: from its header, its own currency column, its cells, or the currency column of the statement. */
export function determineCurrencies(
  table: Table,
  { roles, columns }: Meanings,
  index: number,
  {
    cellCurrencies,
    readDictionary,
  }: {
    readonly cellCurrencies: CellCurrencies | null;
    readonly readDictionary: (column: number) => RowCurrencies | null;
  },
): RowCurrencies | null {
  const headerCurrency = findCurrencyCode(table.columns[index]?.name ?? '');
  if (headerCurrency !== null) return { words: [headerCurrency], codes: new Uint16Array(table.rows) };
  const namedColumn = findCurrencyColumnNamedAfter(table, index);
  if (namedColumn !== null) return readDictionary(namedColumn) ?? cellCurrencies;
  if (columns[index]?.meaning === 'other-amount') {
    const neighbor = [index + 1, index - 1].find((index) =>
      ['currency', 'other-currency'].includes(columns[index]?.meaning ?? ''),
    );
    const currencyColumn = neighbor ?? columns.findIndex(({ meaning }) => meaning === 'other-currency');
    if (currencyColumn >= 0) return readDictionary(currencyColumn) ?? cellCurrencies;
    if (cellCurrencies !== null) return cellCurrencies;
  }
  return (roles.currency === null ? null : readDictionary(roles.currency)) ?? cellCurrencies;
}

/** Finds the currency column named after a column of money, such as `Fee Currency` for `Fee`; `null` for none. */
function findCurrencyColumnNamedAfter({ columns }: Table, index: number): number | null {
  const name = normalizeText(columns[index]?.name ?? '');
  if (name === '') return null;
  const found = columns.findIndex((column) => {
    const words = normalizeText(column.name);
    if (!words.startsWith(`${name} `)) return false;
    const [meaning] = findMeanings(words.slice(name.length + 1));
    return meaning?.isWhole === true && meaning.meaning === 'currency';
  });
  return found < 0 ? null : found;
}

/** The currency of each row. */
type RowCurrencies = Pick<Dictionary, 'words' | 'codes'>;
