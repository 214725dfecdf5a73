/**
 * @file Reads a CSV in one pass over its bytes: row offsets, and a folded copy for search. Nothing is dropped: rows with
 * more or fewer cells stay and are listed, and a quote that is never closed is read as a plain character.
 */
import type { CellHashing } from './cell-hashing.ts';
import { cellEnd, foldedAscii, foldNonAscii, rowEnd } from './fold.ts';
import { classifyClosingQuote, findOpeningQuote, mayPrecedeQuote } from './quoted-cell.ts';

/** Collects the cells of a column while the file is tokenized. */
export interface CellCollector {
  /** Type of the collected values. */
  readonly kind: 'number' | 'date';
  /** True once no further cell is needed. */
  readonly isDone: boolean;
  /** Collects a folded cell; rows come in order. */
  collect(row: number, bytes: Uint8Array, start: number, end: number): void;
  /** Collects a run of parsed cells; kernel/tokenize.ts defines their codes. */
  collectParsed(
    first: number,
    codes: Uint8Array,
    values: Float64Array,
    readUnparsed: (row: number) => void,
  ): void;
}

/** Result of tokenizing. Rows include the header and the rows before it. */
export interface Tokens {
  readonly rows: number;
  /** Maximum number of cells of a row. */
  readonly columns: number;
  /** Offset of each row in the text; an additional entry holds the end of the last row. */
  readonly starts: Uint32Array;
  /** Offset of each row in the folded copy; an additional entry holds the end of the last row. */
  readonly foldedStarts: Uint32Array;
  /** Every cell folded and followed by {@link cellEnd}; every row followed by {@link rowEnd}. */
  readonly folded: Uint8Array;
  /** Rows with another number of cells than expected, ascending. */
  readonly ragged: Uint32Array;
  /** Offsets in the text of quotes that are never closed. */
  readonly openQuotes: readonly number[];
  /**
   * Fast search in the folded copy, if available. The needle has at least one byte; the result is `null` for a needle
   * that is too long.
   */
  readonly seek: ((needle: Uint8Array) => Seek | null) | null;
  /** Fast hashing of the cells in the folded copy, if available. */
  readonly hashing?: CellHashing | null;
}

/** Returns the first offset of the needle from `from` on, or -1. Invalid as soon as another search or read starts. */
export type Seek = (from: number) => number;

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** Number of unclosed quotes after which all further quotes are read as plain characters. */
export const maxOpenQuotes = 8;

/** Growing list of whole numbers below 2^32. */
export class NumberList {
  #numbers = new Uint32Array(1024);
  #length = 0;

