/** @file The facts of the rows of a statement and of a ledger, with numbers that can be compared between both. */
import type { MatchSide, MatchSummary, SideSummary } from '../../../shared/model/statements/ledger.ts';
import type { RowCurrencies } from '../charts/chart-days.ts';
import type { Roles } from '../columns/roles.ts';
import type { MoneySums } from '../query/money-sums.ts';
import { toCurrency } from '../query/row-facts.ts';
import type { Table } from '../read/table.ts';
import { findLedgerReference, findNamedReference } from './ledger-columns.ts';
import { learnForms, readStatedReferences, type StatedReferences } from './stated-references.ts';
import { createReferenceIds, noText, readReferences, readTexts, TextIds } from './text-ids.ts';

/** Day of a row without a date. */
export const noDay = -0x7fffffff;

/** A table to match. */
export interface MatchedTable {
  readonly table: Table;
  readonly roles: Roles;
  readonly money: MoneySums;
  /** The columns of references and names. */
  readonly reference: number | null;
  readonly name: number | null;
  /** Currency of amounts without one in the file; `null` if it is unknown. */
  readonly currency: string | null;
}

type LeftOutReason = SideSummary['leftOut'][number]['reason'];

/** The rows of one file. */
export interface MatchRows {
  readonly rows: number;
  /** 1 for a row that takes part. */
  readonly active: Uint8Array;
  /** 1 for a row whose amount, currency and date are known, so that its amount can be compared. */
  readonly comparable: Uint8Array;
  /** Signed minor units in the common scale; NaN for none. A fraction stands for an amount that a double cannot hold. */
  readonly amounts: Float64Array;
  /** Code of the currency; 0 for none. */
  readonly currencies: Uint16Array;
  /** Days since 1970, or {@link noDay}. */
  readonly days: Int32Array;
  /** Numbers of references and of names; -1 for none. */
  readonly references: Int32Array;
  readonly names: Int32Array;
  /** Where the digits of each reference were separated: bits for the numbers of characters before. */
  readonly breaks: Int32Array;
  /** References of rows beside those of the column. */
  readonly stated: StatedReferences;
  /** Fees without signs in the common scale, NaN for none; `null` without a column of fees. */
  readonly fees: Float64Array | null;
  readonly leftOut: readonly { readonly reason: LeftOutReason; readonly count: number }[];
  readonly columns: SideSummary['columns'];
}

function markComparable({ active, comparable, amounts, days, currencies }: MatchRows, needsCode: boolean) {
  for (let row = 0; row < active.length; row += 1) {
    const amount = amounts[row] ?? Number.NaN;
    const isKnown = !Number.isNaN(amount) && amount !== 0 && days[row] !== noDay;
    if (active[row] === 1 && isKnown && !(needsCode && currencies[row] === 0)) comparable[row] = 1;
  }
}

export interface MatchInput {
  readonly statement: MatchRows;
  readonly ledger: MatchRows;
  readonly referenceIds: TextIds;
  readonly nameIds: TextIds;
  readonly scale: number;
  readonly currencies: MatchSummary['currencies'];
  /** The currency of each code. */
  readonly currencyNames: readonly string[];
}

/** Converts amounts to the common scale, exactly. */
class CommonScale {
  readonly scale: number;
  readonly #large = new Map<bigint, number>();

  constructor(scale: number) {
    this.scale = scale;
  }

  convert({ values, large }: Amounts, scale: number): Float64Array {
    if (scale === this.scale && large.size === 0) return values;
    const factor = 10 ** Math.max(0, this.scale - scale);
    const exactFactor = 10n ** BigInt(Math.max(0, this.scale - scale));
    const divisor = 10n ** BigInt(Math.max(0, scale - this.scale));
    return values.map((value, row) => {
      if (Number.isNaN(value)) return value;
      const converted = value * factor;
      const exact = large.get(row);
      if (divisor === 1n && exact === undefined && Number.isSafeInteger(converted)) return converted;
      const units = withoutFloatTail(exact ?? BigInt(value), scale) * exactFactor;
      if (units % divisor !== 0n) return this.#standFor(units * 10n ** BigInt(scale));
      const quotient = units / divisor;
      return Number.isSafeInteger(Number(quotient)) ? Number(quotient) : this.#standFor(quotient);
    });
  }

