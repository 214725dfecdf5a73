/**
 * @file Checks whether the balance of a statement adds up. Every plausible interpretation is tried. The check fails only
 * if none fits and the rows leave no doubt about the intended one.
 */
import {
  type BalanceReading,
  type BalanceRun,
  followBalance,
  hasFittingOrder,
  rowTreatments,
} from './balance-run.ts';
import type { ExcludedRows } from './left-out.ts';
import { computeMovements, type Movements } from './movements.ts';
import type { NumberColumn } from './numbers.ts';
import type { Meanings } from './roles.ts';
import { buildDictionary } from './sums.ts';
import type { Table } from './table.ts';

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
interface FittingReading {
  readonly amounts: BalanceAmounts;
  readonly order: 'oldest-first' | 'newest-first' | 'other-order';
  /** The balance of a row does not include the amount of the row. */
  readonly isBefore: boolean;
  /** The column whose values each have their own balance, or `null`. */
  readonly groupedBy: string | null;
}

/** The balances as one interpretation follows them, and the names of their groups. */
interface FollowedBalance {
  readonly reading: BalanceReading;
  readonly groupNames: readonly string[];
}

/** Result of the check: `failed` is certain, `look` asks the clerk to decide, `cannot` means that there is nothing to compare. */
export interface BalanceFinding {
  readonly result: 'passed' | 'look' | 'failed' | 'cannot';
  /** The interpretation that fits best; `null` if the statement lacks the columns for a check. */
  readonly reading: FittingReading | null;
  /** How the rows were followed; `null` without a running balance. */
  readonly followed: FollowedBalance | null;
  readonly scale: number;
  /** Balances of the only group of rows; `null` for several groups. */
  readonly ends: {
    readonly group: string;
    readonly opening: number;
    readonly sum: number;
    readonly closing: number;
  } | null;
  /** The first rows in question. */
  readonly rows: readonly number[];
  /** Number of rows in question. */
  readonly inQuestion: number;
  /** Number of rows with an amount or a balance that could not be read. */
  readonly unread: number;
}

/** Number of rows on which interpretations are compared, before the best {@link maxTrials} are followed to the end. */
const sampleRows = 5_000;
const maxTrials = 3;
const maxGroups = 200;

interface Candidate extends FittingReading, FollowedBalance {}

interface AmountsChoice {
  readonly amounts: BalanceAmounts;
  readonly values: Float64Array;
}

function numbersAt(table: Table, index: number | null): NumberColumn | null {
  const column = index === null ? undefined : table.columns[index];
  return column?.kind === 'number' ? column : null;
}

/** Multiplies numbers by ten to a power; NaN for results that a double cannot hold exactly. */
function rescale(values: Float64Array, large: ReadonlyMap<number, bigint>, power: number): Float64Array {
  if (power === 0 && large.size === 0) return values;
  const factor = 10 ** power;
  return values.map((value, row) => {
    const units = value * factor;
    return large.has(row) || !Number.isSafeInteger(units) ? Number.NaN : units;
  });
}

