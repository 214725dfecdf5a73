/** @file Finds a text in the pages of a PDF, page by page, without waiting for all of them. */
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { fold } from '../../../../shared/model/fold.ts';

/** One place where the text stands. */
export interface PdfMatch {
  /** Counted from 1. */
  readonly page: number;
  /** Which match of its page it is, counted from 0. */
  readonly index: number;
}

/** Where a folded text begins in another one. */
export function placesOf(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length))
    places.push(at);
  return places;
}

/** Looks through all pages in order; `onPage` hears of the matches so far. Ends early when it says `false`. */
export async function findInPdf(
  document: PDFDocumentProxy,
  search: string,
  onPage: (matches: readonly PdfMatch[]) => boolean,
): Promise<void> {
  const wanted = fold(search);
  const matches: PdfMatch[] = [];
  for (let number = 1; wanted !== '' && number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const found = items.flatMap((item) => ('str' in item ? placesOf(fold(item.str), wanted) : []));
    matches.push(...found.map((_, index) => ({ page: number, index })));
    if (!onPage([...matches])) return;
  }
}
