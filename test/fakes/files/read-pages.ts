/** @file Reads back the pages of a PDF: every character that is shown, line by line. */
import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { z } from 'zod';

const matrixSchema = z.union([
  z.tuple([z.array(z.number())]).transform(([matrix]) => matrix),
  z.tuple([z.instanceof(Float32Array)]).transform(([matrix]) => [...matrix]),
  z.array(z.number()),
]);
const fontSchema = z.tuple([z.string(), z.number()]);
const glyphsSchema = z.tuple([z.array(z.union([z.number(), z.object({ unicode: z.string() })]))]);

/** Size of the text of an original in points. */
const originalSize = 8;

/** A page as a reader of PDFs sees it. */
interface ReadPage {
  /** Lines from top to bottom. Columns, and the number of a line of an original, end in a tab. */
  readonly lines: readonly string[];
  /** Number of images. */
  readonly pictures: number;
  /** Width and height in points. */
  readonly size: readonly [number, number];
}

/** Returns the pages, and whether the file contains anything that a reader would run or open. */
export async function readPages(bytes: Uint8Array): Promise<{ pages: ReadPage[]; isActive: boolean }> {
  const loading = getDocument({ data: new Uint8Array(bytes), useWasm: false, verbosity: 0 });
  try {
    const document = await loading.promise;
    const pages: ReadPage[] = [];
    let isActive = (await document.getJSActions()) !== null || (await document.getAttachments()) !== null;
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      isActive ||= (await page.getAnnotations()).length > 0;
      const { width, height } = page.getViewport({ scale: 1 });
      const { fnArray } = await page.getOperatorList();
      pages.push({
        lines: await readLines(page),
        pictures: fnArray.filter((operator) => operator === OPS.paintImageXObject).length,
        size: [Math.round(width), Math.round(height)],
      });
    }
    return { pages, isActive };
  } finally {
    await loading.destroy();
  }
}

/** Joins the runs of text that have the same baseline. */
async function readLines(page: PDFPageProxy): Promise<string[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const lines = new Map<number, { text: string; isOriginal: boolean }>();
  let [size, y] = [0, 0];
  for (const [index, operator] of fnArray.entries()) {
    const args: unknown = argsArray[index];
    if (operator === OPS.setFont) size = fontSchema.parse(args)[1];
    if (operator === OPS.setTextMatrix) y = matrixSchema.parse(args)[5] ?? 0;
    if (operator !== OPS.showText) continue;
    const [glyphs] = glyphsSchema.parse(args);
    const text = glyphs.map((glyph) => (typeof glyph === 'number' ? '' : glyph.unicode)).join('');
    const line = lines.get(y);
    const isOriginal = size === originalSize;
    const gap = line === undefined || (line.isOriginal && isOriginal) ? '' : '\t';
    lines.set(y, { text: `${line?.text ?? ''}${gap}${text}`, isOriginal });
  }
  return [...lines].sort(([first], [second]) => second - first).map(([, { text }]) => text);
}
