/** @file Finds the role of each column, by the clerk's choice, its name and its cells. A doubtful column has no role. */
import { type ColumnRole, roleSchema } from '../../../shared/model/statements/open-statement.ts';
import type { Column } from '../read/table.ts';
import {
  areIdentifiers,
  type ColumnStatistics,
  holdsCurrencies,
  holdsReferences,
  maxSampleRows,
  type ReadableTable,
  sampleColumns,
} from './column-statistics.ts';
import { namesKindOfMovement, rateDirections } from './directions.ts';
import { findMeanings, type HeaderMeaning, type Meaning } from './header-names.ts';
import type { NumberColumn } from './numbers.ts';
import { namesStates } from './payment-states.ts';
import { type GuessedMoney, guessMoney } from './running-balance.ts';

/** The column of each role. */
export type Roles = Readonly<Record<ColumnRole, number | null>>;

/** Meaning of one column. */
interface ColumnMeaning {
  /** `null` if neither the name nor the cells determine it. */
  readonly meaning: Meaning | null;
  /** Determined by the clerk or the header, not by the cells alone. */
  readonly isNamed: boolean;
  /** Money that is summed: incoming and outgoing amounts, but not balances. */
  readonly isSummed: boolean;
}

/** Roles and meanings of the columns of a table. */
export interface Meanings {
  readonly roles: Roles;
  readonly columns: readonly ColumnMeaning[];
}

interface RecognizedColumns {
  readonly columns: readonly Column[];
  readonly meanings: readonly RecognizedMeaning[];
  readonly statistics: readonly ColumnStatistics[];
}

interface RecognizedMeaning {
  readonly meaning: Meaning | null;
  readonly isNamed: boolean;
  readonly isWhole: boolean;
  readonly isChosen: boolean;
}

const dateMeanings: readonly Meaning[] = ['date', 'transaction-date', 'other-date', 'value-date'];
const amountMeanings: ReadonlySet<Meaning> = new Set(['amount', 'debit', 'credit', 'fee', 'other-amount']);
const numberMeanings: ReadonlySet<Meaning> = new Set([
  ...amountMeanings,
  'balance',
  'opening-balance',
  'closing-balance',
  'other-balance',
  'price',
]);
/** Headers of reference columns, in which cells may repeat; in other columns most cells must be unique. */
const referenceHeader = /ref|transa|trans\.?\s*(id|n)|uetr|end.to.end|流水号/i;

/** True if the cells of a column are compatible with the meaning of its header. */
function canHaveMeaning(
  { meaning, isWhole }: HeaderMeaning,
  column: Column,
  statistics: ColumnStatistics,
): boolean {
  if (numberMeanings.has(meaning)) {
    if (column.kind === 'undecided') return column.of === 'number';
    return column.kind === 'number' && !areIdentifiers(statistics);
  }
  if (dateMeanings.includes(meaning)) {
    return column.kind === 'date' || (column.kind === 'undecided' && column.of === 'date');
  }
  switch (meaning) {
    case 'currency':
      return holdsCurrencies(statistics, isWhole);
    case 'other-currency':
      return column.kind === 'text';
    case 'direction':
      return rateDirections(statistics, { name: isWhole ? 'whole' : 'part' }) === 'certain';
    case 'reference':
      return (
        column.kind !== 'date' && holdsReferences(statistics, referenceHeader.test(column.name) ? 0 : 0.8)
      );
    case 'counterparty':
    case 'description':
      return column.kind === 'text';
    default:
      return true;
  }
}

