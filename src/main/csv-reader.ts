/** @file Reads CSV files by the names of their columns, in a stream: other columns are left alone, in any order. */
import { pipeline } from 'node:stream/promises';
import { type CastingContext, CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { PaydeskError } from '../shared/errors.ts';

export interface CsvLine<Column extends string> {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** The text in a column; empty where the line has none. */
  cell(column: Column): string;
  /** The line has letters that are not UTF-8. */
  readonly unreadable: boolean;
}

/** The expected columns of a file, and the messages when they are missing. */
export interface CsvForm<Column extends string> {
  /** Names of columns, in lower case without spaces, hyphens and underscores, and what they stand for. */
  readonly columns: Readonly<Record<string, Column>>;
  readonly required: readonly Column[];
  readonly words: { readonly columnsMissing: string; readonly notCsv: string };
}

const recordSchema = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number() }),
});

/** The replacement character that decoders write for bytes that are not UTF-8. */
const unreadableLetter = '\ufffd';

/**
 * Reads a CSV file with commas, semicolons or tabs. Throws `file-unreadable` when the file cannot be read, is not CSV
 * or lacks a required column; `details.message` holds the reason for the clerk.
 */
export async function readCsv<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  form: CsvForm<Column>,
  take: (line: CsvLine<Column>) => void,
): Promise<void> {
  const { required, words } = form;
  let columnsSeen = false;

  function columnsOf(header: string[]): string[] {
    const columns = header.map((name) => {
      const plain = name.replace(/[\s_-]/g, '').toLowerCase();
      return Object.hasOwn(form.columns, plain) ? (form.columns[plain] ?? '') : '';
    });
    columnsSeen = required.every((column) => columns.includes(column));
    if (!columnsSeen) throw unreadable(words.columnsMissing);
    return columns;
  }

  function takeRecord(raw: unknown): void {
    const { record, info } = recordSchema.parse(raw);
    const cell = (column: Column) => record[column] ?? '';
    take({ line: info.lines, cell, unreadable: required.map(cell).join('').includes(unreadableLetter) });
  }

  try {
    await pipeline(
      bytes,
      parse({
        bom: true,
        trim: true,
        info: true,
        skip_empty_lines: true,
        relax_column_count: true,
        delimiter: [',', ';', '\t'],
        max_record_size: 100_000,
        columns: columnsOf,
        cast: (value: string, _context: CastingContext) => value,
      }),
      async (records: AsyncIterable<unknown>) => {
        for await (const raw of records) takeRecord(raw);
      },
    );
  } catch (thrown) {
    if (thrown instanceof PaydeskError) throw thrown;
    if (thrown instanceof CsvError) throw unreadable(words.notCsv);
    throw new PaydeskError('file-unreadable', 'The CSV file cannot be read');
  }
  if (!columnsSeen) throw unreadable(words.columnsMissing);
}

function unreadable(message: string): PaydeskError {
  return new PaydeskError('file-unreadable', message, { details: { message } });
}
