/**
 * @file Amounts with commas that no quotes protect, in files whose cells are separated by commas: `-1,50` is read as the cells `-1`
 * and `50`. Where joining neighbours makes every row as wide as the header, in one way only, the clerk can choose to do so.
 */
import type { ReadOptions } from '../../../shared/model/statements/open-statement.ts';
import { detectLayout, type Layout, separators } from './layout.ts';
import { readTokens } from './read-tokens.ts';
import { createRowCells, locateCells, type RowCells, type Tokens } from './tokenize.ts';

const comma = separators[','];
const quote = 0x22;
/** Maximum number of cells that a row may have beyond the header. */
const maxExcess = 8;
/** Maximum number of parts of one amount. */
const maxParts = 5;
/** Groups of thousands, with a point before the decimals, or two decimals after the comma. */
const amount =
  /^ ?[-+(\u2212]?\p{Sc}?(?:[1-9]\d{0,2}(?:,\d{3})+(?:\.\d{1,4})?|\d{1,9}(?:\.\d{3}){0,4},\d{2})\)?$/u;

/** Cells of a row that are the parts of one amount. */
interface Join {
  readonly first: number;
  readonly parts: number;
}

/** The amounts of a text that commas divide. */
interface UnquotedAmounts {
  /** The first of them: its data row, from 0, and its cells. */
  readonly example: NonNullable<UnquotedAmount>;
  /** Offsets in the text at which quotes belong, ascending. */
  readonly quotesAt: readonly number[];
}

/** The cells of a data row that may be one amount; `null` for none. */
export type UnquotedAmount = { readonly row: number; readonly cells: readonly string[] } | null;

/** Finds the joins after which a row has `excess` cells less; `null` unless there is exactly one way. */
function findJoins(cells: readonly string[], excess: number): readonly Join[] | null {
  const found: (readonly Join[])[] = [];
  const search = (from: number, left: number, joins: readonly Join[]) => {
    if (left === 0) found.push(joins);
    for (let first = from; left > 0 && first < cells.length && found.length < 2; first += 1)
      for (let parts = 2; parts <= Math.min(left + 1, maxParts, cells.length - first); parts += 1)
        if (amount.test(cells.slice(first, first + parts).join(',')))
          search(first + parts, left + 1 - parts, [...joins, { first, parts }]);
  };
  if (excess <= maxExcess) search(0, excess, []);
  const [only, other] = found;
  return only === undefined || other !== undefined ? null : only;
}

/** Finds the amounts; `null` if there are none, or if a row does not fit the header after joining, in one way only. */
export function findUnquotedAmounts(
  text: Uint8Array,
  { separator, preamble, headerRows, columns }: Layout,
  tokens: Tokens,
): UnquotedAmounts | null {
  if (separator !== ',' || headerRows === 0 || tokens.ragged.length === 0) return null;
  const head = preamble + headerRows;
  const row: RowCells = createRowCells();
  const cellsOf = (index: number): string[] => {
    const [from = 0, to = 0] = [tokens.starts[index], tokens.starts[index + 1]];
    const options = { separator: comma, openQuotes: tokens.openQuotes, maxBytes: Number.MAX_SAFE_INTEGER };
    locateCells(text, from, to, options, row);
    // A cell in quotes is no part of an amount.
    return Array.from({ length: row.count }, (_, cell) =>
      row.texts[cell] === null && text[(row.starts[cell] ?? 0) - 1] !== quote
        ? bytes.toString('utf8', row.starts[cell], row.ends[cell])
        : '"',
    );
  };
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  const width = cellsOf(preamble).length;
  const quotesAt: number[] = [];
  let example: UnquotedAmount = null;
  for (const index of columns === width ? tokens.ragged : Array(tokens.rows).keys()) {
    if (index < head) continue;
    const cells = cellsOf(index);
    if (cells.length === width || cells.every((cell) => cell.trim() === '')) continue;
    const joins = cells.length < width ? null : findJoins(cells, cells.length - width);
    if (joins === null) return null;
    for (const { first, parts } of joins) {
      quotesAt.push(row.starts[first] ?? 0, row.ends[first + parts - 1] ?? 0);
      example ??= { row: index - head, cells: cells.slice(first, first + parts) };
    }
  }
  return example === null ? null : { example, quotesAt };
}

/** Returns the text with quotes around its divided amounts; unchanged if a row does not fit the header then. */
export function joinAmounts(text: Uint8Array, options: ReadOptions): Uint8Array {
  const layout = detectLayout(text, options);
  const tokens = readTokens(text, { separator: separators[layout.separator], expected: layout.columns });
  const found = findUnquotedAmounts(text, layout, tokens);
  if (found === null) return text;
  const quoted = new Uint8Array(text.length + found.quotesAt.length);
  let from = 0;
  for (const [index, at] of found.quotesAt.entries()) {
    quoted.set(text.subarray(from, at), from + index);
    quoted[at + index] = quote;
    from = at;
  }
  quoted.set(text.subarray(from), from + found.quotesAt.length);
  return quoted;
}
