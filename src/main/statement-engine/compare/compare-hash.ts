/** @file Hashes of byte ranges, and the join of two lists of rows by hash. */

/** A byte range view that reads four bytes at once. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Mixes a 32-bit number into a hash. */
export function mixNumber(hash: number, number: number): number {
  const mixed = Math.imul(hash ^ number, 0x5bd1e995);
  return mixed ^ (mixed >>> 15);
}

/** Mixes the bytes of a range, and its length, into a hash of 32 bits. */
export function mixBytes(hash: number, view: DataView, start: number, end: number): number {
  let mixed = hash ^ (end - start);
  let at = start;
  for (; at + 4 <= end; at += 4) {
    mixed = Math.imul(mixed ^ view.getInt32(at, true), 0x5bd1e995);
    mixed ^= mixed >>> 15;
  }
  for (; at < end; at += 1) mixed = Math.imul(mixed ^ view.getUint8(at), 0x01000193);
  return mixed ^ (mixed >>> 13);
}

/** Returns whether two ranges have the same bytes. */
export function equalBytes(
  view: DataView,
  start: number,
  end: number,
  other: DataView,
  otherStart: number,
  otherEnd: number,
): boolean {
  const length = end - start;
  if (length !== otherEnd - otherStart) return false;
  let at = 0;
  for (; at + 4 <= length; at += 4)
    if (view.getInt32(start + at, true) !== other.getInt32(otherStart + at, true)) return false;
  for (; at < length; at += 1)
    if (view.getUint8(start + at) !== other.getUint8(otherStart + at)) return false;
  return true;
}

/** Rows with a hash each. */
export interface HashedRows {
  readonly rows: Uint32Array;
  readonly hashes: Int32Array;
}

/** Rows with the same hash that are tried for one row. Beyond it the row stays unpaired, and is shown as a difference. */
const maxTries = 1_000;
const unused = -1;
const emptied = -2;

/** Rows by hash. Of several rows with a hash, the first comes first. */
class HashIndex {
  readonly #rows: Uint32Array;
  readonly #slotHashes: Int32Array;
  /** The first row of each slot as an index of `rows`, {@link unused} or {@link emptied}. */
  readonly #slotHeads: Int32Array;
  readonly #next: Int32Array;

  constructor({ rows, hashes }: HashedRows) {
    const size = 2 ** Math.ceil(Math.log2(rows.length * 2 + 1));
    this.#rows = rows;
    this.#slotHashes = new Int32Array(size);
    this.#slotHeads = new Int32Array(size).fill(unused);
    this.#next = new Int32Array(rows.length).fill(unused);
    // The last row comes first, so that each list begins with its first row.
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const hash = hashes[index] ?? 0;
      const slot = this.#slotOf(hash);
      this.#slotHashes[slot] = hash;
      this.#next[index] = this.#slotHeads[slot] ?? unused;
      this.#slotHeads[slot] = index;
    }
  }

  #slotOf(hash: number): number {
    const mask = this.#slotHeads.length - 1;
    let slot = (hash ^ (hash >>> 16)) & mask;
    while (this.#slotHeads[slot] !== unused && this.#slotHashes[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  /** Removes and returns the first row with the hash that fits; -1 for none. */
  take(hash: number, fits: (row: number) => boolean): number {
    const slot = this.#slotOf(hash);
    let before = unused;
    let candidate = this.#slotHeads[slot] ?? unused;
    for (let tries = 0; candidate >= 0 && tries < maxTries; tries += 1) {
      const row = this.#rows[candidate] ?? 0;
      const following = this.#next[candidate] ?? unused;
      if (fits(row)) {
        if (before >= 0) this.#next[before] = following;
        else this.#slotHeads[slot] = following < 0 ? emptied : following;
        return row;
      }
      before = candidate;
      candidate = following;
    }
    return -1;
  }
}

/**
 * Pairs each row of `later` with the first row of `earlier` that has the same hash, is not paired, and fits. Rows come in
 * order, so that of equal rows the first is paired with the first.
 */
export function joinByHash(
  earlier: HashedRows,
  later: HashedRows,
  fits: (earlierRow: number, laterRow: number) => boolean,
  onPair: (earlierRow: number, laterRow: number) => void,
): void {
  if (earlier.rows.length === 0 || later.rows.length === 0) return;
  const index = new HashIndex(earlier);
  for (const [position, laterRow] of later.rows.entries()) {
    const row = index.take(later.hashes[position] ?? 0, (candidate) => fits(candidate, laterRow));
    if (row >= 0) onPair(row, laterRow);
  }
}
