/** @file Writes workbooks of Office Open XML as a stream: a table, and a sheet with its origin. */
import type { WritableFile } from '../../files/saving.ts';
import type { DeflatedContent } from '../zip/deflated-content.ts';
import { ZipWriter } from '../zip/zip-writer.ts';
import { cellStyles, stylesXml } from './cell-styles.ts';
import {
  beginSheet,
  contentTypesXml,
  endSheet,
  endTableSheet,
  relationshipsXml,
  sheetPath,
  type TableRange,
  workbookXml,
} from './package-parts.ts';
import { RowEncoder } from './row-encoder.ts';

/** Maximum number of rows of a sheet, with its header. */
export const maxSheetRows = 1_048_576;
/** Size from which a sheet is followed by another one, because files in an archive are smaller than 4 GB. */
const maxSheetBytes = 3_000_000_000;
const headerRow = 1;
/** Widths of the columns of the origin, in characters. */
const originWidths = [46, 24, 14, 14, 12, 70];

/** Encoded rows of a table. */
interface EncodedRows {
  /** Rows as {@link RowEncoder} encodes them, which may be compressed. */
  readonly xml: Uint8Array | DeflatedContent;
  readonly count: number;
  /** No rows follow. */
  readonly isLast: boolean;
}

/** The table of a workbook; it continues on further sheets when one is full. */
export interface WorkbookTable {
  readonly sheetName: string;
  readonly columns: readonly {
    readonly name: string;
    /** In characters. */
    readonly width: number;
  }[];
  /** Encodes the next rows; the first one is row `sheetRow` of its sheet, and there are at most `maxRows`. */
  readNext(sheetRow: number, maxRows: number): Promise<EncodedRows>;
}

/** A line of the origin: texts, and counts as numbers. */
export type OriginLine = readonly (string | number)[];

interface WorkbookContent {
  readonly table: WorkbookTable;
  readonly originName: string;
  /** Called after the table is written, which may be on several sheets. */
  describeOrigin(sheetCount: number): readonly OriginLine[];
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
}

const encode = (text: string) => new TextEncoder().encode(text);

function encodeHeader(columns: WorkbookTable['columns']): Uint8Array {
  const encoder = new RowEncoder(columns.length);
  encoder.beginRow(headerRow);
  for (const [column, { name }] of columns.entries()) encoder.addText(column, name, cellStyles.header);
  encoder.endRow();
  return encoder.take();
}

function encodeOrigin(lines: readonly OriginLine[]): Uint8Array {
  const encoder = new RowEncoder(Math.max(...lines.map((line) => line.length)));
  for (const [index, line] of lines.entries()) {
    encoder.beginRow(index + 1);
    for (const [column, value] of line.entries()) {
      if (typeof value === 'number') encoder.addNumber(column, String(value), 0, false);
      else encoder.addText(column, value, column === 0 ? cellStyles.header : cellStyles.text);
    }
    encoder.endRow();
  }
  return encoder.take();
}

/** Writes the table on as many sheets as it needs; returns the range on each of them. */
async function writeTable(zip: ZipWriter, table: WorkbookTable): Promise<TableRange[]> {
  const { columns } = table;
  const ranges: TableRange[] = [];
  let hasMore = true;
  async function* encodeSheet(): AsyncGenerator<Uint8Array | DeflatedContent> {
    const widths = columns.map(({ width }) => width);
    yield encode(beginSheet(widths, true));
    yield encodeHeader(columns);
    let lastRow = headerRow;
    let sheetBytes = 0;
    while (hasMore && lastRow < maxSheetRows && sheetBytes < maxSheetBytes) {
      const { xml, count, isLast } = await table.readNext(lastRow + 1, maxSheetRows - lastRow);
      hasMore = !isLast;
      lastRow += count;
      sheetBytes += xml instanceof Uint8Array ? xml.length : xml.size;
      yield xml;
    }
    const range = { columnCount: columns.length, lastRow };
    ranges.push(range);
    yield encode(endTableSheet(range));
  }
  while (hasMore) await zip.add(`xl/${sheetPath(ranges.length)}`, encodeSheet());
  return ranges;
}

/**
 * Writes a workbook. Rejects with `workbook-cell-too-long` or `workbook-too-large`, and like the table and the file.
 */
export async function writeWorkbook(file: WritableFile, content: WorkbookContent): Promise<void> {
  const { table, originName, writtenAt } = content;
  const zip = new ZipWriter(file, writtenAt, 'workbook-too-large');
  await zip.add('_rels/.rels', [
    encode(relationshipsXml([{ type: 'officeDocument', target: 'xl/workbook.xml' }])),
  ]);
  const ranges = await writeTable(zip, table);
  const sheetCount = ranges.length;
  await zip.add(`xl/${sheetPath(sheetCount)}`, [
    encode(beginSheet(originWidths, false)),
    encodeOrigin(content.describeOrigin(sheetCount)),
    encode(endSheet),
  ]);
  const tableSheets = ranges.map((range, index) => ({
    name: index === 0 ? table.sheetName : `${table.sheetName} ${index + 1}`,
    table: range,
  }));
  const sheets = [...tableSheets, { name: originName, table: null }];
  const targets = sheets.map((_, index) => ({ type: 'worksheet', target: sheetPath(index) }));
  await zip.add('xl/styles.xml', [encode(stylesXml)]);
  await zip.add('xl/workbook.xml', [encode(workbookXml(sheets))]);
  await zip.add('xl/_rels/workbook.xml.rels', [
    encode(relationshipsXml([...targets, { type: 'styles', target: 'styles.xml' }])),
  ]);
  await zip.add('[Content_Types].xml', [encode(contentTypesXml(sheetCount + 1))]);
  await zip.end();
}