  push(number: number): void {
    if (this.#length === this.#numbers.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.#length] = number;
    this.#length += 1;
  }

  toArray(): Uint32Array {
    return this.#numbers.slice(0, this.#length);
  }
}

/** Copies the numbers into a longer array. */
export function growNumbers(numbers: Uint32Array, length: number): Uint32Array<ArrayBuffer> {
  const grown = new Uint32Array(length);
  grown.set(numbers);
  return grown;
}

/** Estimates the number of lines of a file from its beginning. The estimate is rather too high than too low. */
export function guessRows(text: Uint8Array): number {
  const sampledBytes = Math.min(text.length, 1 << 18);
  let lines = 1;
  for (let at = 0; at < sampledBytes; at += 1) {
    const byte = text[at];
    // CR LF is one line end.
    if (byte === lineFeed || (byte === carriageReturn && text[at + 1] !== lineFeed)) lines += 1;
  }
  return Math.ceil(((lines * text.length) / Math.max(1, sampledBytes)) * 1.1) + 16;
}

export interface TokenizeOptions {
  /** Byte that separates cells. */
  readonly separator: number;
  /** Number of cells of a complete row. */
  readonly expected: number;
  /** Rows before the first data row. */
  readonly head?: number;
  /** Maximum number of rows to read. */
  readonly maxRows?: number;
  /** Collectors by column. They receive data rows, counted from 0. */
  readonly collectors?: readonly (CellCollector | null)[];
}

/** Tokenizes a text of valid UTF-8. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte, where a call costs more than the work
export function tokenize(text: Uint8Array, options: TokenizeOptions): Tokens {
  const { separator, expected, head = 0, maxRows = Number.MAX_SAFE_INTEGER, collectors = [] } = options;
  const length = text.length;
  const out = new Uint8Array(length + 4);
  // The folded form of each byte; 0 for a byte that needs special handling.
  const copiedBytes = new Uint8Array(256);
  copiedBytes.set(foldedAscii);
  for (const special of [separator, lineFeed, carriageReturn]) copiedBytes[special] = 0;
  let starts = new Uint32Array(guessRows(text));
  let foldedStarts = new Uint32Array(starts.length);
  const ragged = new NumberList();
  const openQuotes: number[] = [];
  const position = { from: 0, to: 0 };
  let rows = 0;
  let columns = 0;
  let at = 0;
  let to = 0;

  while (at < length && rows < maxRows) {
    if (rows + 1 >= starts.length) {
      starts = growNumbers(starts, starts.length * 2);
      foldedStarts = growNumbers(foldedStarts, starts.length);
    }
    starts[rows] = at;
    foldedStarts[rows] = to;
    let column = 0;
    let isRowEnded = false;
    while (!isRowEnded) {
      const cellStart = to;
      if (at < length && mayPrecedeQuote(text[at]) && openQuotes.length < maxOpenQuotes) {
        const openingQuote = findOpeningQuote(text, at, length);
        const closing =
          openingQuote < 0 ? 'text' : classifyClosingQuote(text, openingQuote, length, separator);
        if (closing === 'cell') at = openingQuote;
        else if (closing === 'nothing') openQuotes.push(openingQuote);
      }
      if (at < length && text[at] === quote && openQuotes.length < maxOpenQuotes) {
        const quoteAt = at;
        at += 1;
        for (;;) {
          const byte = at < length ? (text[at] ?? 0) : -1;
          const folded = byte < 0 ? 0 : (copiedBytes[byte] ?? 0);
          if (folded !== 0 && byte !== quote) {
            out[to] = folded;
            to += 1;
            at += 1;
          } else if (byte === quote) {
            if (at + 1 >= length || text[at + 1] !== quote) {
              at += 1;
              break;
            }
            out[to] = quote;
            to += 1;
            at += 2;
          } else if (byte < 0) {
            // The quote is never closed: reads the cell again as plain text.
            openQuotes.push(quoteAt);
            at = quoteAt + 1;
            to = cellStart;
            out[to] = quote;
            to += 1;
            break;
          } else if (byte < 0x80) {
            out[to] = foldedAscii[byte] ?? 0x20;
            to += 1;
            at += 1;
          } else {
            position.from = at;
            position.to = to;
            foldNonAscii(text, out, position);
            at = position.from;
            to = position.to;
          }
        }
      }
      let byte = 0;
      for (;;) {
        // Never reads beyond the end, which would deoptimize every read before it.
        if (at >= length) {
          byte = -1;
          break;
        }
        byte = text[at] ?? 0;
        const folded = copiedBytes[byte] ?? 0;
        if (folded !== 0) {
          out[to] = folded;
          to += 1;
          at += 1;
        } else if (byte >= 0x80) {
          position.from = at;
          position.to = to;
          foldNonAscii(text, out, position);
          at = position.from;
          to = position.to;
        } else break;
      }
      const collector = collectors[column];
      if (collector !== null && collector !== undefined && rows >= head && !collector.isDone) {
        collector.collect(rows - head, out, cellStart, to);
      }
      out[to] = cellEnd;
      to += 1;
      column += 1;
      if (byte === separator) {
        at += 1;
        continue;
      }
      isRowEnded = true;
      if (byte === carriageReturn) at += at + 1 < length && text[at + 1] === lineFeed ? 2 : 1;
      else if (byte === lineFeed) at += 1;
    }
    // The end of the last cell becomes the end of the row.
    out[to - 1] = rowEnd;
    if (column !== expected) ragged.push(rows);
    if (column > columns) columns = column;
    rows += 1;
  }
  starts[rows] = at;
  foldedStarts[rows] = to;
  return {
    rows,
    columns,
    starts: starts.subarray(0, rows + 1),
    foldedStarts: foldedStarts.subarray(0, rows + 1),
    folded: out.subarray(0, to),
    ragged: ragged.toArray(),
    openQuotes,
    seek: null,
  };
}

/** Decodes a part of a text. */
export function decodeUtf8({ buffer, byteOffset, byteLength }: Uint8Array, start = 0, end = 0): string {
  return end > start ? Buffer.from(buffer, byteOffset, byteLength).toString('utf8', start, end) : '';
}

/** The cells of one row, as parts of the text. */
export interface RowCells {
  count: number;
  /** Offsets in the text. */
  readonly starts: number[];
  readonly ends: number[];
  /** The text of a cell that is not one part of the text, because it has quotes in quotes; `null` for all others. */
  readonly texts: (string | null)[];
}

/** Returns a row without cells. */
export const createRowCells = (): RowCells => ({ count: 0, starts: [], ends: [], texts: [] });

interface SplitOptions {
  readonly separator: number;
  readonly openQuotes: readonly number[];
  readonly maxBytes: number;
}

/** Sets `cells` to the cells of one row, with at most `maxBytes` bytes of each part of a cell. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop over every byte, where a call costs more than the work
export function locateCells(
  text: Uint8Array,
  from: number,
  to: number,
  { separator, openQuotes, maxBytes }: SplitOptions,
  cells: RowCells,
): void {
  const decode = (start: number, end: number) => decodeUtf8(text, start, Math.min(end, start + maxBytes));
  let count = 0;
  let at = from;
  // Excludes the line end of the row.
  let end = to;
  const lastByte = text[end - 1];
  if (end > from && (lastByte === lineFeed || lastByte === carriageReturn))
    end -= lastByte === lineFeed && text[end - 2] === carriageReturn && end - 2 >= from ? 2 : 1;
  for (;;) {
    at = findCellStart(text, at, end, { separator, openQuotes });
    let cell: string | null = null;
    let start = at;
    let cellTo = at;
    if (text[at] === quote && isQuote(at, openQuotes)) {
      at += 1;
      start = at;
      for (; at < end; at += 1) {
        if (text[at] !== quote) continue;
        if (text[at + 1] !== quote || at + 1 >= end) break;
        cell = (cell ?? '') + decodeUtf8(text, start, at + 1);
        at += 1;
        start = at + 1;
      }
      cellTo = Math.min(at, end);
      if (cell !== null) cell += decode(start, cellTo);
      at += 1;
    }
    const textAt = at;
    while (at < end && text[at] !== separator) at += 1;
    if (cell !== null) cell += decode(textAt, at);
    else if (cellTo === start) {
      // An empty pair of quotes, or none.
      start = textAt;
      cellTo = at;
    } else if (at > textAt) cell = decode(start, cellTo) + decode(textAt, at);
    cells.starts[count] = start;
    cells.ends[count] = Math.max(start, Math.min(cellTo, start + maxBytes));
    cells.texts[count] = cell;
    count += 1;
    if (at >= end || text[at] !== separator) break;
    at += 1;
  }
  cells.count = count;
}

/** Splits one row into its cells as original text, with at most `maxBytes` bytes of each part of a cell. */
export function splitRow(
  text: Uint8Array,
  separator: number,
  from: number,
  to: number,
  openQuotes: readonly number[] = [],
  maxBytes = Number.MAX_SAFE_INTEGER,
): string[] {
  const cells = createRowCells();
  locateCells(text, from, to, { separator, openQuotes, maxBytes }, cells);
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  return cells.texts.map(
    (cell, index) => cell ?? bytes.toString('utf8', cells.starts[index], cells.ends[index]),
  );
}

/** Offset of the opening quote of a cell that has it after blanks or an equals sign; otherwise `at`. */
function findCellStart(
  text: Uint8Array,
  at: number,
  end: number,
  { separator, openQuotes }: { readonly separator: number; readonly openQuotes: readonly number[] },
): number {
  if (!mayPrecedeQuote(text[at])) return at;
  const openingQuote = findOpeningQuote(text, at, end);
  const isCell =
    openingQuote >= 0 &&
    isQuote(openingQuote, openQuotes) &&
    classifyClosingQuote(text, openingQuote, end, separator) === 'cell';
  return isCell ? openingQuote : at;
}

/** False for an unclosed quote, and for every quote after the maximum number of unclosed quotes. */
function isQuote(at: number, openQuotes: readonly number[]): boolean {
  if (openQuotes.length === 0) return true;
  if (openQuotes.includes(at)) return false;
  return openQuotes.length < maxOpenQuotes || at < (openQuotes.at(-1) ?? 0);
}
