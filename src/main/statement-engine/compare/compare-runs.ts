/**
 * @file Pairs equal rows that two files have in the same order: long equal runs of bytes are compared at once, and rows
 * that only one file has are passed.
 */
import type { Table } from '../read/table.ts';
import { rowTextEnd } from './compare-cells.ts';
import { equalBytes, viewOf } from './compare-hash.ts';

/** Maximum number of rows, of both files together, that are passed to find the next equal row. */
const maxPassedRows = 16;
const minChunkBytes = 256;
const maxChunkBytes = 1 << 20;

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Returns the number of equal bytes from two offsets on. */
function countEqualBytes(one: Buffer, from: number, other: Buffer, otherFrom: number): number {
  const length = Math.min(one.length - from, other.length - otherFrom);
  const isEqual = (at: number, end: number) =>
    one.compare(other, otherFrom + at, otherFrom + end, from + at, from + end) === 0;
  let at = 0;
  let step = minChunkBytes;
  while (at < length && isEqual(at, Math.min(length, at + step))) {
    at = Math.min(length, at + step);
    step = Math.min(step * 2, maxChunkBytes);
  }
  let end = Math.min(length, at + step);
  while (end - at > 32) {
    const middle = (at + end) >>> 1;
    if (isEqual(at, middle)) at = middle;
    else end = middle;
  }
  while (at < length && one[from + at] === other[otherFrom + at]) at += 1;
  return at;
}

/** A table and the row of the first comparison. */
interface Run {
  readonly table: Table;
  readonly first: number;
}

/**
 * Calls `onPair` for rows whose bytes are the same in both files. Rows that are not reached, because the files differ too
 * much, are not paired. Both tables must have the same columns and the same separator, and no unclosed quotes.
 */
export function pairEqualRuns(
  earlier: Run,
  later: Run,
  onPair: (earlierRow: number, laterRow: number) => void,
): void {
  const one = bufferOf(earlier.table.text);
  const other = bufferOf(later.table.text);
  const views = { earlier: viewOf(earlier.table.text), later: viewOf(later.table.text) };
  const startOf = ({ table }: Run, row: number) => table.tokens.starts[row + table.head] ?? 0;
  const maxFailures = 1_000 + (Math.min(earlier.table.rows, later.table.rows) >>> 6);
  let row = earlier.first;
  let laterRow = later.first;
  let failures = 0;

  const areEqual = (index: number, laterIndex: number) =>
    index < earlier.table.rows &&
    laterIndex < later.table.rows &&
    equalBytes(
      views.earlier,
      startOf(earlier, index),
      rowTextEnd(earlier.table, index),
      views.later,
      startOf(later, laterIndex),
      rowTextEnd(later.table, laterIndex),
    );
  /** Passes the fewest rows after which both files have the same row; false if there are too many. */
  const passRows = () => {
    for (let passed = 1; passed <= maxPassedRows; passed += 1) {
      for (let steps = 0; steps <= passed; steps += 1) {
        if (!areEqual(row + steps, laterRow + passed - steps)) continue;
        row += steps;
        laterRow += passed - steps;
        return true;
      }
    }
    return false;
  };

  while (row < earlier.table.rows && laterRow < later.table.rows && failures <= maxFailures) {
    const start = startOf(earlier, row);
    const offset = start - startOf(later, laterRow);
    const end = start + countEqualBytes(one, start, other, startOf(later, laterRow));
    const firstOfRun = row;
    while (row < earlier.table.rows && laterRow < later.table.rows) {
      const next = startOf(earlier, row + 1);
      if (next > end || next - startOf(later, laterRow + 1) !== offset) break;
      onPair(row, laterRow);
      row += 1;
      laterRow += 1;
    }
    const isRunEmpty = row === firstOfRun;
    if (row < earlier.table.rows && laterRow < later.table.rows && !passRows()) {
      failures += 1;
      row += 1;
      laterRow += 1;
    } else if (isRunEmpty) failures += 1;
  }
}
