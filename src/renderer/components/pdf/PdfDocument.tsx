import { lazy, Suspense } from 'react';
import { pdfWords } from '../../../shared/words/pdf.ts';

/** pdf.js is large, so it comes by itself: ahead of time when a screen that needs it is opened. */
export const loadPdfView = () => import('./PdfView.tsx').then((module) => ({ default: module.PdfView }));
const PdfView = lazy(loadPdfView);

/** The PDF under an address that main gave out, in the viewer. */
export function PdfDocument({ address }: { readonly address: string }) {
  return (
    <Suspense fallback={<div className="pdf-loading" role="status" aria-label={pdfWords.loading} />}>
      <PdfView address={address} />
    </Suspense>
  );
}
