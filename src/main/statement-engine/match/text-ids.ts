/** @file Numbers for texts: equal texts of both files get the same number, without creating a string for each row. */
import { numberCells } from '../read/cell-codes.ts';
import { createCellHashing, maxHashedRows } from '../read/cell-hashing.ts';
import { foldedCell, type Table } from '../read/table.ts';
import { maxBatch, TextBatch } from './text-batch.ts';

/** Number of a row without a text. */
export const noText = -1;

/** Texts that stand for a missing reference, in normalized form. */
const missingReferences = [
  'na',
  'none',
  'null',
  'nil',
  'notprovided',
  'unknown',
  'noref',
  'noreference',
  '0',
];
const initialTexts = 1 << 12;
/** Maximum number of texts for which room is made at the beginning. */
const maxExpected = 4_000_000;
/** Share of the places that are taken at most. */
const maxLoad = 0.7;
/** Number of places that the caches of a processor hold. */
const maxCachedPlaces = 1 << 16;
const decoder = new TextDecoder();

/** Numbers texts in the order of their first occurrence. */
export class TextIds {
  /** The hash and the number of a text at each place, beside each other so that both need one access to memory. */
  #places: Int32Array;
  #mask: number;
  /** Where each text begins in {@link #words}, and its number of bytes. */
  #ranges: Int32Array<ArrayBuffer>;
  #words: Int32Array<ArrayBuffer>;
  #nextWord = 0;
  readonly #found = new Int32Array(maxBatch);
  #count = 0;

  /** Texts below this number stand for no text. */
  readonly #firstText: number;

  /** Makes room for as many texts as are expected. The texts of `missing` get no number. */
  constructor(expected: number, missing: readonly string[]) {
    let size = initialTexts;
    while (size < Math.min(expected, maxExpected)) size *= 2;
    this.#places = new Int32Array(size * 2).fill(noText);
    this.#mask = size - 1;
    this.#ranges = new Int32Array(size * 2);
    this.#words = new Int32Array(size * 4);
    const batch = new TextBatch();
    for (const [row, text] of missing.entries()) {
      const bytes = new TextEncoder().encode(text);
      batch.addText(row, bytes, 0, bytes.length);
    }
    this.#firstText = 0;
    this.number(batch, new Int32Array(missing.length));
    this.#firstText = this.#count;
  }

  /** All numbers are below it. */
  get count(): number {
    return this.#count;
  }

  /**
   * Sets `numbers`, and `breaks` of a reference, of the row of each text of a batch, and empties the batch. The bytes of a
   * new text are copied.
   */
  number(batch: TextBatch, numbers: Int32Array, breaks: Int32Array | null = null): void {
    if (this.#mask > maxCachedPlaces) this.#prefetch(batch);
    const { rows, count } = batch;
    const firstText = this.#firstText;
    for (let at = 0; at < count; at += 1) {
      const place = this.#placeOf(batch, at);
      const id = this.#places[place * 2 + 1] ?? noText;
      const number = id === noText ? this.#add(batch, at, place) : id;
      if (number < firstText) continue;
      const row = rows[at] ?? 0;
      numbers[row] = number;
      if (breaks !== null) breaks[row] = batch.breaks[at] ?? 0;
    }
    batch.clear();
  }

  /** Returns the number of a text of a batch; {@link noText} for a text without one. */
  find(batch: TextBatch, at: number): number {
    const id = this.#places[this.#placeOf(batch, at) * 2 + 1] ?? noText;
    return id >= this.#firstText ? id : noText;
  }

  /**
   * Reads what the texts of a batch will be compared with. These reads do not depend on one another, so that the processor
   * waits for many of them at once; the comparison of one text after the other would wait for each.
   */
  #prefetch({ hashes, count }: TextBatch): void {
    const places = this.#places;
    const ranges = this.#ranges;
    const words = this.#words;
    const found = this.#found;
    const mask = this.#mask;
    for (let at = 0; at < count; at += 1) found[at] = places[((hashes[at] ?? 0) & mask) * 2 + 1] ?? noText;
    for (let at = 0; at < count; at += 1) {
      const id = found[at] ?? noText;
      found[at] = id === noText ? 0 : (ranges[id * 2] ?? 0);
    }
    for (let at = 0; at < count; at += 1) found[at] = words[found[at] ?? 0] ?? 0;
  }

  /** Returns the place of a text, or the free place for it. */
  #placeOf(batch: TextBatch, at: number): number {
    const places = this.#places;
    const mask = this.#mask;
    const hash = batch.hashes[at] ?? 0;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const id = places[place * 2 + 1] ?? noText;
      if (id === noText || (places[place * 2] === hash && this.#isText(id, batch, at))) return place;
    }
  }

