/**
 * @file Encodes rows of a statement for a workbook. A cell becomes a number or a date only if that says all that the cell
 * says; any other cell stays the text of the file.
 */
import { decimalText } from '../../../shared/model/proofs/amount.ts';
import { numberStyle } from '../../formats/workbook/cell-styles.ts';
import { type ByteRange, RowEncoder } from '../../formats/workbook/row-encoder.ts';
import type { Meaning } from '../columns/header-names.ts';
import type { Meanings } from '../columns/roles.ts';
import type { Column, Table } from '../read/table.ts';
import { createRowCells, decodeUtf8 } from '../read/tokenize.ts';

/** Rows are encoded until their text has this length in bytes, so that rows with long cells need no more memory. */
const maxTextLength = 2_000_000;
/** Minimum length in bytes of the parts of that text, except the last. */
const minPartLength = 256_000;

/** Meanings of columns in which digits name something. */
const namingMeanings: ReadonlySet<Meaning | null> = new Set<Meaning>([
  'reference',
  'identifier',
  'account',
  'contact',
  'kind',
  'time',
  'direction',
  'currency',
  'other-currency',
  'counterparty',
  'description',
  'wallet',
  'company',
]);
/** A longer whole number of a column without a meaning is a code. */
const maxWholeDigits = 10;

/** Matches an amount without a currency or a remark, and without zeros at its start that a number would lose. */
const plainAmount = /^[-+\u2212\u2013( ]*(?!0\d)[.,]?\d[\d.,'\u2018\u2019\u00a0\u202f ]*[-\u2212\u2013)]*$/;
const plainNumber = /^-?(?:[1-9]\d*|0)(?:[.,]\d+)?$/;
const timeAtEnd = /^(?<day>[^:]*\d)[ T](?<hour>[01]?\d|2[0-3]):(?<minute>[0-5]\d)(?::(?<second>[0-5]\d))?$/;
/** A date has at most eight digits; more of them are a time, a zone or another date. */
const maxDateDigits = 8;

/** Cells of columns of numbers and dates that stayed texts. */
export interface KeptTexts {
  /** Numbers with more digits than a spreadsheet keeps. */
  long: number;
  /** Other cells: codes, amounts with a currency, and what could not be read. */
  other: number;
}

function countDigits(text: string): number {
  let digits = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x30 && code <= 0x39) digits += 1;
  }
  return digits;
}

interface WriterOptions {
  /** Column of the sheet, from 0. */
  readonly target: number;
  readonly meaning: Meaning | null;
  readonly isSummed: boolean;
  readonly kept: KeptTexts;
}

/** Writes the cells of a column. */
interface CellWriter {
  /** Writes the cell of a row; counts cells that stay texts. */
  write(encoder: RowEncoder, row: number, text: string): void;
  /**
   * Writes the cell of a row as `write` does, but without a string. Returns false and writes nothing for a cell that is not as
   * simple as most cells.
   */
  writePlain(encoder: RowEncoder, row: number, cell: ByteRange): boolean;
}

const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
const [minus, point, colon, zero] = [0x2d, 0x2e, 0x3a, 0x30];

/**
 * True for a cell with the decimal number `units / 10 ** scale` in exactly the notation of workbooks, such as `-1234.50`
 * with the scale 2. Reliable for cells of at most fifteen bytes, and {@link RowEncoder.addPlainNumber} adds no others.
 */
function isDecimalOf({ bytes, start, end }: ByteRange, units: number, scale: number): boolean {
  const isNegative = bytes[start] === minus;
  const first = isNegative ? start + 1 : start;
  const pointAt = scale === 0 ? end : end - scale - 1;
  if (pointAt <= first || (bytes[first] === zero && pointAt > first + 1)) return false;
  let value = 0;
  for (let at = first; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (at === pointAt) {
      if (byte !== point) return false;
    } else if (!isDigit(byte)) return false;
    else value = value * 10 + byte - zero;
  }
  return isNegative ? value !== 0 && -value === units : value === units;
}

/** True for a cell with the digits of a date and no time. */
function isDateOnly({ bytes, start, end }: ByteRange): boolean {
  let digits = 0;
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === colon) return false;
    if (isDigit(byte)) digits += 1;
  }
  return digits <= maxDateDigits;
}

