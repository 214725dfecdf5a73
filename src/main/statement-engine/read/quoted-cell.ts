/**
 * @file Quoted cells whose first character is not the quote: after blanks, as in `a, "1,000.00"`, or after the equals sign
 * with which exports keep spreadsheets from changing a cell, as in `="0012"`. Such a quote counts only if its closing
 * quote ends the cell: in a text such as ` "Rex" and friends` quotes are plain characters.
 */

const quote = 0x22;
const blank = 0x20;
const equals = 0x3d;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** True if a cell that begins with this byte may have its opening quote later. */
export function mayPrecedeQuote(byte: number | undefined): boolean {
  return byte === blank || byte === equals;
}

/** Finds the opening quote of a cell that begins with blanks, an equals sign or both. Returns its offset, or -1. */
export function findOpeningQuote(text: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] === blank) at += 1;
  if (at < end && text[at] === equals) at += 1;
  return at > from && at < end && text[at] === quote ? at : -1;
}

/** What follows the closing quote: the end of the cell or other text in it; `nothing` if the quote is never closed. */
type Closing = 'cell' | 'text' | 'nothing';

/** Finds the closing quote of the quote at `opened`, and determines what follows it. */
export function classifyClosingQuote(
  text: Uint8Array,
  opened: number,
  end: number,
  separator: number,
): Closing {
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

/** True for a text formula such as `="12.50"`. */
export function isTextFormula(bytes: Uint8Array, start: number, end: number): boolean {
  return (
    end - start >= 3 && bytes[start] === equals && bytes[start + 1] === quote && bytes[end - 1] === quote
  );
}

/** Removes the equals sign and the quotes of a text formula such as `="0012"`. */
export function withoutTextFormula(cell: string): string {
  if (!cell.startsWith('="') || !cell.endsWith('"') || cell.length < 3) return cell;
  const inner = cell.slice(2, -1);
  return inner.includes('"') ? cell : inner;
}
