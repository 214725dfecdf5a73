/** @file Searches a PDF page by page and reports matches as they are found. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { findInSpans } from './find-in-spans.ts';

/** A page that is shown first, and the text to find there. */
export interface PageHit {
  readonly page: number;
  readonly find: string;
}

export interface PdfMatch {
  /** Page number, counted from 1. */
  readonly page: number;
  /** Index among the matches of its page. */
  readonly index: number;
}

/**
 * Finds the index of the match after the current match, or before the current match with `isBackward`, wrapping around.
 * Without a current match: the first match from the visible page on, or with `isBackward` the last match before that page.
 */
export function findNextMatch(
  matches: readonly PdfMatch[],
  currentMatch: number | null,
  page: number,
  isBackward: boolean,
): number {
  const startIndex = currentMatch ?? matches.findIndex((match) => match.page >= page);
  // Without a current match, the start itself is the next match.
  const step = isBackward ? -1 : currentMatch === null ? 0 : 1;
  return (Math.max(0, startIndex) + step + matches.length) % Math.max(1, matches.length);
}

/** Searches all pages in order. `onPage` receives the matches so far and stops the search by returning `false`. */
export async function findInPdf(
  document: PDFDocumentProxy,
  search: string,
  onPage: (matches: readonly PdfMatch[]) => boolean,
): Promise<void> {
  const matches: PdfMatch[] = [];
  for (let pageNumber = 1; search !== '' && pageNumber <= document.numPages; pageNumber += 1) {
    const page = await document.getPage(pageNumber);
    const { items } = await page.getTextContent();
    const textItems = items.flatMap((item) => ('str' in item ? [item.str, item.hasEOL ? ' ' : ''] : []));
    matches.push(...findInSpans(textItems, search).map((_, index) => ({ page: pageNumber, index })));
    if (!onPage([...matches])) return;
  }
}
