/** @file Preview of the beginning of a file under given options, with the detected options for comparison. */
import type { ReadOptions, ReadPreview } from '../../../shared/model/statements/open-statement.ts';
import { StatementSession } from '../process/session.ts';
import { detectEncoding } from './encoding.ts';
import { detectLayout, readFirstRows } from './layout.ts';
import { openTable } from './table.ts';

/** Maximum number of bytes that are read for a preview. */
const maxBytes = 256 * 1024;
/** Number of data rows in a preview. */
const maxRows = 8;
/** Maximum length of a cell in a preview, in characters. */
const maxCellLength = 200;

/**
 * Copies the beginning of a file up to a line end. The number of bytes is even, so that no two-byte character is cut.
 */
export function copyBeginning(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= maxBytes) return Uint8Array.from(bytes);
  const lineEnd = bytes.lastIndexOf(0x0a, maxBytes - 1);
  const length = lineEnd < 0 ? maxBytes : lineEnd + 1;
  return Uint8Array.from(bytes.subarray(0, length - (length % 2)));
}

/** Reads the beginning of a file under the options. */
export function readPreview(file: Uint8Array, options: ReadOptions): ReadPreview {
  const bytes = copyBeginning(file);
  const sessionFor = (sessionOptions: ReadOptions) =>
    new StatementSession({ bytes, table: openTable(bytes, sessionOptions) });
  const session = sessionFor(options);
  const { text, layout } = session.table;
  const { columns: _, ...optionsWithoutColumns } = options;
  const { columns } =
    options.columns === undefined ? session.describe() : sessionFor(optionsWithoutColumns).describe();
  const { encoding, certain } = detectEncoding(bytes);
  const { separator } = detectLayout(text);
  const layoutWithSeparator = detectLayout(text, { separator: layout.separator });
  return {
    lines: readFirstRows(text, { separator: layout.separator }),
    opened: session.describe(),
    rows: session.window(0, maxRows).map(({ cells }) => cells.map((cell) => cell.slice(0, maxCellLength))),
    found: {
      encoding,
      encodingCertain: certain,
      separator,
      header: layoutWithSeparator.headerRows === 0 ? null : layoutWithSeparator.preamble,
      columns: columns.map(({ kind, role }) => ({ kind, role })),
    },
  };
}
