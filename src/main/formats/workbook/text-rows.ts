/** @file Encodes rows of texts for a sheet, in which numbers are decimals and dates are `2026-01-31`. */
import type { CellFormat } from './cell-styles.ts';
import { RowEncoder } from './row-encoder.ts';
import type { WorkbookTable } from './workbook.ts';

const maxRowsPerRead = 1_000;

/** Adds a cell that is not empty. Returns false for a number that stays a text. */
function addCell(encoder: RowEncoder, column: number, text: string, format: CellFormat | undefined): boolean {
  if (format?.kind === 'number') {
    if (encoder.addNumber(column, text, format.decimals, format.isGrouped)) return true;
  } else if (format?.kind === 'date' && encoder.addDate(column, Number(text.replaceAll('-', ''))))
    return true;
  encoder.addText(column, text);
  return format?.kind !== 'number';
}

/**
 * Returns a function that encodes the next rows. `onLongNumber` is called for each number that stays a text, because it
 * has more digits than a spreadsheet keeps.
 */
export function createTextRowReader(
  rows: AsyncIterable<readonly string[]>,
  formats: readonly CellFormat[],
  onLongNumber: () => void,
): WorkbookTable['readNext'] {
  const iterator = rows[Symbol.asyncIterator]();
  return async (sheetRow, maxRows) => {
    const encoder = new RowEncoder(formats.length);
    const maxCount = Math.min(maxRows, maxRowsPerRead);
    for (let count = 0; count < maxCount; count += 1) {
      const next = await iterator.next();
      if (next.done === true) return { xml: encoder.take(), count, isLast: true };
      encoder.beginRow(sheetRow + count);
      for (const [column, text] of next.value.entries()) {
        if (text !== '' && !addCell(encoder, column, text, formats[column])) onLongNumber();
      }
      encoder.endRow();
    }
    return { xml: encoder.take(), count: maxCount, isLast: false };
  };
}
