/** @file Finds the role of each column, by the clerk's choice, its name and its cells. A doubtful column has no role. */
import { type ColumnRole, roleSchema } from '../../shared/model/review.ts';
import {
  areIdentifiers,
  type ColumnStatistics,
  holdsCurrencies,
  holdsReferences,
  type ReadableTable,
  sampleColumns,
} from './column-statistics.ts';
import { holdsDirections } from './directions.ts';
import { type HeaderMeaning, type Meaning, meaningsOf } from './header-names.ts';
import { type GuessedMoney, guessMoney } from './running-balance.ts';
import type { Column } from './table.ts';

/** The column of each role. */
export type Roles = Readonly<Record<ColumnRole, number | null>>;

/** Meaning of one column. */
export interface ColumnMeaning {
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
      return holdsCurrencies(statistics);
    case 'other-currency':
      return column.kind === 'text';
    case 'direction':
      return holdsDirections(statistics, isWhole ? 'whole' : 'part');
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
  chosen: ColumnRole | null | undefined,
): RecognizedMeaning {
  if (chosen !== undefined) return { meaning: chosen, isNamed: true, isWhole: true, isChosen: true };
  const headerMeanings = meaningsOf(column.name);
  const named =
    statistics.cells.length === 0
      ? headerMeanings[0]
      : headerMeanings.find((meaning) => canHaveMeaning(meaning, column, statistics));
  const unnamed = { isNamed: false, isWhole: false, isChosen: false };
  const mayHoldDirections = named === undefined || named.meaning === 'kind';
  if (mayHoldDirections && column.kind === 'text' && holdsDirections(statistics, 'none'))
    return { ...unnamed, meaning: 'direction' };
  if (named !== undefined) return { ...named, isNamed: true, isChosen: false };
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

/** Best column of a meaning: chosen by the clerk, named unambiguously, with the most cells, or the first. */
function bestColumn(
  { columns, meanings, statistics }: RecognizedColumns,
  meaning: Meaning,
  { isSingle = false, near = -2 }: { readonly isSingle?: boolean; readonly near?: number } = {},
): number | null {
  const filledCells = (index: number) => statistics[index]?.cells.length ?? 0;
  const score = (index: number) => {
    const { isChosen = false, isWhole = false, isNamed = false } = meanings[index] ?? {};
    const nearness = index === near + 1 ? 1 : index === near - 1 ? 0.5 : 0;
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
  // Two equally good columns whose names have further words: ambiguous.
  const isDoubtful =
    isSingle && second !== undefined && score(first) === score(second) && meanings[first]?.isWhole === false;
  return isDoubtful ? null : first;
}

/** The date column: booking date, else payment date, else another named date, else the only date column. */
function findDateColumn(recognized: RecognizedColumns): number | null {
  const { columns, meanings } = recognized;
  for (const meaning of dateMeanings) {
    const index = bestColumn(recognized, meaning);
    if (index !== null) return index;
  }
  const unknown = columns.flatMap(({ kind, name }, index) =>
    kind === 'date' && [null, 'time'].includes(meanings[index]?.meaning ?? null) ? [{ name, index }] : [],
  );
  const [first] = unknown;
  return first !== undefined && (unknown.length === 1 || first.name === '') ? first.index : null;
}

/** Gives a column without a name the name of the currency column before it, as in headers that span two columns. */
function withSharedNames({ columns, meanings, statistics }: RecognizedColumns): RecognizedMeaning[] {
  return meanings.map((column, index) => {
    const before = columns[index - 1];
    const isPair =
      column.meaning === null &&
      !column.isChosen &&
      columns[index]?.name === '' &&
      before !== undefined &&
      meanings[index - 1]?.meaning === 'currency';
    if (!isPair) return column;
    const shared = meaningsOf(before.name).find((meaning) =>
      canHaveMeaning(meaning, columns[index] ?? noColumn, statistics[index] ?? noStatistics),
    );
    return shared === undefined || !numberMeanings.has(shared.meaning)
      ? column
      : { ...shared, isNamed: true, isChosen: false };
  });
}

/** Determines roles and meanings of the columns of a table. */
export function determineMeanings(table: ReadableTable): Meanings {
  const { columns, options } = table;
  const statistics = sampleColumns(table);
  const named = columns.map((column, index) =>
    recognizeMeaning(column, statistics[index] ?? noStatistics, options.columns?.[index]?.role),
  );
  const hasQuantity = named.some(({ meaning }) => meaning === 'quantity');
  const isMoney = (index: number) =>
    looksLikeMoney(columns[index] ?? noColumn, statistics[index] ?? noStatistics);
  const priced = named.map(
    (column, index): RecognizedMeaning =>
      column.meaning === 'price' && !hasQuantity && isMoney(index)
        ? { ...column, meaning: 'other-amount' }
        : column,
  );
  const recognized: RecognizedColumns = {
    columns,
    statistics,
    meanings: withSharedNames({ columns, statistics, meanings: priced }),
  };
  const { meanings } = recognized;
  const unknown = columns.flatMap((_, index) =>
    meanings[index]?.meaning === null && !meanings[index].isChosen && isMoney(index) ? [index] : [],
  );
  const { amount, debit, credit, balance, isGuessed } = findMoneyColumns(recognized, unknown);
  const date = findDateColumn(recognized);
  const valueDate = bestColumn(recognized, 'value-date');
  const bestNamed = (meaning: Meaning) => bestColumn(recognized, meaning);
  const roles: Roles = {
    date,
    'value-date': valueDate === date ? null : valueDate,
    reference: bestNamed('reference'),
    amount,
    debit,
    credit,
    direction: bestNamed('direction'),
    fee: bestNamed('fee'),
    balance,
    'opening-balance': bestNamed('opening-balance'),
    'closing-balance': bestNamed('closing-balance'),
    currency: bestColumn(recognized, 'currency', { near: amount ?? -2 }),
    counterparty: bestNamed('counterparty'),
    description: bestNamed('description'),
    wallet: bestNamed('wallet'),
    company: bestNamed('company'),
  };
  const movementColumns = [amount, debit, credit];
  const isSummed = (index: number) => {
    const meaning = meanings[index]?.meaning ?? null;
    if (columns[index]?.kind !== 'number' || index === balance) return false;
    if (movementColumns.includes(index)) return true;
    if (isCopyWithoutSigns(columns[index], columns[amount ?? -1])) return false;
    if (meaning !== null) return amountMeanings.has(meaning);
    // Of several columns without a known name, only recognized ones certainly move the balance.
    return unknown.includes(index) && !isGuessed && columns[index].name !== '';
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

/** True if a column repeats the amounts without their signs. Its sum would count outgoing amounts as incoming. */
function isCopyWithoutSigns(column: Column | undefined, amounts: Column | undefined): boolean {
  if (column?.kind !== 'number' || amounts?.kind !== 'number' || column.scale !== amounts.scale) return false;
  return (
    amounts.values.some((value) => value < 0) &&
    column.values.every((value, row) => Object.is(value, Math.abs(amounts.values[row] ?? Number.NaN)))
  );
}

function findMoneyColumns(
  recognized: RecognizedColumns,
  unknown: readonly number[],
): GuessedMoney & { readonly isGuessed: boolean } {
  const named = {
    amount: bestColumn(recognized, 'amount', { isSingle: true }),
    debit: bestColumn(recognized, 'debit', { isSingle: true }),
    credit: bestColumn(recognized, 'credit', { isSingle: true }),
    balance: bestColumn(recognized, 'balance', { isSingle: true }),
    isGuessed: false,
  };
  const isPaired = recognized.meanings.some(({ meaning }) => meaning === 'debit' || meaning === 'credit');
  if (named.amount !== null || isPaired) return named;
  // A list of holdings has values and gains, but no amounts.
  const isOfHoldings = recognized.meanings.some(({ meaning }) => meaning === 'quantity');
  const others = isOfHoldings
    ? []
    : recognized.meanings.flatMap(({ meaning }, index) => (meaning === 'other-amount' ? [index] : []));
  const guess = guessMoney(
    recognized.columns,
    unknown.length === 0 && others.length === 1 ? others : unknown,
  );
  return { ...guess, balance: named.balance ?? guess.balance, isGuessed: unknown.length > 0 };
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

export function determineRoles(table: ReadableTable): Roles {
  return determineMeanings(table).roles;
}

/** The role of a column, or `null`. */
export function roleOfColumn(roles: Roles, index: number): ColumnRole | null {
  return roleSchema.options.find((role) => roles[role] === index) ?? null;
}
