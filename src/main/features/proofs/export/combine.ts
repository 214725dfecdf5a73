/** @file One PDF out of many proofs: PDFs page by page, images one to a page, each as it is. */
import { PDFDocument } from 'pdf-lib';
import { pdfStart } from '../reading/file-types.ts';
import { documentOf } from '../reading/read.ts';

/** A4 in points, and the margin around an image. */
const page = { width: 595.28, height: 841.89, margin: 36 };

/** What was made. */
export interface Combined {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** References of proofs that have no pages, or whose pages cannot be taken (encrypted, broken). */
  readonly left: string[];
}

/**
 * Puts proofs together in their order. Scripts, forms and attachments of a PDF stay behind, and so do the proofs whose
 * places are in `without`. `onStep` hears the place of each proof before it is read, and at the end their number.
 */
export async function combine(
  proofs: readonly { readonly reference: string; readonly body: Uint8Array }[],
  without: ReadonlySet<number>,
  onStep: (step: number) => void,
): Promise<Combined> {
  const combined = await PDFDocument.create();
  const left: string[] = [];
  for (const [place, { reference, body }] of proofs.entries()) {
    if (without.has(place)) {
      left.push(reference);
      continue;
    }
    onStep(place);
    const found = documentOf(body)?.found;
    try {
      if (found?.kind === 'pdf') await addPdf(combined, found.bytes);
      else if (found?.kind === 'png' || found?.kind === 'jpeg')
        await addImage(combined, found.kind, found.bytes);
      else left.push(reference);
    } catch {
      left.push(reference);
    }
  }
  onStep(proofs.length);
  const pages = combined.getPageCount();
  return { bytes: pages === 0 ? new Uint8Array() : await combined.save(), pages, left };
}

async function addPdf(combined: PDFDocument, bytes: Buffer): Promise<void> {
  const source = await PDFDocument.load(bytes.subarray(Math.max(0, pdfStart(bytes))), {
    updateMetadata: false,
  });
  for (const copied of await combined.copyPages(source, source.getPageIndices())) combined.addPage(copied);
}

async function addImage(combined: PDFDocument, kind: 'png' | 'jpeg', bytes: Buffer): Promise<void> {
  const image = await (kind === 'png' ? combined.embedPng(bytes) : combined.embedJpg(bytes));
  const room = { width: page.width - 2 * page.margin, height: page.height - 2 * page.margin };
  const scale = Math.min(1, room.width / image.width, room.height / image.height);
  const [width, height] = [image.width * scale, image.height * scale];
  const sheet = combined.addPage([page.width, page.height]);
  sheet.drawImage(image, { x: page.margin, y: page.height - page.margin - height, width, height });
}
