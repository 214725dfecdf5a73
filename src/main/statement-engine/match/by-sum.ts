/**
 * @file The rule of sums: one row of a file matches several rows of the other one that have the same reference or name,
 * days close to its day, and together its amount.
 */

import type { MatchSide } from '../../../shared/model/statements/ledger.ts';
import type { ApplyRule, MatchContext } from './match-context.ts';
import { isComparable } from './match-rows.ts';

/** Steps that remain, shared by several searches. */
interface SearchBudget {
  steps: number;
}

/** The places of the numbers that add up; `several` for more than one selection, `stopped` at the limit. */
type FoundSum = readonly number[] | 'none' | 'several' | 'stopped';

/**
 * Finds the only selection of at least two positive integers that add up to `target`. Every step of the search takes one
 * from the budget.
 */
export function findSum(target: number, numbers: readonly number[], budget: SearchBudget): FoundSum {
  const order = numbers
    .map((_, place) => place)
    .sort((one, two) => (numbers[two] ?? 0) - (numbers[one] ?? 0));
  const sorted = order.map((place) => numbers[place] ?? 0);
  // Sum of the numbers from a place on.
  const rests = Array.from({ length: sorted.length + 1 }, () => 0);
  for (let place = sorted.length - 1; place >= 0; place -= 1)
    rests[place] = (rests[place + 1] ?? 0) + (sorted[place] ?? 0);
  const chosen: number[] = [];
  let found: readonly number[] | null = null;
  let isSeveral = false;
  const search = (place: number, rest: number): void => {
    if (isSeveral || budget.steps <= 0) return;
    budget.steps -= 1;
    if (rest === 0) {
      if (chosen.length < 2) return;
      isSeveral = found !== null;
      found = [...chosen];
      return;
    }
    if (place === sorted.length || rest < 0 || rest > (rests[place] ?? 0)) return;
    chosen.push(place);
    search(place + 1, rest - (sorted[place] ?? 0));
    chosen.pop();
    search(place + 1, rest);
  };
  search(0, target);
  if (isSeveral) return 'several';
  if (budget.steps <= 0) return 'stopped';
  return found === null ? 'none' : selectPlaces(found, order);
}

function selectPlaces(found: readonly number[], order: readonly number[]): readonly number[] {
  return found.map((place) => order[place] ?? 0);
}

/** Maximum number of rows from which the rows of a sum are selected, by what they have in common. */
const maxCandidates = { reference: 20, name: 8 } as const;
/** Maximum number of rows that are compared with one row. */
const maxComparedRows = 2_000;
/** Maximum number of steps for one row, and for all rows. */
const maxStepsPerRow = 5_000;
const maxSteps = 20_000_000;
/** Sums of so many amounts up to this maximum are exact. */
const maxAmount = 2 ** 46;

/** One row, the whole, and the rows that add up to it. */
interface Proposal {
  readonly whole: MatchSide;
  readonly row: number;
  readonly parts: readonly number[];
  /** A single row has the whole amount too. */
  readonly hasRival: boolean;
}

type Common = keyof typeof maxCandidates;

/** Lists the open rows by what they have in common. */
function listOpenRows(context: MatchContext, side: MatchSide, common: Common): Map<number, number[]> {
  const { input, state, tied, relations } = context;
  const { names, references, rows } = input[side];
  const isFree = state[side].free;
  const isTied = tied[side];
  const wanted = common === 'reference' ? 1 : 0;
  const lists = new Map<number, number[]>();
  for (let row = 0; row < rows; row += 1) {
    // Rows whose reference the other file has belong to the rows with that reference.
    if (isFree[row] !== 1 || isTied[row] !== wanted || !isComparable(input, side, row)) continue;
    const key = common === 'reference' ? (references[row] ?? -1) : relations.nameKey(names[row] ?? -1);
    if (key < 0) continue;
    const list = lists.get(key);
    if (list === undefined) lists.set(key, [row]);
    else list.push(row);
  }
  return lists;
}

