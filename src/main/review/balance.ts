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
import { type Movements, movementsOf } from './movements.ts';
import type { NumberColumn } from './numbers.ts';
import type { Meanings } from './roles.ts';
import { dictionaryOf } from './sums.ts';
import type { Table } from './table.ts';

/** How amounts change the balance. */
export type BalanceAmounts =
  | 'amount'
  | 'less-fee'
  | 'plus-fee'
  | 'debit-credit'
  | 'reversed'
  | 'as-written'
  | 'opening-closing';

/** Interpretation of the balance. */
export interface FittingReading {
  readonly amounts: BalanceAmounts;
  readonly order: 'oldest-first' | 'newest-first' | 'other-order';
  readonly isBefore: boolean;
  /** The column whose values each have their own balance, or `null`. */
  readonly groupedBy: string | null;
}

/** Result of the check. `failed` is certain, `look` needs a decision of the clerk, `cannot` means nothing to compare. */
export interface BalanceFinding {
  readonly result: 'passed' | 'look' | 'failed' | 'cannot';
  /** The interpretation that fits, or the closest one; `null` without columns. */
  readonly reading: FittingReading | null;
  readonly scale: number;
  /** Balances of the only group of rows; `null` for several groups. */
  readonly ends: {
    readonly group: string;
    readonly opening: number;
    readonly sum: number;
    readonly closing: number;
  } | null;
  readonly rows: readonly number[];
  readonly inQuestion: number;
  /** Rows with an amount or a balance that could not be read. */
  readonly unread: number;
}

/** Rows on which interpretations are compared before the best ones are followed to the end. */
const sampleRows = 5_000;
const bestTried = 3;
const maxGroups = 200;

interface Candidate extends FittingReading {
  readonly reading: BalanceReading;
  readonly words: readonly string[];
}

interface AmountsChoice {
  readonly amounts: BalanceAmounts;
  readonly values: Float64Array;
}

function numbersAt(table: Table, index: number | null): NumberColumn | null {
  const column = index === null ? undefined : table.columns[index];
  return column?.kind === 'number' ? column : null;
}

/** Converts numbers to another scale; NaN for those that would no longer be exact. */
function scaled(values: Float64Array, large: ReadonlyMap<number, bigint>, power: number): Float64Array {
  if (power === 0 && large.size === 0) return values;
  const factor = 10 ** power;
  return values.map((value, row) => {
    const units = value * factor;
    return large.has(row) || !Number.isSafeInteger(units) ? Number.NaN : units;
  });
}

/** Every plausible interpretation of the amounts, the usual one first. */
function amountChoices(table: Table, meanings: Meanings, scale: number): AmountsChoice[] {
  const { amount, debit, credit, fee } = meanings.roles;
  const valuesOf = (found: Pick<Movements, 'values' | 'large' | 'scale'>) =>
    scaled(found.values, found.large, scale - found.scale);
  const choices: AmountsChoice[] = [];
  const moved = amount === null ? null : movementsOf(table, meanings, amount);
  if (moved !== null) {
    const values = valuesOf(moved);
    choices.push({ amounts: 'amount', values });
    const fees = numbersAt(table, fee);
    if (fees?.values.some((value) => value !== 0 && !Number.isNaN(value))) {
      const paid = valuesOf(fees).map((value) => (Number.isNaN(value) ? 0 : Math.abs(value)));
      choices.push({ amounts: 'less-fee', values: values.map((value, row) => value - (paid[row] ?? 0)) });
      choices.push({ amounts: 'plus-fee', values: values.map((value, row) => value + (paid[row] ?? 0)) });
    }
    const written = numbersAt(table, amount);
    if (written !== null && written.values !== moved.values)
      choices.push({ amounts: 'as-written', values: valuesOf(written) });
    choices.push({ amounts: 'reversed', values: values.map((value) => -value) });
  }
  const paired = debit ?? credit;
  const pair = paired === null ? null : movementsOf(table, meanings, paired);
  if (pair !== null) {
    choices.push({ amounts: 'debit-credit', values: valuesOf(pair) });
    // Debits with a sign, where some were reversed.
    const [debits, credits] = [numbersAt(table, debit), numbersAt(table, credit)];
    const sign = debits?.values.some((value) => value < 0) === true ? 1 : -1;
    const [ours, theirs] = [
      debits === null ? null : valuesOf(debits),
      credits === null ? null : valuesOf(credits),
    ];
    const values = valuesOf(pair).map((value, row) => {
      const taken = ours?.[row] ?? Number.NaN;
      const brought = theirs?.[row] ?? Number.NaN;
      if (Number.isNaN(value)) return value;
      return (Number.isNaN(brought) ? 0 : brought) + sign * (Number.isNaN(taken) ? 0 : taken);
    });
    choices.push({ amounts: 'as-written', values });
    choices.push({ amounts: 'reversed', values: valuesOf(pair).map((value) => -value) });
  }
  return choices;
}