/** Lists the plausible interpretations of the amounts, the most usual interpretation first. */
function listAmountChoices(table: Table, meanings: Meanings, scale: number): AmountsChoice[] {
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

/** Determines the treatment of each row: rows that are not transactions are skipped, unread rows are gaps. */
function determineTreatments(table: Table, excludedRows: ExcludedRows, unread: Iterable<number>): Uint8Array {
  const treatments = new Uint8Array(table.rows);
  for (const [reason, rows] of excludedRows) {
    const isNoTransaction = reason === 'total' || reason === 'header' || reason === 'unfinished';
    for (const row of rows) treatments[row] = isNoTransaction ? rowTreatments.skip : rowTreatments.gap;
  }
  for (const row of unread) if (treatments[row] === rowTreatments.follow) treatments[row] = rowTreatments.gap;
  return treatments;
}

/** Checks the running balance of a statement. */
export function checkBalance(table: Table, meanings: Meanings, excludedRows: ExcludedRows): BalanceFinding {
  const { roles } = meanings;
  const balances = numbersAt(table, roles.balance);
  const amountColumns = [roles.amount, roles.debit, roles.credit, roles.fee].flatMap((index) => {
    const column = numbersAt(table, index);
    return column === null ? [] : [column];
  });
  if (balances === null || amountColumns.length === 0) return checkEnds(table, meanings, excludedRows);
  const scale = Math.max(balances.scale, ...amountColumns.map((column) => column.scale));
  const unread = new Set([...balances.badRows, ...amountColumns.flatMap(({ badRows }) => [...badRows])]);
  for (const row of balances.large.keys()) unread.add(row);
  const treatments = determineTreatments(table, excludedRows, unread);
  const candidates = listReadings(table, meanings, scale, balances);
  const best = findBest(candidates, treatments, table.rows);
  if (best === null) return cannotCheck;
  const finding = toFinding(
    best,
    scale,
    [...unread].filter((row) => treatments[row] === rowTreatments.gap).sort((a, b) => a - b),
  );
  if (finding.result !== 'look' || best.run.breaks === 0) return finding;
  const reordered = candidates.find(
    ({ reading }) =>
      !reading.isNewestFirst && !reading.isBefore && hasFittingOrder(reading, treatments, table.rows),
  );
  if (reordered !== undefined)
    return {
      ...finding,
      result: 'passed',
      reading: { ...reordered, order: 'other-order' },
      followed: reordered,
      ends: null,
      rows: [],
      inQuestion: 0,
    };
  return isCertain(best, table, meanings) ? { ...finding, result: 'failed' } : finding;
}

const cannotCheck: BalanceFinding = {
  result: 'cannot',
  reading: null,
  followed: null,
  scale: 0,
  ends: null,
  rows: [],
  inQuestion: 0,
  unread: 0,
};

function listReadings(table: Table, meanings: Meanings, scale: number, balances: NumberColumn): Candidate[] {
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
  // Interpretations with an order that the dates contradict are tried last.
  const isContradicted = ({ order }: Candidate) =>
    order === 'newest-first' ? neverFalls && !neverRises : neverRises && !neverFalls;
  return candidates.toSorted((one, two) => Number(isContradicted(one)) - Number(isContradicted(two)));
}

/** An interpretation and the result of following it. */
interface Trial {
  readonly candidate: Candidate;
  readonly run: BalanceRun;
}

/**
 * True if the interpretation has no error and covers enough rows: a third of the balances must be compared and half of
 * the amounts included. An interpretation proves nothing about rows that it skips.
 */
function fitsThroughout({ fits, breaks, links, balances, moved, followed }: BalanceRun): boolean {
  return breaks === 0 && fits > 0 && links * 3 >= balances && followed * 2 >= moved;
}

/** Finds an interpretation without any error, otherwise the interpretation with the most fitting rows. */
function findBest(candidates: readonly Candidate[], treatments: Uint8Array, rows: number): Trial | null {
  const follow = (candidate: Candidate, first: number): Trial => ({
    candidate,
    run: followBalance(candidate.reading, treatments, first),
  });
  const score = ({ run }: Trial) => run.fits - run.breaks;
  const usualCandidates = candidates.slice(0, 2);
  for (const candidate of usualCandidates) {
    const followed = follow(candidate, rows);
    if (fitsThroughout(followed.run)) return followed;
  }
  const sampled = candidates
    .map((candidate) => follow(candidate, Math.min(rows, sampleRows)))
    .toSorted((one, two) => score(two) - score(one));
  const fullyFollowed = sampled.slice(0, maxTrials).map(({ candidate }) => follow(candidate, rows));
  return (
    fullyFollowed.find(({ run }) => fitsThroughout(run)) ??
    fullyFollowed.toSorted((one, two) => score(two) - score(one))[0] ??
    null
  );
}

function toFinding({ candidate, run }: Trial, scale: number, unread: readonly number[]): BalanceFinding {
  const [onlyGroup] = run.ends.size === 1 ? run.ends : [];
  const ends =
    onlyGroup === undefined
      ? null
      : {
          group: candidate.groupNames[onlyGroup[0]] ?? '',
          opening: onlyGroup[1].opening,
          sum: onlyGroup[1].sum,
          closing: onlyGroup[1].closing,
        };
  const common = { reading: candidate, followed: candidate, scale, ends, unread: unread.length };
  if (run.breaks > 0) return { ...common, result: 'look', rows: run.rows, inQuestion: run.inQuestion };
  // Nothing can be proved around an amount that was not read.
  if (unread.length > 0 && run.links > 0)
    return { ...common, result: 'look', rows: unread, inQuestion: unread.length };
  return { ...common, result: fitsThroughout(run) ? 'passed' : 'cannot', rows: [], inQuestion: 0 };
}

/** True if the interpretation is beyond doubt, and a difference is therefore an error of the statement. */
function isCertain({ candidate, run }: Trial, table: Table, { roles, columns }: Meanings): boolean {
  const amountIndex = roles.amount ?? roles.debit ?? roles.credit;
  const isNamed = [amountIndex, roles.balance].every(
    (index) => index !== null && columns[index]?.isNamed === true,
  );
  const isUsual =
    candidate.amounts !== 'reversed' && candidate.amounts !== 'as-written' && !candidate.isBefore;
  const hasEvidence = run.breaks <= 2 ? run.fits >= run.breaks : run.fits >= run.breaks * 4;
  const hasOtherCurrencies = columns.some(
    ({ meaning }) => meaning === 'rate' || meaning === 'other-currency',
  );
  const isRounding = hasOtherCurrencies && run.worst <= 1;
  // Without sorted dates, the order of the rows is unknown.
  const { neverFalls, neverRises } = determineDateCourse(table, roles.date);
  const isSorted = neverFalls || neverRises;
  return isNamed && isUsual && hasEvidence && run.jumps === 0 && !isRounding && isSorted;
}

/** Compares the dates of consecutive rows. Both results are true if all dates are equal. */
function determineDateCourse(table: Table, date: number | null) {
  const column = date === null ? undefined : table.columns[date];
  if (column?.kind !== 'date') return { neverFalls: true, neverRises: true };
  const days = column.values.filter((value) => value !== 0);
  return {
    neverFalls: days.every((day, index) => index === 0 || day >= (days[index - 1] ?? 0)),
    neverRises: days.every((day, index) => index === 0 || day <= (days[index - 1] ?? 0)),
  };
}

/** Checks statements with an opening and a closing balance in each row: opening + amount = closing. */
function checkEnds(table: Table, meanings: Meanings, excludedRows: ExcludedRows): BalanceFinding {
  const opening = numbersAt(table, meanings.roles['opening-balance']);
  const closing = numbersAt(table, meanings.roles['closing-balance']);
  if (opening === null || closing === null) return cannotCheck;
  const scale = Math.max(
    opening.scale,
    closing.scale,
    ...table.columns.map((column) => (column.kind === 'number' ? column.scale : 0)),
  );
  const treatments = determineTreatments(table, excludedRows, [...opening.badRows, ...closing.badRows]);
  const [openingValues, closingValues] = [opening, closing].map((column) =>
    rescale(column.values, column.large, scale - column.scale),
  );
  const rows = [...treatments.keys()].filter((row) => treatments[row] === rowTreatments.follow);
  const hasFittingAmounts = listAmountChoices(table, meanings, scale).some(
    ({ values }) =>
      rows.every(
        (row) => (openingValues?.[row] ?? Number.NaN) + (values[row] ?? Number.NaN) === closingValues?.[row],
      ) && rows.some((row) => values[row] !== 0),
  );
  const reading = {
    amounts: 'opening-closing',
    order: 'oldest-first',
    isBefore: false,
    groupedBy: null,
  } as const;
  return hasFittingAmounts ? { ...cannotCheck, result: 'passed', reading, scale } : cannotCheck;
}
