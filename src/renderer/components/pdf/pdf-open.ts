/** @file Opens PDFs with pdf.js, on the page's own thread for them and with the parts that lie beside the page. */
import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler makes the address
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { createPdfOpener } from './pdf-opener.ts';
import { createPdfThreads } from './pdf-threads.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Opens a PDF. One thread is for all of them: a new one for each would cost more than most pages. */
export const openPdf = createPdfOpener(
  createPdfThreads(() => new PDFWorker()),
  new URL('/pdf/', window.location.href).href,
);
