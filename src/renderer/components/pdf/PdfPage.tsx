import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { memo, type RefCallback, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { findInSpans } from './find-in-spans.ts';

/** Page size in CSS pixels at 100 %. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

export interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  readonly number: number;
  /** Estimated size until the page is loaded. */
  readonly estimatedSize: PageSize;
  readonly scale: number;
  /** Time of the last scroll, by `performance.now()`. */
  readonly lastScroll: RefObject<number>;
  /** Text to highlight; empty for none. */
  readonly search: string;
}

/** Milliseconds for which a page must stay near the viewport before it is rendered. */
const dwellMs = 120;
/** Pixel limit of one canvas; larger pages are rendered at a lower resolution. */
const maxPixels = 16_000_000;

function useVisible(): [RefCallback<HTMLElement>, boolean] {
  const [visible, setVisible] = useState(false);
  const watch = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new IntersectionObserver(([entry]) => setVisible(entry?.isIntersecting === true), {
      root: element.closest('.pdf-pages'),
      rootMargin: '600px 0px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, visible];
}

/** Highlights the text spans that match the search. */
function mark(layer: HTMLElement, search: string): void {
  // The layer marks line ends with a break.
  const spans = [...layer.querySelectorAll<HTMLElement>('span:not(.markedContent), br')];
  const texts = spans.map((span) => (span.tagName === 'BR' ? ' ' : span.textContent));
  const found = new Set(findInSpans(texts, search).flat());
  for (const [index, span] of spans.entries()) span.classList.toggle('pdf-mark', found.has(index));
}

/** One page: rendered while it is near the viewport, otherwise an empty box of its size. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { document, number, estimatedSize, scale, lastScroll, search } = props;
  const [watch, visible] = useVisible();
  const [size, setSize] = useState(estimatedSize);
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const latestSearch = useRef(search);

  useEffect(() => {
    latestSearch.current = search;
    if (text.current !== null) mark(text.current, search);
  }, [search]);

  useEffect(() => {
    const [sheet, layer] = [canvas.current, text.current];
    if (!visible || sheet === null || layer === null) return undefined;
    let cancel = () => {};
    let isDisposed = false;
    const draw = async () => {
      const page = await document.getPage(number);
      if (isDisposed) return;
      const natural = page.getViewport({ scale: 96 / 72 });
      setSize({ width: natural.width, height: natural.height });
      const viewport = page.getViewport({ scale: (scale * 96) / 72 });
      const ratio = Math.min(
        window.devicePixelRatio,
        Math.sqrt(maxPixels / (viewport.width * viewport.height)),
      );
      sheet.width = Math.floor(viewport.width * ratio);
      sheet.height = Math.floor(viewport.height * ratio);
      const task = page.render({
        canvas: sheet,
        viewport,
        ...(ratio === 1 ? {} : { transform: [ratio, 0, 0, ratio, 0, 0] }),
      });
      const textLayer = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: layer,
        viewport,
      });
      cancel = () => {
        task.cancel();
        textLayer.cancel();
      };
      await Promise.all([task.promise, textLayer.render()]);
      if (!isDisposed) mark(layer, latestSearch.current);
    };
    // Rendering pages that are only scrolled past would slow the scrolling down.
    const wait = Math.max(0, lastScroll.current + dwellMs - performance.now());
    const begin = () => void draw().catch(() => undefined);
    const timer = wait === 0 ? null : window.setTimeout(begin, dwellMs);
    if (wait === 0) begin();
    return () => {
      isDisposed = true;
      if (timer !== null) window.clearTimeout(timer);
      cancel();
      layer.replaceChildren();
      // Frees the memory of the canvas at once.
      sheet.width = 0;
      sheet.height = 0;
    };
  }, [document, number, scale, visible, lastScroll]);

  return (
    <section
      ref={watch}
      className="pdf-page"
      data-page={number}
      aria-label={t('pdf.page', { page: number })}
      style={{
        width: size.width * scale,
        height: size.height * scale,
        '--total-scale-factor': String((scale * 96) / 72),
      }}
    >
      <canvas ref={canvas} />
      <div ref={text} className="pdf-text" />
    </section>
  );
});
