/** @file Applies the reading options of a wallet to files with the same columns, and to no others. */
import { createHash } from 'node:crypto';
import type { ReadOptions, StatementEncoding } from '../../shared/model/review.ts';
import { detectEncoding, toUtf8 } from './encoding.ts';
import type { FileShape, RememberedReading } from './file-shape.ts';
import { detectLayout, rowsOf } from './layout.ts';
import type { Table } from './table.ts';

/** Bytes at the start of a file that are compared. */
const bytesLookedAt = 1 << 18;
/** Rows searched for the header: the number of lines before it may differ from month to month. */
const rowsLookedAt = 60;

function namesDigest(row: readonly string[]): string {
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

/** The shape of a file that was read. */
export function shapeOf(
  bytes: Uint8Array,
  table: Pick<Table, 'text' | 'layout' | 'encoding' | 'options'>,
): FileShape {
  const { layout, options } = table;
  const text = table.text.subarray(0, bytesLookedAt);
  const rows = layout.headerRows === 0 ? [] : rowsOf(text, layout.separator, layout.preamble + 1);
  const { encoding } = options.encoding === undefined ? table.encoding : detectEncoding(bytes);
  return { columns: layout.columns, names: namesDigest(rows[layout.preamble] ?? []), encoding };
}

/** Finds the row of the header, which may have moved; `null` if the file has other columns. */
function headerIn(text: Uint8Array, { options, shape }: RememberedReading): ReadOptions['header'] | null {
  const { separator, header } = options;
  const layout = detectLayout(text, { separator, header: header === 'none' ? 'none' : undefined });
  if (layout.columns !== shape.columns) return null;
  if (header === 'none') return 'none';
  if (typeof header === 'number') {
    const rows = rowsOf(text, layout.separator, Math.max(rowsLookedAt, header + 1));
    const fits = (row: number) => rows[row] !== undefined && namesDigest(rows[row]) === shape.names;
    const found = fits(header) ? header : rows.findIndex((_, row) => fits(row));
    return found < 0 ? null : found;
  }
  const rows = layout.headerRows === 0 ? [] : rowsOf(text, layout.separator, layout.preamble + 1);
  return namesDigest(rows[layout.preamble] ?? []) === shape.names ? undefined : null;
}

/**
 * The options for a file that has the columns they were chosen for, or `null`. `beginning` is the file, or at least its
 * first 256 KB.
 */
export function optionsFor(beginning: Uint8Array, remembered: RememberedReading): ReadOptions | null {
  const { options, shape } = remembered;
  const detected = detectEncoding(beginning);
  const encoding = options.encoding ?? detected.encoding;
  // Which code page is detected depends on the letters in a month's file; Unicode is detected reliably. ASCII is the same in all.
  const isSame = isUnicode(detected.encoding) === isUnicode(shape.encoding) || isAscii(beginning);
  if (options.encoding !== undefined && !isSame) return null;
  const cut = untilLineEnd(beginning);
  const mark = encoding === detected.encoding ? detected.mark : 0;
  const header = headerIn(toUtf8(cut, encoding, mark), remembered);
  if (header === null) return null;
  const { header: _, ...others } = options;
  return header === undefined ? others : { ...others, header };
}

/** The beginning of a text, cut at a line end so that no line or character is split. */
function untilLineEnd(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= bytesLookedAt) return bytes;
  const end = bytes.lastIndexOf(0x0a, bytesLookedAt - 1) + 1;
  return bytes.subarray(0, end === 0 ? bytesLookedAt : end + (end % 2));
}

/** Whether stored options were applied. */
export type RememberedUse = 'none' | 'applied' | 'unfit';

/** Returns the options for reading a file: the remembered ones if they fit, otherwise the given ones. */
export function resolveOptions(
  beginning: Uint8Array,
  options: ReadOptions = {},
  remembered: RememberedReading | null = null,
): { readonly options: ReadOptions; readonly use: RememberedUse } {
  if (remembered === null) return { options, use: 'none' };
  const fitting = optionsFor(beginning, remembered);
  return fitting === null ? { options, use: 'unfit' } : { options: fitting, use: 'applied' };
}
