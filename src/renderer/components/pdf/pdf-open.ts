/** @file Opens PDFs with pdf.js. Scripts and forms of a PDF are never run: the part of pdf.js that could is not there. */
import {
  GlobalWorkerOptions,
  getDocument,
  InvalidPDFException,
  PasswordException,
  PasswordResponses,
  type PDFDocumentProxy,
  PDFWorker,
} from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- the bundler makes the address
import workerAddress from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

GlobalWorkerOptions.workerSrc = workerAddress;

/** One thread for all PDFs: a new one for each would cost more than most pages. */
const worker = new PDFWorker();

/** What came of opening. */
export type OpenedPdf =
  | { readonly result: 'open'; readonly document: PDFDocumentProxy; readonly close: () => void }
  | { readonly result: 'password'; readonly wrong: boolean }
  | { readonly result: 'broken' };

const parts = new URL('/pdf/', window.location.href).href;

/** Opens a PDF. The bytes are pdf.js's afterwards. Never rejects. */
export async function openPdf(bytes: Uint8Array<ArrayBuffer>, password: string | null): Promise<OpenedPdf> {
  const loading = getDocument({
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
  try {
    const document = await loading.promise;
    return { result: 'open', document, close: () => void loading.destroy() };
  } catch (thrown) {
    void loading.destroy();
    if (thrown instanceof PasswordException)
      return { result: 'password', wrong: thrown.code === PasswordResponses.INCORRECT_PASSWORD };
    if (thrown instanceof InvalidPDFException) return { result: 'broken' };
    return { result: 'broken' };
  }
}
