/**
 * @file Writes CSV files for spreadsheets: a cell that would be read as a formula gets an apostrophe in front, so that
 * a file name cannot run anything on the clerk's machine. Signed amounts remain numbers.
 */
import { pipeline, Readable } from 'node:stream';
import { stringify } from 'csv-stringify';
import type { WriteFileAtomically } from '../../files/saving.ts';
import { otherThanPlainNumber, withoutFormulas } from './formulas.ts';

/** One line of cells. */
export type CsvRow = readonly (string | number | null)[];

/** Minimum number of bytes per piece, except the last: rows arrive one at a time and are buffered. */
const minPieceBytes = 256 * 1024;

/**
 * Yields the bytes of a CSV file: UTF-8 with a byte order mark, because spreadsheets guess the encoding otherwise.
 * Rejects with the error of `rows`.
 */
export async function* createCsvContent(
  header: readonly string[],
  rows: AsyncIterable<CsvRow>,
): AsyncGenerator<Uint8Array> {
  const lines = stringify({
    header: true,
    columns: [...header],
    bom: true,
    record_delimiter: 'windows',
    cast: { string: withoutFormulas },
    // Texts are quoted, because a spreadsheet with semicolon as separator would split them. A result of `cast` with options
    // would do it, too, but csv-stringify normalizes all options again for each such cell, which takes most of the time.
    quoted_match: otherThanPlainNumber,
  });
  // An error of the rows destroys the lines, which then reject with it.
  pipeline(Readable.from(rows), lines, () => undefined);
  let bufferedLines: Buffer[] = [];
  let bufferedBytes = 0;
  for await (const line of lines as AsyncIterable<Buffer>) {
    bufferedLines.push(line);
    bufferedBytes += line.length;
    if (bufferedBytes < minPieceBytes) continue;
    yield Buffer.concat(bufferedLines);
    bufferedLines = [];
    bufferedBytes = 0;
  }
  yield Buffer.concat(bufferedLines);
}

/** Writes a CSV file atomically: to a temporary name, then renamed. Rejects like `writeFileAtomically`. */
export async function writeCsv(
  writeFileAtomically: WriteFileAtomically,
  path: string,
  header: readonly string[],
  rows: AsyncIterable<CsvRow>,
): Promise<void> {
  await writeFileAtomically(path, async (file) => {
    for await (const piece of createCsvContent(header, rows)) await file.writeFile(piece);
  });
}
