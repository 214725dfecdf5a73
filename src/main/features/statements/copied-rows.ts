/** @file Formats rows for the clipboard, so that a spreadsheet pastes the same cells. */
import { looksLikeFormula } from '../../formulas.ts';

/** Quotes a cell with tabs, line breaks or quotes, and puts an apostrophe before a formula. */
function pasted(cell: string): string {
  const safe = looksLikeFormula(cell) ? `'${cell}` : cell;
  return /[\t\r\n"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns tab-separated lines. A single cell is returned unchanged. */
export function copiedText(rows: readonly (readonly string[])[]): string {
  const [first] = rows;
  if (rows.length === 1 && first?.length === 1) return first[0] ?? '';
  return rows.map((cells) => cells.map(pasted).join('\t')).join('\n');
}
