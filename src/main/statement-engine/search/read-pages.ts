/** @file Extracts the lines of the pages of a PDF. No scripts, forms or system fonts are used. */
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loads the worker code into this thread, so that pdf.js starts no thread of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { pdfOptions } from '../../formats/pdf/pdf-options.ts';

/** Maximum length of the extracted text, in characters. */
const maxPagesText = 4_000_000;

type PagesText =
  | {
      readonly result: 'read';
      /** The lines of each page. */
      readonly pages: readonly (readonly string[])[];
      /** False if later pages were left out because the text is too long. */
      readonly isComplete: boolean;
    }
  | { readonly result: 'encrypted' };

/** Reads the pages. Rejects for a damaged PDF. The bytes are transferred and unusable afterwards. */
export async function readPages(bytes: Uint8Array): Promise<PagesText> {
  const loading = getDocument({ ...pdfOptions, data: bytes });
  try {
    const document = await loading.promise;
    const pages: string[][] = [];
    let length = 0;
    while (pages.length < document.numPages && length < maxPagesText) {
      const page = await document.getPage(pages.length + 1);
      const { items } = await page.getTextContent();
      page.cleanup();
      const text = items
        .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
        .join('');
      length += text.length;
      pages.push(text.split('\n').filter((line) => line.trim() !== ''));
    }
    return { result: 'read', pages, isComplete: pages.length === document.numPages };
  } catch (thrown) {
    if (thrown instanceof PasswordException) return { result: 'encrypted' };
    throw thrown;
  } finally {
    await loading.destroy();
  }
}
