/**
 * @file Checks whether the balance of a statement adds up. Every plausible interpretation is tried. The check fails only
 * if none fits and the rows leave no doubt about the intended one.
 */
import type { Meanings } from '../columns/roles.ts';
import type { ExcludedRows } from '../query/left-out.ts';
import { buildDictionary } from '../query/sums.ts';
import type { Table } from '../read/table.ts';
import {
  type Candidate,
  determineDateCourse,
  type FittingInterpretation,
  type FollowedBalance,
  listAmountChoices,
  listInterpretations,
  numbersAt,
  rescale,
} from './balance-interpretations.ts';
import {
  type BalanceBreak,
  type BalanceRun,
  followBalance,
  hasFittingOrder,
  rowTreatments,
} from './balance-run.ts';

/** Result of the check: `failed` is certain, `look` asks the clerk to decide, `cannot` means that there is nothing to compare. */
export interface BalanceFinding {
  readonly result: 'passed' | 'look' | 'failed' | 'cannot';
  /** The interpretation that fits best; `null` if the statement lacks the columns for a check. */
  readonly reading: FittingInterpretation | null;
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
  /** The first balance that does not add up; `null` without one. */
  readonly firstBreak: BalanceBreak | null;
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
  const candidates = listInterpretations(table, meanings, scale, balances);
  const best = findBest(candidates, treatments, table.rows);
  if (best === null) return cannotCheck;
  const finding = toFinding(
    best,
    scale,
    [...unread].filter((row) => treatments[row] === rowTreatments.gap).sort((a, b) => a - b),
  );
  // Amounts of several currencies have no balance in common, although the numbers may add up.
  const foreign = best.candidate.groupedBy === null ? findForeignRows(table, meanings, treatments) : [];
  if (finding.result === 'passed' && foreign.length > 0)
    return { ...finding, result: 'look', ends: null, rows: foreign, inQuestion: foreign.length };
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
      firstBreak: null,
      ends: null,
      rows: [],
      inQuestion: 0,
    };
  return isCertain(best, table, meanings) ? { ...finding, result: 'failed' } : finding;
}

/** Returns the followed rows whose currency is not the one of most rows. Rows without a currency are not among them. */
function findForeignRows(table: Table, { roles }: Meanings, treatments: Uint8Array): number[] {
  const currencies = roles.currency === null ? null : buildDictionary(table, roles.currency);
  if (currencies === null || currencies.codes === null) return [];
  const { words, codes } = currencies;
  const followed = [...treatments.keys()].filter(
    (row) => treatments[row] === rowTreatments.follow && (words[codes[row] ?? 0] ?? '') !== '',
  );
  const counts = new Map<number, number>();
  for (const row of followed) counts.set(codes[row] ?? 0, (counts.get(codes[row] ?? 0) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
  return followed.filter((row) => codes[row] !== usual);
}

const cannotCheck: BalanceFinding = {
  result: 'cannot',
  reading: null,
  followed: null,
  scale: 0,
  ends: null,
  firstBreak: null,
  rows: [],
  inQuestion: 0,
  unread: 0,
};

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
  const { firstBreak } = run;
  const common = { reading: candidate, followed: candidate, scale, ends, firstBreak, unread: unread.length };
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
