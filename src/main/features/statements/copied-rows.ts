/** @file Rows as they go to the clipboard: what a spreadsheet needs to paste the very same cells. */
import { looksLikeFormula } from '../../formulas.ts';

/** A cell with tabs, line breaks or quotes stays one cell; one that would run gets an apostrophe in front. */
function pasted(cell: string): string {
  const safe = looksLikeFormula(cell) ? `'${cell}` : cell;
  return /[\t\r\n"]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Lines of cells with tabs between them. A single cell is its original and nothing else. */
export function copiedText(rows: readonly (readonly string[])[]): string {
  const [first] = rows;
  if (rows.length === 1 && first?.length === 1) return first[0] ?? '';
  return rows.map((cells) => cells.map(pasted).join('\t')).join('\n');
}
