import type { PDFDocumentProxy } from 'pdfjs-dist';
import {
  type RefCallback,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../actions/Button.tsx';
import { DialogForm } from '../dialogs/DialogForm.tsx';
import { SecretField } from '../fields/SecretField.tsx';
import { loadBytes } from '../files/load-bytes.ts';
import { classNames } from '../layout/class-names.ts';
import { usePixelRatio } from '../layout/media.ts';
import pageStyles from '../layout/Page.module.css';
import { Pane } from '../layout/Pane.tsx';
import { useQuery } from '../layout/use-query.ts';
import { Empty } from '../messages/Empty.tsx';
import { ErrorNotice } from '../messages/ErrorNotice.tsx';
import styles from './Pdf.module.css';
import { type PageSize, PdfPage, toPdfScale } from './PdfPage.tsx';
import { PdfToolbar } from './PdfToolbar.tsx';
import { findInPdf, findNextMatch, type PageHit, type PdfMatch } from './pdf-find.ts';
import { openPdf } from './pdf-open.ts';
import type { OpenedPdf } from './pdf-opener.ts';
import { preparePages } from './pdf-print.ts';
import { registerPrintPreparation } from './print.ts';

/** Horizontal margin of a page that fits the width, in pixels. */
const horizontalMargin = 48;
/** A page with at most this height in pixels left below the upper edge counts as scrolled past. */
const topTolerance = 80;
/** Bounds of the zoom factor that fits the width. */
const minFitZoom = 0.25;
const maxFitZoom = 2;

interface SizedPdf {
  readonly opened: OpenedPdf;
  readonly size: PageSize;
}

async function openWithSize(url: string, password: string | null): Promise<SizedPdf> {
  const opened = await openPdf(() => loadBytes(url), password);
  if (opened.result !== 'open') return { opened, size: { width: 0, height: 0 } };
  const { width, height } = (await opened.document.getPage(1)).getViewport({ scale: toPdfScale(1) });
  return { opened, size: { width, height } };
}

/** Refs of the scroll container, and the width available to pages. */
function useFitWidth(): [RefCallback<HTMLElement>, RefObject<HTMLElement | null>, number] {
  const [width, setWidth] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  const observeRef = useCallback((element: HTMLElement | null) => {
    scroller.current = element;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [observeRef, scroller, width];
}

/** Finds the number of the page at the upper edge of the container by binary search. */
function findTopPage(scroller: HTMLElement): number {
  const upperEdge = scroller.scrollTop + topTolerance;
  let [first, last] = [0, scroller.children.length - 1];
  while (first < last) {
    const middle = (first + last) >> 1;
    const pageElement = scroller.children[middle];
    if (
      pageElement instanceof HTMLElement &&
      pageElement.offsetTop - scroller.offsetTop + pageElement.offsetHeight <= upperEdge
    )
      first = middle + 1;
    else last = middle;
  }
  return first + 1;
}

function useMatches(document: PDFDocumentProxy, search: string): readonly PdfMatch[] {
  const [searchResult, setSearchResult] = useState<{ search: string; matches: readonly PdfMatch[] }>({
    search: '',
    matches: [],
  });
  useEffect(() => {
    let isCurrent = true;
    void findInPdf(document, search, (matches) => {
      if (isCurrent) setSearchResult({ search, matches });
      return isCurrent;
    }).catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [document, search]);
  return searchResult.search === search ? searchResult.matches : [];
}

interface PagesProps {
  readonly document: PDFDocumentProxy;
  readonly size: PageSize;
  readonly hit: PageHit | null;
}

function Pages({ document, size, hit }: PagesProps) {
  const [observeRef, scroller, width] = useFitWidth();
  const [zoom, setZoom] = useState<number | null>(null);
  const [search, setSearch] = useState(hit?.find ?? '');
  const [matchIndex, setMatchIndex] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const lastScroll = useRef(Number.NEGATIVE_INFINITY);
  const matches = useMatches(document, search.trim());
  const fitWidthScale =
    width === 0 ? 1 : Math.min(maxFitZoom, Math.max(minFitZoom, (width - horizontalMargin) / size.width));
  const scale = zoom ?? fitWidthScale;
  const pixelRatio = usePixelRatio();

  const findPageElement = (number: number) =>
    scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
  const showPage = (number: number) => {
    const targetPage = Math.min(document.numPages, Math.max(1, number));
    findPageElement(targetPage)?.scrollIntoView({ block: 'start' });
    setPage(targetPage);
  };
  const stepMatch = (isBackward: boolean) => {
    const nextIndex = findNextMatch(matches, matchIndex, page, isBackward);
    const targetMatch = matches[nextIndex];
    if (targetMatch === undefined) return;
    setMatchIndex(nextIndex);
    showPage(targetMatch.page);
  };
  const trackScroll = () => {
    lastScroll.current = performance.now();
    if (scroller.current !== null) setPage(findTopPage(scroller.current));
  };

  // The pages exist once the width is known.
  const firstPage = useRef(hit?.page ?? null);
  useLayoutEffect(() => {
    if (width === 0 || firstPage.current === null) return;
    showPage(firstPage.current);
    firstPage.current = null;
  });

  useEffect(() => registerPrintPreparation(() => preparePages(document)), [document]);

  return (
    <div className="column fill" data-part="pdf-view">
      <PdfToolbar
        page={page}
        pageCount={document.numPages}
        onPage={showPage}
        scale={scale}
        isFitToWidth={zoom === null}
        onScale={setZoom}
        search={search}
        onSearch={(text) => {
          setSearch(text);
          setMatchIndex(null);
        }}
        matchIndex={matchIndex}
        matchCount={matches.length}
        onStepMatch={stepMatch}
      />
      <Pane
        className={classNames(styles.pages)}
        data-part="pdf-pages"
        label={t('pdf.label')}
        onScroll={trackScroll}
        paneRef={observeRef}
      >
        {width > 0 &&
          Array.from({ length: document.numPages }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              document={document}
              pageNumber={number}
              estimatedSize={size}
              scale={scale}
              pixelRatio={pixelRatio}
              lastScroll={lastScroll}
              search={search.trim()}
            />
          ))}
      </Pane>
    </div>
  );
}

function PasswordForm({
  isWrongPassword,
  onPassword,
}: {
  readonly isWrongPassword: boolean;
  readonly onPassword: (password: string) => void;
}) {
  const [typedPassword, setTypedPassword] = useState('');
  const submit = () => onPassword(typedPassword);
  return (
    <div className={pageStyles.center}>
      <div className={styles.password}>
        <h3>{t('pdf.password.title')}</h3>
        <p className="dim">{t('pdf.password.lead')}</p>
        <DialogForm onSubmit={submit}>
          <SecretField
            label={t('pdf.password.field')}
            value={typedPassword}
            onChange={setTypedPassword}
            error={isWrongPassword ? t('pdf.password.wrong') : null}
          />
        </DialogForm>
        <Button variant="primary" onPress={submit} disabled={typedPassword === ''}>
          {t('pdf.password.action')}
        </Button>
      </div>
    </div>
  );
}

export function PdfView({ url, hit }: { readonly url: string; readonly hit: PageHit | null }) {
  const [password, setPassword] = useState<string | null>(null);
  const { value, error } = useQuery({
    queryKey: JSON.stringify([url, password]),
    load: () => openWithSize(url, password),
    keepsPrevious: true,
  });
  const opened = value?.opened;
  useEffect(() => (opened?.result === 'open' ? opened.close : undefined), [opened]);
  if (error !== null) {
    return (
      <div className={styles.missing}>
        <ErrorNotice error={error} />
      </div>
    );
  }
  if (value === null || opened === undefined)
    return <div className={styles.loading} role="status" aria-label={t('pdf.loading')} />;
  if (opened.result === 'password')
    return <PasswordForm isWrongPassword={opened.isWrongPassword} onPassword={setPassword} />;
  if (opened.result !== 'open') {
    return (
      <div className={pageStyles.center}>
        <Empty
          icon="problem"
          title={t(`pdf.failure.${opened.result}.title`)}
          lead={t(`pdf.failure.${opened.result}.lead`)}
        />
      </div>
    );
  }
  return <Pages document={opened.document} size={value.size} hit={hit} />;
}