interface Grouping {
  readonly name: string | null;
  readonly words: readonly string[];
  readonly codes: Uint16Array | null;
}

/** Columns whose values may each have their own balance: currencies and accounts. */
function groupings(table: Table, { roles, columns }: Meanings): Grouping[] {
  const own = columns.flatMap(({ meaning }, index) =>
    index === roles.currency || meaning === 'account' || meaning === 'wallet' ? [index] : [],
  );
  const found = own.flatMap((index): Grouping[] => {
    const words = dictionaryOf(table, index);
    if (words === null || words.words.length < 2 || words.words.length > maxGroups) return [];
    return [{ name: table.columns[index]?.name ?? '', ...words }];
  });
  const [first, second] = found;
  const both =
    first === undefined || second === undefined
      ? []
      : [{ name: `${first.name}, ${second.name}`, words: [], codes: combined(first, second) }];
  const one = roles.currency === null ? null : dictionaryOf(table, roles.currency);
  const whole = { name: null, words: one?.words.length === 1 ? one.words : [''], codes: null };
  const isCurrency = ({ name }: Grouping) =>
    roles.currency !== null && name === table.columns[roles.currency]?.name;
  return [
    ...found.filter(isCurrency),
    whole,
    ...found.filter((group) => !isCurrency(group)).slice(0, 4),
    ...both,
  ];
}

function combined(first: Grouping, second: Grouping): Uint16Array | null {
  const { codes } = second;
  if (first.codes === null || codes === null) return null;
  return first.codes.map((code, row) => code * second.words.length + (codes[row] ?? 0));
}

/** Treatment of each row: rows that are not transactions are skipped, unread rows are gaps. */
function treatmentsOf(table: Table, leftOut: ExcludedRows, unread: Iterable<number>): Uint8Array {
  const treatments = new Uint8Array(table.rows);
  for (const [reason, rows] of leftOut) {
    const isNoTransaction = reason === 'total' || reason === 'header' || reason === 'unfinished';
    for (const row of rows) treatments[row] = isNoTransaction ? rowTreatments.pass : rowTreatments.gap;
  }
  for (const row of unread) if (treatments[row] === rowTreatments.follow) treatments[row] = rowTreatments.gap;
  return treatments;
}

