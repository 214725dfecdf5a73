/** @file Examines a doubtful PDF on a separate thread. Scripts of the PDF never run. */
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Loads the worker code into this thread, so that pdf.js starts no thread of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { DocumentWarning } from '../../../../shared/model/documents/document.ts';
import { pdfOptions } from '../../../formats/pdf/pdf-options.ts';

const endMarker = /^startxref\s{1,20}\d{1,15}\s{0,20}%%EOF/;
/** Bytes in which the end marker is searched. */
const endMarkerLength = 80;

/** True when a PDF has no end marker, or content after it. */
function isCutShort(bytes: Buffer): boolean {
  const markerOffset = bytes.lastIndexOf('startxref');
  if (
    markerOffset === -1 ||
    !endMarker.test(bytes.toString('latin1', markerOffset, markerOffset + endMarkerLength))
  )
    return true;
  return bytes.includes('endobj', markerOffset) || bytes.includes(' obj', markerOffset);
}

async function findOpeningDefect(bytes: Buffer): Promise<DocumentWarning | null> {
  const loading = getDocument({ ...pdfOptions, data: new Uint8Array(bytes) });
  try {
    const document = await loading.promise;
    await document.getPage(1);
    return null;
  } catch (thrown) {
    return thrown instanceof PasswordException ? 'pdf-password' : 'pdf-unopenable';
  } finally {
    await loading.destroy();
  }
}

/** Finds the defects of a PDF; none when it is intact but unusual. Never rejects. */
export async function findPdfDefects(bytes: Buffer): Promise<DocumentWarning[]> {
  const openingDefect = await findOpeningDefect(bytes);
  return [
    ...(isCutShort(bytes) ? (['pdf-cut-short'] as const) : []),
    ...(openingDefect === null ? [] : [openingDefect]),
  ];
}
