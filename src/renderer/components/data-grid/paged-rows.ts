import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PaydeskError } from '../../../shared/errors.ts';
import { createPages, type FetchPage, type Pages } from './pages.ts';

/** A long list as a {@link DataGrid} reads it. */
export interface PagedRows<Row> {
  /** Which list is shown: the last `source` of which rows have come. */
  readonly source: string;
  /** Rows of the whole list; `null` until the first answer. */
  readonly total: number | null;
  readonly error: PaydeskError | null;
  readonly rowAt: (index: number) => Row | undefined;
  readonly requestRange: (first: number, last: number) => void;
  readonly retry: () => void;
}

/** What a list is made of. */
export interface PagedRowsOptions<Row> {
  /** Names everything the rows depend on besides the revision: batch, filter, order. Another name is another list. */
  readonly source: string;
  /** Grows when rows may have changed; visible pages are then asked for again. */
  readonly revision: number;
  /** Asks main; at most 100 rows at once. */
  readonly fetchPage: FetchPage<Row>;
}

interface List<Row> {
  readonly source: string;
  readonly pages: Pages<Row>;
  /** The list before, shown until this one has its first answer. */
  readonly before: { readonly source: string; readonly pages: Pages<Row> } | null;
}

function isSettled<Row>(pages: Pages<Row>): boolean {
  return pages.total() !== null || pages.error() !== null;
}

/** A list that loads what is visible. The rows of the list before stay until the first rows of a new one are there. */
export function usePagedRows<Row>({ source, revision, fetchPage }: PagedRowsOptions<Row>): PagedRows<Row> {
  const [list, setList] = useState<List<Row>>(() => ({
    source,
    pages: createPages(fetchPage),
    before: null,
  }));
  if (list.source !== source) {
    const before = isSettled(list.pages) ? { source: list.source, pages: list.pages } : list.before;
    setList({ source, pages: createPages(fetchPage), before });
  }
  const { pages, before } = list;
  useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => pages.setRevision(revision), [pages, revision]);
  useEffect(() => pages.requestRange(0, 0), [pages]);

  const shown = before !== null && !isSettled(pages) ? before : list;
  return {
    source: shown.source,
    total: shown.pages.total(),
    error: shown.pages.error(),
    rowAt: shown.pages.rowAt,
    requestRange: (first, last) => {
      // A list that is about to be replaced asks for nothing more.
      if (shown === list) pages.requestRange(first, last);
    },
    retry: shown.pages.retry,
  };
}

/** A short list that is held whole, for the same grid. `source` as in {@link usePagedRows}. */
export function wholeRows<Row>(source: string, rows: readonly Row[]): PagedRows<Row> {
  return {
    source,
    total: rows.length,
    error: null,
    rowAt: (index) => rows[index],
    requestRange: () => {},
    retry: () => {},
  };
}
