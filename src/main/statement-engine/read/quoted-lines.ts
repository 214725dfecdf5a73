/** @file Lines that are quoted as a whole: `"2026-01-05,""Alpha, Inc"",1.00"` is a row of three cells, not of one. */
import { detectLayout, readRows } from './layout.ts';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const sampleRows = 400;
/** Fewer columns may be a text with a comma in it. */
const minColumns = 3;
const number = /^[^\p{L}\d]{0,3}\d[\d.,]*$/u;

const isLineEnd = (byte: number | undefined) => byte === lineFeed || byte === carriageReturn;

/** Removes the quotes around every line, and one of two quotes inside; `null` unless each line is one quoted cell. */
function withoutOuterQuotes(text: Uint8Array): Uint8Array | null {
  const inner = new Uint8Array(text.length);
  let to = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] ?? 0;
    const isFirst = at === 0 || isLineEnd(text[at - 1]);
    if (!isQuoted && isFirst && byte === quote) isQuoted = true;
    else if (isQuoted && byte === quote && text[at + 1] !== quote) isQuoted = false;
    else if (isQuoted || isLineEnd(byte)) {
      inner[to] = byte;
      to += 1;
      if (byte === quote) at += 1;
    } else return null;
  }
  return isQuoted ? null : inner.subarray(0, to);
}

/**
 * Returns the rows inside of lines that are quoted as a whole; other texts unchanged. Commas in a list of quoted amounts separate nothing.
 */
export function unquoteLines(text: Uint8Array): Uint8Array {
  const inner = withoutOuterQuotes(text);
  if (inner === null) return text;
  const [, ...rows] = readRows(text, ',', sampleRows);
  if (rows.every(([cell = '']) => number.test(cell))) return text;
  const { columns, headerRows, certain } = detectLayout(inner);
  return columns >= minColumns && headerRows > 0 && certain ? inner : text;
}
