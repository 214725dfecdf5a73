/** @file How pdf.js opens a PDF of somebody else: nothing of it runs, and nothing is fetched or taken from the system. */

/** Options of `getDocument`. */
export const pdfOptions = {
  useSystemFonts: false,
  disableFontFace: true,
  useWasm: false,
  useWorkerFetch: false,
  stopAtErrors: false,
  enableXfa: false,
  verbosity: 0,
} as const;
