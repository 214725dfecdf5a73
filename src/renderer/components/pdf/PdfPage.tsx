import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist';
import { memo, type RefCallback, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { pdfWords } from '../../../shared/words/pdf.ts';
import { placesIn } from './pieces.ts';

/** Size of a page in CSS pixels at 100 %. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** Props of {@link PdfPage}. */
export interface PdfPageProps {
  readonly document: PDFDocumentProxy;
  readonly number: number;
  /** Taken until the page itself is known. */
  readonly guess: PageSize;
  readonly scale: number;
  /** When the clerk last scrolled, as `performance.now()` says. */
  readonly lastScroll: RefObject<number>;
  /** Text that is marked; empty for none. */
  readonly search: string;
}

/** Milliseconds for which a page that is scrolled past must stay near before it is drawn. */
const dwell = 120;
/** The most pixels of one canvas; a page that is larger is drawn coarser. */
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

/** Marks the pieces of text in which the search stands. */
function mark(layer: HTMLElement, search: string): void {
  // Where a line ends, the layer has a break.
  const pieces = [...layer.querySelectorAll<HTMLElement>('span:not(.markedContent), br')];
  const texts = pieces.map((piece) => (piece.tagName === 'BR' ? ' ' : piece.textContent));
  const found = new Set(placesIn(texts, search).flat());
  for (const [index, piece] of pieces.entries()) piece.classList.toggle('pdf-mark', found.has(index));
}

/** One page: drawn while it is near the window, an empty sheet of its size otherwise. */
export const PdfPage = memo(function PdfPage(props: PdfPageProps) {
  const { document, number, guess, scale, lastScroll, search } = props;
  const [watch, visible] = useVisible();
  const [size, setSize] = useState(guess);
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
    let over = false;
    const draw = async () => {
      const page = await document.getPage(number);
      if (over) return;
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
      const words = new TextLayer({
        textContentSource: page.streamTextContent(),
        container: layer,
        viewport,
      });
      cancel = () => {
        task.cancel();
        words.cancel();
      };
      await Promise.all([task.promise, words.render()]);
      if (!over) mark(layer, latestSearch.current);
    };
    // Pages that only fly past are not worth the time that drawing them would take from the scrolling.
    const wait = Math.max(0, lastScroll.current + dwell - performance.now());
    const begin = () => void draw().catch(() => undefined);
    const timer = wait === 0 ? null : window.setTimeout(begin, dwell);
    if (wait === 0) begin();
    return () => {
      over = true;
      if (timer !== null) window.clearTimeout(timer);
      cancel();
      layer.replaceChildren();
      // Gives the memory of the picture back at once.
      sheet.width = 0;
      sheet.height = 0;
    };
  }, [document, number, scale, visible, lastScroll]);

  return (
    <section
      ref={watch}
      className="pdf-page"
      data-page={number}
      aria-label={pdfWords.page(number)}
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
