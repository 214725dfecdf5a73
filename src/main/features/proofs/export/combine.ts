/**
 * @file Combines proofs into one PDF: PDFs page by page, images one to a page, without recompression; text proofs are
 * set on pages.
 */
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import type { OmissionReason } from '../../../../shared/model/proofs/omitted-proof.ts';
import { createPageSetter, type PageSetter } from '../../../formats/pdf/pages/set-pages.ts';
import { findPdfHeader } from '../extraction/file-types.ts';
import { unlockPdf } from '../extraction/pdf/pdf-pages.ts';
import { readDocument } from '../extraction/read-answer.ts';
import { type Box, createUprightMatrix, hasSwappedSides, readJpegOrientation } from './image-orientation.ts';
import type { ProofOrigin } from './proof-origin.ts';
import { describeProof } from './proof-pages.ts';

/** A4 in points, and the margin around an image. */
const page = { width: 595.28, height: 841.89, margin: 36 };

/** Maximum length of a text that is set on pages, in characters. */
const maxTextLength = 2_000_000;

interface Combined {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Proofs that have no pages, by their index. */
  readonly omitted: { readonly index: number; readonly reason: OmissionReason }[];
}

/**
 * Combines proofs in order. Scripts, forms and attachments of a PDF are dropped; proofs whose index is in
 * `omittedIndexes` are omitted unread. `onStep` receives the index of each proof before it is read, and finally the
 * number of proofs.
 */
export async function combine(
  proofs: readonly { readonly origin: ProofOrigin; readonly body: Uint8Array }[],
  omittedIndexes: ReadonlySet<number>,
  onStep: (step: number) => void,
): Promise<Combined> {
  // Without the time of creation, the same proofs give the same file.
  const combined = await PDFDocument.create({ updateMetadata: false });
  const setter = await createPageSetter(combined);
  const omitted: Combined['omitted'] = [];
  for (const [index, { origin, body }] of proofs.entries()) {
    if (omittedIndexes.has(index)) {
      omitted.push({ index, reason: 'unreadable' });
      continue;
    }
    onStep(index);
    const reason = await addProof(combined, setter, origin, body);
    if (reason !== null) omitted.push({ index, reason });
  }
  onStep(proofs.length);
  setter.finish();
  const pages = combined.getPageCount();
  return { bytes: pages === 0 ? new Uint8Array() : await combined.save(), pages, omitted };
}

/** Adds the pages of one proof; returns the reason when it is omitted. */
async function addProof(
  combined: PDFDocument,
  setter: PageSetter,
  origin: ProofOrigin,
  body: Uint8Array,
): Promise<OmissionReason | null> {
  const proof = readDocument(body);
  if (proof === null) return 'unreadable';
  const { document, fields } = proof;
  try {
    switch (document.kind) {
      case 'pdf':
        return await addPdf(combined, document.bytes);
      case 'png':
      case 'jpeg':
        await addImage(combined, document.kind, document.bytes);
        return null;
      case 'mt103':
      case 'iso20022':
      case 'xml':
      case 'json':
      case 'html':
      case 'text':
      case 'empty':
        if ((document.text ?? '').length > maxTextLength) return 'too-long';
        return (await setter.add(describeProof(origin, document, fields))) ? null : 'too-long';
      case 'svg':
      case 'url':
      case 'file':
      case 'unreadable':
        return 'no-pages';
    }
  } catch {
    return 'damaged';
  }
}

/** Adds a PDF, also one with an owner password. A PDF with a user password is omitted. */
async function addPdf(combined: PDFDocument, pdf: Buffer): Promise<OmissionReason | null> {
  const bytes = copyUnpooled(pdf.subarray(Math.max(0, findPdfHeader(pdf))));
  try {
    await addPages(combined, bytes);
  } catch {
    const unlocked = await unlockPdf(bytes);
    if (unlocked === null) return 'password';
    await addPages(combined, unlocked.bytes, unlocked.pages);
  }
  return null;
}

/** Adds the first `count` pages of an unencrypted PDF. Rejects before adding any page. */
async function addPages(combined: PDFDocument, bytes: Uint8Array, count?: number): Promise<void> {
  const source = await PDFDocument.load(bytes, { updateMetadata: false });
  const indices = source.getPageIndices().slice(0, count);
  if (indices.length === 0) throw new Error('The PDF has no pages');
  for (const copiedPage of await combined.copyPages(source, indices)) combined.addPage(copiedPage);
}

/** Copies bytes into a separate buffer, because pdf-lib would read the whole pool of a pooled buffer. */
function copyUnpooled(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

async function addImage(combined: PDFDocument, kind: 'png' | 'jpeg', bytes: Buffer): Promise<void> {
  const imageBytes = copyUnpooled(bytes);
  const image = await (kind === 'png' ? combined.embedPng(imageBytes) : combined.embedJpg(imageBytes));
  const orientation = kind === 'jpeg' ? readJpegOrientation(imageBytes) : 1;
  const uprightSize = hasSwappedSides(orientation)
    ? { width: image.height, height: image.width }
    : { width: image.width, height: image.height };
  const available = { width: page.width - 2 * page.margin, height: page.height - 2 * page.margin };
  const scale = Math.min(1, available.width / uprightSize.width, available.height / uprightSize.height);
  const height = uprightSize.height * scale;
  const box: Box = {
    x: page.margin,
    y: page.height - page.margin - height,
    width: uprightSize.width * scale,
    height,
  };
  const sheet = combined.addPage([page.width, page.height]);
  const name = sheet.node.newXObject('Image', image.ref);
  sheet.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...createUprightMatrix(orientation, box)),
    drawObject(name),
    popGraphicsState(),
  );
}
