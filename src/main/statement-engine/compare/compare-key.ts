/** @file Decides whether the rows of two statements are matched by their references. */

import { trimmedFoldedCell } from './compare-cells.ts';
import type { ColumnPair } from './compare-columns.ts';
import { mixBytes, viewOf } from './compare-hash.ts';
import { type ComparedTable, eachSampledRow } from './compare-rows.ts';

/** The column by which rows are matched, or why there is none. */
export interface KeyDecision {
  /** Position among the matched columns. */
  readonly position: number | null;
  readonly reason: 'missing' | 'repeated' | null;
}

/** Minimum share of rows with a reference, and of references that differ from the others. */
const minFilledShare = 0.5;
const minDistinctShare = 0.9;

/** True if most rows have a reference and most references occur once, in the first and the last rows. */
function isUnique({ table }: ComparedTable, column: number): boolean {
  const view = viewOf(table.tokens.folded);
  const range = { start: 0, end: 0 };
  const hashes = new Set<number>();
  let rows = 0;
  let filled = 0;
  eachSampledRow(table.rows, (row) => {
    rows += 1;
    trimmedFoldedCell(table, row, column, range);
    if (range.end === range.start) return;
    filled += 1;
    hashes.add(mixBytes(0, view, range.start, range.end));
  });
  return filled >= rows * minFilledShare && hashes.size >= filled * minDistinctShare;
}

/** Decides whether the references are unique enough to match rows. */
export function findKey(
  earlier: ComparedTable,
  later: ComparedTable,
  pairs: readonly ColumnPair[],
): KeyDecision {
  const position = pairs.findIndex(
    (pair) => pair.earlier === earlier.roles.reference && pair.later === later.roles.reference,
  );
  const pair = pairs[position];
  if (pair === undefined) return { position: null, reason: 'missing' };
  const isKey = isUnique(earlier, pair.earlier) && isUnique(later, pair.later);
  return isKey ? { position, reason: null } : { position: null, reason: 'repeated' };
}
