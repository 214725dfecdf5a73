/** @file Lists the plausible interpretations of the balance of a statement. */
import { computeMovements, type Movements } from '../columns/movements.ts';
import type { NumberColumn } from '../columns/numbers.ts';
import type { Meanings } from '../columns/roles.ts';
import { buildDictionary } from '../query/sums.ts';
import type { Table } from '../read/table.ts';
import type { BalanceInterpretation } from './balance-run.ts';

/** How amounts change the balance. */
type BalanceAmounts =
  | 'amount'
  | 'less-fee'
  | 'plus-fee'
  | 'debit-credit'
  | 'reversed'
  | 'as-written'
  | 'opening-closing';

/** Interpretation of the balance, as the clerk sees it. */
export interface FittingInterpretation {
  readonly amounts: BalanceAmounts;
  readonly order: 'oldest-first' | 'newest-first' | 'other-order';
  /** The balance of a row does not include the amount of the row. */
  readonly isBefore: boolean;
  /** The column whose values each have their own balance, or `null`. */
  readonly groupedBy: string | null;
}

/** The balances as one interpretation follows them, and the names of their groups. */
export interface FollowedBalance {
  readonly reading: BalanceInterpretation;
  readonly groupNames: readonly string[];
}

const maxGroups = 200;

/** An interpretation of amounts, groups and order. */
export interface Candidate extends FittingInterpretation, FollowedBalance {}

interface AmountsChoice {
  readonly amounts: BalanceAmounts;
  readonly values: Float64Array;
}

export function numbersAt(table: Table, index: number | null): NumberColumn | null {
  const column = index === null ? undefined : table.columns[index];
  return column?.kind === 'number' ? column : null;
}

/** Multiplies numbers by ten to a power; NaN for results that a double cannot hold exactly. */
export function rescale(
  values: Float64Array,
  large: ReadonlyMap<number, bigint>,
  power: number,
): Float64Array {
  if (power === 0 && large.size === 0) return values;
  const factor = 10 ** power;
  return values.map((value, row) => {
    const units = value * factor;
    return large.has(row) || !Number.isSafeInteger(units) ? Number.NaN : units;
  });
}

/** Lists the plausible interpretations of the amounts, the most usual interpretation first. */
export function listAmountChoices(table: Table, meanings: Meanings, scale: number): AmountsChoice[] {
  const { amount, debit, credit, fee } = meanings.roles;
  const valuesOf = (column: Pick<Movements, 'values' | 'large' | 'scale'>) =>
    rescale(column.values, column.large, scale - column.scale);
  const choices: AmountsChoice[] = [];
  const movements = amount === null ? null : computeMovements(table, meanings, amount);
  if (movements !== null) {
    const values = valuesOf(movements);
    choices.push({ amounts: 'amount', values });
    const feeColumn = numbersAt(table, fee);
    if (feeColumn?.values.some((value) => value !== 0 && !Number.isNaN(value))) {
      const paidFees = valuesOf(feeColumn).map((value) => (Number.isNaN(value) ? 0 : Math.abs(value)));
      choices.push({ amounts: 'less-fee', values: values.map((value, row) => value - (paidFees[row] ?? 0)) });
      choices.push({ amounts: 'plus-fee', values: values.map((value, row) => value + (paidFees[row] ?? 0)) });
    }
    const amountColumn = numbersAt(table, amount);
    if (amountColumn !== null && amountColumn.values !== movements.values)
      choices.push({ amounts: 'as-written', values: valuesOf(amountColumn) });
    choices.push({ amounts: 'reversed', values: values.map((value) => -value) });
  }
  const pairColumn = debit ?? credit;
  const pairMovements = pairColumn === null ? null : computeMovements(table, meanings, pairColumn);
  if (pairMovements !== null) {
    choices.push({ amounts: 'debit-credit', values: valuesOf(pairMovements) });
    // Debits with signs: debits and reversals of debits differ by sign.
    const [debitColumn, creditColumn] = [numbersAt(table, debit), numbersAt(table, credit)];
    const sign = debitColumn?.values.some((value) => value < 0) === true ? 1 : -1;
    const [debitValues, creditValues] = [
      debitColumn === null ? null : valuesOf(debitColumn),
      creditColumn === null ? null : valuesOf(creditColumn),
    ];
    const values = valuesOf(pairMovements).map((value, row) => {
      const debitValue = debitValues?.[row] ?? Number.NaN;
      const creditValue = creditValues?.[row] ?? Number.NaN;
      if (Number.isNaN(value)) return value;
      return (
        (Number.isNaN(creditValue) ? 0 : creditValue) + sign * (Number.isNaN(debitValue) ? 0 : debitValue)
      );
    });
    choices.push({ amounts: 'as-written', values });
    choices.push({ amounts: 'reversed', values: valuesOf(pairMovements).map((value) => -value) });
  }
  return choices;
}