/** Checks the running balance of a statement. */
export function checkBalance(table: Table, meanings: Meanings, leftOut: ExcludedRows): BalanceFinding {
  const { roles } = meanings;
  const balances = numbersAt(table, roles.balance);
  const moving = [roles.amount, roles.debit, roles.credit, roles.fee].flatMap((index) => {
    const column = numbersAt(table, index);
    return column === null ? [] : [column];
  });
  if (balances === null || moving.length === 0) return checkEnds(table, meanings, leftOut);
  const scale = Math.max(balances.scale, ...moving.map((column) => column.scale));
  const unread = new Set([...balances.badRows, ...moving.flatMap(({ badRows }) => [...badRows])]);
  for (const row of balances.large.keys()) unread.add(row);
  const treatments = treatmentsOf(table, leftOut, unread);
  const candidates = candidatesOf(table, meanings, scale, balances);
  const best = bestOf(candidates, treatments, table.rows);
  if (best === null) return nothing;
  const finding = findingOf(
    best,
    scale,
    [...unread].filter((row) => treatments[row] === rowTreatments.gap).sort((a, b) => a - b),
  );
  if (finding.result !== 'look' || best.run.breaks === 0) return finding;
  const ordered = candidates.find(
    ({ reading }) =>
      !reading.isNewestFirst && !reading.isBefore && hasFittingOrder(reading, treatments, table.rows),
  );
  if (ordered !== undefined)
    return {
      ...finding,
      result: 'passed',
      reading: { ...ordered, order: 'other-order' },
      ends: null,
      rows: [],
      inQuestion: 0,
    };
  return isCertain(best, table, meanings) ? { ...finding, result: 'failed' } : finding;
}

const nothing: BalanceFinding = {
  result: 'cannot',
  reading: null,
  scale: 0,
  ends: null,
  rows: [],
  inQuestion: 0,
  unread: 0,
};

function candidatesOf(table: Table, meanings: Meanings, scale: number, balances: NumberColumn): Candidate[] {
  const values = scaled(balances.values, balances.large, scale - balances.scale);
  const tolerance = scale > balances.scale ? 10 ** (scale - balances.scale) - 1 : 0;
  const hasBlanks = balances.values.some(Number.isNaN);
  const groups = groupings(table, meanings);
  const { rises, falls } = courseOf(table, meanings.roles.date);
  const all = amountChoices(table, meanings, scale).flatMap((choice) =>
    groups.flatMap((group) =>
      [false, true].flatMap((isBefore) =>
        [false, true].flatMap((isNewestFirst) =>
          (hasBlanks ? [true, false] : [true]).map((addsBlank): Candidate => {
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
              words: group.words,
              reading: { ...reading, isNewestFirst, isBefore, addsBlank },
            };
          }),
        ),
      ),
    ),
  );
  // An order that the dates contradict comes last.
  const isContradicted = ({ order }: Candidate) =>
    order === 'newest-first' ? rises && !falls : falls && !rises;
  return all.toSorted((one, two) => Number(isContradicted(one)) - Number(isContradicted(two)));
}

interface Followed {
  readonly candidate: Candidate;
  readonly run: BalanceRun;
}

/** True if everything that was followed fits. Most rows must be included: an interpretation proves nothing about rows that it skips. */
function fitsWhole({ fits, breaks, links, balances, moved, followed }: BalanceRun): boolean {
  return breaks === 0 && fits > 0 && links * 3 >= balances && followed * 2 >= moved;
}

/** The interpretation that fits best: without any error, otherwise with the most fitting rows. */
function bestOf(candidates: readonly Candidate[], treatments: Uint8Array, rows: number): Followed | null {
  const follow = (candidate: Candidate, first: number): Followed => ({
    candidate,
    run: followBalance(candidate.reading, treatments, first),
  });
  const score = ({ run }: Followed) => run.fits - run.breaks;
  const usual = candidates.slice(0, 2);
  for (const candidate of usual) {
    const followed = follow(candidate, rows);
    if (fitsWhole(followed.run)) return followed;
  }
  const sampled = candidates
    .map((candidate) => follow(candidate, Math.min(rows, sampleRows)))
    .toSorted((one, two) => score(two) - score(one));
  const whole = sampled.slice(0, bestTried).map(({ candidate }) => follow(candidate, rows));
  return (
    whole.find(({ run }) => fitsWhole(run)) ??
    whole.toSorted((one, two) => score(two) - score(one))[0] ??
    null
  );
}

