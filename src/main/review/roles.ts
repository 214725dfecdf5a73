/** @file Which column is what: by what the clerk chose, by its name, and by what it holds. In doubt it is nothing. */
import { type ColumnRole, roleSchema } from '../../shared/model/review.ts';
import {
  type Contents,
  contentsOf,
  holdsCurrencies,
  holdsReferences,
  looksLikeIdentifiers,
  type ReadableTable,
} from './column-contents.ts';
import { holdsDirections } from './directions.ts';
import { type HeaderMeaning, type Meaning, meaningsOf } from './header-names.ts';
import { type GuessedMoney, guessMoney } from './running-balance.ts';
import type { Column } from './table.ts';

/** The column of each role. */
export type Roles = Readonly<Record<ColumnRole, number | null>>;

/** What is known of one column. */
export interface ColumnMeaning {
  /** `null` when neither name nor cells tell. */
  readonly meaning: Meaning | null;
  /** By the clerk or by its header, not by its cells alone. */
  readonly isNamed: boolean;
  /** Money that comes and goes: what sums are made of. Balances are money, but no sum of them means anything. */
  readonly isSummed: boolean;
}

/** What is known of the columns of a table. */
export interface Meanings {
  readonly roles: Roles;
  readonly columns: readonly ColumnMeaning[];
}

interface Known {
  readonly columns: readonly Column[];
  readonly found: readonly Found[];
  readonly contents: readonly Contents[];
}

