/** @file The folded rows of several statements in one text, with the columns of the united table. */
import { cellEnd, rowEnd } from '../read/fold.ts';
import type { Table } from '../read/table.ts';

function grow(bytes: Uint8Array<ArrayBuffer>, minLength: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(minLength, Math.ceil(bytes.length * 1.5)));
  larger.set(bytes);
  return larger;
}

/** Collects the folded rows of statements, one after the other. Offsets below 2^32 only. */
export class FoldedText {
  #bytes: Uint8Array<ArrayBuffer>;
  #end = 0;
  #starts = new Uint32Array(1024);
  #rows = 0;

  /** `capacity` is the expected number of bytes. */
  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  get rows(): number {
    return this.#rows;
  }

  /** Appends a text before all rows; returns where it is. */
  addText(text: Uint8Array): { readonly start: number; readonly end: number } {
    this.#reserve(text.length);
    this.#bytes.set(text, this.#end);
    const start = this.#end;
    this.#end += text.length;
    return { start, end: this.#end };
  }

  /** Number of bytes. */
  get size(): number {
    return this.#end;
  }

  /**
   * Appends the data rows of a table. `target` has the united column of each of its columns. Returns true if the rows
   * were copied unchanged.
   */
  add(table: Table, target: readonly number[]): boolean {
    this.#reserveRows(table.rows);
    const isCopied = target.every((place, index) => place === index);
    if (isCopied) this.#copy(table);
    else this.#rewrite(table, target);
    this.#rows += table.rows;
    return isCopied;
  }

  /** Returns the text with the offset of each row and of the end. */
  take(): { readonly folded: Uint8Array<ArrayBuffer>; readonly foldedStarts: Uint32Array<ArrayBuffer> } {
    const foldedStarts = this.#starts.slice(0, this.#rows + 1);
    foldedStarts[this.#rows] = this.#end;
    return { folded: this.#bytes.subarray(0, this.#end), foldedStarts };
  }

  #copy({ tokens, head, rows }: Table): void {
    const first = tokens.foldedStarts[head] ?? 0;
    const last = tokens.foldedStarts[head + rows] ?? first;
    this.#reserve(last - first);
    this.#bytes.set(tokens.folded.subarray(first, last), this.#end);
    const shift = this.#end - first;
    for (let row = 0; row < rows; row += 1)
      this.#starts[this.#rows + row] = (tokens.foldedStarts[head + row] ?? 0) + shift;
    this.#end += last - first;
  }

  /** Writes each row with its cells in the order of the united columns. */
  #rewrite({ tokens, head, rows }: Table, target: readonly number[]): void {
    const { folded, foldedStarts } = tokens;
    const width = target.reduce((most, place) => Math.max(most, place + 1), 0);
    const sourceOf = Array.from({ length: width }, (_, place) => target.indexOf(place));
    const starts = new Uint32Array(target.length);
    const ends = new Uint32Array(target.length);
    for (let row = 0; row < rows; row += 1) {
      let at = foldedStarts[head + row] ?? 0;
      const limit = (foldedStarts[head + row + 1] ?? 1) - 1;
      for (let column = 0; column < target.length; column += 1) {
        starts[column] = at;
        while (at < limit && folded[at] !== cellEnd && folded[at] !== rowEnd) at += 1;
        ends[column] = at;
        if (at < limit) at += 1;
      }
      this.#reserve(limit - (foldedStarts[head + row] ?? 0) + width + 1);
      this.#starts[this.#rows + row] = this.#end;
      for (const source of sourceOf) {
        if (source >= 0) {
          const cell = folded.subarray(starts[source], ends[source]);
          this.#bytes.set(cell, this.#end);
          this.#end += cell.length;
        }
        this.#bytes[this.#end] = cellEnd;
        this.#end += 1;
      }
      this.#bytes[this.#end] = rowEnd;
      this.#end += 1;
    }
  }

  #reserve(length: number): void {
    if (this.#end + length > this.#bytes.length) this.#bytes = grow(this.#bytes, this.#end + length);
  }

  #reserveRows(rows: number): void {
    const length = this.#rows + rows + 1;
    if (length <= this.#starts.length) return;
    const larger = new Uint32Array(Math.max(length, this.#starts.length * 2));
    larger.set(this.#starts);
    this.#starts = larger;
  }
}
