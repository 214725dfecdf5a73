/** @file How the beginning of a file reads under other options, and how it would read without a decision of the clerk. */
import type { ReadOptions, ReadPreview } from '../../shared/model/review.ts';
import { detectEncoding } from './encoding.ts';
import { detectLayout, firstRows } from './layout.ts';
import { ReviewSession } from './session.ts';
import { openTable } from './table.ts';

/** Bytes that are read for a preview. */
const maxBytes = 256 * 1024;
/** Rows of data of a preview. */
const rowsShown = 8;
/** Characters of a cell in a preview. */
const maxCellLength = 200;

/**
 * The beginning of a file up to the end of a line, in memory of its own. An even number of bytes, so that no character
 * of two bytes is cut.
 */
export function beginningOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= maxBytes) return Uint8Array.from(bytes);
  const lineEnd = bytes.lastIndexOf(0x0a, maxBytes - 1);
  const length = lineEnd < 0 ? maxBytes : lineEnd + 1;
  return Uint8Array.from(bytes.subarray(0, length - (length % 2)));
}

/** Reads the beginning of a file under the options. */
export function previewOf(file: Uint8Array, options: ReadOptions): ReadPreview {
  const bytes = beginningOf(file);
  const sessionFor = (chosen: ReadOptions) => new ReviewSession({ bytes, table: openTable(bytes, chosen) });
  const session = sessionFor(options);
  const { text, layout } = session.table;
  const { columns: _, ...others } = options;
  const { columns } = options.columns === undefined ? session.opened() : sessionFor(others).opened();
  const { encoding, certain } = detectEncoding(bytes);
  const { separator } = detectLayout(text);
  const found = detectLayout(text, { separator: layout.separator });
  return {
    lines: firstRows(text, { separator: layout.separator }),
    opened: session.opened(),
    rows: session.window(0, rowsShown).map(({ cells }) => cells.map((cell) => cell.slice(0, maxCellLength))),
    found: {
      encoding,
      encodingCertain: certain,
      separator,
      header: found.headerRows === 0 ? null : found.preamble,
      columns: columns.map(({ kind, role }) => ({ kind, role })),
    },
  };
}
