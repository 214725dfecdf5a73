/** @file Generates small valid PDF files of plain text. */
import { removeDiacritics } from './remove-diacritics.ts';

const linesPerPage = 52;

/**
 * Generates a PDF of text lines on A4 pages. Diacritics outside Latin-1 are removed; other characters become question
 * marks.
 */
export function createTextPdf(lines: readonly string[]): Buffer {
  const pages: string[][] = [];
  for (let start = 0; start === 0 || start < lines.length; start += linesPerPage) {
    pages.push(lines.slice(start, start + linesPerPage));
  }
  // Objects 1 to 3 are catalog, page tree and font; each page adds a page object and its contents.
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => createPageObjects(page, 5 + 2 * index)),
  ];
  return assemble(objects);
}

function createPageObjects(lines: readonly string[], contentsNumber: number): [string, string] {
  const textOperators = lines.map((line) => `(${escapeText(line)}) Tj T*`).join('\n');
  const stream = `BT /F1 8 Tf 14 TL 48 800 Td\n${textOperators}\nET`;
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${contentsNumber} 0 R >>`,
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
  ];
}

function assemble(objects: readonly string[]): Buffer {
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xrefOffset = text.length;
  const xrefEntries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${xrefEntries}`;
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${xrefOffset}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}

function escapeText(line: string): string {
  const withoutDiacritics = line.normalize('NFC').replace(/[^\x20-\x7e\xa0-\xff]/g, removeDiacritics);
  return withoutDiacritics.replace(/[^\x20-\x7e\xa0-\xff]/g, '?').replace(/[\\()]/g, '\\$&');
}