function recognizeMeaning(
  column: Column,
  statistics: ColumnStatistics,
  chosenRole: ColumnRole | null | undefined,
): RecognizedMeaning {
  if (chosenRole !== undefined) return { meaning: chosenRole, isNamed: true, isWhole: true, isChosen: true };
  const headerMeanings = findMeanings(column.name);
  const namedMeaning =
    statistics.cells.length === 0
      ? headerMeanings[0]
      : headerMeanings.find((meaning) => canHaveMeaning(meaning, column, statistics));
  const unnamed = { isNamed: false, isWhole: false, isChosen: false };
  const isUnnamedOrKind = namedMeaning === undefined || namedMeaning.meaning === 'kind';
  if (
    isUnnamedOrKind &&
    !namesStates(column.name) &&
    column.kind === 'text' &&
    rateDirections(statistics, { name: 'none' }) === 'certain'
  )
    return { ...unnamed, meaning: 'direction' };
  if (namedMeaning !== undefined) return { ...namedMeaning, isNamed: true, isChosen: false };
  const isCurrency = column.kind === 'text' && statistics.currencyCodeShare > 0.9;
  return { ...unnamed, meaning: isCurrency ? 'currency' : null };
}

/** True if the cells of a number column without a meaningful name are money. */
function looksLikeMoney(
  column: Column,
  { withCurrencyShare, twoDecimalsShare, hasNegative, hasPositive }: ColumnStatistics,
): boolean {
  if (column.kind !== 'number') return false;
  return (
    withCurrencyShare > 0.5 ||
    twoDecimalsShare > 0.95 ||
    (column.scale > 0 && column.scale < 4 && hasNegative && hasPositive)
  );
}

/** Finds the best column of a meaning: chosen by the clerk, named unambiguously, with the most cells, or the first. */
function findBestColumn(
  { columns, meanings, statistics }: RecognizedColumns,
  meaning: Meaning,
  { isSingle = false, neighborOf = -2 }: { readonly isSingle?: boolean; readonly neighborOf?: number } = {},
): number | null {
  const filledCells = (index: number) => statistics[index]?.cells.length ?? 0;
  const score = (index: number) => {
    const { isChosen = false, isWhole = false, isNamed = false } = meanings[index] ?? {};
    const nearness = index === neighborOf + 1 ? 1 : index === neighborOf - 1 ? 0.5 : 0;
    return (isChosen ? 8 : 0) + (isNamed ? 4 : 0) + (isWhole ? 2 : 0) + nearness;
  };
  const candidates = meanings
    .flatMap((column, index) =>
      column.meaning === meaning && (filledCells(index) > 0 || column.isChosen) ? [index] : [],
    )
    .sort((first, second) => {
      const isSameName = columns[first]?.name === columns[second]?.name;
      return (
        score(second) - score(first) ||
        (isSameName ? filledCells(second) - filledCells(first) : 0) ||
        first - second
      );
    });
  const [first, second] = candidates;
  if (first === undefined) return null;
  // Two equally good columns whose names have further words are ambiguous.
  const isDoubtful =
    isSingle && second !== undefined && score(first) === score(second) && meanings[first]?.isWhole === false;
  return isDoubtful ? null : first;
}

/** Finds the date column: booking date, else payment date, else another named date, else the only date column. */
function findDateColumn(recognized: RecognizedColumns): number | null {
  const { columns, meanings } = recognized;
  for (const meaning of dateMeanings) {
    const index = findBestColumn(recognized, meaning);
    if (index !== null) return index;
  }
  const unnamedDates = columns.flatMap(({ kind, name }, index) =>
    kind === 'date' && [null, 'time'].includes(meanings[index]?.meaning ?? null) ? [{ name, index }] : [],
  );
  const [first] = unnamedDates;
  return first !== undefined && (unnamedDates.length === 1 || first.name === '') ? first.index : null;
}

/** Applies the name of a currency column also to the column after it, if that has no name, as in headers that span two columns. */
function withSharedNames({ columns, meanings, statistics }: RecognizedColumns): RecognizedMeaning[] {
  return meanings.map((column, index) => {
    const columnBefore = columns[index - 1];
    const isPair =
      column.meaning === null &&
      !column.isChosen &&
      columns[index]?.name === '' &&
      columnBefore !== undefined &&
      meanings[index - 1]?.meaning === 'currency';
    if (!isPair) return column;
    const sharedMeaning = findMeanings(columnBefore.name).find((meaning) =>
      canHaveMeaning(meaning, columns[index] ?? noColumn, statistics[index] ?? noStatistics),
    );
    return sharedMeaning === undefined || !numberMeanings.has(sharedMeaning.meaning)
      ? column
      : { ...sharedMeaning, isNamed: true, isChosen: false };
  });
}