function findingOf({ candidate, run }: Followed, scale: number, unread: readonly number[]): BalanceFinding {
  const [only] = run.ends.size === 1 ? run.ends : [];
  const ends =
    only === undefined
      ? null
      : {
          group: candidate.words[only[0]] ?? '',
          opening: only[1].opening,
          sum: only[1].sum,
          closing: only[1].closing,
        };
  const common = { reading: candidate, scale, ends, unread: unread.length };
  if (run.breaks > 0) return { ...common, result: 'look', rows: run.rows, inQuestion: run.inQuestion };
  // Nothing can be proved around an amount that was not read.
  if (unread.length > 0 && run.links > 0)
    return { ...common, result: 'look', rows: unread, inQuestion: unread.length };
  return { ...common, result: fitsWhole(run) ? 'passed' : 'cannot', rows: [], inQuestion: 0 };
}

/** True if the interpretation is certain, so that a difference is an error. */
function isCertain({ candidate, run }: Followed, table: Table, { roles, columns }: Meanings): boolean {
  const moving = roles.amount ?? roles.debit ?? roles.credit;
  const isNamed = [moving, roles.balance].every(
    (index) => index !== null && columns[index]?.isNamed === true,
  );
  const isUsual =
    candidate.amounts !== 'reversed' && candidate.amounts !== 'as-written' && !candidate.isBefore;
  const hasEvidence = run.breaks <= 2 ? run.fits >= run.breaks : run.fits >= run.breaks * 4;
  const hasOtherCurrencies = columns.some(
    ({ meaning }) => meaning === 'rate' || meaning === 'other-currency',
  );
  const isRounding = hasOtherCurrencies && run.worst <= 1;
  // Otherwise the order of the rows is not known.
  const { rises, falls } = courseOf(table, roles.date);
  const isSorted = rises || falls;
  return isNamed && isUsual && hasEvidence && run.jumps === 0 && !isRounding && isSorted;
}

/** Whether the dates never fall and whether they never rise; both are true if all are equal. */
function courseOf(table: Table, date: number | null): { readonly rises: boolean; readonly falls: boolean } {
  const column = date === null ? undefined : table.columns[date];
  if (column?.kind !== 'date') return { rises: true, falls: true };
  const days = column.values.filter((value) => value !== 0);
  return {
    rises: days.every((day, index) => index === 0 || day >= (days[index - 1] ?? 0)),
    falls: days.every((day, index) => index === 0 || day <= (days[index - 1] ?? 0)),
  };
}

/** Checks statements with an opening and a closing balance in each row: opening + amount = closing. */
function checkEnds(table: Table, meanings: Meanings, leftOut: ExcludedRows): BalanceFinding {
  const opening = numbersAt(table, meanings.roles['opening-balance']);
  const closing = numbersAt(table, meanings.roles['closing-balance']);
  if (opening === null || closing === null) return nothing;
  const scale = Math.max(
    opening.scale,
    closing.scale,
    ...table.columns.map((column) => (column.kind === 'number' ? column.scale : 0)),
  );
  const treatments = treatmentsOf(table, leftOut, [...opening.badRows, ...closing.badRows]);
  const [before, after] = [opening, closing].map((column) =>
    scaled(column.values, column.large, scale - column.scale),
  );
  const rows = [...treatments.keys()].filter((row) => treatments[row] === rowTreatments.follow);
  const fits = amountChoices(table, meanings, scale).some(
    ({ values }) =>
      rows.every((row) => (before?.[row] ?? Number.NaN) + (values[row] ?? Number.NaN) === after?.[row]) &&
      rows.some((row) => values[row] !== 0),
  );
  const reading = {
    amounts: 'opening-closing',
    order: 'oldest-first',
    isBefore: false,
    groupedBy: null,
  } as const;
  return fits ? { ...nothing, result: 'passed', reading, scale } : nothing;
}
