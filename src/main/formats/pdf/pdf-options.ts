/**
 * @file Options of pdf.js for untrusted PDFs: nothing in them runs, and nothing is fetched or loaded from the system.
 */

/** Options of `getDocument` of pdf.js. */
export const pdfOptions = {
  useSystemFonts: false,
  disableFontFace: true,
  useWasm: false,
  useWorkerFetch: false,
  stopAtErrors: false,
  enableXfa: false,
  verbosity: 0,
} as const;
