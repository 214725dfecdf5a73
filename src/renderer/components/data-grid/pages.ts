/** @file The rows of a long list, loaded from main by page. Only pages around the visible rows are requested. */
import type { Page } from '../../../shared/model/paging.ts';
import { type CallSlots, createQuery, type Query } from '../layout/query.ts';
import { isDeepEqual } from './same-data.ts';

export type FetchPage<Row> = (offset: number, limit: number) => Promise<Page<Row>>;

/** Pages of one list under one filter and one order. */
export interface Pages<Row> extends Query<Page<Row>, FetchPage<Row>> {
  /** Number of rows in the whole list; `null` until the first response. */
  readonly total: () => number | null;
  /** The row at an index, or `undefined` while it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Sets the visible rows; their pages are requested when they are missing or outdated. */
  readonly requestRange: (first: number, last: number) => void;
}

const pageSize = 100;

export function createPages<Row>(load: FetchPage<Row>, slots: CallSlots, revision = 0): Pages<Row> {
  let fetchPage = load;
  let requestedRange = { first: 0, last: 0 };
  const total = () => query.newest()?.total ?? null;

  function listRequestedPages(): number[] {
    const last = Math.min(requestedRange.last, (total() ?? requestedRange.first + 1) - 1);
    const pageNumbers: number[] = [];
    for (let page = Math.floor(requestedRange.first / pageSize); page * pageSize <= last; page += 1)
      pageNumbers.push(page);
    // An empty list still requests its first page, where its first row will appear.
    return pageNumbers.length === 0 ? [0] : pageNumbers;
  }

  const query: Query<Page<Row>> = createQuery({
    async load(page) {
      const response = await fetchPage(page * pageSize, pageSize);
      return { ...response, rows: reuseEqualRows(query.part(page)?.rows ?? [], response.rows) };
    },
    wantedParts: listRequestedPages,
    slots,
    revision,
  });
  return {
    ...query,
    setLoad(nextLoad) {
      fetchPage = nextLoad;
    },
    total,
    rowAt(index) {
      if (index >= (total() ?? 0)) return undefined;
      return query.part(Math.floor(index / pageSize))?.rows[index % pageSize];
    },
    requestRange(first, last) {
      requestedRange = { first: Math.max(0, first), last: Math.max(first, last) };
      query.start();
    },
  };
}

/** Keeps the objects of unchanged rows, so that these do not render again. */
function reuseEqualRows<Row>(previousRows: readonly Row[], newRows: readonly Row[]): Row[] {
  return newRows.map((row, index) => {
    const previousRow = previousRows[index];
    return previousRow !== undefined && isDeepEqual(previousRow, row) ? previousRow : row;
  });
}
