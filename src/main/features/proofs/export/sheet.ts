/**
 * @file Describes a proof as a sheet of a PDF with several proofs: a PDF as its pages without scripts, forms and
 * attachments, an image and a text as a text of which Chromium makes the pages.
 */
import { PDFDocument } from 'pdf-lib';
import type { OmissionReason } from '../../../../shared/model/proofs/omitted-proof.ts';
import { findPdfHeader } from '../extraction/file-types.ts';
import { unlockPdf } from '../extraction/pdf/pdf-pages.ts';
import { readDocument } from '../extraction/read-answer.ts';
import type { Sheet } from '../extraction/reader-messages.ts';
import { countPixels } from './image-size.ts';
import type { ProofOrigin } from './proof-origin.ts';
import { describeProof } from './proof-pages.ts';

/** Maximum length of a text that becomes pages, in characters. */
const maxTextLength = 2_000_000;
/** Maximum pixels of an image: decoded, each has four bytes. */
const maxPixels = 50_000_000;

export async function toSheet(origin: ProofOrigin, body: Uint8Array): Promise<Sheet> {
  const proof = readDocument(body);
  if (proof === null) return omitted('unreadable');
  const { document, fields } = proof;
  switch (document.kind) {
    case 'pdf':
      return toPdfSheet(document.bytes).catch(() => omitted('damaged'));
    case 'png':
    case 'jpeg': {
      const pixels = countPixels(document.kind, document.bytes);
      if (pixels === null) return omitted('damaged');
      if (pixels > maxPixels) return omitted('too-large');
      return { is: 'text', text: describeProof(origin, document, fields) };
    }
    case 'mt103':
    case 'iso20022':
    case 'xml':
    case 'json':
    case 'html':
    case 'text':
    case 'empty':
      if ((document.text ?? '').length > maxTextLength) return omitted('too-long');
      return { is: 'text', text: describeProof(origin, document, fields) };
    case 'svg':
    case 'url':
    case 'file':
    case 'unreadable':
      return omitted('no-pages');
  }
}

const omitted = (reason: OmissionReason): Sheet => ({ is: 'omitted', reason });

/** Copies the pages of a PDF, also of one with an owner password. A PDF with a user password is omitted. */
async function toPdfSheet(pdf: Buffer): Promise<Sheet> {
  // A separate buffer, because pdf-lib would read the whole pool of a pooled buffer.
  const bytes = new Uint8Array(pdf.subarray(Math.max(0, findPdfHeader(pdf))));
  try {
    return { is: 'pdf', bytes: await copyPages(bytes) };
  } catch {
    const unlocked = await unlockPdf(bytes);
    if (unlocked === null) return omitted('password');
    return { is: 'pdf', bytes: await copyPages(unlocked.bytes, unlocked.pages) };
  }
}

/** Copies the first `count` pages of an unencrypted PDF into one of their own. */
async function copyPages(bytes: Uint8Array, count?: number): Promise<Uint8Array<ArrayBuffer>> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false });
  const indices = source.getPageIndices().slice(0, count);
  if (indices.length === 0) throw new Error('The PDF has no pages');
  const sheet = await PDFDocument.create({ updateMetadata: false });
  for (const page of await sheet.copyPages(source, indices)) sheet.addPage(page);
  return new Uint8Array(await sheet.save());
}
