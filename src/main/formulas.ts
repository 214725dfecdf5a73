/** @file Cells that a spreadsheet would run instead of showing them. */

const beginning = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[-+]?[\d.,'\u2019\u00a0\u202f ]*\d[\d.,'\u2019\u00a0\u202f ]*%?$/;

/** True for a text that a spreadsheet takes for a formula. A signed amount is a number and no formula. */
export function looksLikeFormula(text: string): boolean {
  return beginning.test(text) && !plainNumber.test(text);
}
