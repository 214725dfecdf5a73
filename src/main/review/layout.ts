/** @file Separator, header and lines before it: found out from a file, decided by the clerk where that fails. */
import { cellsOf, tokenize } from './tokenize.ts';

/** Bytes that separate cells. */
export const separators = { ',': 0x2c, ';': 0x3b, '\t': 0x09, '|': 0x7c } as const;

/** See {@link separators}. */
export type Separator = keyof typeof separators;

/** How a file is laid out. */
export interface Layout {
  readonly separator: Separator;
  /** Lines before the header. */
  readonly preamble: number;
  /** Whether the first line after them names the columns. */
  readonly header: boolean;
  /** Cells of a whole row. */
  readonly columns: number;
}

const sampleBytes = 1 << 18;
const sampleRows = 200;

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
  given: { readonly separator?: Separator | undefined; readonly header?: boolean | undefined } = {},
): Layout {
  const sample = sampleOf(text);
  const tried: Separator[] = given.separator === undefined ? [',', ';', '\t', '|'] : [given.separator];
  const [best] = tried
    .map((separator) => sampleWith(sample, separator))
    .sort((one, two) => score(two) - score(one));
  if (best === undefined) return { separator: ',', preamble: 0, header: false, columns: 1 };
  const { preamble, header } = headerAt(best.rows, best.columns);
  const named = given.header ?? header;
  return {
    separator: best.separator,
    preamble: best.rows.length === 0 ? 0 : preamble,
    header: named,
    columns: best.columns,
  };
}