/** Determines roles and meanings of the columns of a table. */
export function determineMeanings(table: ReadableTable): Meanings {
  const { columns, options } = table;
  const statistics = sampleColumns(table);
  const headerMeanings = columns.map((column, index) =>
    recognizeMeaning(column, statistics[index] ?? noStatistics, options.columns?.[index]?.role),
  );
  const hasQuantity = headerMeanings.some(({ meaning }) => meaning === 'quantity');
  const isMoney = (index: number) =>
    looksLikeMoney(columns[index] ?? noColumn, statistics[index] ?? noStatistics);
  const meaningsWithPrices = headerMeanings.map(
    (column, index): RecognizedMeaning =>
      column.meaning === 'price' && !hasQuantity && isMoney(index)
        ? { ...column, meaning: 'other-amount' }
        : column,
  );
  const recognized: RecognizedColumns = {
    columns,
    statistics,
    meanings: withSharedNames({ columns, statistics, meanings: meaningsWithPrices }),
  };
  const { meanings } = recognized;
  const unknownMoney = columns.flatMap((_, index) =>
    meanings[index]?.meaning === null && !meanings[index].isChosen && isMoney(index) ? [index] : [],
  );
  const { amount, debit, credit, balance, isGuessed } = findMoneyColumns(recognized, unknownMoney);
  const direction =
    findBestColumn(recognized, 'direction', { neighborOf: amount ?? -2 }) ??
    findUnknownDirections(recognized, amount, table);
  const date = findDateColumn(recognized);
  const valueDate = findBestColumn(recognized, 'value-date');
  const findByMeaning = (meaning: Meaning) => findBestColumn(recognized, meaning);
  const roles: Roles = {
    date,
    'value-date': valueDate === date ? null : valueDate,
    reference: findByMeaning('reference'),
    amount,
    debit,
    credit,
    direction,
    fee: findByMeaning('fee'),
    balance,
    'opening-balance': findByMeaning('opening-balance'),
    'closing-balance': findByMeaning('closing-balance'),
    currency: findBestColumn(recognized, 'currency', { neighborOf: amount ?? -2 }),
    counterparty: findByMeaning('counterparty'),
    description: findByMeaning('description'),
    wallet: findByMeaning('wallet'),
    company: findByMeaning('company'),
  };
  const movementColumns = [amount, debit, credit];
  const isSummed = (index: number) => {
    const meaning = meanings[index]?.meaning ?? null;
    if (columns[index]?.kind !== 'number' || index === balance || table.layout.isMisaligned) return false;
    if (movementColumns.includes(index)) return true;
    if (isCopyWithoutSigns(columns[index], columns[amount ?? -1])) return false;
    if (meaning !== null) return amountMeanings.has(meaning);
    // Of several columns with unknown names, only columns with a recognized meaning certainly move the balance.
    // Nor does one beside columns that are known to.
    const isKnown = movementColumns.some((column) => column !== null);
    return unknownMoney.includes(index) && !isGuessed && !isKnown && columns[index].name !== '';
  };
  return {
    roles,
    columns: meanings.map(({ meaning, isNamed }, index) => ({
      meaning: meaning ?? (index === debit ? 'debit' : index === credit ? 'credit' : null),
      isNamed,
      isSummed: isSummed(index),
    })),
  };
}

/** True if no amount of a column has a sign. */
export function isUnsigned({ values }: Pick<NumberColumn, 'values'>): boolean {
  let hasPositive = false;
  for (const value of values) {
    if (value < 0) return false;
    hasPositive ||= value > 0;
  }
  return hasPositive;
}

