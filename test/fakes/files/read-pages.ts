/** @file Reads back the pages of a PDF: every text that is shown, line by line. */
import { getDocument, OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { z } from 'zod';
import type { PageBlock, TextPages } from '../../../src/main/formats/pages/text-pages.ts';

const transformSchema = z.array(z.number());

/** Space between two texts of a line that belong to different columns, in points. */
const columnGap = 5;

/** A page as a reader of PDFs sees it. */
interface ReadPage {
  /** Lines from top to bottom. Columns, and the number of a line of an original, end in a tab. */
  readonly lines: readonly string[];
  /** For each image, the sides of the page at which its stored first row and first column are, such as `top left`. */
  readonly pictures: readonly string[];
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
      pages.push({
        lines: await readLines(page),
        pictures: await readPictures(page),
        size: [Math.round(width), Math.round(height)],
      });
    }
    return { pages, isActive };
  } finally {
    await loading.destroy();
  }
}

/** Follows the coordinates of the drawing operators; an image is a square of one unit whose first row is at its top. */
async function readPictures(page: PDFPageProxy): Promise<string[]> {
  const { fnArray, argsArray } = await page.getOperatorList();
  const saved: DOMMatrix[] = [];
  let matrix = new DOMMatrix();
  return fnArray.flatMap((operator, index) => {
    if (operator === OPS.save) saved.push(matrix);
    else if (operator === OPS.restore) matrix = saved.pop() ?? new DOMMatrix();
    else if (operator === OPS.transform)
      matrix = matrix.multiply(new DOMMatrix(transformSchema.parse(argsArray[index])));
    else if (operator === OPS.paintImageXObject) {
      const { a, b, c, d } = matrix;
      const sideOf = (x: number, y: number) =>
        Math.abs(x) > Math.abs(y) ? (x > 0 ? 'right' : 'left') : y > 0 ? 'top' : 'bottom';
      return [`${sideOf(c, d)} ${sideOf(-a, -b)}`];
    }
    return [];
  });
}

/** Joins the texts that have about the same baseline. */
async function readLines(page: PDFPageProxy): Promise<string[]> {
  const { items } = await page.getTextContent();
  const texts = items.flatMap((item) => {
    if (!('str' in item) || item.str === '') return [];
    const [x = 0, y = 0] = item.transform.slice(4).map(Number);
    return [{ text: item.str, x, y, width: item.width }];
  });
  const lines: { y: number; texts: typeof texts }[] = [];
  for (const text of texts.toSorted((first, second) => second.y - first.y || first.x - second.x)) {
    const line = lines.at(-1);
    if (line !== undefined && line.y - text.y < 2) line.texts.push(text);
    else lines.push({ y: text.y, texts: [text] });
  }
  return lines.map((line) => {
    let end = Number.POSITIVE_INFINITY;
    let joined = '';
    for (const { text, x, width } of line.texts.toSorted((first, second) => first.x - second.x)) {
      joined = x - end > columnGap ? `${joined.trimEnd()}\t${text}` : `${joined}${text}`;
      end = text.trim() === '' ? Math.min(end, x) : x + width;
    }
    return joined.trimEnd();
  });
}

function linesOfBlock(block: PageBlock): string[] {
  switch (block.is) {
    case 'facts':
      return block.facts.flatMap(({ term, lines: [first = '', ...others] }) => [
        `${term}\t${first}`,
        ...others,
      ]);
    case 'original':
      return block.text.split(/\r\n|\n|\r/).map((line, index) => `${index + 1}\t${line}`);
    case 'table':
      return [block.columns.map(({ name }) => name), ...block.rows].map((cells) => cells.join('\t'));
    case 'picture':
      return [];
    default:
      return [block.text];
  }
}

/** Returns the lines that a text has on endless pages, in the form of {@link readPages}. */
export function linesOfText({ title, subtitle, blocks }: TextPages): string[] {
  return [title, subtitle, ...blocks.flatMap(linesOfBlock)];
}
