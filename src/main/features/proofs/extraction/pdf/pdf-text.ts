/**
 * @file Extracts the text of a PDF for the search, and inspects its contents. No scripts, forms or system fonts are
 * used.
 */
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loads the worker code into this thread, so that pdf.js starts no thread of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { pdfOptions } from '../../../../formats/pdf/pdf-options.ts';
import { type PdfContents, readPdfContents } from './pdf-contents.ts';

/** Maximum length of the extracted text, in characters. */
const maxTextLength = 2_000_000;

type PdfText =
  | {
      readonly result: 'read';
      readonly text: string;
      readonly isComplete: boolean;
      readonly contents: PdfContents;
    }
  | { readonly result: 'encrypted' }
  | { readonly result: 'broken' };

export async function readPdfText(bytes: Uint8Array): Promise<PdfText> {
  const loading = getDocument({
    ...pdfOptions,
    data: new Uint8Array(bytes),
  });
  try {
    const document = await loading.promise;
    let text = '';
    for (let number = 1; number <= document.numPages && text.length < maxTextLength; number += 1) {
      const page = await document.getPage(number);
      const content = await page.getTextContent();
      for (const item of content.items)
        if ('str' in item) text += item.hasEOL ? `${item.str}\n` : `${item.str} `;
      page.cleanup();
    }
    const contents = await readPdfContents(document, bytes);
    return {
      result: 'read',
      text: text.slice(0, maxTextLength),
      isComplete: text.length < maxTextLength,
      contents,
    };
  } catch (thrown) {
    return { result: thrown instanceof PasswordException ? 'encrypted' : 'broken' };
  } finally {
    await loading.destroy();
  }
}
