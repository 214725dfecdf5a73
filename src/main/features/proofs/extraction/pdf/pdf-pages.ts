/** @file Removes the owner-password protection of a PDF that is readable without a password. */
import { getDocument, PasswordException, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loads the worker code into this thread, so that pdf.js starts no thread of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { PDFDocument } from 'pdf-lib';
import { pdfOptions } from '../../../../formats/pdf/pdf-options.ts';

interface UnlockedPdf {
  readonly bytes: Uint8Array;
  /** Number of leading pages that belong to the PDF; later pages are filler. */
  readonly pages: number;
}

/**
 * Saves an opened PDF without its protection and without document scripts. Its pages come first, followed by one blank
 * filler page. Rejects when the PDF is damaged.
 */
export async function decryptPages(document: PDFDocumentProxy): Promise<Uint8Array> {
  const blank = await PDFDocument.create();
  blank.addPage();
  // pdf.js keeps the protection of a single file; adding a second one makes it write a new, unprotected file.
  return document.extractPages([{ document: null }, { document: await blank.save() }]);
}

/** Returns the PDF without its owner password; `null` when reading requires a password. Rejects when it is damaged. */
export async function unlockPdf(bytes: Uint8Array): Promise<UnlockedPdf | null> {
  const loading = getDocument({ ...pdfOptions, data: new Uint8Array(bytes) });
  try {
    const document = await loading.promise;
    return { bytes: await decryptPages(document), pages: document.numPages };
  } catch (thrown) {
    if (thrown instanceof PasswordException) return null;
    throw thrown;
  } finally {
    await loading.destroy();
  }
}
