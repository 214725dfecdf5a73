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
  /** A required cell contains bytes that are not UTF-8, or the line has more or fewer cells than the header. */
  readonly problem: 'notUtf8' | 'otherWidth' | null;
}

/** The expected columns of a file. */
export interface CsvForm<Column extends string> {
  /** Column by accepted name; names are in lower case, without spaces, hyphens and underscores. */
  readonly columns: Readonly<Record<string, Column>>;
  readonly requiredColumns: readonly Column[];
}

const recordSchema = z.object({
  record: z.record(z.string(), z.string()),
  info: z.object({ lines: z.number(), invalid_field_length: z.number() }),
});

/** The replacement character that decoders write for bytes that are not UTF-8. */
const replacementCharacter = '\ufffd';

const delimiters = [',', ';', '\t'] as const;
/** Maximum number of bytes before the end of the header. */
const maxHeaderBytes = 100_000;

/** Returns the delimiter that occurs most often in a line, outside of quotes. */
function findDelimiter(line: string): string {
  const unquoted = line.replace(/"[^"]*"/g, '');
  const counts = delimiters.map((delimiter) => ({ delimiter, count: unquoted.split(delimiter).length }));
  return counts.toSorted((one, two) => two.count - one.count)[0]?.delimiter ?? ',';
}

/** Reads the bytes up to the end of the first line with text, and returns them with its delimiter and the rest. */
async function readHeader(bytes: AsyncIterable<Uint8Array>) {
  const iterator = bytes[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  let isDone = false;
  while (!isDone && head.length < maxHeaderBytes && !/[\r\n]/.test(head.toString('latin1').trimStart())) {
    const next = await iterator.next();
    if (next.done === true) isDone = true;
    else head = Buffer.concat([head, next.value]);
  }
  const [line = ''] = head
    .toString('latin1')
    .trimStart()
    .split(/[\r\n]/, 1);
  async function* allBytes(): AsyncGenerator<Uint8Array> {
    yield head;
    while (!isDone) {
      const next = await iterator.next();
      if (next.done === true) return;
      yield next.value;
    }
  }
  return { delimiter: findDelimiter(line), bytes: allBytes() };
}

/**
 * Reads a CSV file with commas, semicolons or tabs, one of them in the whole file. Throws `file-unreadable` when the file cannot be read, is not CSV
 * or lacks a required column; `details.problem` is the reason as a code.
 */
export async function readCsv<Column extends string>(
  bytes: AsyncIterable<Uint8Array>,
  form: CsvForm<Column>,
  onLine: (line: CsvLine<Column>) => void,
): Promise<void> {
  const { requiredColumns } = form;
  let hasRequiredColumns = false;
  /** Number of lines so far with more or fewer cells than the header. */
  let otherWidths = 0;

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
    const isOtherWidth = info.invalid_field_length > otherWidths;
    otherWidths = info.invalid_field_length;
    const isUnreadable = requiredColumns.map(cell).join('').includes(replacementCharacter);
    onLine({
      line: info.lines,
      cell,
      problem: isUnreadable ? 'notUtf8' : isOtherWidth ? 'otherWidth' : null,
    });
  }

  try {
    const file = await readHeader(bytes);
    await pipeline(
      file.bytes,
      parse({
        bom: true,
        trim: true,
        info: true,
        skip_empty_lines: true,
        relax_column_count: true,
        delimiter: file.delimiter,
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
