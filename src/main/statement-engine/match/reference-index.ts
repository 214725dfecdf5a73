/** @file Rows of both files by reference, and what rows with equal references say about the signs of the ledger. */
import type { MatchSide } from '../../../shared/model/statements/ledger.ts';
import type { MatchInput, MatchRows } from './match-rows.ts';
import { noRow, RowsByNumber } from './row-lists.ts';

/** Rows that take part, by the number of their reference, and of those that they state in other cells. */
export class ReferenceIndex {
  readonly #rows: Record<MatchSide, RowsByNumber>;
  readonly #stated: Record<MatchSide, ReadonlyMap<number, readonly number[]>>;
  /** Number of different references. */
  readonly count: number;

  constructor({ statement, ledger, referenceIds }: MatchInput) {
    this.count = referenceIds.count;
    const list = ({ references, active }: MatchRows) => new RowsByNumber(references, active, this.count);
    this.#rows = { statement: list(statement), ledger: list(ledger) };
    this.#stated = { statement: listStated(statement), ledger: listStated(ledger) };
  }

  /** The references that rows state outside the columns of references. */
  get statedReferences(): ReadonlySet<number> {
    return new Set([...this.#stated.statement.keys(), ...this.#stated.ledger.keys()]);
  }

  /** True if a row has a reference, in its column or in another cell. */
  has(side: MatchSide, reference: number): boolean {
    return this.#rows[side].only[reference] !== noRow || this.#stated[side].has(reference);
  }

  /** Returns the rows with a reference in any cell. */
  allRowsOf(side: MatchSide, reference: number): readonly number[] {
    return [
      ...new Set([...this.#rows[side].rowsOf(reference), ...(this.#stated[side].get(reference) ?? [])]),
    ];
  }

  /** The only row of each reference; -1 for none, below -1 for several. */
  onlyRows(side: MatchSide): Int32Array {
    return this.#rows[side].only;
  }

  rowsOf(side: MatchSide, reference: number): Int32Array {
    return this.#rows[side].rowsOf(reference);
  }
}

function listStated({ stated, active }: MatchRows): ReadonlyMap<number, readonly number[]> {
  const lists = new Map<number, number[]>();
  for (const [row, found] of stated)
    for (const { reference } of active[row] === 1 ? found : []) {
      const list = lists.get(reference);
      if (list === undefined) lists.set(reference, [row]);
      else list.push(row);
    }
  return lists;
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
  const [statementRows, ledgerRows] = [index.onlyRows('statement'), index.onlyRows('ledger')];
  for (let reference = 0; reference < index.count; reference += 1) {
    const statementRow = statementRows[reference] ?? noRow;
    const ledgerRow = ledgerRows[reference] ?? noRow;
    if (statementRow < 0 || ledgerRow < 0) continue;
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
