/** @file Opens PDFs with pdf.js. Scripts and forms never run: the module of pdf.js that runs them is not shipped. */
import {
  getDocument,
  PasswordException,
  PasswordResponses,
  type PDFDocumentProxy,
  type PDFWorker,
} from 'pdfjs-dist';
import type { PdfThreads } from './pdf-threads.ts';

/** Time limit for opening; a PDF of 200 MB opens in a few seconds. */
const openTimeoutMs = 20_000;
/** Time limit for releasing a document on an idle thread. */
const closeTimeoutMs = 3_000;
/** Timeouts after which a PDF is given up. */
const maxAttempts = 2;

export type OpenedPdf =
  | { readonly result: 'open'; readonly document: PDFDocumentProxy; readonly close: () => void }
  | { readonly result: 'password'; readonly isWrongPassword: boolean }
  /** The PDF is damaged, or timed out twice. */
  | { readonly result: 'broken' | 'slow' };

function startLoading(
  assetsUrl: string,
  bytes: Uint8Array<ArrayBuffer>,
  password: string | null,
  worker: PDFWorker,
) {
  return getDocument({
    data: bytes,
    worker,
    ...(password === null ? {} : { password }),
    cMapUrl: `${assetsUrl}cmaps/`,
    standardFontDataUrl: `${assetsUrl}standard_fonts/`,
    iccUrl: `${assetsUrl}iccs/`,
    wasmUrl: `${assetsUrl}wasm/`,
    // By default the worker of pdf.js fetches these assets only over http: and https:, and drops colour profiles elsewhere.
    useWorkerFetch: true,
    useWasm: false,
    useSystemFonts: false,
    enableXfa: false,
    isOffscreenCanvasSupported: true,
    stopAtErrors: false,
    verbosity: 0,
  });
}

/** Opens a PDF. `load` returns its bytes, which are transferred to pdf.js. Rejects only when `load` rejects. */
type PdfOpener = (
  load: () => Promise<Uint8Array<ArrayBuffer>>,
  password: string | null,
) => Promise<OpenedPdf>;

/** Creates the opener; `assetsUrl` is the folder of assets that pdf.js loads on demand. */
export function createPdfOpener(threadPool: PdfThreads<PDFWorker>, assetsUrl: string): PdfOpener {
  async function openOn(
    worker: PDFWorker,
    bytes: Uint8Array<ArrayBuffer>,
    password: string | null,
  ): Promise<OpenedPdf | null> {
    const loadingTask = startLoading(assetsUrl, bytes, password, worker);
    const close = () =>
      void threadPool.runWithTimeout(worker, loadingTask.destroy(), closeTimeoutMs).catch(() => undefined);
    try {
      const opened = await threadPool.runWithTimeout(worker, loadingTask.promise, openTimeoutMs);
      if (opened !== null) return { result: 'open', document: opened.value, close };
      close();
      return null;
    } catch (thrown) {
      close();
      if (thrown instanceof PasswordException)
        return { result: 'password', isWrongPassword: thrown.code === PasswordResponses.INCORRECT_PASSWORD };
      return { result: 'broken' };
    }
  }

  return async (load, password) => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const opened = await openOn(threadPool.current(), await load(), password);
      if (opened !== null) return opened;
    }
    return { result: 'slow' };
  };
}
