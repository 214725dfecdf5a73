/** @file Follows a running balance from row to row under one way to read it. */

/** One way to read a statement's balance. */
export interface BalanceReading {
  /** What each row brings or takes, in units of {@link scale}; NaN where there is nothing. */
  readonly amounts: Float64Array;
  readonly balances: Float64Array;
  readonly scale: number;
  /** Difference that rounding explains: a balance may have fewer decimals than the amounts. */
  readonly tolerance: number;
  /** Every group of rows has a balance of its own. */
  readonly groups: Uint16Array | null;
  readonly isNewestFirst: boolean;
  /** The balance stands before its row is added, not after. */
  readonly isBefore: boolean;
  /** Amounts of rows without a balance count into the next one that is given; otherwise they are not booked yet. */
  readonly addsBlank: boolean;
}

/** How a row is treated: as any other, passed over, or as a gap around which nothing can be proved. */
export const rowTreatments = { follow: 0, pass: 1, gap: 2 } as const;

/** The beginning and the end of one group of rows. */
export interface Ends {
  opening: number;
  sum: number;
  closing: number;
}

/** What following the balance found. */
export interface BalanceRun {
  /** Rows whose balance follows from the one before by an amount that is not zero. */
  readonly fits: number;
  /** Places where it does not, each once although two rows tell of it. */
  readonly breaks: number;
  readonly links: number;
  /** Rows with a balance, rows that move it, and those of them that were followed. */
  readonly balances: number;
  readonly moved: number;
  readonly followed: number;
  /** Rows without an amount whose balance is another one all the same: not every movement has its amount here. */
  readonly jumps: number;
  /** Largest difference of a break. */
  readonly worst: number;
  readonly rows: readonly number[];
  readonly inQuestion: number;
  readonly ends: ReadonlyMap<number, Ends>;
}

interface State extends Ends {
  /** What came since the last balance. */
  pending: number;
  isKnown: boolean;
  /** The difference of the last link, when it was a break. */
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
    // A row without an amount may tell a balance of its own, such as the one at the beginning.
    const isTelling = Number.isNaN(amount) && state.pending === 0;
    if (isTelling && state.isKnown && balance !== state.closing) this.#counts.jumps += 1;
    if (state.isKnown && !isTelling) this.#link(state, balance, row);
    state.sum += brought;
    state.closing = balance;
    state.pending = isBefore ? brought : 0;
    state.isKnown = true;
  }

  /** Nothing can be proved around a row that was not read. */
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
    // A single wrong balance breaks two links by the same difference; without it the rows around it fit.
    const isSameBreak = state.gap !== 0 && state.gap === -difference;
    if (isSameBreak) counts.fits += 1;
    else counts.breaks += 1;
    state.gap = isSameBreak ? 0 : difference;
  }
}

/** The most rows of which it is found out whether any order fits. */
const maxOrdered = 200_000;

/**
 * Whether some order of the rows exists in which every balance follows from the one before: balances are nodes, rows are
 * edges, and a trail over all edges is looked for. A missing or changed row leaves the trail in two pieces.
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

/** Edges between balances, for one group of rows. */
class Trail {
  readonly #excess = new Map<number, number>();
  readonly #parents = new Map<number, number>();

  add(from: number, to: number): void {
    this.#excess.set(from, (this.#excess.get(from) ?? 0) + 1);
    this.#excess.set(to, (this.#excess.get(to) ?? 0) - 1);
    this.#parents.set(this.#root(from), this.#root(to));
  }

  /** One piece, with at most one place to begin. */
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
