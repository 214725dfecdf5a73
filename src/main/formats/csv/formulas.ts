/** @file Detects and neutralizes texts that a spreadsheet would run as formulas. */

/** Spreadsheets remove some of the invisible characters before a formula. */
const formulaStart =
  /^(?:[\t\r\n]|[\s\p{Z}\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/u;

/** Matches a text that is neither empty nor an amount, which remains a number in the spreadsheet. */
export const otherThanPlainNumber =
  /^(?![\u00a0\u202f ]*(?:[-+.,'\u2019][.,'\u2019\u00a0\u202f ]*)?\d[\d.,'\u2019\u00a0\u202f ]*%?$)[\s\S]/;

/** Separators at which a spreadsheet may split a text into cells. */
const separator = /([;\t\r\n|])/;

/**
 * Puts an apostrophe before each part of a text that a spreadsheet would run as a formula, also after separators at
 * which the spreadsheet may split the text.
 */
export function withoutFormulas(text: string): string {
  if (looksLikeFormula(text)) return `'${text}`;
  if (!separator.test(text)) return text;
  return text
    .split(separator)
    .map((part, index) => (index > 0 && looksLikeFormula(part) && !separator.test(part) ? `'${part}` : part))
    .join('');
}

/** Returns true for a text that a spreadsheet runs as a formula. A signed amount is a number, not a formula. */
export function looksLikeFormula(text: string): boolean {
  return formulaStart.test(text) && otherThanPlainNumber.test(text);
}
