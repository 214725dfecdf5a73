import type { PaydeskError } from '../../../shared/errors.ts';
import { useKeyedQuery } from '../layout/use-query.ts';
import { createPages, type FetchPage } from './pages.ts';

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

/**
 * A list that loads its visible rows. The rows of the previous list stay until the first rows of the new one have
 * arrived.
 */
export function usePagedRows<Row>(options: PagedRowsOptions<Row>): PagedRows<Row> {
  const { source, revision = 0, fetchPage } = options;
  const { current, shown } = useKeyedQuery({
    queryKey: source,
    revision,
    load: fetchPage,
    maxCalls: 2,
    create: (slots) => createPages(fetchPage, slots, revision),
  });
  const { query: pages } = current;
  return {
    source: shown.queryKey,
    total: shown.query.total(),
    error: shown.query.error(),
    rowAt: shown.query.rowAt,
    requestRange: (first, last) => {
      // A list that is being replaced requests no more rows.
      if (shown === current) pages.requestRange(first, last);
    },
    retry: pages.retry,
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
