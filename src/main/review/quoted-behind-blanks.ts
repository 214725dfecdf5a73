/**
 * @file Quoted cells with blanks before their quote, as some programs write `a, "1,000.00"`. Such a quote counts only
 * where the one that closes it ends the cell: in a text such as ` "Rex" and friends` quotes are plain characters.
 */

const quote = 0x22;
const blank = 0x20;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The first quote of a cell that begins with blanks, or -1. */
export function quoteBehindBlanks(text: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && text[at] === blank) at += 1;
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
