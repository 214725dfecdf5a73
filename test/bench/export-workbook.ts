/** @file Exports rows of an opened statement as an Excel workbook. */
import { open } from 'node:fs/promises';
import { createSheetRowReader } from '../../src/main/features/statements/grid/viewer-exports.ts';
import type { WriteFileAtomically } from '../../src/main/files/saving.ts';
import { writeWorkbook } from '../../src/main/formats/workbook/workbook.ts';
import type { StatementEngine } from '../../src/main/statement-engine/process/client.ts';
import type { startEngine } from './statement-engine.ts';

/** Handle of the opened statement in the statement engine. */
const handle = 1;

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
interface Exported {
  readonly engine: StatementEngine;
  readonly names: readonly string[];
  readonly rows: Uint32Array;
}

/** Opens a statement; returns all of its rows. */
export async function openForExport(
  { engine, open }: ReturnType<typeof startEngine>,
  id: string,
): Promise<Exported> {
  const { opened } = await open(id, handle);
  const rows = await engine.call('numbers', { handle, choice: { kind: 'all' } });
  return { engine, names: opened.columns.map(({ name }) => name), rows };
}

/** Yields the cells of the rows. */
export async function* readCells({ engine, rows }: Exported): AsyncGenerator<string[]> {
  const rowsPerCall = 1_000;
  for (let offset = 0; offset < rows.length; offset += rowsPerCall) {
    const choice = { kind: 'some' as const, rows: [...rows.subarray(offset, offset + rowsPerCall)] };
    yield* await engine.call('rows', { handle, choice, offset: 0, limit: rowsPerCall });
  }
}

/** Writes rows as an Excel workbook, as the program does. */
export async function exportWorkbook(path: string, { engine, names, rows }: Exported): Promise<void> {
  const columns = names.map((_, index) => index);
  const readNext = createSheetRowReader(
    { handle, rows, columns, further: null },
    { long: 0, other: 0 },
    engine.call,
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
