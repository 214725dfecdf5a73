/** @file Exports rows of an opened statement as an Excel workbook. */
import { open } from 'node:fs/promises';
import { createSheetRowReader } from '../../src/main/features/statements/sheet-rows.ts';
import type { WriteFileAtomically } from '../../src/main/files/saving.ts';
import type { Review } from '../../src/main/review/client.ts';
import { writeWorkbook } from '../../src/main/workbook/workbook.ts';

/** Handle of the opened statement in the review process. */
export const exportHandle = 1;

/** Writes a file in place. */
export const writeFile: WriteFileAtomically = async (path, fill) => {
  const file = await open(path, 'w');
  try {
    await fill(file);
  } finally {
    await file.close();
  }
};

/** Rows of an opened statement. */
export interface Exported {
  readonly review: Review;
  readonly names: readonly string[];
  readonly rows: Uint32Array;
}

/** Writes rows as an Excel workbook, as the program does. */
export async function exportWorkbook(path: string, { review, names, rows }: Exported): Promise<void> {
  const columns = names.map((_, index) => index);
  const readNext = createSheetRowReader(
    { handle: exportHandle, rows, columns, further: null },
    { long: 0, other: 0 },
    review.call,
  );
  await writeFile(path, (file) =>
    writeWorkbook(file, {
      table: { sheetName: 'Rows', columns: names.map((name) => ({ name, width: 16 })), readNext },
      originName: 'Origin',
      describeOrigin: () => [['Exported rows', rows.length]],
      writtenAt: Date.UTC(2026, 0, 31),
    }),
  );
}
