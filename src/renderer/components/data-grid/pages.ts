/**
 * @file The rows of a long list, loaded from main by page. Only pages around the visible rows are requested;
 * loaded rows stay until newer ones replace them, so that nothing flickers while a running batch changes.
 */
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { Page } from '../../../shared/model/paging.ts';
import { isDeepEqual } from './same-data.ts';

/** Requests rows from main. */
export type FetchPage<Row> = (offset: number, limit: number) => Promise<Page<Row>>;

/** Pages of one list under one filter and one order. */
export interface Pages<Row> {
  /** Number of rows in the whole list; `null` until the first response. */
  readonly total: () => number | null;
  /** The row at an index, or `undefined` while it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Sets the visible rows; their pages are requested when they are missing or outdated. */
  readonly requestRange: (first: number, last: number) => void;
  /** Records that the list has changed: visible pages are requested again. */
  readonly setRevision: (revision: number) => void;
  /** The error of the last request; cleared by {@link Pages.retry} and by the next revision. */
  readonly error: () => PaydeskError | null;
  readonly retry: () => void;
  /** Calls `listener` after every change; returns the function that unsubscribes it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Increases with every change. */
  readonly version: () => number;
}

interface StoredPage<Row> {
  readonly rows: readonly Row[];
  readonly revision: number;
}

const pageSize = 100;
const maxPages = 60;
const maxConcurrentRequests = 2;

/** Creates the empty pages of a list. */
export function createPages<Row>(fetchPage: FetchPage<Row>): Pages<Row> {
  const pages = new Map<number, StoredPage<Row>>();
  const loadingPages = new Set<number>();
  const listeners = new Set<() => void>();
  let total: number | null = null;
  let totalRequestNumber = 0;
  let revision = 0;
  let lastRequestNumber = 0;
  let version = 0;
  let error: PaydeskError | null = null;
  let requestedRange: { first: number; last: number } | null = null;

  function notifyListeners(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function listRequestedPages(): number[] {
    if (requestedRange === null) return [];
    const last = total === null ? requestedRange.first : Math.min(requestedRange.last, total - 1);
    const pageNumbers: number[] = [];
    for (let page = Math.floor(requestedRange.first / pageSize); page * pageSize <= last; page += 1)
      pageNumbers.push(page);
    // An empty list still requests its first page, where its first row will appear.
    return pageNumbers.length === 0 ? [0] : pageNumbers;
  }

  function findPageToLoad(): number | undefined {
    const idlePages = listRequestedPages().filter((page) => !loadingPages.has(page));
    return (
      idlePages.find((page) => !pages.has(page)) ??
      idlePages.find((page) => pages.get(page)?.revision !== revision)
    );
  }

  function startRequests(): void {
    while (error === null && loadingPages.size < maxConcurrentRequests) {
      const page = findPageToLoad();
      if (page === undefined) return;
      void loadPage(page);
    }
  }

  async function loadPage(page: number): Promise<void> {
    loadingPages.add(page);
    try {
      await fetchAndStorePage(page);
    } catch (thrown) {
      error = toPaydeskError(thrown);
    } finally {
      loadingPages.delete(page);
      notifyListeners();
      startRequests();
    }
  }

  async function fetchAndStorePage(page: number): Promise<void> {
    lastRequestNumber += 1;
    const requestNumber = lastRequestNumber;
    const requestRevision = revision;
    const response = await fetchPage(page * pageSize, pageSize);
    if (requestNumber > totalRequestNumber) {
      totalRequestNumber = requestNumber;
      total = response.total;
    }
    const previousPage = pages.get(page);
    pages.set(page, {
      revision: requestRevision,
      rows: reuseEqualRows(previousPage?.rows ?? [], response.rows),
    });
    evictDistantPages();
  }

  function evictDistantPages(): void {
    const centerPage =
      requestedRange === null ? 0 : (requestedRange.first + requestedRange.last) / 2 / pageSize;
    const byDistance = [...pages.keys()].sort((a, b) => Math.abs(a - centerPage) - Math.abs(b - centerPage));
    for (const page of byDistance.slice(maxPages)) pages.delete(page);
  }

  return {
    total: () => total,
    rowAt(index) {
      if (total !== null && index >= total) return undefined;
      return pages.get(Math.floor(index / pageSize))?.rows[index % pageSize];
    },
    requestRange(first, last) {
      requestedRange = { first: Math.max(0, first), last: Math.max(first, last) };
      startRequests();
    },
    setRevision(newRevision) {
      if (newRevision === revision) return;
      revision = newRevision;
      error = null;
      startRequests();
    },
    error: () => error,
    retry() {
      error = null;
      notifyListeners();
      startRequests();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}

/** Keeps the objects of unchanged rows, so that these do not render again. */
function reuseEqualRows<Row>(previousRows: readonly Row[], newRows: readonly Row[]): readonly Row[] {
  return newRows.map((row, index) => {
    const previousRow = previousRows[index];
    return previousRow !== undefined && isDeepEqual(previousRow, row) ? previousRow : row;
  });
}