/** Partition of the rows into groups with their own balance. */
interface Grouping {
  /** Name of the column; `null` if all rows have one balance. */
  readonly name: string | null;
  readonly words: readonly string[];
  readonly codes: Uint16Array | null;
}

/** Lists the columns whose values may each have their own balance: currencies and accounts. */
function listGroupings(table: Table, { roles, columns }: Meanings): Grouping[] {
  const groupColumns = columns.flatMap(({ meaning }, index) =>
    index === roles.currency || meaning === 'account' || meaning === 'wallet' ? [index] : [],
  );
  const columnGroupings = groupColumns.flatMap((index): Grouping[] => {
    const dictionary = buildDictionary(table, index);
    if (dictionary === null || dictionary.words.length < 2 || dictionary.words.length > maxGroups) return [];
    return [{ name: table.columns[index]?.name ?? '', ...dictionary }];
  });
  const [first, second] = columnGroupings;
  const combinedGroupings =
    first === undefined || second === undefined
      ? []
      : [{ name: `${first.name}, ${second.name}`, ...combineGroupings(first, second) }];
  const currencies = roles.currency === null ? null : buildDictionary(table, roles.currency);
  const undivided = {
    name: null,
    words: currencies?.words.length === 1 ? currencies.words : [''],
    codes: null,
  };
  const isCurrency = ({ name }: Grouping) =>
    roles.currency !== null && name === table.columns[roles.currency]?.name;
  return [
    ...columnGroupings.filter(isCurrency),
    undivided,
    ...columnGroupings.filter((group) => !isCurrency(group)).slice(0, 4),
    ...combinedGroupings,
  ];
}

function combineGroupings(first: Grouping, second: Grouping): Pick<Grouping, 'words' | 'codes'> {
  const { codes } = second;
  return {
    words: first.words.flatMap((word) => second.words.map((other) => `${word}, ${other}`)),
    codes:
      first.codes === null || codes === null
        ? null
        : first.codes.map((code, row) => code * second.words.length + (codes[row] ?? 0)),
  };
}

/** Lists the interpretations; those with an order that the dates contradict come last. */
export function listInterpretations(
  table: Table,
  meanings: Meanings,
  scale: number,
  balances: NumberColumn,
): Candidate[] {
  const values = rescale(balances.values, balances.large, scale - balances.scale);
  const tolerance = scale > balances.scale ? 10 ** (scale - balances.scale) - 1 : 0;
  const hasBlankBalances = balances.values.some(Number.isNaN);
  const groups = listGroupings(table, meanings);
  const { neverFalls, neverRises } = determineDateCourse(table, meanings.roles.date);
  const candidates = listAmountChoices(table, meanings, scale).flatMap((choice) =>
    groups.flatMap((group) =>
      [false, true].flatMap((isBefore) =>
        [false, true].flatMap((isNewestFirst) =>
          (hasBlankBalances ? [true, false] : [true]).map((addsBlank): Candidate => {
            const reading = {
              amounts: choice.values,
              balances: values,
              scale,
              tolerance,
              groups: group.codes,
            };
            return {
              amounts: choice.amounts,
              order: isNewestFirst ? 'newest-first' : 'oldest-first',
              isBefore,
              groupedBy: group.name,
              groupNames: group.words,
              reading: { ...reading, isNewestFirst, isBefore, addsBlank },
            };
          }),
        ),
      ),
    ),
  );
  const isContradicted = ({ order }: Candidate) =>
    order === 'newest-first' ? neverFalls && !neverRises : neverRises && !neverFalls;
  return candidates.toSorted((one, two) => Number(isContradicted(one)) - Number(isContradicted(two)));
}

/** Compares the dates of consecutive rows. Both results are true if all dates are equal. */
export function determineDateCourse(table: Table, date: number | null) {
  const column = date === null ? undefined : table.columns[date];
  if (column?.kind !== 'date') return { neverFalls: true, neverRises: true };
  const days = column.values.filter((value) => value !== 0);
  return {
    neverFalls: days.every((day, index) => index === 0 || day >= (days[index - 1] ?? 0)),
    neverRises: days.every((day, index) => index === 0 || day <= (days[index - 1] ?? 0)),
  };
}
