/**
 * @file Writes CSV files for spreadsheets: a cell that would be read as a formula gets an apostrophe in front, so that
 * a file name cannot run anything on the clerk's machine. Signed amounts remain numbers.
 */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'csv-stringify';
import type { WritableFile, WriteFileAtomically } from './files/saving.ts';
import { isPlainNumber, withoutFormulas } from './formulas.ts';

/** One line of cells. */
export type CsvRow = readonly (string | number | null)[];

/**
 * Writes a CSV file atomically: to a temporary name, then renamed. Writes UTF-8 with a byte order mark, because
 * spreadsheets guess the encoding otherwise. Rejects like `writeFileAtomically`.
 */
export async function writeCsv(
  writeFileAtomically: WriteFileAtomically,
  path: string,
  header: readonly string[],
  rows: AsyncIterable<CsvRow>,
): Promise<void> {
  await writeFileAtomically(path, (file) =>
    pipeline(
      Readable.from(rows),
      stringify({
        header: true,
        columns: [...header],
        bom: true,
        record_delimiter: 'windows',
        // Texts are quoted, because a spreadsheet with semicolon as separator would split them.
        cast: { string: (value) => ({ value: withoutFormulas(value), quoted: !isPlainNumber(value) }) },
      }),
      (lines: AsyncIterable<Buffer>) => writeLines(file, lines),
    ),
  );
}

/** Minimum number of bytes per write, except the last: rows arrive one at a time and are buffered. */
const minWriteBytes = 256 * 1024;

async function writeLines(file: WritableFile, lines: AsyncIterable<Buffer>): Promise<void> {
  let bufferedLines: Buffer[] = [];
  let bufferedBytes = 0;
  for await (const line of lines) {
    bufferedLines.push(line);
    bufferedBytes += line.length;
    if (bufferedBytes < minWriteBytes) continue;
    await file.writeFile(Buffer.concat(bufferedLines));
    bufferedLines = [];
    bufferedBytes = 0;
  }
  await file.writeFile(Buffer.concat(bufferedLines));
}
