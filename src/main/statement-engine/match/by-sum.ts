/**
 * @file The rule of sums: one row of a file matches several rows of the other one that have the same name,
 * days close to its day, and together its amount.
 */

import type { DecisionReason, MatchSide } from '../../../shared/model/statements/ledger.ts';
import { parseName } from '../../formats/names/parse-name.ts';
import { type ApplyRule, conclude, groupOf, type MatchContext, otherSide } from './match-context.ts';
import { noRow } from './row-lists.ts';
import { noText } from './text-ids.ts';

/** Steps that remain, shared by several searches. */
interface SearchBudget {
  steps: number;
}

/** The places of the numbers that add up; `several` for more than one selection, `stopped` at the limit. */
type FoundSum = readonly number[] | 'none' | 'several' | 'stopped';

/**
 * Finds the only selection of at least two integers other than zero that add up to `target`. Every step of the search takes
 * one from the budget.
 */
export function findSum(target: number, numbers: readonly number[], budget: SearchBudget): FoundSum {
  const order = numbers
    .map((_, place) => place)
    .sort((one, two) => Math.abs(numbers[two] ?? 0) - Math.abs(numbers[one] ?? 0));
  const sorted = order.map((place) => numbers[place] ?? 0);
  // The least and the most that the numbers from a place on add.
  const least = Array.from({ length: sorted.length + 1 }, () => 0);
  const most = [...least];
  for (let place = sorted.length - 1; place >= 0; place -= 1) {
    const number = sorted[place] ?? 0;
    least[place] = (least[place + 1] ?? 0) + Math.min(0, number);
    most[place] = (most[place + 1] ?? 0) + Math.max(0, number);
  }
  const chosen: number[] = [];
  const found: (readonly number[])[] = [];
  const search = (place: number, rest: number): void => {
    if (found.length > 1 || budget.steps <= 0) return;
    budget.steps -= 1;
    if (place === sorted.length) {
      if (rest === 0 && chosen.length > 1) found.push([...chosen]);
      return;
    }
    if (rest < (least[place] ?? 0) || rest > (most[place] ?? 0)) return;
    chosen.push(place);
    search(place + 1, rest - (sorted[place] ?? 0));
    chosen.pop();
    search(place + 1, rest);
  };
  search(0, target);
  const [only] = found;
  if (found.length > 1) return 'several';
  if (budget.steps <= 0) return 'stopped';
  return only === undefined ? 'none' : only.map((place) => order[place] ?? 0);
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? Math.abs(one) : greatestDivisor(other, one % other);
}

/** Number of selections of numbers that are expected to have a sum by chance, from which a sum is no evidence. */
const maxExpected = 0.02;

/** True if a selection of the numbers has the sum by chance: round amounts add up to each other. */
function isCoincidence(target: number, numbers: readonly number[]): boolean {
  const step = numbers.reduce(greatestDivisor, target);
  const range = numbers.reduce((sum, number) => sum + Math.abs(number), 0);
  return (2 ** numbers.length * step) / range > maxExpected;
}

/** Maximum number of rows from which the rows of a sum are selected. */
const maxCandidates = 12;
/** Maximum number of rows that are compared with one row. */
const maxComparedRows = 2_000;
/** Maximum number of steps for one row, and for all rows. */
const maxStepsPerRow = 8_192;
const maxSteps = 20_000_000;
/** Sums of so many amounts up to this maximum are exact. */
const maxAmount = 2 ** 46;

/** One row, the whole, and the rows that add up to it. */
interface Proposal {
  readonly whole: MatchSide;
  readonly row: number;
  readonly parts: readonly number[];
  readonly against: readonly DecisionReason[];
}

/** Maximum number of names that are compared with one name. */
const maxNames = 1_000;

/** The open rows of one file by their names. */
class RowsOfParties {
  readonly #context: MatchContext;
  readonly #side: MatchSide;
  readonly #rows = new Map<number, number[]>();
  /** The names with each word. */
  readonly #names = new Map<string, number[]>();
  readonly #found = new Map<number, readonly number[]>();

  constructor(context: MatchContext, side: MatchSide) {
    this.#context = context;
    this.#side = side;
    const { names, comparable } = context.input[side];
    const isFree = context.state[side].free;
    for (let row = 0; row < names.length; row += 1) {
      // Rows whose reference the other file has belong to the rows with that reference.
      if (isFree[row] !== 1 || comparable[row] !== 1 || context.isTied(side, row)) continue;
      const name = names[row] ?? noText;
      if (name !== noText) this.#add(name, row);
    }
  }

