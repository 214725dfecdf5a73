/** @file Rows of both files by reference, and what rows with equal references say about the signs of the ledger. */
import type { MatchSide } from '../../../shared/model/ledger.ts';
import type { MatchInput, MatchRows } from './match-rows.ts';
import { listRows, type RowLists } from './row-lists.ts';

/** Rows that take part, by the number of their reference. */
export class ReferenceIndex {
  readonly #lists: Record<MatchSide, RowLists>;
  /** Number of different references. */
  readonly count: number;

  constructor({ statement, ledger, referenceIds }: MatchInput) {
    this.count = referenceIds.count;
    const list = ({ references, active }: MatchRows) => {
      const numbers = references.slice();
      for (let row = 0; row < numbers.length; row += 1) if (active[row] !== 1) numbers[row] = -1;
      return listRows(numbers, this.count, null);
    };
    this.#lists = { statement: list(statement), ledger: list(ledger) };
  }

  rowsOf(side: MatchSide, reference: number): Int32Array {
    const { offsets, rows } = this.#lists[side];
    return rows.subarray(offsets[reference], offsets[reference + 1]);
  }

  countOf(side: MatchSide, reference: number): number {
    const { offsets } = this.#lists[side];
    return (offsets[reference + 1] ?? 0) - (offsets[reference] ?? 0);
  }

  /** Returns the only row with a reference; call it when {@link countOf} is 1. */
  onlyRowOf(side: MatchSide, reference: number): number {
    const { offsets, rows } = this.#lists[side];
    return rows[offsets[reference] ?? 0] ?? 0;
  }

  /** True if both files have the reference. */
  isShared(reference: number): boolean {
    return (
      reference >= 0 && this.countOf('statement', reference) > 0 && this.countOf('ledger', reference) > 0
    );
  }
}

/** Minimum number of rows with equal references and amounts that determine the signs. */
const minEvidence = 3;
const minAgreement = 0.95;

/** Counts the rows with the same reference and amount by whether their signs are the same. */
export function compareSigns(
  { statement, ledger }: MatchInput,
  index: ReferenceIndex,
): { same: number; opposite: number } {
  const counts = { same: 0, opposite: 0 };
  for (let reference = 0; reference < index.count; reference += 1) {
    if (index.countOf('statement', reference) !== 1 || index.countOf('ledger', reference) !== 1) continue;
    const statementRow = index.onlyRowOf('statement', reference);
    const ledgerRow = index.onlyRowOf('ledger', reference);
    const one = statement.amounts[statementRow] ?? Number.NaN;
    const other = ledger.amounts[ledgerRow] ?? Number.NaN;
    const [currency, otherCurrency] = [statement.currencies[statementRow], ledger.currencies[ledgerRow]];
    if (one === 0 || Number.isNaN(one)) continue;
    if (currency !== otherCurrency && currency !== 0 && otherCurrency !== 0) continue;
    if (one === other) counts.same += 1;
    else if (one === -other) counts.opposite += 1;
  }
  return counts;
}

/** Returns the signs that rows with equal references show; `null` for too few rows, or rows that disagree. */
export function signsByReferences({
  same,
  opposite,
}: {
  readonly same: number;
  readonly opposite: number;
}): 'same' | 'reversed' | null {
  const all = same + opposite;
  if (all < minEvidence || Math.max(same, opposite) < all * minAgreement) return null;
  return same > opposite ? 'same' : 'reversed';
}
