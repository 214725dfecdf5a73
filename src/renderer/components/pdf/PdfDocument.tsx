import { lazy, Suspense } from 'react';
import { t } from '../../../shared/messages/index.ts';

/** Loads the viewer in a chunk of its own, because pdf.js is large. Screens with PDFs preload the chunk. */
export const loadPdfView = () => import('./PdfView.tsx').then((module) => ({ default: module.PdfView }));
const PdfView = lazy(loadPdfView);

/** Shows the PDF at a content URL from main. */
export function PdfDocument({ url }: { readonly url: string }) {
  return (
    <Suspense fallback={<div className="pdf-loading" role="status" aria-label={t('pdf.loading')} />}>
      <PdfView url={url} />
    </Suspense>
  );
}
