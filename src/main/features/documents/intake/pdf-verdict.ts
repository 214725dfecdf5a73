/** @file Examines a doubtful PDF on a separate thread. Scripts of the PDF never run. */
import { getDocument, PasswordException } from 'pdfjs-dist/legacy/build/pdf.mjs';
// Makes the worker's code part of this thread: pdf.js finds it and starts no thread of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import type { DocumentWarning } from '../../../../shared/model/document.ts';
import { pdfOptions } from '../../../pdf-options.ts';

const end = /^startxref\s{1,20}\d{1,15}\s{0,20}%%EOF/;
/** Bytes in which the end marker is read. */
const markLength = 80;

/** True when a PDF has no end marker, or content after it. */
function isCutShort(bytes: Buffer): boolean {
  const place = bytes.lastIndexOf('startxref');
  if (place === -1 || !end.test(bytes.toString('latin1', place, place + markLength))) return true;
  return bytes.includes('endobj', place) || bytes.includes(' obj', place);
}

async function problemOfOpening(bytes: Buffer): Promise<DocumentWarning | null> {
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

/** Returns the defects of a PDF; none when it is intact but unusual. Never rejects. */
export async function pdfVerdict(bytes: Buffer): Promise<DocumentWarning[]> {
  const problem = await problemOfOpening(bytes);
  return [...(isCutShort(bytes) ? (['pdf-cut-short'] as const) : []), ...(problem === null ? [] : [problem])];
}
