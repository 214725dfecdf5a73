/** @file Separator, header and lines before it: found out from a file, decided by the clerk where that fails. */
import type { StatementSeparator } from '../../shared/model/review.ts';
import { cellsOf, tokenize } from './tokenize.ts';

export type Separator = StatementSeparator;

/** Bytes that separate cells. */
export const separators: Readonly<Record<Separator, number>> = {
  ',': 0x2c,
  ';': 0x3b,
  '\t': 0x09,
  '|': 0x7c,
};

/** How a file is laid out. */
export interface Layout {
  readonly separator: Separator;
  /** Rows of the file before the header, or before the first row of data when there is no header. */
  readonly preamble: number;
  /** Whether the first row after them names the columns. */
  readonly header: boolean;
  /** Cells of a whole row. */
  readonly columns: number;
  /** False when the separator or the header is only the likeliest. */
  readonly certain: boolean;
  /** Rows of the file that could be the header, the likeliest first. */
  readonly candidates: readonly number[];
}

const sampleBytes = 1 << 18;
const sampleRows = 200;
/** Rows and cells of a file's beginning that a clerk chooses its header from. */
const rowsShown = 60;
const cellsShown = 100;

function sampleOf(text: Uint8Array): Uint8Array {
  if (text.length <= sampleBytes) return text;
  const cut = text.lastIndexOf(0x0a, sampleBytes);
  return text.subarray(0, cut > 0 ? cut + 1 : sampleBytes);
}

interface Sample {
  readonly separator: Separator;
  readonly rows: readonly (readonly string[])[];
  /** The most usual number of cells, and how many rows have it. */
  readonly columns: number;
  readonly whole: number;
}

function sampleWith(text: Uint8Array, separator: Separator): Sample {
  const byte = separators[separator];
  const {
    rows: count,
    starts,
    openQuotes,
  } = tokenize(text, { separator: byte, expected: 0, most: sampleRows });
  const rows = Array.from({ length: Math.min(count, sampleRows) }, (_, row) =>
    cellsOf(text, byte, starts[row] ?? 0, starts[row + 1] ?? 0, openQuotes, 200),
  );
  const byLength = Map.groupBy(
    rows.filter((cells) => cells.length > 1 || cells[0] !== ''),
    (cells) => cells.length,
  );
  const [columns, most] = [...byLength].sort(([, one], [, two]) => two.length - one.length)[0] ?? [1, []];
  return { separator, rows, columns, whole: most.length };
}

/** More cells win, as long as most rows have as many. */
function score({ columns, whole, rows }: Sample): number {
  return columns === 1 ? 0 : (whole / Math.max(1, rows.length)) ** 2 * Math.min(columns, 40);
}

/** True for what stands in rows of data and never in a header. */
function isValue(cell: string): boolean {
  const text = cell.trim();
  return (
    /^[-+(\u2212]?[.,' \u00a0]*\d[\d.,' \u00a0]*[-)]?$/.test(text) ||
    /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}/.test(text)
  );
}

function headerAt(rows: Sample['rows'], columns: number): { preamble: number; header: boolean } {
  const preamble = Math.max(
    0,
    rows.findIndex((cells) => cells.length === columns && cells.some((cell) => cell.trim() !== '')),
  );
  const first = rows[preamble] ?? [];
  const named = first.filter((cell) => cell.trim() !== '');
  const header = named.length >= Math.max(1, first.length * 0.5) && !named.some(isValue);
  return { preamble, header };
}

/** Finds out how a file is laid out; `given` is what the clerk decided. */
export function detectLayout(
  text: Uint8Array,
  given: {
    readonly separator?: Separator | undefined;
    readonly header?: 'none' | number | undefined;
  } = {},
): Layout {
  const sample = sampleOf(text);
  const tried: Separator[] = given.separator === undefined ? [',', ';', '\t', '|'] : [given.separator];
  const [best] = tried
    .map((separator) => sampleWith(sample, separator))
    .sort((one, two) => score(two) - score(one));
  if (best === undefined)
    return { separator: ',', preamble: 0, header: false, columns: 1, certain: false, candidates: [] };
  const { separator, columns, rows } = best;
  const found = rows.length === 0 ? { preamble: 0, header: false } : headerAt(rows, columns);
  const { preamble, header } = withChoice(found, given.header);
  return { separator, preamble, header, columns, certain: true, candidates: header ? [preamble] : [] };
}

function withChoice(
  found: Pick<Layout, 'preamble' | 'header'>,
  chosen: 'none' | number | undefined,
): Pick<Layout, 'preamble' | 'header'> {
  if (chosen === undefined) return found;
  return chosen === 'none' ? { ...found, header: false } : { preamble: chosen, header: true };
}

/** The first rows of a text as cells, cut, from its very beginning. */
export function firstRows(
  text: Uint8Array,
  given: { readonly separator?: Separator | undefined },
): string[][] {
  const { separator } = detectLayout(text, given);
  const byte = separators[separator];
  const { rows, starts, openQuotes } = tokenize(text, { separator: byte, expected: 0, most: rowsShown });
  return Array.from({ length: Math.min(rows, rowsShown) }, (_, row) =>
    cellsOf(text, byte, starts[row] ?? 0, starts[row + 1] ?? 0, openQuotes, 200).slice(0, cellsShown),
  );
}
