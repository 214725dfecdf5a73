/** @file Pages of a text, made by the Chromium of the host and joined without a thread. */
import { joinPdfs } from '../../../src/main/features/proofs/export/join-pdfs.ts';
import { type PagesJob, renderPages } from '../../../src/main/formats/pages/render-pages.ts';
import type { TextPages } from '../../../src/main/formats/pages/text-pages.ts';
import { loadPages } from '../platform/platform.ts';

/** Returns the PDF of a text, `null` when it is too long. */
export async function printText(text: TextPages, job: Partial<PagesJob> = {}): Promise<Uint8Array | null> {
  const deps = {
    pages: await loadPages(),
    join: (pdfs: readonly Uint8Array<ArrayBuffer>[], title: string | null) => joinPdfs([...pdfs], title),
  };
  return renderPages(deps, text, {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    ...job,
  });
}
