/** @file Applies the reading options of a wallet to files with the same columns, and to no others. */
import { createHash } from 'node:crypto';
import type { StatementEncoding } from '../../../shared/model/statements/encoding.ts';
import type { ReadOptions } from '../../../shared/model/statements/open-statement.ts';
import { detectEncoding, toUtf8 } from './encoding.ts';
import type { FileShape, RememberedInterpretation } from './file-shape.ts';
import { detectLayout, readRows } from './layout.ts';
import { chosenText, type Table } from './table.ts';

/** Maximum number of bytes at the start of a file that are compared. */
const maxComparedBytes = 1 << 18;
/** Minimum number of rows that are searched for the header: the number of lines before it may differ from month to month. */
const minSearchedRows = 60;

function digestNames(row: readonly string[]): string {
  const names = row.map((cell) => cell.trim());
  const width = names.findLastIndex((name) => name !== '') + 1;
  return createHash('sha256').update(names.slice(0, width).join('\u0000')).digest('hex');
}

function isUnicode(encoding: StatementEncoding): boolean {
  return encoding.startsWith('utf-');
}

function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 0x80);
}

/** Determines the shape of a file that was read. */
export function determineShape(
  bytes: Uint8Array,
  table: Pick<Table, 'text' | 'layout' | 'encoding' | 'options'>,
): FileShape {
  const { layout, options } = table;
  const text = table.text.subarray(0, maxComparedBytes);
  const rows = layout.headerRows === 0 ? [] : readRows(text, layout.separator, layout.preamble + 1);
  const { encoding } = options.encoding === undefined ? table.encoding : detectEncoding(bytes);
  return { columns: layout.columns, names: digestNames(rows[layout.preamble] ?? []), encoding };
}

/** Finds the row of the header, which may have moved; `null` if the file has other columns. */
function findHeader(
  text: Uint8Array,
  { options, shape }: RememberedInterpretation,
): ReadOptions['header'] | null {
  const { separator, header } = options;
  const layout = detectLayout(text, { separator, header: header === 'none' ? 'none' : undefined });
  if (layout.columns !== shape.columns) return null;
  if (header === 'none') return 'none';
  if (typeof header === 'number') {
    const rows = readRows(text, layout.separator, Math.max(minSearchedRows, header + 1));
    const hasSameNames = (row: number) => rows[row] !== undefined && digestNames(rows[row]) === shape.names;
    const foundRow = hasSameNames(header) ? header : rows.findIndex((_, row) => hasSameNames(row));
    return foundRow < 0 ? null : foundRow;
  }
  const rows = layout.headerRows === 0 ? [] : readRows(text, layout.separator, layout.preamble + 1);
  return digestNames(rows[layout.preamble] ?? []) === shape.names ? undefined : null;
}

/**
 * Returns the remembered options for a file with the columns for which they were chosen; otherwise `null`. `beginning`
 * is the file, or at least its first 256 KB.
 */
function matchOptions(beginning: Uint8Array, remembered: RememberedInterpretation): ReadOptions | null {
  const { options, shape } = remembered;
  const detected = detectEncoding(beginning);
  const encoding = options.encoding ?? detected.encoding;
  // The detected code page depends on the letters of the file; only Unicode is detected reliably. ASCII text is the same in all encodings.
  const isSame = isUnicode(detected.encoding) === isUnicode(shape.encoding) || isAscii(beginning);
  if (options.encoding !== undefined && !isSame) return null;
  const sample = cutAtLineEnd(beginning);
  const bomBytes = encoding === detected.encoding ? detected.mark : 0;
  const header = findHeader(chosenText(toUtf8(sample, encoding, bomBytes), options), remembered);
  if (header === null) return null;
  const { header: _, ...others } = options;
  return header === undefined ? others : { ...others, header };
}

/** Cuts the beginning of a text at a line end, so that no line or character is split. */
function cutAtLineEnd(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= maxComparedBytes) return bytes;
  const end = bytes.lastIndexOf(0x0a, maxComparedBytes - 1) + 1;
  return bytes.subarray(0, end === 0 ? maxComparedBytes : end + (end % 2));
}

/** Whether stored options were applied. */
export type RememberedUse = 'none' | 'applied' | 'unfit';

/** Returns the options for reading a file: the remembered options if they fit, otherwise `options`. */
export function resolveOptions(
  beginning: Uint8Array,
  options: ReadOptions = {},
  remembered: RememberedInterpretation | null = null,
): { readonly options: ReadOptions; readonly use: RememberedUse } {
  if (remembered === null) return { options, use: 'none' };
  const fitting = matchOptions(beginning, remembered);
  return fitting === null ? { options, use: 'unfit' } : { options: fitting, use: 'applied' };
}
