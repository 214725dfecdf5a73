/** @file Opens PDFs with pdf.js on a shared worker thread, with the assets shipped next to the page. */
import { GlobalWorkerOptions, PDFWorker } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler generates this export
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { createPdfOpener } from './pdf-opener.ts';
import { createPdfThreads } from './pdf-threads.ts';

GlobalWorkerOptions.workerSrc = workerAddress;

/** Opens a PDF on the shared thread: starting a thread for each PDF would cost more than rendering most pages. */
export const openPdf = createPdfOpener(
  createPdfThreads(() => new PDFWorker()),
  new URL('/pdf/', window.location.href).href,
);
