import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { memo, type RefCallback, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { findInSpans } from './find-in-spans.ts';
import styles from './Pdf.module.css';

/** Page size in CSS pixels at 100 %. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  readonly pageNumber: number;
  readonly estimatedSize: PageSize;
  readonly scale: number;
  /** Physical pixels for each CSS pixel. */
  readonly pixelRatio: number;
  /** Time of the last scroll, by `performance.now()`. */
  readonly lastScroll: RefObject<number>;
  /** Text to highlight; empty for none. */
  readonly search: string;
}

const cssPixelsPerInch = 96;
const pointsPerInch = 72;

/** Converts a zoom factor to the scale of pdf.js, in CSS pixels per point. */
export function toPdfScale(zoomFactor: number): number {
  return (zoomFactor * cssPixelsPerInch) / pointsPerInch;
}

/** Milliseconds for which a page must stay near the viewport before it is rendered. */
const dwellMs = 120;
/** Distance above and below the viewport within which a page counts as near. */
const nearMargin = '600px 0px';
/** Pixel limit of one canvas; larger pages are rendered at a lower resolution. */
const maxPixels = 16_000_000;

function useIsNearViewport(): [RefCallback<HTMLElement>, boolean] {
  const [isNearViewport, setIsNearViewport] = useState(false);
  const observeRef = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => setIsNearViewport(entry?.isIntersecting === true),
      {
        root: element.closest('[data-part="pdf-pages"]'),
        rootMargin: nearMargin,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [observeRef, isNearViewport];
}

function highlightMatches(textElement: HTMLElement, search: string): void {
  // The text layer ends each line with a `br` element.
  const spans = [...textElement.querySelectorAll<HTMLElement>('span:not(.markedContent), br')];
  const texts = spans.map((span) => (span.tagName === 'BR' ? ' ' : span.textContent));
  const matchingIndexes = new Set(findInSpans(texts, search).flat());
  for (const [index, span] of spans.entries()) span.toggleAttribute('data-mark', matchingIndexes.has(index));
}

/** One page: rendered while it is near the viewport, otherwise an empty box of the page size. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { document, pageNumber, estimatedSize, scale, pixelRatio, lastScroll, search } = props;
  const [observeRef, isNearViewport] = useIsNearViewport();
  const [size, setSize] = useState(estimatedSize);
  const [isDrawing, setIsDrawing] = useState(false);
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const textRef = useRef<HTMLDivElement>(null);
  const latestSearch = useRef(search);

  useEffect(() => {
    latestSearch.current = search;
    if (textRef.current !== null) highlightMatches(textRef.current, search);
  }, [search]);

  useEffect(() => {
    const [canvasElement, textElement] = [canvasRef.current, textRef.current];
    if (!isNearViewport || canvasElement === null || textElement === null) return undefined;
    let cancel = () => {};
    let isDisposed = false;
    const draw = async () => {
      const page = await document.getPage(pageNumber);
      if (isDisposed) return;
      const fullSizeViewport = page.getViewport({ scale: toPdfScale(1) });
      setSize({ width: fullSizeViewport.width, height: fullSizeViewport.height });
      const viewport = page.getViewport({ scale: toPdfScale(scale) });
      const resolution = Math.min(pixelRatio, Math.sqrt(maxPixels / (viewport.width * viewport.height)));
      canvasElement.width = Math.floor(viewport.width * resolution);
      canvasElement.height = Math.floor(viewport.height * resolution);
      const renderTask = page.render({
        canvas: canvasElement,
        viewport,
        ...(resolution === 1 ? {} : { transform: [resolution, 0, 0, resolution, 0, 0] }),
      });
      const textLayer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: textElement,
        viewport,
      });
      cancel = () => {
        renderTask.cancel();
        textLayer.cancel();
      };
      await Promise.all([renderTask.promise, textLayer.render()]);
      if (!isDisposed) highlightMatches(textElement, latestSearch.current);
    };
    // Rendering pages that are only scrolled past would slow the scrolling down.
    const remainingDwellMs = Math.max(0, lastScroll.current + dwellMs - performance.now());
    const endDrawing = () => {
      if (!isDisposed) setIsDrawing(false);
    };
    const startDrawing = () => void draw().then(endDrawing, endDrawing);
    setIsDrawing(true);
    const timer = remainingDwellMs === 0 ? null : window.setTimeout(startDrawing, dwellMs);
    if (remainingDwellMs === 0) startDrawing();
    return () => {
      isDisposed = true;
      if (timer !== null) window.clearTimeout(timer);
      cancel();
      textElement.replaceChildren();
      // Frees the memory of the canvas at once.
      canvasElement.width = 0;
      canvasElement.height = 0;
    };
  }, [document, pageNumber, scale, pixelRatio, isNearViewport, lastScroll]);

  return (
    <section
      ref={observeRef}
      className={styles.page}
      data-part="pdf-page"
      data-page={pageNumber}
      aria-busy={isNearViewport && isDrawing}
      aria-label={t('pdf.page', { page: pageNumber })}
      style={{
        width: size.width * scale,
        height: size.height * scale,
        '--total-scale-factor': String(toPdfScale(scale)),
      }}
    >
      <canvas ref={canvasRef} />
      <div ref={textRef} className={styles.pdfText} />
    </section>
  );
});
