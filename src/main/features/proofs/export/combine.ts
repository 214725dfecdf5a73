/** @file Combines proofs into one PDF: PDFs page by page, images one to a page, without recompression. */
import {
  concatTransformationMatrix,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from 'pdf-lib';
import type { OmissionReason, OmittedProof } from '../../../../shared/model/proofs/omitted-proof.ts';
import { pdfStart } from '../reading/file-types.ts';
import { unlockedPdf } from '../reading/pdf-pages.ts';
import { documentOf } from '../reading/read-answer.ts';
import { type Box, isTurned, jpegOrientation, uprightMatrix } from './image-orientation.ts';

/** A4 in points, and the margin around an image. */
const page = { width: 595.28, height: 841.89, margin: 36 };

export interface Combined {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** Proofs without pages, and proofs whose pages cannot be copied. */
  readonly left: OmittedProof[];
}

/**
 * Combines proofs in order. Scripts, forms and attachments of a PDF are dropped; proofs whose index is in `without` are
 * omitted. `onStep` receives the index of each proof before it is read, and finally their number.
 */
export async function combine(
  proofs: readonly { readonly reference: string; readonly body: Uint8Array }[],
  without: ReadonlySet<number>,
  onStep: (step: number) => void,
): Promise<Combined> {
  const combined = await PDFDocument.create();
  const left: OmittedProof[] = [];
  for (const [place, { reference, body }] of proofs.entries()) {
    if (without.has(place)) {
      left.push({ reference, reason: 'unreadable' });
      continue;
    }
    onStep(place);
    const reason = await addProof(combined, body);
    if (reason !== null) left.push({ reference, reason });
  }
  onStep(proofs.length);
  const pages = combined.getPageCount();
  return { bytes: pages === 0 ? new Uint8Array() : await combined.save(), pages, left };
}

/** Adds the pages of one proof; returns the reason when it is omitted. */
async function addProof(combined: PDFDocument, body: Uint8Array): Promise<OmissionReason | null> {
  const found = documentOf(body)?.found;
  try {
    if (found?.kind === 'pdf') return await addPdf(combined, found.bytes);
    if (found?.kind !== 'png' && found?.kind !== 'jpeg') return 'no-pages';
    await addImage(combined, found.kind, found.bytes);
    return null;
  } catch {
    return 'damaged';
  }
}

/** Adds a PDF. An owner password does not prevent reading; a user password does. */
async function addPdf(combined: PDFDocument, whole: Buffer): Promise<OmissionReason | null> {
  const bytes = unpooledCopy(whole.subarray(Math.max(0, pdfStart(whole))));
  try {
    await addPages(combined, bytes);
  } catch {
    const unlocked = await unlockedPdf(bytes);
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
  for (const copied of await combined.copyPages(source, indices)) combined.addPage(copied);
}

/** Copies bytes into a buffer of their own: pdf-lib reads the whole pool that backs a pooled buffer. */
function unpooledCopy(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

async function addImage(combined: PDFDocument, kind: 'png' | 'jpeg', bytes: Buffer): Promise<void> {
  const own = unpooledCopy(bytes);
  const image = await (kind === 'png' ? combined.embedPng(own) : combined.embedJpg(own));
  const orientation = kind === 'jpeg' ? jpegOrientation(own) : 1;
  const upright = isTurned(orientation)
    ? { width: image.height, height: image.width }
    : { width: image.width, height: image.height };
  const available = { width: page.width - 2 * page.margin, height: page.height - 2 * page.margin };
  const scale = Math.min(1, available.width / upright.width, available.height / upright.height);
  const height = upright.height * scale;
  const box: Box = {
    x: page.margin,
    y: page.height - page.margin - height,
    width: upright.width * scale,
    height,
  };
  const sheet = combined.addPage([page.width, page.height]);
  const name = sheet.node.newXObject('Image', image.ref);
  sheet.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(...uprightMatrix(orientation, box)),
    drawObject(name),
    popGraphicsState(),
  );
}