/** Returns the place of the first row on a day or later; the rows are in the order of days. */
function firstPlaceOn(rows: readonly number[], days: Int32Array, day: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((days[rows[middle] ?? 0] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

class SumSearch {
  readonly #context: MatchContext;
  readonly #days: number;
  readonly #total: SearchBudget = { steps: maxSteps };
  readonly #proposals: Proposal[] = [];

  constructor(context: MatchContext, days: number) {
    this.#context = context;
    this.#days = days;
  }

  searchRows(common: Common): void {
    const lists = {
      statement: listOpenRows(this.#context, 'statement', common),
      ledger: listOpenRows(this.#context, 'ledger', common),
    };
    for (const [key, statementRows] of lists.statement) {
      const ledgerRows = lists.ledger.get(key);
      if (ledgerRows === undefined) continue;
      this.#sortByDay('statement', statementRows);
      this.#sortByDay('ledger', ledgerRows);
      for (const row of ledgerRows) this.#search({ whole: 'ledger', row }, statementRows, common);
      for (const row of statementRows) this.#search({ whole: 'statement', row }, ledgerRows, common);
    }
  }

  #sortByDay(side: MatchSide, rows: number[]): void {
    const { days } = this.#context.input[side];
    rows.sort((one, two) => (days[one] ?? 0) - (days[two] ?? 0));
  }

  /** Selects rows that may be parts of a row, at most `max`; not complete if more rows may be. */
  #selectParts(
    { whole, row }: Pick<Proposal, 'whole' | 'row'>,
    otherRows: readonly number[],
    max: number,
  ): { readonly candidates: readonly number[]; readonly isComplete: boolean } {
    const own = this.#context.input[whole];
    const parts = this.#context.input[whole === 'ledger' ? 'statement' : 'ledger'];
    const amount = own.amounts[row] ?? 0;
    const day = own.days[row] ?? 0;
    const candidates: number[] = [];
    const first = firstPlaceOn(otherRows, parts.days, day - this.#days);
    for (let place = first; place < otherRows.length; place += 1) {
      const other = otherRows[place] ?? 0;
      if ((parts.days[other] ?? 0) > day + this.#days) break;
      if (place - first >= maxComparedRows) return { candidates, isComplete: false };
      const part = parts.amounts[other] ?? 0;
      if (
        Math.sign(part) !== Math.sign(amount) ||
        Math.abs(part) >= Math.abs(amount) ||
        parts.currencies[other] !== own.currencies[row]
      )
        continue;
      if (candidates.length === max) return { candidates, isComplete: false };
      candidates.push(other);
    }
    return { candidates, isComplete: true };
  }

  #search(
    { whole, row }: Pick<Proposal, 'whole' | 'row'>,
    otherRows: readonly number[],
    common: Common,
  ): void {
    const { input, state } = this.#context;
    if (otherRows.length < 2) return;
    const own = input[whole];
    const partSide = whole === 'ledger' ? 'statement' : 'ledger';
    const parts = input[partSide];
    const amount = own.amounts[row] ?? 0;
    const { candidates, isComplete } = this.#selectParts({ whole, row }, otherRows, maxCandidates[common]);
    if (candidates.length < 2) return;
    const isExact =
      Number.isInteger(amount) &&
      Math.abs(amount) <= maxAmount &&
      candidates.every((other) => Number.isInteger(parts.amounts[other]));
    const budget = { steps: Math.min(maxStepsPerRow, this.#total.steps) };
    const givenSteps = budget.steps;
    const found =
      !isExact || !isComplete
        ? 'stopped'
        : findSum(
            Math.abs(amount),
            candidates.map((other) => Math.abs(parts.amounts[other] ?? 0)),
            budget,
          );
    this.#total.steps -= givenSteps - budget.steps;
    if (found === 'none') return;
    if (found === 'several' || found === 'stopped') {
      if (found === 'stopped') this.#context.stoppedSearches += 1;
      state.ask(whole, row, found === 'several' ? 'several-sums' : 'search-stopped', candidates[0] ?? -1);
      return;
    }
    const places = found.map((place) => candidates[place] ?? -1).sort((one, two) => one - two);
    const hasRival = this.#context.amountIndex().onlyNear(whole, row, this.#days) !== -1;
    this.#proposals.push({ whole, row, parts: places, hasRival });
  }

  /** Matches the sums whose rows are in no other sum, and whose amount no single row has. */
  accept(): void {
    const { state } = this.#context;
    const uses = { statement: new Map<number, number>(), ledger: new Map<number, number>() };
    const use = (side: MatchSide, row: number) => uses[side].set(row, (uses[side].get(row) ?? 0) + 1);
    const sidesOf = ({ whole, row, parts }: Proposal): Record<MatchSide, readonly number[]> =>
      whole === 'ledger' ? { ledger: [row], statement: parts } : { statement: [row], ledger: parts };
    for (const proposal of this.#proposals) {
      const rows = sidesOf(proposal);
      for (const row of rows.statement) use('statement', row);
      for (const row of rows.ledger) use('ledger', row);
    }
    for (const proposal of this.#proposals) {
      const rows = sidesOf(proposal);
      const isAlone =
        rows.statement.every((row) => uses.statement.get(row) === 1) &&
        rows.ledger.every((row) => uses.ledger.get(row) === 1);
      if (isAlone && !proposal.hasRival) state.group('sum', rows);
      else state.ask(proposal.whole, proposal.row, 'several-sums', proposal.parts[0] ?? -1);
    }
  }
}

export const matchBySum: ApplyRule = (context, { days }) => {
  const search = new SumSearch(context, days);
  search.searchRows('reference');
  search.searchRows('name');
  search.accept();
};
