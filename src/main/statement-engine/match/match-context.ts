/** @file What every rule gets: the rows, the matches so far, and what earlier steps found out. */
import type { MatchSettings, MatchSide, RuleSetting } from '../../../shared/model/statements/ledger.ts';
import type { AmountIndex } from './amount-index.ts';
import type { MatchInput } from './match-rows.ts';
import type { MatchState } from './match-state.ts';
import type { ReferenceIndex } from './reference-index.ts';
import type { Relations } from './relations.ts';

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
  /** 1 for a row whose reference the other file has too, while the rule of references is on. */
  readonly tied: Readonly<Record<MatchSide, Uint8Array>>;
  /** The index of amounts; built when it is needed. */
  readonly amountIndex: () => AmountIndex;
  /** Rows whose search for sums was stopped. */
  stoppedSearches: number;
}

export type ApplyRule = (context: MatchContext, setting: RuleSetting) => void;

/** Returns whether two rows may have the same currency. */
export function canShareCurrency({ input }: MatchContext, statementRow: number, ledgerRow: number): boolean {
  const one = input.statement.currencies[statementRow];
  const other = input.ledger.currencies[ledgerRow];
  return one === other || one === 0 || other === 0;
}