  /** Returns the fraction that stands for a number in both files, negative for a negative one. */
  #standFor(units: bigint): number {
    const absolute = units < 0n ? -units : units;
    const known = this.#large.get(absolute) ?? this.#large.size;
    this.#large.set(absolute, known);
    return units < 0n ? -(known + 0.5) : known + 0.5;
  }
}

/** Decimals from which digits may be the rest of a number of a workbook, which has 15 significant digits. */
const minTailDecimals = 10;
const maxSignificantDigits = 15;
/** Maximum number of decimals of an amount. */
const maxDecimals = 8;

/** Returns minor units rounded to 15 significant digits, if that leaves the decimals of an amount. */
function withoutFloatTail(units: bigint, scale: number): bigint {
  const extra = (units < 0n ? -units : units).toString().length - maxSignificantDigits;
  if (scale < minTailDecimals || extra < 0) return units;
  const step = 10n ** BigInt(extra + 1);
  const half = units < 0n ? -step / 2n : step / 2n;
  const rounded = ((units + half) / step) * step;
  return rounded % 10n ** BigInt(scale - maxDecimals) === 0n ? rounded : units;
}

interface Amounts {
  readonly values: Float64Array;
  readonly large: ReadonlyMap<number, bigint>;
}

/** Returns the number of days from 1970 to a date YYYYMMDD. */
function toDay(date: number): number {
  const year = Math.floor(date / 10_000);
  const month = Math.floor(date / 100) % 100;
  // Years that begin in March, so that the leap day is the last one.
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + (date % 100) - 1;
  return (
    era * 146_097 +
    yearOfEra * 365 +
    Math.floor(yearOfEra / 4) -
    Math.floor(yearOfEra / 100) +
    dayOfYear -
    719_468
  );
}

/** A power of two. */
const cachedDays = 4_096;

function readDays({ table }: MatchedTable, column: number | null): Int32Array {
  const dates = column === null ? undefined : table.columns[column];
  const days = new Int32Array(table.rows).fill(noDay);
  if (dates?.kind !== 'date') return days;
  // Most dates of a file are in a few months.
  const cachedDates = new Int32Array(cachedDays);
  const cached = new Int32Array(cachedDays).fill(noDay);
  for (let row = 0; row < days.length; row += 1) {
    const date: number = dates.values[row] ?? 0;
    const place = date & (cachedDays - 1);
    if (cachedDates[place] !== date) {
      cachedDates[place] = date;
      cached[place] = date === 0 ? noDay : toDay(date);
    }
    days[row] = cached[place] ?? noDay;
  }
  return days;
}

/** The codes of currencies, which both files share; 0 is no currency. */
class CurrencyCodes {
  readonly names: string[] = [''];
  readonly #codes = new Map<string, number>([['', 0]]);

  codeOf(currency: string): number {
    const known = this.#codes.get(currency);
    if (known !== undefined) return known;
    this.names.push(currency);
    this.#codes.set(currency, this.names.length - 1);
    return this.names.length - 1;
  }
}

interface ReadRows {
  readonly source: MatchedTable;
  readonly amountColumn: number | null;
  readonly amounts: ReturnType<MoneySums['amounts']>;
  readonly scale: number;
  readonly currencies: Uint16Array;
  readonly fees: {
    readonly amounts: Amounts;
    readonly scale: number;
    /** Codes of the currencies that the fees state; 0 for none. */
    readonly currencies: Uint16Array;
  } | null;
}

