/** @file Finds and hashes the cells of a column in the folded copy, without the kernel. */
import { cellEnd, rowEnd } from './fold.ts';

/** Maximum number of rows per call of {@link CellHashing.hash}. */
export const maxHashedRows = 4_095;
/** Entry of {@link CellHashing.others} for a cell that is certainly different. */
export const noOther = 0xffff_ffff;

/**
 * Hashes cells in batches. The arrays have an entry for each row of the last batch, and offsets into the folded copy.
 * Invalid as soon as a search in the same text starts.
 */
export interface CellHashing {
  /** First byte of each cell, without spaces around it. */
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** Signed, which is faster to compare than numbers of 32 bits without a sign. */
  readonly hashes: Int32Array;
  /** First byte of the cell to compare with each cell, of the same length, or {@link noOther}. */
  readonly others: Uint32Array;
  /** Hashes a cell of each row. `offsets` has the beginning of each row and the end of the last row. */
  hash(offsets: Uint32Array, column: number): void;
  /** Looks up cells in a table of a few thousand of them; `null` without the kernel. */
  readonly lookUp: CellLookUp | null;
  /** Returns the first index from `from` on whose cell differs from its other one; `count` for none. */
  findDifferent(from: number, count: number): number;
}

/** A table of cells in the memory of the kernel, which the caller fills. */
export interface CellLookUp {
  /** One more than the code at each place, 0 for a free place; the number of places is a power of two. */
  readonly places: Int32Array<ArrayBufferLike>;
  /** Hash, first byte and length of the cell of each code. */
  readonly codeHashes: Int32Array<ArrayBufferLike>;
  readonly codeStarts: Uint32Array<ArrayBufferLike>;
  readonly codeLengths: Uint32Array<ArrayBufferLike>;
  /** The code of each row of the last batch. */
  readonly codes: Uint32Array;
  /** Reads a batch of rows, as {@link CellHashing.hash} does. */
  setOffsets(offsets: Uint32Array): void;
  /**
   * Finds the codes of the cells from the index `from` on. Returns the index of the first cell that is not in the table, whose hash
   * and position are then set, or `count`.
   */
  find(column: number, from: number, count: number): number;
}

const space = 0x20;

/** Creates the hashing of a folded copy in JavaScript. */
export function createCellHashing(folded: Uint8Array): CellHashing {
  const starts = new Uint32Array(maxHashedRows);
  const ends = new Uint32Array(maxHashedRows);
  const hashes = new Int32Array(maxHashedRows);
  const others = new Uint32Array(maxHashedRows);

  function findStart(from: number, limit: number, column: number): number {
    let at = from;
    for (let index = 0; index < column && at < limit; index += 1) {
      while (at < limit && folded[at] !== cellEnd) at += 1;
      at += 1;
    }
    return Math.min(at, limit);
  }

  function isDifferent(index: number): boolean {
    const other = others[index] ?? noOther;
    if (other === noOther) return true;
    const start = starts[index] ?? 0;
    const length = (ends[index] ?? 0) - start;
    for (let byte = 0; byte < length; byte += 1)
      if (folded[start + byte] !== folded[other + byte]) return true;
    return false;
  }

  return {
    starts,
    ends,
    hashes,
    others,
    lookUp: null,
    hash(offsets, column) {
      for (let row = 0; row + 1 < offsets.length; row += 1) {
        const limit = Math.max(0, (offsets[row + 1] ?? 0) - 1);
        let start = findStart(offsets[row] ?? 0, limit, column);
        let end = start;
        while (end < limit && folded[end] !== cellEnd && folded[end] !== rowEnd) end += 1;
        while (start < end && folded[start] === space) start += 1;
        while (end > start && folded[end - 1] === space) end -= 1;
        let hash = end - start;
        for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (folded[at] ?? 0), 0x0100_0193);
        starts[row] = start;
        ends[row] = end;
        hashes[row] = hash ^ (hash >>> 15);
      }
    },
    findDifferent(from, count) {
      for (let index = from; index < count; index += 1) if (isDifferent(index)) return index;
      return count;
    },
  };
}
