/** @file Prints a PDF that is not shown. */
import { PaydeskError } from '../../../shared/errors.ts';
import { loadBytes } from '../files/load-bytes.ts';
import { openPdf } from './pdf-open.ts';
import { preparePages } from './pdf-print.ts';

/** Opens the system's print dialog with the PDF at an address. Rejects without printing when a page cannot be prepared. */
export async function printPdf(address: string): Promise<void> {
  const opened = await openPdf(() => loadBytes(address), null);
  if (opened.result !== 'open') throw new PaydeskError('unexpected', 'A PDF of Paydesk could not be opened');
  try {
    const cleanUp = await preparePages(opened.document);
    try {
      window.print();
    } finally {
      cleanUp();
    }
  } finally {
    opened.close();
  }
}
