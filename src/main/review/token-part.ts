/** @file Joins the tokens of parts of a text that were read separately. */
import { detach } from './detach-buffer.ts';
import type { Tokens } from './tokenize.ts';

/** Tokens of a part of a text. Offsets are counted from the beginning of the whole text. */
export interface TokenPart {
  readonly rows: number;
  readonly columns: number;
  /** One entry for each row. */
  readonly starts: Uint32Array<ArrayBuffer>;
  readonly foldedStarts: Uint32Array<ArrayBuffer>;
  /** Offset of the end of the folded part. */
  readonly foldedEnd: number;
  /** Rows with another number of cells than expected, counted from the first row of the part. */
  readonly ragged: Uint32Array;
  readonly openQuotes: readonly number[];
}

/**
 * Joins one part, or two consecutive parts. The first of two parts must end with a line end and without an open quote,
 * so that it does not influence how the second part is read. `folded` holds both folded parts; the gap between them is closed. The
 * parts are unusable afterwards.
 */
export function joinParts(
  first: TokenPart,
  second: TokenPart | null,
  folded: Uint8Array,
  length: number,
): Tokens {
  const rows = first.rows + (second?.rows ?? 0);
  const starts = new Uint32Array(rows + 1);
  const foldedStarts = new Uint32Array(rows + 1);
  starts.set(first.starts);
  detach(first.starts);
  foldedStarts.set(first.foldedStarts);
  detach(first.foldedStarts);
  const ragged = new Uint32Array(first.ragged.length + (second?.ragged.length ?? 0));
  ragged.set(first.ragged);
  let foldedEnd = first.foldedEnd;
  if (second !== null && second.rows > 0) {
    starts.set(second.starts, first.rows);
    detach(second.starts);
    const secondStart = second.foldedStarts[0] ?? foldedEnd;
    const gap = secondStart - foldedEnd;
    folded.copyWithin(foldedEnd, secondStart, second.foldedEnd);
    for (let row = 0; row < second.rows; row += 1)
      foldedStarts[first.rows + row] = (second.foldedStarts[row] ?? 0) - gap;
    detach(second.foldedStarts);
    for (let index = 0; index < second.ragged.length; index += 1)
      ragged[first.ragged.length + index] = (second.ragged[index] ?? 0) + first.rows;
    foldedEnd = second.foldedEnd - gap;
  }
  starts[rows] = length;
  foldedStarts[rows] = foldedEnd;
  return {
    rows,
    columns: Math.max(first.columns, second?.columns ?? 0),
    starts,
    foldedStarts,
    folded: folded.subarray(0, foldedEnd),
    ragged,
    openQuotes: [...first.openQuotes, ...(second?.openQuotes ?? [])],
    seek: null,
  };
}
