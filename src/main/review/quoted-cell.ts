/**
 * @file Quoted cells whose quote is not their first character: behind blanks, as in `a, "1,000.00"`, or behind the equals
 * sign by which exports keep spreadsheets from changing a cell, as in `="0012"`. Such a quote counts only where the one
 * that closes it ends the cell: in a text such as ` "Rex" and friends` quotes are plain characters.
 */

const quote = 0x22;
const blank = 0x20;
const equals = 0x3d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Whether a cell that begins with a byte may have its quote further behind. */
export function mayPrecedeQuote(byte: number | undefined): boolean {
  return byte === blank || byte === equals;
}

/** The quote of a cell that begins with blanks, an equals sign or both; or -1. */
export function quoteBehind(text: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] === blank) at += 1;
  if (at < end && text[at] === equals) at += 1;
  return at > from && at < end && text[at] === quote ? at : -1;
}

/** What closes a quote: the end of its cell, other text in the same cell, or nothing. */
export type Closing = 'cell' | 'text' | 'nothing';

/** Finds out what closes the quote at a place. */
export function closingOf(text: Uint8Array, opened: number, end: number, separator: number): Closing {
  for (let at = opened + 1; at < end; at += 1) {
    if (text[at] !== quote) continue;
    if (at + 1 < end && text[at + 1] === quote) {
      at += 1;
      continue;
    }
    let next = at + 1;
    while (next < end && text[next] === blank && separator !== blank) next += 1;
    const byte = next < end ? text[next] : lineFeed;
    return byte === separator || byte === lineFeed || byte === carriageReturn ? 'cell' : 'text';
  }
  return 'nothing';
}

/** Whether a cell is a text such as `="12.50"` that was quoted once more. */
export function isTextFormula(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    end - start >= 3 && bytes[start] === equals && bytes[start + 1] === quote && bytes[end - 1] === quote
  );
}

/** A cell without the equals sign and the quotes of a text that a spreadsheet is to leave as it is. */
export function withoutTextFormula(cell: string): string {
  if (!cell.startsWith('="') || !cell.endsWith('"') || cell.length < 3) return cell;
  const inner = cell.slice(2, -1);
  return inner.includes('"') ? cell : inner;
}
