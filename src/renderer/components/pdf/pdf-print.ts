/** @file Renders every page of a PDF as an image, for printing. */
import type { PDFDocumentProxy } from 'pdfjs-dist';

/** Dots per inch. */
const density = 150;

async function picture(document: PDFDocumentProxy, number: number): Promise<string> {
  const page = await document.getPage(number);
  const viewport = page.getViewport({ scale: density / 72 });
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  canvas.width = 0;
  return blob === null ? '' : URL.createObjectURL(blob);
}

/**
 * Adds the rendered pages to the document; returns the function that removes them. Rejects when a page cannot be
 * rendered.
 */
export async function preparePages(document: PDFDocumentProxy): Promise<() => void> {
  const sheet = window.document.createElement('div');
  sheet.className = 'print-pages';
  const addresses: string[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const address = await picture(document, number);
    addresses.push(address);
    const image = window.document.createElement('img');
    image.src = address;
    image.alt = '';
    sheet.append(image);
    await image.decode().catch(() => undefined);
  }
  window.document.body.append(sheet);
  return () => {
    sheet.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  };
}
