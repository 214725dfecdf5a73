/** @file The folded text of the pages of a PDF, and its search. */

import type { FoundInFile } from '../process/methods/search-methods.ts';
import type { TextMatcher } from '../query/text-matcher.ts';
import { foldText } from '../read/fold.ts';

type PageHit = Extract<FoundInFile['hits'][number], { kind: 'page' }>;

const blank = 0x20;
/** Maximum length of a shown line, in characters. */
const maxLineLength = 400;

/** The text of one page. */
export interface PageText {
  /** The lines as written. */
  readonly lines: readonly string[];
  /** All lines, folded, with single blanks within and between them. */
  readonly folded: Buffer;
  /** Offset of each line in the folded text. */
  readonly starts: readonly number[];
}

/** Folds a text, with single blanks. */
function foldLine(text: string): Uint8Array {
  const folded = foldText(text.trim());
  return folded.filter((byte, index) => byte !== blank || folded[index - 1] !== blank);
}

/** Folds the lines of a page. */
export function toPageText(lines: readonly string[]): PageText {
  const starts: number[] = [];
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const line of lines) {
    const folded = foldLine(line);
    starts.push(length);
    parts.push(folded, Buffer.from([blank]));
    length += folded.length + 1;
  }
  return { lines, folded: Buffer.concat(parts), starts };
}

/** Approximate size of a page in memory, in bytes. */
export function sizeOfPage({ lines, folded }: PageText): number {
  return folded.length + lines.reduce((sum, line) => sum + line.length * 2 + 64, 0);
}

function lineAt({ starts }: PageText, offset: number): number {
  return starts.findLastIndex((start) => start <= offset);
}

/** Yields the offsets and lengths of the text, and of its other notations if it is an amount, in the order of the page. */
function findOffsets({ folded }: PageText, { text, amount }: TextMatcher): Map<number, number> {
  const offsets = new Map<number, number>();
  const needle = foldLine(text);
  if (needle.length === 0) return offsets;
  for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length))
    offsets.set(at, needle.length);
  for (const part of amount?.needles ?? []) {
    for (let at = folded.indexOf(part); at >= 0; at = folded.indexOf(part, at + 1))
      if (amount?.isAt(folded, at) === true) offsets.set(at, part.length);
  }
  return new Map([...offsets].sort(([one], [other]) => one - other));
}

/** Returns the shown part of a line, around the place of the hit. */
function cutLine(line: string, place: number): string {
  if (line.length <= maxLineLength) return line;
  const start = Math.max(0, Math.min(place - maxLineLength / 2, line.length - maxLineLength));
  return line.slice(start, start + maxLineLength);
}

/** Finds the lines of a page with a text, each once. */
export function findInPage(page: PageText, pageNumber: number, matcher: TextMatcher): PageHit[] {
  const hits = new Map<number, PageHit>();
  for (const [offset, length] of findOffsets(page, matcher)) {
    const first = lineAt(page, offset);
    if (hits.has(first)) continue;
    const last = lineAt(page, offset + length - 1);
    const text = page.lines
      .slice(first, last + 1)
      .map((line) => line.trim())
      .join(' ');
    const found = page.folded.toString('utf8', offset, offset + length);
    hits.set(first, {
      kind: 'page',
      page: pageNumber,
      text: cutLine(text, offset - (page.starts[first] ?? 0)),
      found,
    });
  }
  return [...hits.values()];
}
