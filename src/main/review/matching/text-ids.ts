/** @file Numbers for texts: equal texts of both files get the same number, without creating a string for each row. */
import { foldedCell, type Table } from '../table.ts';

/** Number of a row without a text. */
export const noText = -1;

const initialTexts = 1 << 12;
/** Maximum number of texts for which room is made at the beginning. */
const maxExpected = 4_000_000;
const decoder = new TextDecoder();

/** Numbers byte texts from 0 in the order of their first occurrence. */
export class TextIds {
  #slots: Int32Array;
  #hashes = new Int32Array(initialTexts);
  #ends = new Int32Array(initialTexts);
  #bytes = new Uint8Array(initialTexts * 8);
  #count = 0;

  /** Makes room for as many texts as are expected. */
  constructor(expected: number) {
    let size = initialTexts;
    while (size < Math.min(expected, maxExpected) * 1.5) size *= 2;
    this.#slots = new Int32Array(size).fill(noText);
  }

  /** Number of different texts. */
  get count(): number {
    return this.#count;
  }

  /** Returns the number of a text; its bytes are copied when it is new. */
  idOf(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const slot = this.#slotOf(hash, bytes, start, end);
    const id = this.#slots[slot] ?? noText;
    return id === noText ? this.#add(bytes, start, end, { hash, slot }) : id;
  }

  /** True if the text has a number. */
  has(bytes: Uint8Array, start: number, end: number): boolean {
    return this.#slots[this.#slotOf(hashOf(bytes, start, end), bytes, start, end)] !== noText;
  }

  /** Returns the slot of a text, or the free slot for it. */
  #slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = this.#slots[slot] ?? noText;
      if (id === noText || (this.#hashes[id] === hash && this.#hasBytes(id, bytes, start, end))) return slot;
      slot = (slot + 1) & mask;
    }
  }

  /** Returns the text of a number. */
  textOf(id: number): string {
    return id < 0 ? '' : decoder.decode(this.#bytes.subarray(this.#startOf(id), this.#ends[id]));
  }

  #startOf(id: number): number {
    return id === 0 ? 0 : (this.#ends[id - 1] ?? 0);
  }

  #hasBytes(id: number, bytes: Uint8Array, start: number, end: number): boolean {
    const ownStart = this.#startOf(id);
    const length = end - start;
    if ((this.#ends[id] ?? 0) - ownStart !== length) return false;
    for (let at = 0; at < length; at += 1) if (this.#bytes[ownStart + at] !== bytes[start + at]) return false;
    return true;
  }

  #add(
    bytes: Uint8Array,
    start: number,
    end: number,
    { hash, slot }: { readonly hash: number; readonly slot: number },
  ): number {
    const id = this.#count;
    const ownStart = this.#startOf(id);
    const ownEnd = ownStart + end - start;
    if (ownEnd > this.#bytes.length) this.#bytes = grown(this.#bytes, Math.max(ownEnd, ownStart * 2));
    for (let at = start; at < end; at += 1) this.#bytes[ownStart + at - start] = bytes[at] ?? 0;
    if (id === this.#ends.length) {
      this.#ends = grownNumbers(this.#ends);
      this.#hashes = grownNumbers(this.#hashes);
    }
    this.#ends[id] = ownEnd;
    this.#hashes[id] = hash;
    this.#slots[slot] = id;
    this.#count += 1;
    if (this.#count * 2 > this.#slots.length) this.#rehash();
    return id;
  }

  #rehash(): void {
    const mask = this.#slots.length * 4 - 1;
    const slots = new Int32Array(mask + 1).fill(noText);
    for (let id = 0; id < this.#count; id += 1) {
      let slot = (this.#hashes[id] ?? 0) & mask;
      while (slots[slot] !== noText) slot = (slot + 1) & mask;
      slots[slot] = id;
    }
    this.#slots = slots;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  let at = start;
  // Four bytes at once.
  for (; at + 4 <= end; at += 4) {
    const packed =
      (bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ packed, 0x5bd1e995);
    hash ^= hash >>> 15;
  }
  for (; at < end; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x5bd1e995);
  return hash ^ (hash >>> 13);
}

function grown(bytes: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(length);
  larger.set(bytes);
  return larger;
}

function grownNumbers(numbers: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2);
  larger.set(numbers);
  return larger;
}

/** Texts that stand for a missing reference, in normalized form. */
const missingReferences = new Set([
  'na',
  'none',
  'null',
  'nil',
  'notprovided',
  'unknown',
  'noref',
  'noreference',
]);

const isLetterOrDigit = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number(byte >= 0x80 || (byte >= 0x30 && byte <= 0x39) || (byte >= 0x61 && byte <= 0x7a)),
);
const zero = 0x30;
const nine = 0x39;
const maxReferenceBytes = 256;

/**
 * Normalizes a folded reference into `target`: without blanks and separators, and without leading zeros when only digits
 * are left. Returns the range in `target`, which is empty for a text that is no reference.
 */
export function normalizeReference(
  folded: Uint8Array,
  range: { start: number; end: number },
  target: Uint8Array,
): void {
  let length = 0;
  let areDigits = true;
  const end = Math.min(range.end, range.start + maxReferenceBytes);
  for (let at = range.start; at < end; at += 1) {
    const byte = folded[at] ?? 0;
    if (isLetterOrDigit[byte] !== 1) continue;
    if (byte > nine) areDigits = false;
    target[length] = byte;
    length += 1;
  }
  range.start = 0;
  range.end = length;
  if (areDigits) while (range.start < length && target[range.start] === zero) range.start += 1;
}

/** Returns the number of the normalized reference of each row. */
export function readReferences(table: Table, column: number | null, ids: TextIds): Int32Array {
  const references = new Int32Array(table.rows).fill(noText);
  if (column === null) return references;
  const { folded } = table.tokens;
  const range = { start: 0, end: 0 };
  const target = new Uint8Array(maxReferenceBytes);
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    if (range.end === range.start) continue;
    normalizeReference(folded, range, target);
    if (range.end === range.start) continue;
    if (
      range.end < 12 &&
      (target[0] ?? 0) > nine &&
      missingReferences.has(decoder.decode(target.subarray(0, range.end)))
    )
      continue;
    references[row] = ids.idOf(target, range.start, range.end);
  }
  return references;
}

/** Returns the number of the folded text of each row in a column. */
export function readTexts(table: Table, column: number | null, ids: TextIds): Int32Array {
  const texts = new Int32Array(table.rows).fill(noText);
  if (column === null) return texts;
  const { folded } = table.tokens;
  const range = { start: 0, end: 0 };
  for (let row = 0; row < table.rows; row += 1) {
    foldedCell(table, row, column, range);
    if (range.end > range.start)
      texts[row] = ids.idOf(folded, range.start, Math.min(range.end, range.start + maxReferenceBytes));
  }
  return texts;
}
