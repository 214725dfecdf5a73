import { useEffect, useState, useSyncExternalStore } from 'react';
import type { PaydeskError } from '../../../shared/errors.ts';
import { createPages, type FetchPage, type Pages } from './pages.ts';

/** The rows of a long list, as {@link DataGrid} reads them. */
export interface PagedRows<Row> {
  /** The source of the shown list: the last one whose rows have arrived. */
  readonly source: string;
  /** Number of rows in the whole list; `null` until the first response. */
  readonly total: number | null;
  readonly error: PaydeskError | null;
  readonly rowAt: (index: number) => Row | undefined;
  readonly requestRange: (first: number, last: number) => void;
  readonly retry: () => void;
}

/** How the rows of a list are loaded. */
interface PagedRowsOptions<Row> {
  /**
   * Identifies everything that the rows depend on besides the revision: batch, filter, order. A new source is a new
   * list.
   */
  readonly source: string;
  /** Increases when rows may have changed; visible pages are then requested again. Absent for rows that stay. */
  readonly revision?: number;
  /** Requests rows from main, at most 100 at once. */
  readonly fetchPage: FetchPage<Row>;
}

interface PagedList<Row> {
  readonly source: string;
  readonly pages: Pages<Row>;
  /** The previous list, shown until this one has its first response. */
  readonly previous: { readonly source: string; readonly pages: Pages<Row> } | null;
}

function hasResponded<Row>(pages: Pages<Row>): boolean {
  return pages.total() !== null || pages.error() !== null;
}

/**
 * A list that loads its visible rows. The rows of the previous list stay until the first rows of the new one have
 * arrived.
 */
export function usePagedRows<Row>({
  source,
  revision = 0,
  fetchPage,
}: PagedRowsOptions<Row>): PagedRows<Row> {
  const [list, setList] = useState<PagedList<Row>>(() => ({
    source,
    pages: createPages(fetchPage),
    previous: null,
  }));
  if (list.source !== source) {
    const previous = hasResponded(list.pages) ? { source: list.source, pages: list.pages } : list.previous;
    setList({ source, pages: createPages(fetchPage), previous });
  }
  const { pages, previous } = list;
  useSyncExternalStore(pages.subscribe, pages.version);
  useEffect(() => pages.setRevision(revision), [pages, revision]);
  useEffect(() => pages.requestRange(0, 0), [pages]);

  const displayedList = previous !== null && !hasResponded(pages) ? previous : list;
  return {
    source: displayedList.source,
    total: displayedList.pages.total(),
    error: displayedList.pages.error(),
    rowAt: displayedList.pages.rowAt,
    requestRange: (first, last) => {
      // A list that is being replaced requests no more rows.
      if (displayedList === list) pages.requestRange(first, last);
    },
    retry: displayedList.pages.retry,
  };
}

/** A short list that is completely in memory, for the same grid. `source` as in {@link usePagedRows}. */
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