/**
 * Finds a column of words that may tell incoming from outgoing among amounts without signs. Without known words, their rows
 * are not summed until the clerk has said what the words mean.
 */
function findUnknownDirections(
  { columns, meanings, statistics }: RecognizedColumns,
  amount: number | null,
  { rows, options }: ReadableTable,
): number | null {
  const amounts = columns[amount ?? -1];
  if (amounts?.kind !== 'number' || !isUnsigned(amounts)) return null;
  // Prices and other amounts that are not called an amount are no movements of an account.
  if (meanings[amount ?? -1]?.meaning === 'other-amount') return null;
  const isDescribed = meanings.some(({ meaning }) => meaning === 'description' || meaning === 'counterparty');
  const found = meanings.findIndex(
    ({ meaning, isChosen }, index) =>
      !isChosen &&
      (meaning === null || (meaning === 'kind' && namesKindOfMovement(columns[index]?.name ?? ''))) &&
      columns[index]?.kind === 'text' &&
      !namesStates(columns[index].name) &&
      rateDirections(statistics[index] ?? noStatistics, {
        name: meaning === 'kind' ? 'kind' : 'none',
        rows: Math.min(rows, maxSampleRows),
        choices: options.words,
        isDescribed,
      }) !== null,
  );
  return found < 0 ? null : found;
}

/** True if a column repeats the amounts without their signs. Its sum would count outgoing amounts as incoming. */
function isCopyWithoutSigns(column: Column | undefined, amounts: Column | undefined): boolean {
  if (column?.kind !== 'number' || amounts?.kind !== 'number' || column.scale !== amounts.scale) return false;
  return (
    amounts.values.some((value) => value < 0) &&
    column.values.every((value, row) => Object.is(value, Math.abs(amounts.values[row] ?? Number.NaN)))
  );
}

/** Finds the columns of money by name, otherwise by their numbers. */
function findMoneyColumns(
  recognized: RecognizedColumns,
  unknownMoney: readonly number[],
): GuessedMoney & { readonly isGuessed: boolean } {
  const namedColumns = {
    amount: findBestColumn(recognized, 'amount', { isSingle: true }),
    debit: findBestColumn(recognized, 'debit', { isSingle: true }),
    credit: findBestColumn(recognized, 'credit', { isSingle: true }),
    balance: findBestColumn(recognized, 'balance', { isSingle: true }),
    isGuessed: false,
  };
  const isPaired = recognized.meanings.some(({ meaning }) => meaning === 'debit' || meaning === 'credit');
  if (namedColumns.amount !== null || isPaired) return namedColumns;
  // A list of holdings has values and gains, but no amounts.
  const isHoldingsList = recognized.meanings.some(({ meaning }) => meaning === 'quantity');
  const otherAmounts = isHoldingsList
    ? []
    : recognized.meanings.flatMap(({ meaning }, index) => (meaning === 'other-amount' ? [index] : []));
  const guess = guessMoney(
    recognized.columns,
    unknownMoney.length === 0 && otherAmounts.length === 1 ? otherAmounts : unknownMoney,
  );
  return { ...guess, balance: namedColumns.balance ?? guess.balance, isGuessed: unknownMoney.length > 0 };
}

const noColumn: Column = { name: '', kind: 'text' };
const noStatistics: ColumnStatistics = {
  cells: [],
  distinct: 0,
  currencyCodeShare: 0,
  areCurrencySigns: false,
  withCurrencyShare: 0,
  twoDecimalsShare: 0,
  hasNegative: false,
  hasPositive: false,
};

/** Determines the roles of the columns of a table. */
export function determineRoles(table: ReadableTable): Roles {
  return determineMeanings(table).roles;
}

/** Returns the role of a column; `null` for none. */
export function roleOfColumn(roles: Roles, index: number): ColumnRole | null {
  return roleSchema.options.find((role) => roles[role] === index) ?? null;
}