function readRows(source: MatchedTable, codes: CurrencyCodes): ReadRows {
  const { table, roles, money } = source;
  const amountColumn = roles.amount ?? roles.debit ?? roles.credit;
  const amounts = amountColumn === null ? null : money.amounts(amountColumn);
  const fallback = source.currency === null ? 0 : codes.codeOf(toCurrency(source.currency));
  const codesOfRows = (own: RowCurrencies | null, otherwise: number) => {
    const codeOfWord = (own?.words ?? []).map((word) => {
      const currency = toCurrency(word);
      return currency === '' ? otherwise : codes.codeOf(currency);
    });
    const rowCodes = new Uint16Array(table.rows).fill(own === null ? otherwise : 0);
    if (own !== null)
      for (let row = 0; row < rowCodes.length; row += 1) rowCodes[row] = codeOfWord[own.codes[row] ?? 0] ?? 0;
    return rowCodes;
  };
  const feeAmounts = roles.fee === null || roles.fee === amountColumn ? null : money.amounts(roles.fee);
  return {
    source,
    amountColumn,
    amounts,
    scale: amountColumn === null ? 0 : money.scaleOf(amountColumn),
    currencies: codesOfRows(amounts?.currencies ?? null, fallback),
    fees:
      feeAmounts === null || roles.fee === null
        ? null
        : {
            amounts: feeAmounts,
            scale: money.scaleOf(roles.fee),
            currencies: codesOfRows(feeAmounts.currencies, 0),
          },
  };
}

/** Marks the rows that take part, and counts the others by reason. */
function findActiveRows(
  { source, amountColumn, amounts }: ReadRows,
  references: Int32Array,
  names: Int32Array,
) {
  const { table, money } = source;
  const active = new Uint8Array(table.rows).fill(1);
  const leftOut: { reason: LeftOutReason; count: number }[] = [];
  const leaveOut = (reason: LeftOutReason, rows: Iterable<number>) => {
    let count = 0;
    for (const row of rows) {
      if (active[row] !== 1) continue;
      active[row] = 0;
      count += 1;
    }
    if (count > 0) leftOut.push({ reason, count });
  };
  // A payment in two statements of a wallet is one payment.
  const repeated = table.origins?.repeatedRows ?? new Uint8Array();
  leaveOut(
    'repeated',
    repeated.keys().filter((row) => repeated[row] === 1),
  );
  for (const [reason, rows] of money.excludedRowsOf(amountColumn)) leaveOut(reason, rows);
  if (amountColumn !== null) leaveOut('unreadable', money.unreadableRows(amountColumn));
  const values = amounts?.values;
  const empty: number[] = [];
  for (let row = 0; row < table.rows; row += 1) {
    const hasAmount = values !== undefined && !Number.isNaN(values[row]);
    if (!hasAmount && references[row] === noText && names[row] === noText) empty.push(row);
  }
  leaveOut('empty', empty);
  return { active, leftOut };
}

/** Returns the columns whose cells may state references: all but those with another meaning. */
function listTextColumns({ table, roles, name }: MatchedTable, reference: number | null): number[] {
  const used = new Set<number | null>([...Object.values(roles), name]);
  for (const column of [roles.description, roles.reference, reference]) used.delete(column);
  return [...table.columns.keys()].filter(
    (column) => !used.has(column) && table.columns[column]?.kind !== 'date',
  );
}

