/**
 * @file The rows of a long list, by pages that main answers. Only pages around what is visible are asked for; rows
 * that were seen stay until newer ones replace them, so that nothing flickers while a running batch changes.
 */
import { type PaydeskError, toPaydeskError } from '../../../shared/errors.ts';
import type { Page } from '../../../shared/model/paging.ts';
import { sameData } from './same-data.ts';

/** Asks main for rows. */
export type FetchPage<Row> = (offset: number, limit: number) => Promise<Page<Row>>;

/** Pages of one list under one filter and one order. */
export interface Pages<Row> {
  /** Rows of the whole list; `null` until the first answer. */
  readonly total: () => number | null;
  /** The row at a place, or `undefined` while it is not loaded. */
  readonly rowAt: (index: number) => Row | undefined;
  /** Says which rows are visible; their pages are asked for when they are missing or old. */
  readonly requestRange: (first: number, last: number) => void;
  /** The list has changed: visible pages are asked for again. */
  readonly setRevision: (revision: number) => void;
  /** Why the last answer failed to come; cleared by {@link Pages.retry} and by the next revision. */
  readonly error: () => PaydeskError | null;
  readonly retry: () => void;
  /** Calls `listener` after every change; gives a function that ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /** Grows with every change. */
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
  const running = new Set<number>();
  const listeners = new Set<() => void>();
  let total: number | null = null;
  let totalRequest = 0;
  let revision = 0;
  let lastRequest = 0;
  let version = 0;
  let error: PaydeskError | null = null;
  let requestedRange: { first: number; last: number } | null = null;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function requestedPages(): number[] {
    if (requestedRange === null) return [];
    const last = total === null ? requestedRange.first : Math.min(requestedRange.last, total - 1);
    const numbers: number[] = [];
    for (let page = Math.floor(requestedRange.first / pageSize); page * pageSize <= last; page += 1)
      numbers.push(page);
    // An empty list still has a first page, which is where its first row will be.
    return numbers.length === 0 ? [0] : numbers;
  }

  function nextPage(): number | undefined {
    const open = requestedPages().filter((page) => !running.has(page));
    return (
      open.find((page) => !pages.has(page)) ?? open.find((page) => pages.get(page)?.revision !== revision)
    );
  }

  function pump(): void {
    while (error === null && running.size < maxConcurrentRequests) {
      const page = nextPage();
      if (page === undefined) return;
      void request(page);
    }
  }

  async function request(page: number): Promise<void> {
    running.add(page);
    try {
      await fetchInto(page);
    } catch (thrown) {
      error = toPaydeskError(thrown);
    } finally {
      running.delete(page);
      changed();
      pump();
    }
  }

  async function fetchInto(page: number): Promise<void> {
    lastRequest += 1;
    const number = lastRequest;
    const asOf = revision;
    const answer = await fetchPage(page * pageSize, pageSize);
    if (number > totalRequest) {
      totalRequest = number;
      total = answer.total;
    }
    const before = pages.get(page);
    pages.set(page, { revision: asOf, rows: reuseEqualRows(before?.rows ?? [], answer.rows) });
    forgetFarPages();
  }

  function forgetFarPages(): void {
    const center = requestedRange === null ? 0 : (requestedRange.first + requestedRange.last) / 2 / pageSize;
    const byDistance = [...pages.keys()].sort(
      (one, other) => Math.abs(one - center) - Math.abs(other - center),
    );
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
      pump();
    },
    setRevision(given) {
      if (given === revision) return;
      revision = given;
      error = null;
      pump();
    },
    error: () => error,
    retry() {
      error = null;
      changed();
      pump();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    version: () => version,
  };
}

/** Rows that say the same stay the same objects, so that they need not be drawn again. */
function reuseEqualRows<Row>(before: readonly Row[], after: readonly Row[]): readonly Row[] {
  return after.map((row, index) => {
    const old = before[index];
    return old !== undefined && sameData(old, row) ? old : row;
  });
}
