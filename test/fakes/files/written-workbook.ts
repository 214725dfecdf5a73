/** @file Workbooks that are written to memory. */
import { RowEncoder } from '../../../src/main/formats/workbook/row-encoder.ts';
import { type WorkbookTable, writeWorkbook } from '../../../src/main/formats/workbook/workbook.ts';

/** Writes a workbook; returns its bytes, the number of writes, and the number of sheets that its origin names. */
export async function writeInMemory(
  table: WorkbookTable,
  originLines: (string | number)[][] = [['Exported rows', 1]],
) {
  const chunks: Uint8Array[] = [];
  let sheets = 0;
  await writeWorkbook(
    { writeFile: async (data) => void chunks.push(Buffer.from(data)) },
    {
      table,
      originName: 'Origin',
      describeOrigin: (sheetCount) => {
        sheets = sheetCount;
        return originLines;
      },
      writtenAt: Date.UTC(2026, 0, 31, 12),
    },
  );
  return { bytes: Buffer.concat(chunks), writes: chunks.length, sheets };
}

/** Writes the numbers from 0, `perRead` at a time. A sparse sheet has only the first and the last number of each read. */
export function writeNumbers(count: number, perRead: number, isSparse: boolean) {
  let done = 0;
  return writeInMemory({
    sheetName: 'Rows',
    columns: [{ name: 'Number', width: 12 }],
    async readNext(sheetRow, maxRows) {
      const encoder = new RowEncoder(1);
      const rows = Math.min(maxRows, perRead, count - done);
      for (let index = 0; index < rows; index += isSparse ? Math.max(1, rows - 1) : 1) {
        encoder.beginRow(sheetRow + index);
        encoder.addNumber(0, String(done + index), 0, false);
        encoder.endRow();
      }
      done += rows;
      return { xml: encoder.take(), count: rows, isLast: done === count };
    },
  });
}
