/** @file Follows a running balance from row to row under one interpretation. */

/** One interpretation of a statement's balance. */
export interface BalanceInterpretation {
  /** Signed amount of each row, with {@link scale} decimals; NaN for none. */
  readonly amounts: Float64Array;
  readonly balances: Float64Array;
  readonly scale: number;
  /** Difference that rounding can explain: a balance may have fewer decimals than the amounts. */
  readonly tolerance: number;
  /** Group of each row, if each group has its own balance; `null` for a single balance. */
  readonly groups: Uint16Array | null;
  readonly isNewestFirst: boolean;
  /** The balance of a row does not include the amount of the row. */
  readonly isBefore: boolean;
  /** Amounts of rows without a balance count towards the next balance; otherwise rows without a balance are not booked yet. */
  readonly addsBlank: boolean;
}

/** Treatment of a row: followed, skipped, or a gap that interrupts the comparison of balances. */
export const rowTreatments = { follow: 0, skip: 1, gap: 2 } as const;

/** Opening balance, sum and closing balance of one group of rows. */
interface GroupEnds {
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
  /** Rows with a balance. */
  readonly balances: number;
  /** Rows with a non-zero amount. */
  readonly moved: number;
  /** Rows with a non-zero amount that were included in the comparison. */
  readonly followed: number;
  /** Rows without an amount whose balance changed: the amounts do not include every movement. */
  readonly jumps: number;
  /** Largest difference of an error. */
  readonly worst: number;
  /** The first rows in question. */
  readonly rows: readonly number[];
  /** Number of rows in question. */
  readonly inQuestion: number;
  /** The first balance that does not follow from the one before; `null` without one. */
  readonly firstBreak: BalanceBreak | null;
  /** Balances of each group. */
  readonly ends: ReadonlyMap<number, GroupEnds>;
}

/** A balance that differs from the one before plus the amounts in between. */
export interface BalanceBreak {
  readonly expected: number;
  readonly stated: number;
}

interface GroupState extends GroupEnds {
  /** Sum of the amounts since the last balance. */
  pending: number;
  /** False after a gap, until the next balance. */
  hasKnownBalance: boolean;
  /** Difference of the last comparison; 0 if the balances matched. */
  unmatchedDifference: number;
}

const maxListedRows = 1_000;

/** Follows the balance over the first `rows` rows. */
export function followBalance(
  reading: BalanceInterpretation,
  treatments: Uint8Array,
  rows: number,
): BalanceRun {
  const follower = new BalanceFollower(reading);
  for (let index = 0; index < rows; index += 1) {
    const row = reading.isNewestFirst ? rows - 1 - index : index;
    const treatment = treatments[row];
    if (treatment === rowTreatments.follow) follower.followRow(row);
    else if (treatment === rowTreatments.gap) follower.interrupt();
  }
  return follower.finish();
}

class BalanceFollower {
  readonly #reading: BalanceInterpretation;
  readonly #states = new Map<number, GroupState>();
  readonly #rows: number[] = [];
  #firstBreak: BalanceBreak | null = null;
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

  constructor(reading: BalanceInterpretation) {
    this.#reading = reading;
  }

