/** @file Finds a text in the pages of a PDF, page by page, without waiting for all of them. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { placesIn } from './pieces.ts';

/** One place where the text stands. */
export interface PdfMatch {
  /** Counted from 1. */
  readonly page: number;
  /** Which match of its page it is, counted from 0. */
  readonly index: number;
}

/**
 * The place in `matches` of the one after the match that is shown, or `back` of it, round and round; while none is
 * shown, the first from the page in view on, or the last before it.
 */
export function nextMatch(
  matches: readonly PdfMatch[],
  shown: number | null,
  page: number,
  back: boolean,
): number {
  const here = shown ?? matches.findIndex((match) => match.page >= page);
  const step = back ? -1 : shown === null ? 0 : 1;
  return (Math.max(0, here) + step + matches.length) % Math.max(1, matches.length);
}

/** Looks through all pages in order; `onPage` hears of the matches so far. Ends early when it says `false`. */
export async function findInPdf(
  document: PDFDocumentProxy,
  search: string,
  onPage: (matches: readonly PdfMatch[]) => boolean,
): Promise<void> {
  const matches: PdfMatch[] = [];
  for (let number = 1; search !== '' && number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const pieces = items.flatMap((item) => ('str' in item ? [item.str, item.hasEOL ? ' ' : ''] : []));
    matches.push(...placesIn(pieces, search).map((_, index) => ({ page: number, index })));
    if (!onPage([...matches])) return;
  }
}
