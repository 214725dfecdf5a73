/** @file The matches found so far, and why open rows need a decision. */
import {
  type DecisionReason,
  decisionReasonSchema,
  type MatchKind,
  type MatchRule,
  type MatchSide,
  matchKindSchema,
} from '../../../shared/model/statements/ledger.ts';
import type { MatchInput, MatchRows } from './match-rows.ts';

/** Match or candidate of a row that has none. */
export const none = -1;

const reasons = decisionReasonSchema.options;
const kinds = matchKindSchema.options;
const codeOfReason = new Map(reasons.map((reason, place) => [reason, place + 1]));

/** Rows that may belong together, and what speaks against it. */
interface Proposal extends Record<MatchSide, readonly number[]> {
  readonly rule: MatchRule;
  readonly against: readonly DecisionReason[];
}

interface SideState {
  /** 1 for a row that takes part and has no match. */
  readonly open: Uint8Array;
  /** 1 for an open row that rules may match: the clerk did not separate it. */
  readonly free: Uint8Array;
  /** Index of the match of each row, or {@link none}. */
  readonly matches: Int32Array;
  /** Code of the reason for a decision, from 1; 0 for none. */
  readonly reasons: Uint8Array;
  readonly candidates: Int32Array;
}

function createSideState({ rows, active }: MatchRows): SideState {
  return {
    open: active.slice(),
    free: active.slice(),
    matches: new Int32Array(rows).fill(none),
    reasons: new Uint8Array(rows),
    candidates: new Int32Array(rows).fill(none),
  };
}

function setMatch({ matches, open, free }: SideState, row: number, match: number): void {
  matches[row] = match;
  open[row] = 0;
  free[row] = 0;
}

function countMarks(marks: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < marks.length; row += 1) count += marks[row] ?? 0;
  return count;
}

/** Matches of single rows are kept in arrays; the few matches of several rows have lists. */
export class MatchState {
  readonly statement: SideState;
  readonly ledger: SideState;
  readonly #kinds: Uint8Array;
  readonly #first: Record<MatchSide, Int32Array>;
  readonly #groups = new Map<number, Record<MatchSide, readonly number[]>>();
  readonly #found: Proposal[] = [];
  /** What is left to the clerk after all rules. */
  proposals: readonly Proposal[] = [];
  #count = 0;

  constructor(input: MatchInput) {
    this.statement = createSideState(input.statement);
    this.ledger = createSideState(input.ledger);
    const most = Math.min(input.statement.rows, input.ledger.rows);
    this.#kinds = new Uint8Array(most);
    this.#first = { statement: new Int32Array(most), ledger: new Int32Array(most) };
  }

  /** Number of matches. */
  get count(): number {
    return this.#count;
  }

  isOpen(side: MatchSide, row: number): boolean {
    return this[side].open[row] === 1;
  }

  /** True for an open row that rules may match: the clerk did not separate it. */
  isFree(side: MatchSide, row: number): boolean {
    return this[side].free[row] === 1;
  }

  /** True for a row with a candidate, about which the clerk has not decided. */
  isUndecided(side: MatchSide, row: number): boolean {
    return this[side].reasons[row] !== 0 && this.isFree(side, row);
  }

  countOpen(side: MatchSide): number {
    return countMarks(this[side].open);
  }

  /** Number of matches of each kind. */
  countKinds(): Record<MatchKind, number> {
    const counts = { 'by-hand': 0, reference: 0, amount: 0, name: 0, sum: 0, fee: 0 };
    for (let match = 0; match < this.#count; match += 1) counts[this.kindOf(match)] += 1;
    return counts;
  }

  kindOf(match: number): MatchKind {
    return kinds[this.#kinds[match] ?? 0] ?? 'by-hand';
  }

  rowsOf(side: MatchSide, match: number): readonly number[] {
    return this.#groups.get(match)?.[side] ?? [this.#first[side][match] ?? 0];
  }

  /** Returns the first row of a match. */
  firstRowOf(side: MatchSide, match: number): number {
    return this.#first[side][match] ?? 0;
  }

  /** Matches two rows. */
  pair(kind: MatchKind, statementRow: number, ledgerRow: number): void {
    const match = this.#count;
    this.#count += 1;
    this.#kinds[match] = kinds.indexOf(kind);
    this.#first.statement[match] = statementRow;
    this.#first.ledger[match] = ledgerRow;
    setMatch(this.statement, statementRow, match);
    setMatch(this.ledger, ledgerRow, match);
  }

  /** Matches several rows. */
  group(kind: MatchKind, rows: Record<MatchSide, readonly number[]>): void {
    const match = this.#count;
    this.pair(kind, rows.statement[0] ?? 0, rows.ledger[0] ?? 0);
    if (rows.statement.length === 1 && rows.ledger.length === 1) return;
    this.#groups.set(match, rows);
    for (const row of rows.statement) setMatch(this.statement, row, match);
    for (const row of rows.ledger) setMatch(this.ledger, row, match);
  }

  /** Says why a row needs a decision. The first reason of a row counts, unless the row is proposed. */
  ask(side: MatchSide, row: number, reason: DecisionReason, candidate: number): void {
    const own = this[side];
    if (own.reasons[row] !== 0) return;
    own.reasons[row] = codeOfReason.get(reason) ?? 0;
    own.candidates[row] = candidate;
    if (reason === 'separated') own.free[row] = 0;
  }

  /** Remembers rows that may belong together. */
  propose(
    rule: MatchRule,
    rows: Record<MatchSide, readonly number[]>,
    against: readonly DecisionReason[],
  ): void {
    this.#found.push({ rule, against, statement: rows.statement, ledger: rows.ledger });
  }

  /**
   * Selects the proposals whose rows are still open, those with the least against them first; each row is in one. The rows
   * of the others have a candidate only.
   */
  selectProposals(): void {
    const isTaken = { statement: new Set<number>(), ledger: new Set<number>() };
    const selected: Proposal[] = [];
    const inOrder = this.#found.toSorted((one, two) => one.against.length - two.against.length);
    for (const proposal of inOrder) {
      const fits = (side: MatchSide) =>
        proposal[side].every((row) => this.isFree(side, row) && !isTaken[side].has(row));
      if (!fits('statement') || !fits('ledger')) continue;
      selected.push(proposal);
      const [reason = 'difference'] = proposal.against;
      for (const [side, other] of [
        ['statement', 'ledger'],
        ['ledger', 'statement'],
      ] as const)
        for (const row of proposal[side]) {
          isTaken[side].add(row);
          this[side].reasons[row] = 0;
          this.ask(side, row, reason, proposal[other][0] ?? none);
        }
    }
    this.proposals = selected;
  }

  /** Returns why a row needs a decision; `null` for a row without a candidate. */
  reasonOf(side: MatchSide, row: number): DecisionReason | null {
    return reasons[(this[side].reasons[row] ?? 0) - 1] ?? null;
  }
}