  /** Returns the text of a number. */
  textOf(id: number): string {
    if (id < 0) return '';
    const start = (this.#ranges[id * 2] ?? 0) * 4;
    return decoder.decode(new Uint8Array(this.#words.buffer, start, this.#ranges[id * 2 + 1]));
  }

  #isText(id: number, { words, starts, lengths }: TextBatch, at: number): boolean {
    const length = lengths[at] ?? 0;
    if (this.#ranges[id * 2 + 1] !== length) return false;
    const own = this.#words;
    const ownStart = this.#ranges[id * 2] ?? 0;
    const start = starts[at] ?? 0;
    const count = (length + 3) >> 2;
    for (let word = 0; word < count; word += 1)
      if (own[ownStart + word] !== words[start + word]) return false;
    return true;
  }

  #add({ words, starts, lengths, hashes }: TextBatch, at: number, place: number): number {
    const id = this.#count;
    const ownStart = this.#nextWord;
    const length = lengths[at] ?? 0;
    const start = starts[at] ?? 0;
    const count = (length + 3) >> 2;
    if (ownStart + count > this.#words.length)
      this.#words = grown(this.#words, Math.max(ownStart + count, ownStart * 2));
    for (let word = 0; word < count; word += 1) this.#words[ownStart + word] = words[start + word] ?? 0;
    if (id * 2 === this.#ranges.length) this.#ranges = grown(this.#ranges, id * 4);
    this.#ranges[id * 2] = ownStart;
    this.#ranges[id * 2 + 1] = length;
    this.#places[place * 2] = hashes[at] ?? 0;
    this.#places[place * 2 + 1] = id;
    this.#nextWord = ownStart + count;
    this.#count = id + 1;
    if (this.#count > (this.#mask + 1) * maxLoad) this.#rehash();
    return id;
  }

  #rehash(): void {
    const former = this.#places;
    const mask = this.#mask * 4 + 3;
    const places = new Int32Array((mask + 1) * 2).fill(noText);
    for (let at = 0; at < former.length; at += 2) {
      const id = former[at + 1] ?? noText;
      if (id === noText) continue;
      const hash = former[at] ?? 0;
      let place = hash & mask;
      while (places[place * 2 + 1] !== noText) place = (place + 1) & mask;
      places[place * 2] = hash;
      places[place * 2 + 1] = id;
    }
    this.#places = places;
    this.#mask = mask;
  }
}

function grown(numbers: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(numbers);
  return larger;
}

/** Calls `onCell` with the folded cell of each row of a column, without spaces around it. Cells without text are left out. */
function eachCell(
  table: Table,
  column: number,
  onCell: (row: number, start: number, end: number) => void,
): void {
  const { tokens, rows, head, origins } = table;
  if (origins !== null && column >= origins.first) {
    const range = { start: 0, end: 0 };
    for (let row = 0; row < rows; row += 1) {
      foldedCell(table, row, column, range);
      if (range.end > range.start) onCell(row, range.start, range.end);
    }
    return;
  }
  const hashing = tokens.hashing ?? createCellHashing(tokens.folded);
  for (let first = 0; first < rows; first += maxHashedRows) {
    const count = Math.min(maxHashedRows, rows - first);
    hashing.hash(tokens.foldedStarts.subarray(head + first, head + first + count + 1), column);
    const { starts, ends } = hashing;
    for (let index = 0; index < count; index += 1) {
      const [start, end] = [starts[index] ?? 0, ends[index] ?? 0];
      if (end > start) onCell(first + index, start, end);
    }
  }
}

/** Creates the numbers of normalized references. */
export function createReferenceIds(expected: number): TextIds {
  return new TextIds(expected, missingReferences);
}

/** Returns the number of the normalized reference of each row, and where its digits were separated. */
export function readReferences(
  table: Table,
  column: number | null,
  ids: TextIds,
): { readonly references: Int32Array; readonly breaks: Int32Array } {
  const references = new Int32Array(table.rows).fill(noText);
  const breaks = new Int32Array(table.rows);
  if (column === null) return { references, breaks };
  const { folded } = table.tokens;
  const batch = new TextBatch();
  eachCell(table, column, (row, start, end) => {
    batch.addReference(row, folded, start, end);
    if (batch.isFull) ids.number(batch, references, breaks);
  });
  ids.number(batch, references, breaks);
  return { references, breaks };
}

/** Maximum number of texts that are numbered by their codes. */
const maxCodes = 50_000;

/** Returns the number of the folded text of each row in a column. */
export function readTexts(table: Table, column: number | null, ids: TextIds): Int32Array {
  const texts = new Int32Array(table.rows).fill(noText);
  if (column === null) return texts;
  const { folded } = table.tokens;
  const isInFile = table.origins === null || column < table.origins.first;
  const cells = isInFile ? numberCells(table, column, maxCodes) : null;
  const batch = new TextBatch();
  if (cells === null) {
    eachCell(table, column, (row, start, end) => {
      batch.addText(row, folded, start, end);
      if (batch.isFull) ids.number(batch, texts);
    });
    ids.number(batch, texts);
    return texts;
  }
  // Most names are in many rows: each is numbered once.
  const { codes, count } = cells;
  const numbers = new Int32Array(count).fill(noText);
  const range = { start: 0, end: 0 };
  let next = 0;
  for (let row = 0; row < codes.length && next < count; row += 1) {
    if (codes[row] !== next) continue;
    foldedCell(table, row, column, range);
    trim(folded, range);
    if (range.end > range.start) batch.addText(next, folded, range.start, range.end);
    if (batch.isFull) ids.number(batch, numbers);
    next += 1;
  }
  ids.number(batch, numbers);
  for (let row = 0; row < codes.length; row += 1) texts[row] = numbers[codes[row] ?? 0] ?? noText;
  return texts;
}

const space = 0x20;

function trim(folded: Uint8Array, range: { start: number; end: number }): void {
  while (range.start < range.end && folded[range.start] === space) range.start += 1;
  while (range.end > range.start && folded[range.end - 1] === space) range.end -= 1;
}
