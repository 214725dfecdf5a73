/** @file Follows a running balance from row to row under one interpretation. */

/** One interpretation of a statement's balance. */
export interface BalanceReading {
  /** Signed amount of each row, with {@link scale} decimals; NaN for none. */
  readonly amounts: Float64Array;
  readonly balances: Float64Array;
  readonly scale: number;
  /** Difference that rounding can explain: a balance may have fewer decimals than the amounts. */
  readonly tolerance: number;
  /** Group of each row, if each group has its own balance; `null` for a single balance. */
  readonly groups: Uint16Array | null;
  readonly isNewestFirst: boolean;
  /** The balance of a row does not include the row's amount yet. */
  readonly isBefore: boolean;
  /** Amounts of rows without a balance count towards the next balance; otherwise these rows are not booked yet. */
  readonly addsBlank: boolean;
}

/** Treatment of a row: followed, skipped, or a gap around which nothing can be proved. */
export const rowTreatments = { follow: 0, pass: 1, gap: 2 } as const;

/** Opening balance, sum and closing balance of one group of rows. */
export interface Ends {
  opening: number;
  sum: number;
  closing: number;
}

/** Result of following the balance. */
export interface BalanceRun {
  /** Rows whose balance follows from the previous one by a non-zero amount. */
  readonly fits: number;
  /** Errors in the balance; an error that shows in two rows counts once. */
  readonly breaks: number;
  /** Pairs of consecutive balances that were compared. */
  readonly links: number;
  /** Rows with a balance, rows with a non-zero amount, and those of them that were followed. */
  readonly balances: number;
  readonly moved: number;
  readonly followed: number;
  /** Rows without an amount whose balance nevertheless changed: not every movement is in the amounts. */
  readonly jumps: number;
  /** Largest difference of a break. */
  readonly worst: number;
  readonly rows: readonly number[];
  readonly inQuestion: number;
  readonly ends: ReadonlyMap<number, Ends>;
}

interface State extends Ends {
  /** Sum of the amounts since the last balance. */
  pending: number;
  isKnown: boolean;
  /** Difference of the last comparison, if it was an error; otherwise 0. */
  gap: number;
}

const maxListed = 1_000;

/** Follows the balance over the first `rows` rows. */
export function followBalance(reading: BalanceReading, treatments: Uint8Array, rows: number): BalanceRun {
  const follower = new BalanceFollower(reading);
  for (let index = 0; index < rows; index += 1) {
    const row = reading.isNewestFirst ? rows - 1 - index : index;
    const treatment = treatments[row];
    if (treatment === rowTreatments.follow) follower.take(row);
    else if (treatment === rowTreatments.gap) follower.interrupt();
  }
  return follower.run();
}

