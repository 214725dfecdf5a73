/** @file Joins PDFs that Paydesk made, in the thread of the proof reader. */
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { formatNumber, t } from '../../../../shared/messages/index.ts';
import { pageMargin } from '../../../formats/pages/page-style.ts';
import { detach } from '../../../workers/detach-buffer.ts';

const numberSize = 7.5;

/**
 * Joins PDFs in order and releases each of them in `pdfs`. With a title, the pages get numbers and the file the title.
 * Without the time of creation, the same PDFs give the same file.
 */
export async function joinPdfs(pdfs: Uint8Array[], title: string | null): Promise<Uint8Array<ArrayBuffer>> {
  const joined = await PDFDocument.create({ updateMetadata: false });
  for (let next = pdfs.shift(); next !== undefined; next = pdfs.shift()) {
    const source = await PDFDocument.load(next, { updateMetadata: false });
    for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
    // The pages have copies of its contents.
    detach(next);
  }
  if (title !== null) await addNumbers(joined, title);
  return new Uint8Array(await joined.save());
}

async function addNumbers(joined: PDFDocument, title: string): Promise<void> {
  joined.setTitle(title);
  joined.setLanguage('en');
  const font = await joined.embedFont(StandardFonts.Helvetica);
  const pages = joined.getPages();
  for (const [index, page] of pages.entries()) {
    const words = t('pdfPages.position', {
      page: formatNumber(index + 1),
      total: formatNumber(pages.length),
    });
    // The standard fonts of PDF have Latin letters only.
    const text = words.replaceAll(/[^\x20-\x7e]/g, '');
    const x = page.getWidth() - pageMargin.side - font.widthOfTextAtSize(text, numberSize);
    page.drawText(text, { x, y: pageMargin.number, size: numberSize, font, color: rgb(0.33, 0.33, 0.33) });
  }
}
