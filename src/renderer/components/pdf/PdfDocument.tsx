import { lazy, Suspense } from 'react';
import { t } from '../../../shared/messages/index.ts';
import styles from './Pdf.module.css';
import type { PageHit } from './pdf-find.ts';

/** Loads the viewer on demand, because pdf.js is large. Screens with PDFs preload it. */
export const loadPdfView = () => import('./PdfView.tsx').then((module) => ({ default: module.PdfView }));
const PdfView = lazy(loadPdfView);

interface PdfDocumentProps {
  readonly url: string;
  /** The page that is shown first, with the text to find. */
  readonly hit?: PageHit | null;
}

/** Shows the PDF at a content URL from main. */
export function PdfDocument({ url, hit = null }: PdfDocumentProps) {
  return (
    <Suspense fallback={<div className={styles.loading} role="status" aria-label={t('pdf.loading')} />}>
      <PdfView url={url} hit={hit} />
    </Suspense>
  );
}
