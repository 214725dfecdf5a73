/** @file One-page PDFs to which a test adds entries and objects. */

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

/** Creates the text of a PDF stream object. `entries` are further entries of its dictionary. */
export const streamOf = (content: string, entries = '') =>
  `<< /Length ${Buffer.byteLength(content, 'latin1')} ${entries} >>\nstream\n${content}\nendstream`;

/** Creates a PDF with uncompressed objects. */
export function pdfWith({
  catalog = '',
  page = '',
  objects = [],
  content = 'BT /F1 18 Tf 72 720 Td (Invoice) Tj ET',
}: PdfEntries): Buffer {
  const pdfObjects = [
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> ${page} >>`,
    streamOf(content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...objects,
  ];
  let body = '%PDF-1.7\n';
  const offsets = pdfObjects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const xrefOffset = body.length;
  const xrefEntries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  body += `xref\n0 ${pdfObjects.length + 1}\n0000000000 65535 f \n${xrefEntries}`;
  body += `trailer\n<< /Size ${pdfObjects.length + 1} /Root 1 0 R >>\nstartxref\n${xrefOffset}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
