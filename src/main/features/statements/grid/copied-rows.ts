/** @file Formats rows for the clipboard, so that a spreadsheet pastes the same cells. */
import { looksLikeFormula } from '../../../formats/csv/formulas.ts';

/** Quotes a cell with tabs, line breaks or quotes, and puts an apostrophe before a formula. */
function formatCell(cell: string): string {
  const escapedCell = looksLikeFormula(cell) ? `'${cell}` : cell;
  return /[\t\r\n"]/.test(escapedCell) ? `"${escapedCell.replaceAll('"', '""')}"` : escapedCell;
}

/** Returns tab-separated lines. A single cell is returned unchanged. */
export function formatCopiedRows(rows: readonly (readonly string[])[]): string {
  const [firstRow] = rows;
  if (rows.length === 1 && firstRow?.length === 1) return firstRow[0] ?? '';
  return rows.map((cells) => cells.map(formatCell).join('\t')).join('\n');
}
