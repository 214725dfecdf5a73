/** @file Finds the selection of numbers that add up to a number, with a limit. */

/** Steps that remain, shared by several searches. */
export interface SearchBudget {
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
