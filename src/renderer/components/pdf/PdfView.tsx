import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefCallback, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../Button.tsx';
import { DialogForm } from '../DialogForm.tsx';
import { Empty } from '../Empty.tsx';
import { loadBytes } from '../load-bytes.ts';
import { ErrorNotice } from '../Notice.tsx';
import { Pane } from '../Pane.tsx';
import { SecretField } from '../SecretField.tsx';
import { useQuery } from '../use-query.ts';
import { type PageSize, PdfPage } from './PdfPage.tsx';
import { PdfToolbar } from './PdfToolbar.tsx';
import { findInPdf, nextMatch, type PdfMatch } from './pdf-find.ts';
import { openPdf } from './pdf-open.ts';
import type { OpenedPdf } from './pdf-opener.ts';
import { preparePages } from './pdf-print.ts';
import { registerPrintPreparation } from './print.ts';

/** Horizontal margin of a page that fits the width, in pixels. */
const margin = 48;

interface ShownPdf {
  readonly opened: OpenedPdf;
  readonly size: PageSize;
}

async function openWithSize(address: string, password: string | null): Promise<ShownPdf> {
  const opened = await openPdf(() => loadBytes(address), password);
  if (opened.result !== 'open') return { opened, size: { width: 0, height: 0 } };
  const { width, height } = (await opened.document.getPage(1)).getViewport({ scale: 96 / 72 });
  return { opened, size: { width, height } };
}

/** Refs of the scroll container, and the width available to pages. */
function useFitWidth(): [RefCallback<HTMLElement>, RefObject<HTMLElement | null>, number] {
  const [width, setWidth] = useState(0);
  const scroller = useRef<HTMLElement>(null);
  const watch = useCallback((element: HTMLElement | null) => {
    scroller.current = element;
    if (element === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [watch, scroller, width];
}

/** Number of the page at the upper edge of the container. */
function pageAt(scroller: HTMLElement): number {
  const edge = scroller.scrollTop + 80;
  let [first, last] = [0, scroller.children.length - 1];
  while (first < last) {
    const middle = (first + last) >> 1;
    const sheet = scroller.children[middle];
    if (sheet instanceof HTMLElement && sheet.offsetTop - scroller.offsetTop + sheet.offsetHeight <= edge)
      first = middle + 1;
    else last = middle;
  }
  return first + 1;
}

function useMatches(document: PDFDocumentProxy, search: string): readonly PdfMatch[] {
  const [found, setFound] = useState<{ search: string; matches: readonly PdfMatch[] }>({
    search: '',
    matches: [],
  });
  useEffect(() => {
    let wanted = true;
    void findInPdf(document, search, (matches) => {
      if (wanted) setFound({ search, matches });
      return wanted;
    }).catch(() => undefined);
    return () => {
      wanted = false;
    };
  }, [document, search]);
  return found.search === search ? found.matches : [];
}

function Pages({ document, size }: { readonly document: PDFDocumentProxy; readonly size: PageSize }) {
  const [watch, scroller, width] = useFitWidth();
  const [zoom, setZoom] = useState<number | null>(null);
  const [search, setSearch] = useState('');
  const [match, setMatch] = useState<number | null>(null);
  const [page, setPage] = useState(1);
  const lastScroll = useRef(Number.NEGATIVE_INFINITY);
  const matches = useMatches(document, search.trim());
  const fitting = width === 0 ? 1 : Math.min(2, Math.max(0.25, (width - margin) / size.width));
  const scale = zoom ?? fitting;

  const sheet = (number: number) => scroller.current?.querySelector<HTMLElement>(`[data-page="${number}"]`);
  const showPage = (number: number) => {
    const wanted = Math.min(document.numPages, Math.max(1, number));
    sheet(wanted)?.scrollIntoView({ block: 'start' });
    setPage(wanted);
  };
  const stepMatch = (back: boolean) => {
    const next = nextMatch(matches, match, page, back);
    const wanted = matches[next];
    if (wanted === undefined) return;
    setMatch(next);
    showPage(wanted.page);
  };
  const look = () => {
    lastScroll.current = performance.now();
    if (scroller.current !== null) setPage(pageAt(scroller.current));
  };

  useEffect(() => registerPrintPreparation(() => preparePages(document)), [document]);

  return (
    <div className="pdf-view">
      <PdfToolbar
        page={page}
        pages={document.numPages}
        onPage={showPage}
        scale={scale}
        fits={zoom === null}
        onScale={setZoom}
        search={search}
        onSearch={(text) => {
          setSearch(text);
          setMatch(null);
        }}
        match={match}
        matches={matches.length}
        onStep={stepMatch}
      />
      <Pane className="pdf-pages" label={t('pdf.label')} onScroll={look} paneRef={watch}>
        {width > 0 &&
          Array.from({ length: document.numPages }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              document={document}
              number={number}
              estimatedSize={size}
              scale={scale}
              lastScroll={lastScroll}
              search={search.trim()}
            />
          ))}
      </Pane>
    </div>
  );
}

function Password({
  wrong,
  onPassword,
}: {
  readonly wrong: boolean;
  readonly onPassword: (text: string) => void;
}) {
  const [text, setText] = useState('');
  const submit = () => onPassword(text);
  return (
    <div className="center">
      <div className="pdf-password">
        <h3>{t('pdf.password.title')}</h3>
        <p className="dim">{t('pdf.password.lead')}</p>
        <DialogForm onSubmit={submit}>
          <SecretField
            label={t('pdf.password.field')}
            value={text}
            onChange={setText}
            error={wrong ? t('pdf.password.wrong') : null}
          />
        </DialogForm>
        <Button variant="primary" onPress={submit} disabled={text === ''}>
          {t('pdf.password.action')}
        </Button>
      </div>
    </div>
  );
}

/** PDF viewer with zoom, find, text selection and printing. */
export function PdfView({ address }: { readonly address: string }) {
  const [password, setPassword] = useState<string | null>(null);
  const { value, error } = useQuery({
    source: JSON.stringify([address, password]),
    revision: 0,
    load: () => openWithSize(address, password),
    keepsPrevious: true,
  });
  const opened = value?.opened;
  useEffect(() => (opened?.result === 'open' ? opened.close : undefined), [opened]);
  if (error !== null) {
    return (
      <div className="pdf-missing">
        <ErrorNotice error={error} />
      </div>
    );
  }
  if (value === null || opened === undefined)
    return <div className="pdf-loading" role="status" aria-label={t('pdf.loading')} />;
  if (opened.result === 'password') return <Password wrong={opened.wrong} onPassword={setPassword} />;
  if (opened.result !== 'open') {
    return (
      <div className="center">
        <Empty
          icon="problem"
          title={t(`pdf.failure.${opened.result}.title`)}
          lead={t(`pdf.failure.${opened.result}.lead`)}
        />
      </div>
    );
  }
  return <Pages document={opened.document} size={value.size} />;
}