  followRow(row: number): void {
    const { amounts, balances, groups, isBefore } = this.#reading;
    const amount = amounts[row] ?? Number.NaN;
    const balance = balances[row] ?? Number.NaN;
    const group = groups?.[row] ?? 0;
    const movedAmount = Number.isNaN(amount) ? 0 : amount;
    if (movedAmount !== 0) this.#counts.moved += 1;
    const state = this.#states.get(group);
    if (Number.isNaN(balance)) {
      this.#addRowWithoutBalance(state, movedAmount);
      return;
    }
    this.#counts.balances += 1;
    if (movedAmount !== 0) this.#counts.followed += 1;
    if (state === undefined) {
      this.#states.set(group, {
        opening: isBefore ? balance : balance - movedAmount,
        sum: movedAmount,
        closing: balance,
        pending: isBefore ? movedAmount : 0,
        hasKnownBalance: true,
        unmatchedDifference: 0,
      });
      return;
    }
    if (!isBefore) state.pending += movedAmount;
    // A row without an amount may only state a balance, such as the opening balance.
    const isBalanceOnly = Number.isNaN(amount) && state.pending === 0;
    if (isBalanceOnly && state.hasKnownBalance && balance !== state.closing) this.#counts.jumps += 1;
    if (state.hasKnownBalance && !isBalanceOnly) this.#compareBalance(state, balance, row);
    state.sum += movedAmount;
    state.closing = balance;
    state.pending = isBefore ? movedAmount : 0;
    state.hasKnownBalance = true;
  }

  /** Interrupts the comparison of balances at a row that was not read. */
  interrupt(): void {
    for (const state of this.#states.values()) state.hasKnownBalance = false;
  }

  finish(): BalanceRun {
    if (this.#reading.isBefore) for (const state of this.#states.values()) state.closing += state.pending;
    return { ...this.#counts, rows: this.#rows, firstBreak: this.#firstBreak, ends: this.#states };
  }

  #addRowWithoutBalance(state: GroupState | undefined, movedAmount: number): void {
    if (state === undefined || !this.#reading.addsBlank) return;
    if (movedAmount !== 0) this.#counts.followed += 1;
    state.pending += movedAmount;
    state.sum += movedAmount;
  }

  #compareBalance(state: GroupState, balance: number, row: number): void {
    const counts = this.#counts;
    counts.links += 1;
    const difference = balance - state.closing - state.pending;
    if (Math.abs(difference) <= this.#reading.tolerance) {
      if (state.pending !== 0) counts.fits += 1;
      state.unmatchedDifference = 0;
      return;
    }
    counts.inQuestion += 1;
    this.#firstBreak ??= { expected: state.closing + state.pending, stated: balance };
    if (this.#rows.length < maxListedRows) this.#rows.push(row);
    counts.worst = Math.max(counts.worst, Math.abs(difference));
    // A single wrong balance causes two opposite differences; the rows before and after it fit each other.
    const isOppositeDifference = state.unmatchedDifference !== 0 && state.unmatchedDifference === -difference;
    if (isOppositeDifference) counts.fits += 1;
    else counts.breaks += 1;
    state.unmatchedDifference = isOppositeDifference ? 0 : difference;
  }
}

/** Maximum number of rows of a statement for which another order of the rows is searched. */
const maxReorderedRows = 200_000;

/**
 * True if the rows have an order in which every balance follows from the previous one. Balances are nodes and rows are
 * edges of a graph; the order is an Eulerian trail. A missing or changed row splits the trail into two.
 */
export function hasFittingOrder(
  reading: BalanceInterpretation,
  treatments: Uint8Array,
  rows: number,
): boolean {
  if (rows > maxReorderedRows || reading.tolerance > 0) return false;
  const graphs = new Map<number, BalanceGraph>();
  let movedRows = 0;
  for (let row = 0; row < rows; row += 1) {
    const edge = treatments[row] === rowTreatments.follow ? findEdge(reading, row) : null;
    if (edge === 'unknown' || treatments[row] === rowTreatments.gap) return false;
    if (edge === null) continue;
    const group = reading.groups?.[row] ?? 0;
    const graph = graphs.get(group) ?? new BalanceGraph();
    graphs.set(group, graph);
    graph.addEdge(edge.from, edge.to);
    if (edge.from !== edge.to) movedRows += 1;
  }
  // A few rows have such an order by coincidence.
  return (
    movedRows >= Math.max(3, graphs.size * 2) &&
    [...graphs.values()].every((graph) => graph.hasEulerianTrail())
  );
}

/** Returns the balances before and after a row; `'unknown'` for a row that lacks one of them, `null` for a row that is not booked yet. */
function findEdge(
  { amounts, balances, addsBlank, isBefore }: BalanceInterpretation,
  row: number,
): { readonly from: number; readonly to: number } | 'unknown' | null {
  const amount = amounts[row] ?? Number.NaN;
  const balance = balances[row] ?? Number.NaN;
  if (Number.isNaN(balance)) return addsBlank ? 'unknown' : null;
  if (Number.isNaN(amount)) return 'unknown';
  return isBefore ? { from: balance, to: balance + amount } : { from: balance - amount, to: balance };
}

/** Graph of one group of rows: balances are nodes, rows are edges. */
class BalanceGraph {
  /** Outgoing minus incoming edges of each balance. */
  readonly #excess = new Map<number, number>();
  /** Union-find forest of connected balances. */
  readonly #parents = new Map<number, number>();

  addEdge(from: number, to: number): void {
    this.#excess.set(from, (this.#excess.get(from) ?? 0) + 1);
    this.#excess.set(to, (this.#excess.get(to) ?? 0) - 1);
    this.#parents.set(this.#root(from), this.#root(to));
  }

  /** True if a trail uses every edge once: the graph is connected, and at most one node has a surplus of one outgoing edge. */
  hasEulerianTrail(): boolean {
    const roots = new Set([...this.#excess.keys()].map((node) => this.#root(node)));
    const surplusEdges = [...this.#excess.values()].reduce((sum, excess) => sum + Math.max(0, excess), 0);
    return roots.size === 1 && surplusEdges <= 1;
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