class BalanceFollower {
  readonly #reading: BalanceReading;
  readonly #states = new Map<number, State>();
  readonly #rows: number[] = [];
  readonly #counts = {
    fits: 0,
    breaks: 0,
    links: 0,
    balances: 0,
    moved: 0,
    followed: 0,
    worst: 0,
    jumps: 0,
    inQuestion: 0,
  };

  constructor(reading: BalanceReading) {
    this.#reading = reading;
  }

  take(row: number): void {
    const { amounts, balances, groups, isBefore } = this.#reading;
    const amount = amounts[row] ?? Number.NaN;
    const balance = balances[row] ?? Number.NaN;
    const group = groups?.[row] ?? 0;
    const brought = Number.isNaN(amount) ? 0 : amount;
    if (brought !== 0) this.#counts.moved += 1;
    const state = this.#states.get(group);
    if (Number.isNaN(balance)) {
      this.#addBlank(state, brought);
      return;
    }
    this.#counts.balances += 1;
    if (brought !== 0) this.#counts.followed += 1;
    if (state === undefined) {
      this.#states.set(group, {
        opening: isBefore ? balance : balance - brought,
        sum: brought,
        closing: balance,
        pending: isBefore ? brought : 0,
        isKnown: true,
        gap: 0,
      });
      return;
    }
    if (!isBefore) state.pending += brought;
    // A row without an amount may only state a balance, such as the opening balance.
    const isBalanceOnly = Number.isNaN(amount) && state.pending === 0;
    if (isBalanceOnly && state.isKnown && balance !== state.closing) this.#counts.jumps += 1;
    if (state.isKnown && !isBalanceOnly) this.#link(state, balance, row);
    state.sum += brought;
    state.closing = balance;
    state.pending = isBefore ? brought : 0;
    state.isKnown = true;
  }

  /** Interrupts the comparison: nothing can be proved around a row that was not read. */
  interrupt(): void {
    for (const state of this.#states.values()) state.isKnown = false;
  }

  run(): BalanceRun {
    if (this.#reading.isBefore) for (const state of this.#states.values()) state.closing += state.pending;
    return { ...this.#counts, rows: this.#rows, ends: this.#states };
  }

  #addBlank(state: State | undefined, brought: number): void {
    if (state === undefined || !this.#reading.addsBlank) return;
    if (brought !== 0) this.#counts.followed += 1;
    state.pending += brought;
    state.sum += brought;
  }

  #link(state: State, balance: number, row: number): void {
    const counts = this.#counts;
    counts.links += 1;
    const difference = balance - state.closing - state.pending;
    if (Math.abs(difference) <= this.#reading.tolerance) {
      if (state.pending !== 0) counts.fits += 1;
      state.gap = 0;
      return;
    }
    counts.inQuestion += 1;
    if (this.#rows.length < maxListed) this.#rows.push(row);
    counts.worst = Math.max(counts.worst, Math.abs(difference));
    // A single wrong balance causes two errors with the same difference; without it the rows around it fit.
    const isSameBreak = state.gap !== 0 && state.gap === -difference;
    if (isSameBreak) counts.fits += 1;
    else counts.breaks += 1;
    state.gap = isSameBreak ? 0 : difference;
  }
}

/** Maximum number of rows for which another order is searched. */
const maxOrdered = 200_000;

/**
 * True if the rows have an order in which every balance follows from the previous one. Balances are nodes and rows are
 * edges of a graph; the order is an Eulerian trail. A missing or changed row splits the trail into two.
 */
export function hasFittingOrder(reading: BalanceReading, treatments: Uint8Array, rows: number): boolean {
  if (rows > maxOrdered || reading.tolerance > 0) return false;
  const trails = new Map<number, Trail>();
  let moved = 0;
  for (let row = 0; row < rows; row += 1) {
    const edge = treatments[row] === rowTreatments.follow ? edgeOf(reading, row) : null;
    if (edge === 'unknown' || treatments[row] === rowTreatments.gap) return false;
    if (edge === null) continue;
    const group = reading.groups?.[row] ?? 0;
    const trail = trails.get(group) ?? new Trail();
    trails.set(group, trail);
    trail.add(edge.from, edge.to);
    if (edge.from !== edge.to) moved += 1;
  }
  return moved >= Math.max(3, trails.size * 2) && [...trails.values()].every((trail) => trail.isWhole());
}

/** The balances before and after a row; `null` for a row that is not booked yet. */
function edgeOf(
  { amounts, balances, addsBlank, isBefore }: BalanceReading,
  row: number,
): { readonly from: number; readonly to: number } | 'unknown' | null {
  const amount = amounts[row] ?? Number.NaN;
  const balance = balances[row] ?? Number.NaN;
  if (Number.isNaN(balance)) return addsBlank ? 'unknown' : null;
  if (Number.isNaN(amount)) return 'unknown';
  return isBefore ? { from: balance, to: balance + amount } : { from: balance - amount, to: balance };
}

/** Graph of the balances of one group of rows. */
class Trail {
  readonly #excess = new Map<number, number>();
  readonly #parents = new Map<number, number>();

  add(from: number, to: number): void {
    this.#excess.set(from, (this.#excess.get(from) ?? 0) + 1);
    this.#excess.set(to, (this.#excess.get(to) ?? 0) - 1);
    this.#parents.set(this.#root(from), this.#root(to));
  }

  /** True if the graph is connected and has an Eulerian trail. */
  isWhole(): boolean {
    const roots = new Set([...this.#excess.keys()].map((node) => this.#root(node)));
    const starts = [...this.#excess.values()].reduce((sum, excess) => sum + Math.max(0, excess), 0);
    return roots.size === 1 && starts <= 1;
  }

  #root(node: number): number {
    let root = node;
    for (let parent = this.#parents.get(root); parent !== undefined && parent !== root; ) {
      root = parent;
      parent = this.#parents.get(root);
    }
    if (!this.#parents.has(root)) this.#parents.set(root, root);
    this.#parents.set(node, root);
    return root;
  }
}
