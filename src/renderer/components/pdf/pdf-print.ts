/** @file Renders every page of a PDF as an image, for printing. */
import type { PDFDocumentProxy } from 'pdfjs-dist';

const dotsPerInch = 150;
const pointsPerInch = 72;

async function renderToObjectUrl(document: PDFDocumentProxy, pageNumber: number): Promise<string> {
  const page = await document.getPage(pageNumber);
  const viewport = page.getViewport({ scale: dotsPerInch / pointsPerInch });
  const canvas = window.document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.floor(viewport.height);
  await page.render({ canvas, viewport, intent: 'print' }).promise;
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  canvas.width = 0;
  return blob === null ? '' : URL.createObjectURL(blob);
}

/**
 * Appends the rendered pages to the body of the window; returns a function that removes them. Rejects when a page
 * cannot be rendered.
 */
export async function preparePages(document: PDFDocumentProxy): Promise<() => void> {
  const pagesContainer = window.document.createElement('div');
  const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
  pagesContainer.className = width > height ? 'print-pages landscape' : 'print-pages';
  const objectUrls: string[] = [];
  for (let pageNumber = 1; pageNumber <= document.numPages; pageNumber += 1) {
    const objectUrl = await renderToObjectUrl(document, pageNumber);
    objectUrls.push(objectUrl);
    const image = window.document.createElement('img');
    image.src = objectUrl;
    image.alt = '';
    pagesContainer.append(image);
    await image.decode().catch(() => undefined);
  }
  window.document.body.append(pagesContainer);
  return () => {
    pagesContainer.remove();
    for (const objectUrl of objectUrls) URL.revokeObjectURL(objectUrl);
  };
}