function createNumberWriter(
  { values, large, scale }: Extract<Column, { kind: 'number' }>,
  { target, meaning, isSummed, kept }: WriterOptions,
): CellWriter {
  const isGrouped = isSummed || scale > 0;
  const maxLength = meaning === null && !isGrouped ? maxWholeDigits : Number.POSITIVE_INFINITY;
  const isPlain = (text: string) =>
    text.length <= maxLength && (plainNumber.test(text) || plainAmount.test(text.trim()));
  const style = numberStyle(scale, isGrouped);
  return {
    write(encoder, row, text) {
      const units = values[row] ?? Number.NaN;
      if (!Number.isNaN(units) && isPlain(text)) {
        const exact = large.get(row);
        const decimal = decimalText({ digits: exact ?? BigInt(units), scale });
        if (encoder.addNumber(target, decimal, scale, isGrouped)) return;
        kept.long += 1;
      } else if (text.trim() !== '') kept.other += 1;
      encoder.addText(target, text);
    },
    writePlain: (encoder, row, cell) =>
      cell.end - cell.start <= maxLength &&
      isDecimalOf(cell, values[row] ?? Number.NaN, scale) &&
      encoder.addPlainNumber(target, cell, style),
  };
}

function createDateWriter(
  { values }: Extract<Column, { kind: 'date' }>,
  { target, kept }: WriterOptions,
): CellWriter {
  return {
    write(encoder, row, text) {
      const date = values[row] ?? 0;
      if (date !== 0 && !text.includes(':') && countDigits(text) <= maxDateDigits) {
        if (encoder.addDate(target, date)) return;
      } else if (date !== 0) {
        const { day = '', hour, minute, second = 0 } = timeAtEnd.exec(text)?.groups ?? {};
        const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
        if (
          hour !== undefined &&
          countDigits(day) <= maxDateDigits &&
          encoder.addDateTime(target, date, seconds)
        )
          return;
      }
      if (text.trim() !== '') kept.other += 1;
      encoder.addText(target, text);
    },
    writePlain(encoder, row, cell) {
      const date = values[row] ?? 0;
      return date !== 0 && isDateOnly(cell) && encoder.addDate(target, date);
    },
  };
}

function createWriter(column: Column | undefined, options: WriterOptions): CellWriter {
  if (column?.kind === 'number' && !namingMeanings.has(options.meaning))
    return createNumberWriter(column, options);
  if (column?.kind === 'date') return createDateWriter(column, options);
  const { target } = options;
  return {
    write: (encoder, _row, text) => encoder.addText(target, text),
    writePlain: (encoder, _row, cell) => encoder.addPlainText(target, cell),
  };
}

/**
 * Encodes the first of the rows, as many as fit into a limit of memory and at least one. The first one becomes row
 * `sheetRow` of the sheet. `onEncoded` receives the text in parts, as soon as each is encoded. Throws
 * `workbook-cell-too-long`.
 */
export function encodeWorkbookRows(
  { table, meanings }: { readonly table: Table; readonly meanings: Meanings },
  {
    rows,
    columns,
    further = null,
    sheetRow,
  }: {
    readonly rows: Uint32Array;
    readonly columns: readonly number[];
    /** For each row the texts of further columns. */
    readonly further?: readonly (readonly string[])[] | null;
    readonly sheetRow: number;
  },
  onEncoded: (xml: Uint8Array<ArrayBuffer>) => void,
): { readonly count: number; readonly kept: KeptTexts } {
  const kept: KeptTexts = { long: 0, other: 0 };
  const encoder = new RowEncoder(columns.length + (further?.[0]?.length ?? 0));
  const writers = columns.map((column, target) => {
    const { meaning = null, isSummed = false } = meanings.columns[column] ?? {};
    return { column, writer: createWriter(table.columns[column], { target, meaning, isSummed, kept }) };
  });
  const cells = createRowCells();
  const cell: ByteRange = { bytes: table.text, start: 0, end: 0 };

  function writeTexts(row: number): void {
    const texts = table.cells(row);
    for (const { column, writer } of writers) {
      const text = texts[column] ?? '';
      if (text !== '') writer.write(encoder, row, text);
    }
  }

  function writeBytes(row: number): void {
    for (const { column, writer } of writers) {
      if (column >= cells.count) continue;
      cell.start = cells.starts[column] ?? 0;
      cell.end = cells.ends[column] ?? 0;
      const text = cells.texts[column] ?? null;
      if (text !== null && text !== '') writer.write(encoder, row, text);
      else if (text === null && cell.end > cell.start && !writer.writePlain(encoder, row, cell))
        writer.write(encoder, row, decodeUtf8(cell.bytes, cell.start, cell.end));
    }
  }

  let count = 0;
  let length = 0;
  for (const row of rows) {
    encoder.beginRow(sheetRow + count);
    if (table.locate === null) writeTexts(row);
    else {
      table.locate(row, cells);
      writeBytes(row);
    }
    for (const [index, text] of (further?.[count] ?? []).entries())
      if (text !== '') encoder.addText(columns.length + index, text);
    encoder.endRow();
    count += 1;
    if (length + encoder.length >= maxTextLength) break;
    if (encoder.length >= minPartLength) {
      length += encoder.length;
      onEncoded(encoder.take());
    }
  }
  onEncoded(encoder.take());
  return { count, kept };
}
