/** @file The matches found so far, and why open rows need a decision. */
import {
  type DecisionReason,
  decisionReasonSchema,
  type MatchKind,
  type MatchSide,
  matchKindSchema,
} from '../../../shared/model/ledger.ts';
import type { MatchInput } from './match-rows.ts';

/** Match or candidate of a row that has none. */
export const none = -1;

interface SideState {
  /** Index of the match of each row, or {@link none}. */
  readonly matches: Int32Array;
  /** Code of the reason for a decision, from 1; 0 for none. */
  readonly reasons: Uint8Array;
  readonly candidates: Int32Array;
}

function createSideState(rows: number): SideState {
  return {
    matches: new Int32Array(rows).fill(none),
    reasons: new Uint8Array(rows),
    candidates: new Int32Array(rows).fill(none),
  };
}

/** Matches of single rows are kept in arrays; the few matches of several rows have lists. */
export class MatchState {
  readonly statement: SideState;
  readonly ledger: SideState;
  readonly #input: MatchInput;
  readonly #kinds: Uint8Array;
  readonly #first: Record<MatchSide, Int32Array>;
  readonly #groups = new Map<number, Record<MatchSide, readonly number[]>>();
  #count = 0;

  constructor(input: MatchInput) {
    this.#input = input;
    this.statement = createSideState(input.statement.rows);
    this.ledger = createSideState(input.ledger.rows);
    const most = Math.min(input.statement.rows, input.ledger.rows);
    this.#kinds = new Uint8Array(most);
    this.#first = { statement: new Int32Array(most), ledger: new Int32Array(most) };
  }

  /** Number of matches. */
  get count(): number {
    return this.#count;
  }

  isOpen(side: MatchSide, row: number): boolean {
    return this.#input[side].active[row] === 1 && this[side].matches[row] === none;
  }

  /** True for an open row that rules may match: the clerk did not separate it. */
  isFree(side: MatchSide, row: number): boolean {
    return this.isOpen(side, row) && this.reasonOf(side, row) !== 'separated';
  }

  countOpen(side: MatchSide): number {
    const { matches } = this[side];
    let count = 0;
    for (let row = 0; row < matches.length; row += 1) if (this.isOpen(side, row)) count += 1;
    return count;
  }

  kindOf(match: number): MatchKind {
    return matchKindSchema.options[this.#kinds[match] ?? 0] ?? 'by-hand';
  }

  rowsOf(side: MatchSide, match: number): readonly number[] {
    return this.#groups.get(match)?.[side] ?? [this.#first[side][match] ?? 0];
  }

  /** Matches two rows. */
  pair(kind: MatchKind, statementRow: number, ledgerRow: number): void {
    const match = this.#count;
    this.#count += 1;
    this.#kinds[match] = matchKindSchema.options.indexOf(kind);
    this.#first.statement[match] = statementRow;
    this.#first.ledger[match] = ledgerRow;
    this.statement.matches[statementRow] = match;
    this.ledger.matches[ledgerRow] = match;
  }

  /** Matches several rows. */
  group(kind: MatchKind, rows: Record<MatchSide, readonly number[]>): void {
    const match = this.#count;
    this.pair(kind, rows.statement[0] ?? 0, rows.ledger[0] ?? 0);
    if (rows.statement.length === 1 && rows.ledger.length === 1) return;
    this.#groups.set(match, rows);
    for (const row of rows.statement) this.statement.matches[row] = match;
    for (const row of rows.ledger) this.ledger.matches[row] = match;
  }

  /** Says why a row needs a decision. The first reason of a row counts. */
  ask(side: MatchSide, row: number, reason: DecisionReason, candidate: number): void {
    const { reasons, candidates } = this[side];
    if (reasons[row] !== 0) return;
    reasons[row] = decisionReasonSchema.options.indexOf(reason) + 1;
    candidates[row] = candidate;
  }

  /** Says for two rows that may belong together why they need a decision. */
  askBoth(reason: DecisionReason, statementRow: number, ledgerRow: number): void {
    if (this.isOpen('statement', statementRow)) this.ask('statement', statementRow, reason, ledgerRow);
    if (this.isOpen('ledger', ledgerRow)) this.ask('ledger', ledgerRow, reason, statementRow);
  }

  clearReason(side: MatchSide, row: number): void {
    this[side].reasons[row] = 0;
    this[side].candidates[row] = none;
  }

  /** Returns why a row needs a decision; `null` for a row without a candidate. */
  reasonOf(side: MatchSide, row: number): DecisionReason | null {
    return decisionReasonSchema.options[(this[side].reasons[row] ?? 0) - 1] ?? null;
  }
}
