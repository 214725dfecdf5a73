/** @file Finds the rows of one file in another file by their whole text. */
import { trimCharactersAtEnd } from '../../../shared/trim-characters.ts';
import type { Table } from '../read/table.ts';

/** Stands for a row that the other file does not have. */
export const noRow = 0xff_ff_ff_ff;

function textOf({ text, tokens, head }: Table, row: number): string {
  const start = tokens.starts[row + head] ?? 0;
  const end = tokens.starts[row + head + 1] ?? start;
  const bytes = Buffer.from(text.buffer, text.byteOffset + start, end - start);
  return trimCharactersAtEnd(bytes.toString('latin1'), '\r\n');
}

/**
 * Returns for each row of `earlier` the row of `later` with the same text, or {@link noRow}. Of equal rows, the first one
 * corresponds to the first one, the second to the second.
 */
export function findSameRows(earlier: Table, rows: Uint32Array, later: Table): Uint32Array {
  const wantedTexts = new Set(Array.from(rows, (row) => textOf(earlier, row)));
  const rowsByText = (table: Table) => {
    const found = new Map<string, number[]>();
    for (let row = 0; row < table.rows; row += 1) {
      const text = textOf(table, row);
      if (!wantedTexts.has(text)) continue;
      const equalRows = found.get(text);
      if (equalRows === undefined) found.set(text, [row]);
      else equalRows.push(row);
    }
    return found;
  };
  const laterRows = rowsByText(later);
  const sameRows = new Map<number, number>();
  for (const [text, equalRows] of rowsByText(earlier))
    for (const [rank, row] of equalRows.entries()) {
      const sameRow = laterRows.get(text)?.[rank];
      if (sameRow !== undefined) sameRows.set(row, sameRow);
    }
  return rows.map((row) => sameRows.get(row) ?? noRow);
}
