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
  /** Where the folded part ends. */
  readonly foldedEnd: number;
  /** Rows of the part, counted from its first one. */
  readonly ragged: Uint32Array;
  readonly openQuotes: readonly number[];
}

/**
 * Joins one part, or two consecutive parts. The first of two must end with a line end and without an open quote, so that
 * it does not influence how the second is read. `folded` holds both folded parts; the gap between them is closed. The
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
  let end = first.foldedEnd;
  if (second !== null && second.rows > 0) {
    starts.set(second.starts, first.rows);
    detach(second.starts);
    const from = second.foldedStarts[0] ?? end;
    const gap = from - end;
    folded.copyWithin(end, from, second.foldedEnd);
    for (let row = 0; row < second.rows; row += 1)
      foldedStarts[first.rows + row] = (second.foldedStarts[row] ?? 0) - gap;
    detach(second.foldedStarts);
    for (let index = 0; index < second.ragged.length; index += 1)
      ragged[first.ragged.length + index] = (second.ragged[index] ?? 0) + first.rows;
    end = second.foldedEnd - gap;
  }
  starts[rows] = length;
  foldedStarts[rows] = end;
  return {
    rows,
    columns: Math.max(first.columns, second?.columns ?? 0),
    starts,
    foldedStarts,
    folded: folded.subarray(0, end),
    ragged,
    openQuotes: [...first.openQuotes, ...(second?.openQuotes ?? [])],
    seek: null,
  };
}
