/** @file The pages of a PDF that everybody can read, but that forbids to change or print it, without its protection. */
import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Makes the worker's code part of this thread: pdf.js finds it and starts no thread of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { PDFDocument } from 'pdf-lib';
import { pdfOptions } from '../../../pdf-options.ts';

/** Pages in the clear. */
export interface UnlockedPdf {
  readonly bytes: Uint8Array;
  /** The first pages of the file are those of the PDF; what follows is none of it. */
  readonly pages: number;
}

/**
 * An opened PDF without its protection. Its pages come first, and a page that is none of it last; scripts of the whole
 * document stay behind. Rejects when the PDF is damaged.
 */
export async function decryptedPages(document: PDFDocumentProxy): Promise<Uint8Array> {
  const blank = await PDFDocument.create();
  blank.addPage();
  // Of a single file pdf.js keeps the protection; a second one makes it write a new file without any.
  return document.extractPages([{ document: null }, { document: await blank.save() }]);
}

/** The PDF without its owner's password; `null` when it needs a password to be read. Rejects when it is damaged. */
export async function unlockedPdf(bytes: Uint8Array): Promise<UnlockedPdf | null> {
  const loading = getDocument({ ...pdfOptions, data: new Uint8Array(bytes) });
  try {
    const document = await loading.promise;
    return { bytes: await decryptedPages(document), pages: document.numPages };
  } catch (thrown) {
    if (thrown instanceof PasswordException) return null;
    throw thrown;
  } finally {
    await loading.destroy();
  }
}
