/** @file Numbers the distinct cells of a column: rows with the same cell get the same code. */
import {
  type CellHashing,
  type CellLookUp,
  createCellHashing,
  maxHashedRows,
  noOther,
} from './cell-hashing.ts';
import type { Table } from './table.ts';

/** The code of each row, and the number of codes. Codes are below {@link count} and each has at least one row. */
export interface RowCodes {
  readonly codes: Uint32Array;
  readonly count: number;
}

const firstCapacity = 1_024;

function grow(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(length);
  larger.set(numbers);
  return larger;
}

/** The distinct cells by their hashes. */
class CellTable {
  readonly #hashing: CellHashing;
  readonly #folded: Uint8Array;
  count = 0;
  /** One more than the code at each place, 0 for a free place; at most half of the places are taken. */
  #places: Int32Array<ArrayBufferLike> = new Int32Array(firstCapacity * 2);
  /** Hash, first byte and length of the cell of each code. */
  #hashes: Int32Array<ArrayBufferLike> = new Int32Array(firstCapacity);
  #starts: Uint32Array<ArrayBufferLike> = new Uint32Array(firstCapacity);
  #lengths: Uint32Array<ArrayBufferLike> = new Uint32Array(firstCapacity);
  /** The kernel that looks up cells, while they fit into its table. */
  #lookUp: CellLookUp | null;

  constructor(folded: Uint8Array, hashing: CellHashing) {
    this.#folded = folded;
    this.#hashing = hashing;
    this.#lookUp = hashing.lookUp;
    if (this.#lookUp === null) return;
    this.#places = this.#lookUp.places.fill(0);
    this.#hashes = this.#lookUp.codeHashes;
    this.#starts = this.#lookUp.codeStarts;
    this.#lengths = this.#lookUp.codeLengths;
  }

  /** Sets the codes of a batch of rows, which begins with a row. */
  addRows(codes: Uint32Array, firstRow: number, offsets: Uint32Array, column: number): void {
    const count = offsets.length - 1;
    if (this.#lookUpRows(offsets, column)) {
      codes.set(this.#hashing.others.subarray(0, count), firstRow);
      return;
    }
    this.#hashing.hash(offsets, column);
    this.#setCodes(codes, firstRow, count);
  }

  /** Finds the codes of a batch in the kernel; false if its table is full. */
  #lookUpRows(offsets: Uint32Array, column: number): boolean {
    const lookUp = this.#lookUp;
    if (lookUp === null) return false;
    const count = offsets.length - 1;
    lookUp.setOffsets(offsets);
    let index = lookUp.find(column, 0, count);
    while (index < count) {
      const code = this.#add(index);
      if (this.#lookUp === null) return false;
      lookUp.codes[index] = code;
      index = lookUp.find(column, index + 1, count);
    }
    return true;
  }

  /**
   * Sets the codes of the hashed rows. First, cells with the same hash count as equal, and then all of them are compared
   * at once; only the cells that differ are looked up by their bytes.
   */
  #setCodes(codes: Uint32Array, firstRow: number, count: number): void {
    const { hashes, starts, ends, others } = this.#hashing;
    let places = this.#places;
    let codeHashes = this.#hashes;
    let codeStarts = this.#starts;
    let codeLengths = this.#lengths;
    for (let index = 0; index < count; index += 1) {
      const hash = hashes[index] ?? 0;
      // Most cells are found at once, without a call.
      let code = (places[hash & (places.length - 1)] ?? 0) - 1;
      if (code < 0 || codeHashes[code] !== hash) {
        code = this.#findHash(hash);
        if (code < 0) {
          code = this.#add(index);
          places = this.#places;
          codeHashes = this.#hashes;
          codeStarts = this.#starts;
          codeLengths = this.#lengths;
        }
      }
      const isSameLength = codeLengths[code] === (ends[index] ?? 0) - (starts[index] ?? 0);
      others[index] = isSameLength ? (codeStarts[code] ?? 0) : noOther;
      codes[firstRow + index] = code;
    }
    let index = this.#hashing.findDifferent(0, count);
    while (index < count) {
      const found = this.#findCell(index);
      codes[firstRow + index] = found < 0 ? this.#add(index) : found;
      index = this.#hashing.findDifferent(index + 1, count);
    }
  }

  /** Returns the first code with a hash, or -1. */
  #findHash(hash: number): number {
    const places = this.#places;
    const hashes = this.#hashes;
    const mask = places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const entry = places[place] ?? 0;
      if (entry === 0) return -1;
      if (hashes[entry - 1] === hash) return entry - 1;
    }
  }

  #findCell(index: number): number {
    const hash = this.#hashing.hashes[index] ?? 0;
    const mask = this.#places.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const entry = this.#places[place] ?? 0;
      if (entry === 0) return -1;
      if (this.#hashes[entry - 1] === hash && this.#isCell(entry - 1, index)) return entry - 1;
    }
  }

  #isCell(code: number, index: number): boolean {
    const start = this.#hashing.starts[index] ?? 0;
    const length = (this.#hashing.ends[index] ?? 0) - start;
    if (this.#lengths[code] !== length) return false;
    const other = this.#starts[code] ?? 0;
    for (let byte = 0; byte < length; byte += 1)
      if (this.#folded[start + byte] !== this.#folded[other + byte]) return false;
    return true;
  }

  #add(index: number): number {
    if (this.count === this.#hashes.length) this.#grow();
    const code = this.count;
    const start = this.#hashing.starts[index] ?? 0;
    this.#hashes[code] = this.#hashing.hashes[index] ?? 0;
    this.#starts[code] = start;
    this.#lengths[code] = (this.#hashing.ends[index] ?? 0) - start;
    this.count += 1;
    this.#place(code);
    return code;
  }

  #place(code: number): void {
    const mask = this.#places.length - 1;
    let place = (this.#hashes[code] ?? 0) & mask;
    while (this.#places[place] !== 0) place = (place + 1) & mask;
    this.#places[place] = code + 1;
  }

  #grow(): void {
    this.#lookUp = null;
    const capacity = this.#hashes.length * 4;
    const hashes = new Int32Array(capacity);
    hashes.set(this.#hashes);
    this.#hashes = hashes;
    this.#starts = grow(this.#starts, capacity);
    this.#lengths = grow(this.#lengths, capacity);
    this.#places = new Int32Array(capacity * 2);
    for (let code = 0; code < this.count; code += 1) this.#place(code);
  }
}

/**
 * Numbers the cells of a column, which are compared folded and without spaces around them; `null` with more than `maxCodes`
 * distinct cells.
 */
export function numberCells(
  { tokens, head, rows }: Pick<Table, 'tokens' | 'head' | 'rows'>,
  column: number,
  maxCodes: number,
): RowCodes | null {
  const { folded, foldedStarts } = tokens;
  const hashing = tokens.hashing ?? createCellHashing(folded);
  const cells = new CellTable(folded, hashing);
  const codes = new Uint32Array(rows);
  for (let row = 0; row < rows; row += maxHashedRows) {
    const count = Math.min(maxHashedRows, rows - row);
    cells.addRows(codes, row, foldedStarts.subarray(head + row, head + row + count + 1), column);
    if (cells.count > maxCodes) return null;
  }
  return { codes, count: cells.count };
}