interface Found {
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
/** Headers that promise references, which may come again; under all others most cells must be one of a kind. */
const referenceHeader = /ref|transa|trans\.?\s*(id|n)|uetr|end.to.end|流水号/i;

/** Whether the cells of a column can be what its header says. */
function canBe({ meaning, isWhole }: HeaderMeaning, column: Column, contents: Contents): boolean {
  if (numberMeanings.has(meaning)) {
    if (column.kind === 'undecided') return column.of === 'number';
    return column.kind === 'number' && !looksLikeIdentifiers(contents);
  }
  if (dateMeanings.includes(meaning)) {
    return column.kind === 'date' || (column.kind === 'undecided' && column.of === 'date');
  }
  switch (meaning) {
    case 'currency':
      return holdsCurrencies(contents);
    case 'other-currency':
      return column.kind === 'text';
    case 'direction':
      return holdsDirections(contents, isWhole ? 'whole' : 'part');
    case 'reference':
      return column.kind !== 'date' && holdsReferences(contents, referenceHeader.test(column.name) ? 0 : 0.8);
    case 'counterparty':
    case 'description':
      return column.kind === 'text';
    default:
      return true;
  }
}

function foundOf(column: Column, contents: Contents, chosen: ColumnRole | null | undefined): Found {
  if (chosen !== undefined) return { meaning: chosen, isNamed: true, isWhole: true, isChosen: true };
  const meanings = meaningsOf(column.name);
  const named =
    contents.cells.length === 0 ? meanings[0] : meanings.find((meaning) => canBe(meaning, column, contents));
  const unnamed = { isNamed: false, isWhole: false, isChosen: false };
  const mayDirect = named === undefined || named.meaning === 'kind';
  if (mayDirect && column.kind === 'text' && holdsDirections(contents, 'none'))
    return { ...unnamed, meaning: 'direction' };
  if (named !== undefined) return { ...named, isNamed: true, isChosen: false };
  const isCurrency = column.kind === 'text' && contents.currencyCodes > 0.9;
  return { ...unnamed, meaning: isCurrency ? 'currency' : null };
}

/** Whether the cells of a column of numbers without a telling name are money. */
function looksLikeMoney(
  column: Column,
  { withCurrency, twoDecimals, hasNegative, hasPositive }: Contents,
): boolean {
  if (column.kind !== 'number') return false;
  return (
    withCurrency > 0.5 ||
    twoDecimals > 0.95 ||
    (column.scale > 0 && column.scale < 4 && hasNegative && hasPositive)
  );
}

/** The column of a meaning that fits best: chosen by the clerk, named by nothing else, with most cells, or the first one. */
function best(
  { columns, found, contents }: Known,
  meaning: Meaning,
  { isSingle = false, near = -2 }: { readonly isSingle?: boolean; readonly near?: number } = {},
): number | null {
  const filled = (index: number) => contents[index]?.cells.length ?? 0;
  const score = (index: number) => {
    const { isChosen = false, isWhole = false, isNamed = false } = found[index] ?? {};
    const nearness = index === near + 1 ? 1 : index === near - 1 ? 0.5 : 0;
    return (isChosen ? 8 : 0) + (isNamed ? 4 : 0) + (isWhole ? 2 : 0) + nearness;
  };
  const those = found
    .flatMap((one, index) => (one.meaning === meaning && (filled(index) > 0 || one.isChosen) ? [index] : []))
    .sort((one, two) => {
      const isSameName = columns[one]?.name === columns[two]?.name;
      return score(two) - score(one) || (isSameName ? filled(two) - filled(one) : 0) || one - two;
    });
  const [first, second] = those;
  if (first === undefined) return null;
  // Two that are named alike, and by other words too: it is not clear which one is meant.
  const isDoubtful =
    isSingle && second !== undefined && score(first) === score(second) && found[first]?.isWhole === false;
  return isDoubtful ? null : first;
}

/** The date of a row: of the booking, else of the payment, else another one, else the only one that is there. */
function dateOf(known: Known): number | null {
  const { columns, found } = known;
  for (const meaning of dateMeanings) {
    const index = best(known, meaning);
    if (index !== null) return index;
  }
  const unknown = columns.flatMap(({ kind, name }, index) =>
    kind === 'date' && [null, 'time'].includes(found[index]?.meaning ?? null) ? [{ name, index }] : [],
  );
  const [first] = unknown;
  return first !== undefined && (unknown.length === 1 || first.name === '') ? first.index : null;
}

/** A column without a name belongs to the one of currencies before it, whose name tells what both are. */
function withSharedNames({ columns, found, contents }: Known): Found[] {
  return found.map((one, index) => {
    const before = columns[index - 1];
    const isPair =
      one.meaning === null &&
      !one.isChosen &&
      columns[index]?.name === '' &&
      before !== undefined &&
      found[index - 1]?.meaning === 'currency';
    if (!isPair) return one;
    const shared = meaningsOf(before.name).find((meaning) =>
      canBe(meaning, columns[index] ?? noColumn, contents[index] ?? noContents),
    );
    return shared === undefined || !numberMeanings.has(shared.meaning)
      ? one
      : { ...shared, isNamed: true, isChosen: false };
  });
}

/** Finds out what the columns of a table are. */
export function meaningsIn(table: ReadableTable): Meanings {
  const { columns, options } = table;
  const contents = contentsOf(table);
  const named = columns.map((column, index) =>
    foundOf(column, contents[index] ?? noContents, options.columns?.[index]?.role),
  );
  const hasQuantity = named.some(({ meaning }) => meaning === 'quantity');
  const isMoney = (index: number) =>
    looksLikeMoney(columns[index] ?? noColumn, contents[index] ?? noContents);
  const priced = named.map(
    (one, index): Found =>
      one.meaning === 'price' && !hasQuantity && isMoney(index) ? { ...one, meaning: 'other-amount' } : one,
  );
  const known: Known = { columns, contents, found: withSharedNames({ columns, contents, found: priced }) };
  const { found } = known;
  const unknown = columns.flatMap((_, index) =>
    found[index]?.meaning === null && !found[index].isChosen && isMoney(index) ? [index] : [],
  );
  const { amount, debit, credit, balance, isGuessed } = moneyOf(known, unknown);
  const date = dateOf(known);
  const valueDate = best(known, 'value-date');
  const by = (meaning: Meaning) => best(known, meaning);
  const roles: Roles = {
    date,
    'value-date': valueDate === date ? null : valueDate,
    reference: by('reference'),
    amount,
    debit,
    credit,
    direction: by('direction'),
    fee: by('fee'),
    balance,
    'opening-balance': by('opening-balance'),
    'closing-balance': by('closing-balance'),
    currency: best(known, 'currency', { near: amount ?? -2 }),
    counterparty: by('counterparty'),
    description: by('description'),
    wallet: by('wallet'),
    company: by('company'),
  };
  const moving = [amount, debit, credit];
  const isSummed = (index: number) => {
    const meaning = found[index]?.meaning ?? null;
    if (columns[index]?.kind !== 'number' || index === balance) return false;
    if (moving.includes(index)) return true;
    if (isCopyWithoutSigns(columns[index], columns[amount ?? -1])) return false;
    if (meaning !== null) return amountMeanings.has(meaning);
    // Of several columns that nobody named only those that were recognised surely move the balance.
    return unknown.includes(index) && !isGuessed && columns[index].name !== '';
  };
  return {
    roles,
    columns: found.map(({ meaning, isNamed }, index) => ({
      meaning: meaning ?? (index === debit ? 'debit' : index === credit ? 'credit' : null),
      isNamed,
      isSummed: isSummed(index),
    })),
  };
}

/** Whether a column has the amounts again, without their signs: as a sum, what went out would count as incoming. */
function isCopyWithoutSigns(column: Column | undefined, amounts: Column | undefined): boolean {
  if (column?.kind !== 'number' || amounts?.kind !== 'number' || column.scale !== amounts.scale) return false;
  return (
    amounts.values.some((value) => value < 0) &&
    column.values.every((value, row) => Object.is(value, Math.abs(amounts.values[row] ?? Number.NaN)))
  );
}

function moneyOf(known: Known, unknown: readonly number[]): GuessedMoney & { readonly isGuessed: boolean } {
  const named = {
    amount: best(known, 'amount', { isSingle: true }),
    debit: best(known, 'debit', { isSingle: true }),
    credit: best(known, 'credit', { isSingle: true }),
    balance: best(known, 'balance', { isSingle: true }),
    isGuessed: false,
  };
  const isPaired = known.found.some(({ meaning }) => meaning === 'debit' || meaning === 'credit');
  if (named.amount !== null || isPaired) return named;
  // A list of holdings has values and gains, but no amounts.
  const isOfHoldings = known.found.some(({ meaning }) => meaning === 'quantity');
  const others = isOfHoldings
    ? []
    : known.found.flatMap(({ meaning }, index) => (meaning === 'other-amount' ? [index] : []));
  const guess = guessMoney(known.columns, unknown.length === 0 && others.length === 1 ? others : unknown);
  return { ...guess, balance: named.balance ?? guess.balance, isGuessed: unknown.length > 0 };
}

const noColumn: Column = { name: '', kind: 'text' };
const noContents: Contents = {
  cells: [],
  distinct: 0,
  currencyCodes: 0,
  areCurrencySigns: false,
  withCurrency: 0,
  twoDecimals: 0,
  hasNegative: false,
  hasPositive: false,
};

export function rolesOf(table: ReadableTable): Roles {
  return meaningsIn(table).roles;
}

/** The role of a column, or `null`. */
export function roleOf(roles: Roles, index: number): ColumnRole | null {
  return roleSchema.options.find((role) => roles[role] === index) ?? null;
}
