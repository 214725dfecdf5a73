/** @file Counts and sums of the rows of one file. */

import { decimalText } from '../../../shared/model/proofs/amount.ts';
import type { MatchSide, SideSummary } from '../../../shared/model/statements/ledger.ts';
import type { MatchInput } from './match-rows.ts';
import { type MatchState, none } from './match-state.ts';

interface SideFacts {
  readonly state: MatchState;
  /** Returns the exact amount of a row in minor units of the scale; `null` for none. */
  readonly unitsOf: (row: number) => bigint | null;
  readonly scale: number;
}

/** Summarizes one file. */
export function summarizeSide(
  input: MatchInput,
  side: MatchSide,
  { state, unitsOf, scale }: SideFacts,
): SideSummary {
  const { currencyNames } = input;
  const { rows, active, currencies, leftOut, columns } = input[side];
  const counts = { matched: 0, toDecide: 0, open: 0 };
  const sums = new Map<number, { rows: number; incoming: bigint; outgoing: bigint }>();
  for (let row = 0; row < rows; row += 1) {
    if (active[row] !== 1) continue;
    if (state[side].matches[row] !== none) {
      counts.matched += 1;
      continue;
    }
    if (state.isUndecided(side, row)) counts.toDecide += 1;
    else counts.open += 1;
    const units = unitsOf(row);
    if (units === null) continue;
    const code = currencies[row] ?? 0;
    const sum = sums.get(code) ?? { rows: 0, incoming: 0n, outgoing: 0n };
    sums.set(code, sum);
    sum.rows += 1;
    if (units < 0n) sum.outgoing += units;
    else sum.incoming += units;
  }
  const toText = (digits: bigint) => decimalText({ digits, scale });
  return {
    rows,
    ...counts,
    openSums: [...sums].map(([code, sum]) => ({
      currency: currencyNames[code] ?? '',
      rows: sum.rows,
      incoming: toText(sum.incoming),
      outgoing: toText(sum.outgoing),
    })),
    leftOut: [...leftOut],
    columns,
  };
}
