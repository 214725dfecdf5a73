/** @file How a PDF is opened with pdf.js. Scripts and forms of a PDF are never run: the part of pdf.js that could is not there. */
import {
  getDocument,
  PasswordException,
  PasswordResponses,
  type PDFDocumentProxy,
  type PDFWorker,
} from 'pdfjs-dist';
import type { PdfThreads } from './pdf-threads.ts';

/** Milliseconds that opening may take; a PDF of 200 MB is open in a few seconds. */
const openingMs = 20_000;
/** Milliseconds in which a thread without work lets a document go. */
const closingMs = 3_000;
/** How often a PDF may keep the thread to itself before it is given up. */
const maxTries = 2;

/** What came of opening. */
export type OpenedPdf =
  | { readonly result: 'open'; readonly document: PDFDocumentProxy; readonly close: () => void }
  | { readonly result: 'password'; readonly wrong: boolean }
  /** It is damaged, or took too long twice. */
  | { readonly result: 'broken' | 'slow' };

function begin(parts: string, bytes: Uint8Array<ArrayBuffer>, password: string | null, worker: PDFWorker) {
  return getDocument({
    data: bytes,
    worker,
    ...(password === null ? {} : { password }),
    cMapUrl: `${parts}cmaps/`,
    standardFontDataUrl: `${parts}standard_fonts/`,
    iccUrl: `${parts}iccs/`,
    wasmUrl: `${parts}wasm/`,
    // By itself, pdf.js lets its worker get these parts at http: and https: alone, and leaves out colour profiles elsewhere.
    useWorkerFetch: true,
    useWasm: false,
    useSystemFonts: false,
    enableXfa: false,
    isOffscreenCanvasSupported: true,
    stopAtErrors: false,
    verbosity: 0,
  });
}

/** Opens a PDF; `load` gives its bytes, which are pdf.js's afterwards. Rejects only like `load`. */
export type PdfOpener = (
  load: () => Promise<Uint8Array<ArrayBuffer>>,
  password: string | null,
) => Promise<OpenedPdf>;

/** Creates the opener; `parts` is the address of the folder with what pdf.js loads when a PDF needs it. */
export function createPdfOpener(threads: PdfThreads<PDFWorker>, parts: string): PdfOpener {
  async function openOn(
    worker: PDFWorker,
    bytes: Uint8Array<ArrayBuffer>,
    password: string | null,
  ): Promise<OpenedPdf | null> {
    const loading = begin(parts, bytes, password, worker);
    const close = () => void threads.within(worker, loading.destroy(), closingMs).catch(() => undefined);
    try {
      const opened = await threads.within(worker, loading.promise, openingMs);
      if (opened !== null) return { result: 'open', document: opened.value, close };
      close();
      return null;
    } catch (thrown) {
      close();
      if (thrown instanceof PasswordException)
        return { result: 'password', wrong: thrown.code === PasswordResponses.INCORRECT_PASSWORD };
      return { result: 'broken' };
    }
  }

  return async (load, password) => {
    for (let attempt = 1; attempt <= maxTries; attempt += 1) {
      const opened = await openOn(threads.current(), await load(), password);
      if (opened !== null) return opened;
    }
    return { result: 'slow' };
  };
}
