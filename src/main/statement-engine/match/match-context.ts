/** @file What every rule gets: the rows, the matches so far, and what earlier steps found out. */
import type {
  DecisionReason,
  MatchRule,
  MatchSettings,
  MatchSide,
  RuleSetting,
} from '../../../shared/model/statements/ledger.ts';
import type { AmountIndex } from './amount-index.ts';
import type { MatchInput } from './match-rows.ts';
import type { MatchState } from './match-state.ts';
import type { ReferenceIndex } from './reference-index.ts';
import type { Relations, RowGroup } from './relations.ts';

export interface MatchContext {
  /** Amounts of the ledger have the signs of the statement; see {@link areSignsKnown}. */
  readonly input: MatchInput;
  readonly state: MatchState;
  readonly references: ReferenceIndex;
  readonly relations: Relations;
  readonly areSignsKnown: boolean;
  readonly settings: MatchSettings;
  /** Maximum difference of two amounts with the same reference, in minor units. */
  readonly tolerance: number;
  /** True for a row whose reference the other file has too, while the rule of references is on. */
  readonly isTied: (side: MatchSide, row: number) => boolean;
  /** The index of amounts; built when it is needed. */
  readonly amountIndex: () => AmountIndex;
  /** Rows whose search for sums was stopped. */
  stoppedSearches: number;
}

export type ApplyRule = (context: MatchContext, setting: RuleSetting) => void;

interface Finding {
  readonly rule: MatchRule;
  /** Maximum number of days between the dates of rows that share no reference. */
  readonly days: number;
  /** What else speaks against the match. */
  readonly against?: readonly DecisionReason[];
}

/** Matches rows that a rule found if nothing contradicts it; otherwise proposes them. All rules end here. */
export function conclude(
  { state, relations }: MatchContext,
  rows: RowGroup,
  { rule, days, against = [] }: Finding,
): void {
  const isFree = (side: MatchSide) => rows[side].every((row) => state.isFree(side, row));
  if (!isFree('statement') || !isFree('ledger')) return;
  const all = [...relations.contradictions(rows, days), ...against];
  if (all.length === 0) state.group(rule, rows);
  else state.propose(rule, rows, all);
}

export function otherSide(side: MatchSide): MatchSide {
  return side === 'statement' ? 'ledger' : 'statement';
}

/** Returns the rows of both files, one side of which is given first. */
export function groupOf(side: MatchSide, rows: readonly number[], others: readonly number[]): RowGroup {
  return side === 'statement' ? { statement: rows, ledger: others } : { statement: others, ledger: rows };
}
