/** @file Cells that a spreadsheet would run instead of showing them. */

const beginning = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const plainNumber = /^[-+]?[.,'\u2019\u00a0\u202f ]*\d[\d.,'\u2019\u00a0\u202f ]*%?$/;

/** True for an amount as people write it: it stays a number for the spreadsheet. */
export function isPlainNumber(text: string): boolean {
  return plainNumber.test(text);
}

/** Where a spreadsheet with another list separator begins a new cell inside of a text. */
const separator = /([;\t\r\n|])/;

/**
 * The text with an apostrophe before each part that a spreadsheet would run, also where its own separator is a semicolon
 * or a tab and splits the text there.
 */
export function withoutFormulas(text: string): string {
  if (looksLikeFormula(text)) return `'${text}`;
  if (!separator.test(text)) return text;
  return text
    .split(separator)
    .map((part, index) => (index > 0 && looksLikeFormula(part) && !separator.test(part) ? `'${part}` : part))
    .join('');
}

/** True for a text that a spreadsheet takes for a formula. A signed amount is a number and no formula. */
export function looksLikeFormula(text: string): boolean {
  return beginning.test(text) && !plainNumber.test(text);
}
