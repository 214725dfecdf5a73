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
import type { ProofOrigin } from './proof-origin.ts';
import { describeProof } from './proof-pages.ts';

/** Offset of width and height in a PNG, after the signature and the head of the first chunk. */
const pngSizeOffset = 16;

/** The characters `IEND`. */
const pngEnd = 0x49454e44;

/** Segments of a JPEG to inspect before the image data. */
const maxSegments = 1_000;

/** True for a PNG whose chunks follow each other up to the last, which is empty. */
function hasAllChunks(view: DataView): boolean {
  let offset = 8;
  while (offset + 12 <= view.byteLength) {
    const length = view.getUint32(offset);
    if (length === 0 && view.getUint32(offset + 4) === pngEnd) return offset > pngSizeOffset;
    offset += 12 + length;
  }
  return false;
}

/** Returns the number of pixels of an image, `null` when its header does not state it, and for a PNG that is cut off. */
function countPixels(kind: 'png' | 'jpeg', bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (kind === 'png') {
    if (!hasAllChunks(view)) return null;
    return view.getUint32(pngSizeOffset) * view.getUint32(pngSizeOffset + 4) || null;
  }
  let offset = 2;
  for (let segment = 0; segment < maxSegments && offset + 9 <= bytes.length; segment += 1) {
    const marker = view.getUint16(offset);
    if (marker < 0xff00) return null;
    // A frame states the size; 0xc4, 0xc8 and 0xcc are tables between the frames' numbers.
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker);
    if (isFrame) return view.getUint16(offset + 5) * view.getUint16(offset + 7) || null;
    // Bytes of padding before a marker.
    offset += marker === 0xffff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return null;
}

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