  #add(name: number, row: number): void {
    const rows = this.#rows.get(name);
    if (rows !== undefined) {
      rows.push(row);
      return;
    }
    this.#rows.set(name, [row]);
    for (const word of this.#wordsOf(name)) {
      const names = this.#names.get(word);
      if (names === undefined) this.#names.set(word, [name]);
      else names.push(name);
    }
  }

  #wordsOf(name: number): ReadonlySet<string> {
    return new Set(parseName(this.#context.input.nameIds.textOf(name)).words);
  }

  /** Returns the rows with a name that is the same as one of the other file, or alike, in the order of days. */
  rowsOf(name: number): readonly number[] {
    const known = this.#found.get(name);
    if (known !== undefined) return known;
    const { input, relations } = this.#context;
    const names = new Set([...this.#wordsOf(name)].flatMap((word) => this.#names.get(word) ?? []));
    const { days } = input[this.#side];
    const rows = [...names]
      .slice(0, maxNames)
      .filter((other) => ['same', 'alike'].includes(relations.compare(name, other)))
      .flatMap((other) => this.#rows.get(other) ?? [])
      .sort((one, two) => (days[one] ?? 0) - (days[two] ?? 0));
    this.#found.set(name, rows);
    return rows;
  }

  /** All rows. */
  [Symbol.iterator](): IterableIterator<number> {
    return [...this.#rows.values()].flat().values();
  }
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

  searchRows(): void {
    const { input } = this.#context;
    const rows = {
      statement: new RowsOfParties(this.#context, 'statement'),
      ledger: new RowsOfParties(this.#context, 'ledger'),
    };
    for (const whole of ['ledger', 'statement'] as const)
      for (const row of rows[whole])
        this.#search({ whole, row }, rows[otherSide(whole)].rowsOf(input[whole].names[row] ?? noText));
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
      if (part === amount || parts.currencies[other] !== own.currencies[row]) continue;
      if (candidates.length === max) return { candidates, isComplete: false };
      candidates.push(other);
    }
    return { candidates, isComplete: true };
  }

  #search({ whole, row }: Pick<Proposal, 'whole' | 'row'>, otherRows: readonly number[]): void {
    const context = this.#context;
    if (otherRows.length < 2) return;
    const amount = context.input[whole].amounts[row] ?? 0;
    const { amounts } = context.input[otherSide(whole)];
    const { candidates, isComplete } = this.#selectParts({ whole, row }, otherRows, maxCandidates);
    if (candidates.length < 2) return;
    const numbers = candidates.map((other) => amounts[other] ?? 0);
    const isExact = [amount, ...numbers].every(
      (number) => Number.isInteger(number) && Math.abs(number) <= maxAmount,
    );
    const budget = { steps: Math.min(maxStepsPerRow, this.#total.steps) };
    const givenSteps = budget.steps;
    const found = !isExact || !isComplete ? 'stopped' : findSum(amount, numbers, budget);
    this.#total.steps -= givenSteps - budget.steps;
    if (found === 'none') return;
    if (found === 'several' || found === 'stopped') {
      if (found === 'stopped') context.stoppedSearches += 1;
      const reason = found === 'several' ? 'several-sums' : 'search-stopped';
      context.state.ask(whole, row, reason, candidates[0] ?? -1);
      return;
    }
    const parts = found.map((place) => candidates[place] ?? -1).sort((one, two) => one - two);
    const against: DecisionReason[] = isCoincidence(amount, numbers) ? ['chance'] : [];
    if (context.amountIndex().onlyNear(whole, row, this.#days) !== noRow) against.push('several-sums');
    this.#proposals.push({ whole, row, parts, against });
  }

  /** Concludes the sums whose rows are in no other sum, and whose amount no single row has. */
  conclude(): void {
    const uses = { statement: new Map<number, number>(), ledger: new Map<number, number>() };
    const found = this.#proposals.map(({ whole, row, parts, against }) => ({
      rows: groupOf(whole, [row], parts),
      against,
    }));
    const sides = ['statement', 'ledger'] as const;
    for (const { rows } of found)
      for (const side of sides)
        for (const row of rows[side]) uses[side].set(row, (uses[side].get(row) ?? 0) + 1);
    for (const { rows, against } of found) {
      const isAlone = sides.every((side) => rows[side].every((row) => uses[side].get(row) === 1));
      const all =
        isAlone || against.includes('several-sums') ? against : [...against, 'several-sums' as const];
      conclude(this.#context, rows, { rule: 'sum', days: this.#days, against: all });
    }
  }
}

export const matchBySum: ApplyRule = (context, { days }) => {
  const search = new SumSearch(context, days);
  search.searchRows();
  search.conclude();
};