/** Reads both files; the column of references of the ledger is the one that has references of the statement. */
export function readMatchInput(
  statement: MatchedTable,
  ledger: MatchedTable,
): MatchInput & { readonly references: Readonly<Record<MatchSide, number | null>> } {
  const codes = new CurrencyCodes();
  const read = { statement: readRows(statement, codes), ledger: readRows(ledger, codes) };
  const feeScales = [read.statement, read.ledger].map(({ fees }) => fees?.scale ?? 0);
  const scale = Math.max(read.statement.scale, read.ledger.scale, ...feeScales);
  // More decimals are those of a single amount, and would make all others too large to be exact.
  const common = new CommonScale(scale < minTailDecimals ? scale : maxDecimals);
  const referenceIds = createReferenceIds(statement.table.rows + ledger.table.rows);
  const nameIds = new TextIds(0, []);
  const complete = (rows: ReadRows, reference: number | null): Omit<MatchRows, 'stated'> => {
    const { source, amounts, currencies, fees } = rows;
    const { table, roles } = source;
    const { references, breaks } = readReferences(table, reference, referenceIds);
    const names = readTexts(table, source.name, nameIds);
    const date = roles.date ?? roles['value-date'];
    const nameOf = (column: number | null) => (column === null ? null : (table.columns[column]?.name ?? ''));
    return {
      rows: table.rows,
      comparable: new Uint8Array(table.rows),
      ...findActiveRows(rows, references, names),
      amounts:
        amounts === null
          ? new Float64Array(table.rows).fill(Number.NaN)
          : common.convert(amounts, rows.scale),
      currencies,
      days: readDays(source, date),
      references,
      breaks,
      names,
      fees: fees === null ? null : common.convert(fees.amounts, fees.scale).map(Math.abs),
      columns: {
        reference: nameOf(reference),
        amount: nameOf(rows.amountColumn),
        currency: nameOf(roles.currency),
        date: nameOf(date),
        name: nameOf(source.name),
        fee: fees === null ? null : nameOf(roles.fee),
      },
    };
  };
  const statementReference = statement.reference ?? findNamedReference(statement.table, statement.roles);
  const statementRows = complete(read.statement, statementReference);
  const ledgerReference = findLedgerReference(ledger.table, ledger.roles, referenceIds);
  const ledgerRows = complete(read.ledger, ledgerReference);
  const forms = learnForms(referenceIds);
  const withStated = (rows: Omit<MatchRows, 'stated'>, source: MatchedTable, reference: number | null) => {
    const columns = listTextColumns(source, reference);
    const stated = readStatedReferences(source.table, columns, reference, referenceIds, forms);
    return { ...rows, stated };
  };
  const sides = {
    statement: withStated(statementRows, statement, statementReference),
    ledger: withStated(ledgerRows, ledger, ledgerReference),
  };
  const currencies = agreeOnCurrencies(sides.statement, sides.ledger);
  for (const side of ['statement', 'ledger'] as const) {
    clearForeignFees(sides[side], read[side].fees?.currencies ?? null);
    markComparable(sides[side], currencies !== 'none');
  }
  return {
    ...sides,
    references: { statement: statementReference, ledger: ledgerReference },
    referenceIds,
    nameIds,
    scale: common.scale,
    currencies,
    currencyNames: codes.names,
  };
}

/** Removes the fees in another currency than that of their row. */
function clearForeignFees({ fees, currencies }: MatchRows, feeCurrencies: Uint16Array | null): void {
  if (fees === null || feeCurrencies === null) return;
  for (let row = 0; row < fees.length; row += 1) {
    const [currency = 0, feeCurrency = 0] = [currencies[row], feeCurrencies[row]];
    if (currency !== 0 && feeCurrency !== 0 && currency !== feeCurrency) fees[row] = Number.NaN;
  }
}

function codesOf({ currencies, active, amounts }: MatchRows): Set<number> {
  const codes = new Set<number>();
  const isUsed = new Uint8Array(0x10000);
  for (let row = 0; row < currencies.length; row += 1) {
    const code = currencies[row] ?? 0;
    if (isUsed[code] === 1 || active[row] !== 1 || Number.isNaN(amounts[row])) continue;
    isUsed[code] = 1;
    codes.add(code);
  }
  return codes;
}

/** Gives the rows of a file without currencies the only currency of the other file. */
function agreeOnCurrencies(statement: MatchRows, ledger: MatchRows): MatchSummary['currencies'] {
  const codes = [codesOf(statement), codesOf(ledger)] as const;
  const isWithout = codes.map((own) => own.size === 0 || (own.size === 1 && own.has(0)));
  if (isWithout[0] === true && isWithout[1] === true) return 'none';
  if (isWithout[0] !== true && isWithout[1] !== true) return 'stated';
  const [stating, other] = isWithout[0] === true ? [codes[1], statement] : [codes[0], ledger];
  const [only = 0] = stating;
  if (stating.size !== 1 || only === 0) return 'unknown';
  other.currencies.fill(only);
  return 'assumed';
}
