/** @file Searches a PDF page by page and reports matches as they are found. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { findInSpans } from './find-in-spans.ts';

/** One match. */
export interface PdfMatch {
  /** Counted from 1. */
  readonly page: number;
  /** Index among the matches of its page. */
  readonly index: number;
}

/**
 * Index of the match after the current one, or before it with `back`, wrapping around. Without a current match, the
 * first from the visible page on, or the last before it.
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

/** Searches all pages in order. `onPage` receives the matches so far and stops the search by returning `false`. */
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
    matches.push(...findInSpans(pieces, search).map((_, index) => ({ page: number, index })));
    if (!onPage([...matches])) return;
  }
}
