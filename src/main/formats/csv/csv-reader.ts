/** @file Reads CSV files as a stream, by the names of their columns; unknown columns are ignored. */
import { pipeline } from 'node:stream/promises';
import { type CastingContext, CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { PaydeskError } from '../../../shared/errors.ts';
import { listError } from './list-protocol.ts';

interface CsvLine<Column extends string> {
  /** Line number in the file, from 1. */
  readonly line: number;
  /** The text in a column; empty when the line has none. */
  cell(column: Column): string;
  /** True when a required cell contains bytes that are not UTF-8. */
  readonly isUnreadable: boolean;
}

/** The expected columns of a file. */
export interface CsvForm<Column extends string> {
  /** Column by accepted name; names are in lower case, without spaces, hyphens and underscores. */
  readonly columns: Readonly<Record<string, Column>>;
  readonly requiredColumns: readonly Column[];
}

const recordSchema = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number() }),
});

/** The replacement character that decoders write for bytes that are not UTF-8. */
const replacementCharacter = '\ufffd';

/**
 * Reads a CSV file with commas, semicolons or tabs. Throws `file-unreadable` when the file cannot be read, is not CSV
 * or lacks a required column; `details.problem` is the reason as a code.
 */
export async function readCsv<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  form: CsvForm<Column>,
  onLine: (line: CsvLine<Column>) => void,
): Promise<void> {
  const { requiredColumns } = form;
  let hasRequiredColumns = false;

  function mapHeader(header: string[]): string[] {
    const columns = header.map((name) => {
      const normalizedName = name.replace(/[\s_-]/g, '').toLowerCase();
      return Object.hasOwn(form.columns, normalizedName) ? (form.columns[normalizedName] ?? '') : '';
    });
    hasRequiredColumns = requiredColumns.every((column) => columns.includes(column));
    if (!hasRequiredColumns) throw listError('columns-missing');
    return columns;
  }

  function handleRecord(raw: unknown): void {
    const { record, info } = recordSchema.parse(raw);
    const cell = (column: Column) => record[column] ?? '';
    onLine({
      line: info.lines,
      cell,
      isUnreadable: requiredColumns.map(cell).join('').includes(replacementCharacter),
    });
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
        columns: mapHeader,
        cast: (value: string, _context: CastingContext) => value,
      }),
      async (records: AsyncIterable<unknown>) => {
        for await (const raw of records) handleRecord(raw);
      },
    );
  } catch (thrown) {
    if (thrown instanceof PaydeskError) throw thrown;
    if (thrown instanceof CsvError) throw listError('not-csv');
    throw new PaydeskError('file-unreadable', 'The CSV file cannot be read');
  }
  if (!hasRequiredColumns) throw listError('columns-missing');
}
