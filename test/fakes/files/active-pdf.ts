/** @file One-page PDFs, written object by object. Objects are PDF text in Latin-1, in which a character is a byte. */

const after = (entries: string) => (entries === '' ? '' : ` ${entries}`);

/** Creates a stream object. `entries` are further entries of its dictionary. */
export const streamOf = (content: string, entries = '') =>
  `<< /Length ${Buffer.byteLength(content, 'latin1')}${after(entries)} >>\nstream\n${content}\nendstream`;

/** Returns the five objects of a page with the font F1, whose content is a stream. */
export function pageObjects(stream: string, { catalog = '', page = '' } = {}): string[] {
  return [
    `<< /Type /Catalog /Pages 2 0 R${after(catalog)} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>${after(page)} >>`,
    stream,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
}

/** Writes objects, uncompressed and numbered from 1, padded to at least `minBytes` bytes. `trailer` has further entries. */
export function writePdf(
  objects: readonly string[],
  { version = '1.7', minBytes = 0, trailer = '' } = {},
): Buffer {
  let body = `%PDF-${version}\n`;
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  if (body.length < minBytes) body += `%${'.'.repeat(minBytes - body.length - 2)}\n`;
  const xref = body.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R${after(trailer)} >>\nstartxref\n${xref}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}

/** Additions to a PDF. */
interface PdfEntries {
  /** Entries of the catalog, as PDF text. */
  readonly catalog?: string;
  /** Entries of the page, as PDF text. */
  readonly page?: string;
  /** Further objects, as PDF text, numbered from 6. */
  readonly objects?: readonly string[];
  /** Drawing operators of the page, as PDF text. */
  readonly content?: string;
}

/** Creates a PDF with uncompressed objects. */
export function pdfWith({
  catalog = '',
  page = '',
  objects = [],
  content = 'BT /F1 18 Tf 72 720 Td (Invoice) Tj ET',
}: PdfEntries): Buffer {
  return writePdf([...pageObjects(streamOf(content), { catalog, page }), ...objects]);
}
