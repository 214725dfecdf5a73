/**
 * @file Encodes rows of a statement for a workbook. A cell becomes a number or a date only if that says all that the cell
 * says; any other cell stays the text of the file.
 */
import { decimalText } from '../../shared/model/proofs/amount.ts';
import { RowEncoder } from '../workbook/row-encoder.ts';
import type { Meaning } from './header-names.ts';
import type { Meanings } from './roles.ts';
import type { Column, Table } from './table.ts';

/** Rows are encoded until their text has this length, so that rows with long cells need no more memory. */
const maxTextLength = 2_000_000;

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

/** Writes the cell of a row; counts cells that stay texts. */
type CellWriter = (encoder: RowEncoder, row: number, text: string) => void;

function createNumberWriter(
  { values, large, scale }: Extract<Column, { kind: 'number' }>,
  { target, meaning, isSummed, kept }: WriterOptions,
): CellWriter {
  const isGrouped = isSummed || scale > 0;
  const maxLength = meaning === null && !isGrouped ? maxWholeDigits : Number.POSITIVE_INFINITY;
  const isPlain = (text: string) =>
    text.length <= maxLength && (plainNumber.test(text) || plainAmount.test(text.trim()));
  return (encoder, row, text) => {
    const units = values[row] ?? Number.NaN;
    if (!Number.isNaN(units) && isPlain(text)) {
      const exact = large.get(row);
      const decimal = decimalText({ digits: exact ?? BigInt(units), scale });
      if (encoder.addNumber(target, decimal, scale, isGrouped)) return;
      kept.long += 1;
    } else if (text.trim() !== '') kept.other += 1;
    encoder.addText(target, text);
  };
}

function createDateWriter(
  { values }: Extract<Column, { kind: 'date' }>,
  { target, kept }: WriterOptions,
): CellWriter {
  return (encoder, row, text) => {
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
  };
}

function createWriter(column: Column | undefined, options: WriterOptions): CellWriter {
  if (column?.kind === 'number' && !namingMeanings.has(options.meaning))
    return createNumberWriter(column, options);
  if (column?.kind === 'date') return createDateWriter(column, options);
  return (encoder, _row, text) => encoder.addText(options.target, text);
}

/**
 * Encodes the first of the rows, as many as fit into a limit of memory and at least one. The first one becomes row
 * `sheetRow` of the sheet. Throws `workbook-cell-too-long`.
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
): { readonly xml: Uint8Array<ArrayBuffer>; readonly count: number; readonly kept: KeptTexts } {
  const kept: KeptTexts = { long: 0, other: 0 };
  const encoder = new RowEncoder(columns.length + (further?.[0]?.length ?? 0));
  const writers = columns.map((column, target) => {
    const { meaning = null, isSummed = false } = meanings.columns[column] ?? {};
    return { column, write: createWriter(table.columns[column], { target, meaning, isSummed, kept }) };
  });
  let count = 0;
  for (const row of rows) {
    const cells = table.cells(row);
    encoder.beginRow(sheetRow + count);
    for (const { column, write } of writers) {
      const text = cells[column];
      if (text !== undefined && text !== '') write(encoder, row, text);
    }
    for (const [index, text] of (further?.[count] ?? []).entries())
      if (text !== '') encoder.addText(columns.length + index, text);
    encoder.endRow();
    count += 1;
    if (encoder.length >= maxTextLength) break;
  }
  return { xml: encoder.take(), count, kept };
}
