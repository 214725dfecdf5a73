import { describe, expect, test, vi } from 'vitest';
import { createPages, type Pages } from '../../../src/renderer/components/data-grid/pages.ts';
import { createCallSlots } from '../../../src/renderer/components/layout/query.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { Page } from '../../../src/shared/model/paging.ts';

interface Row {
  readonly id: number;
  readonly state: string;
}

interface PageRequest {
  readonly offset: number;
  readonly limit: number;
  answer(page: Page<Row>): Promise<void>;
  fail(error: unknown): Promise<void>;
}

const untilSettled = () => new Promise((done) => setImmediate(done));

/** Creates a main process whose requests the test answers. */
function createMain(): {
  requests: PageRequest[];
  fetchPage: (offset: number, limit: number) => Promise<Page<Row>>;
} {
  const requests: PageRequest[] = [];
  return {
    requests,
    fetchPage: (offset, limit) =>
      new Promise((resolve, reject) => {
        requests.push({
          offset,
          limit,
          answer: async (page) => {
            resolve(page);
            await untilSettled();
          },
          fail: async (error) => {
            reject(error);
            await untilSettled();
          },
        });
      }),
  };
}

const rowsFrom = (offset: number, count: number, state = 'queued'): Row[] =>
  Array.from({ length: count }, (_, index) => ({ id: offset + index, state }));
const pageFor = ({ offset, limit }: PageRequest, total: number, state?: string): Page<Row> => ({
  total,
  rows: rowsFrom(offset, Math.max(0, Math.min(limit, total - offset)), state),
});

async function answerAll(requests: PageRequest[], total: number, state?: string): Promise<void> {
  for (let request = requests.shift(); request !== undefined; request = requests.shift()) {
    await request.answer(pageFor(request, total, state));
  }
}

/** Creates pages with a requested range that has been loaded. */
async function createLoadedPages(
  total: number,
  first = 0,
  last = 0,
): Promise<{ pages: Pages<Row>; requests: PageRequest[] }> {
  const { requests, fetchPage } = createMain();
  const pages = createPages(fetchPage, createCallSlots(2));
  pages.requestRange(first, last);
  await answerAll(requests, total);
  return { pages, requests };
}

describe('the pages of a long list', () => {
  test('are empty at first, and request the whole page that contains the visible rows', async () => {
    const { requests, fetchPage } = createMain();
    const pages = createPages(fetchPage, createCallSlots(2));
    expect([pages.total(), pages.rowAt(0)]).toEqual([null, undefined]);
    pages.requestRange(0, 30);
    expect(requests.map(({ offset, limit }) => [offset, limit])).toEqual([[0, 100]]);
    await answerAll(requests, 10_000);
    expect(pages.total()).toBe(10_000);
    expect(pages.rowAt(30)?.id).toBe(30);
    expect(pages.rowAt(100)).toBeUndefined();
  });

  test('request the pages that the visible rows span, and no page twice', async () => {
    const { pages, requests } = await createLoadedPages(10_000);
    pages.requestRange(0, 30);
    pages.requestRange(10, 40);
    expect(requests).toEqual([]);
    pages.requestRange(190, 220);
    expect(requests.map(({ offset }) => offset)).toEqual([100, 200]);
  });

  test('skip pages that were scrolled past while a request was pending', async () => {
    const { pages, requests } = await createLoadedPages(10_000);
    for (const first of [1000, 2000, 3000, 4000, 5000]) pages.requestRange(first, first + 20);
    await answerAll(requests, 10_000);
    expect(pages.rowAt(5000)?.id).toBe(5000);
    expect(pages.rowAt(3000)).toBeUndefined();
  });

  test('request only visible pages again after a change', async () => {
    const { pages, requests } = await createLoadedPages(10_000);
    pages.requestRange(500, 520);
    await answerAll(requests, 10_000);
    pages.start(7);
    expect(requests.map(({ offset }) => offset)).toEqual([500]);
  });

  test('are requested a single time after many changes during a request', async () => {
    const { pages, requests } = await createLoadedPages(50);
    for (let revision = 1; revision <= 20; revision += 1) pages.start(revision);
    expect(requests.length).toBe(1);
    const [first] = requests.splice(0);
    await first?.answer(pageFor(first, 50, 'sending'));
    expect(requests.length).toBe(1);
    await answerAll(requests, 50, 'attached');
    expect(pages.rowAt(0)?.state).toBe('attached');
  });

  test('do not let a late response overwrite a newer total', async () => {
    const { requests, fetchPage } = createMain();
    const pages = createPages(fetchPage, createCallSlots(2));
    pages.requestRange(0, 10);
    await answerAll(requests, 250);
    pages.start(1);
    pages.requestRange(0, 150);
    const [lateRequest, promptRequest] = requests.splice(0);
    await promptRequest?.answer({ total: 102, rows: rowsFrom(100, 2, 'attached') });
    await lateRequest?.answer({ total: 109, rows: rowsFrom(0, 100, 'queued') });
    expect(pages.total()).toBe(102);
  });

  test('keep the object of a row while its data is equal', async () => {
    const { pages, requests } = await createLoadedPages(50);
    const rowBefore = pages.rowAt(3);
    pages.start(1);
    await answerAll(requests, 50);
    expect(pages.rowAt(3)).toBe(rowBefore);
  });

  test('show no rows of a loaded page beyond the end after the list became shorter', async () => {
    const { pages, requests } = await createLoadedPages(250);
    pages.requestRange(200, 220);
    await answerAll(requests, 250);
    pages.requestRange(0, 20);
    pages.start(1);
    await answerAll(requests, 10);
    expect(pages.total()).toBe(10);
    expect([pages.rowAt(20), pages.rowAt(210)]).toEqual([undefined, undefined]);
  });

  test('request a missing page before the outdated page next to it', async () => {
    const { pages, requests } = await createLoadedPages(1000);
    pages.requestRange(500, 520);
    await answerAll(requests, 1000);
    pages.start(1);
    pages.requestRange(80, 110);
    // The request for the outdated page 500 is already in progress.
    expect(requests.map(({ offset }) => offset)).toEqual([500, 100]);
    await answerAll(requests, 1000, 'attached');
    expect(pages.rowAt(80)?.state).toBe('attached');
  });

  test('find the first row of a list that was empty', async () => {
    const { pages, requests } = await createLoadedPages(0);
    expect(pages.total()).toBe(0);
    pages.start(1);
    await answerAll(requests, 1);
    expect(pages.rowAt(0)?.id).toBe(0);
  });

  test('drop distant pages, keep near pages, and load dropped pages again', async () => {
    const { pages, requests } = await createLoadedPages(20_000);
    for (let first = 0; first < 20_000; first += 100) {
      pages.requestRange(first, first + 30);
      await answerAll(requests, 20_000);
    }
    expect(pages.rowAt(19_900)?.id).toBe(19_900);
    expect(pages.rowAt(0)).toBeUndefined();
    pages.requestRange(0, 30);
    await answerAll(requests, 20_000);
    expect(pages.rowAt(0)?.id).toBe(0);
  });

  test.each([
    ['on a retry', (pages: Pages<Row>) => pages.retry()],
    ['when the list changes again', (pages: Pages<Row>) => pages.start(2)],
  ])('keep the old rows after an error, and load the new rows %s', async (_, continueLoading) => {
    const { pages, requests } = await createLoadedPages(50);
    pages.start(1);
    await requests.shift()?.fail(new PaydeskError('database-unavailable', 'gone'));
    expect(pages.error()?.code).toBe('database-unavailable');
    expect(pages.rowAt(3)?.id).toBe(3);
    expect(requests).toEqual([]);
    continueLoading(pages);
    expect(pages.error()).toBeNull();
    await answerAll(requests, 50, 'attached');
    expect(pages.rowAt(3)?.state).toBe('attached');
  });

  test('notify a subscriber until it unsubscribes', async () => {
    const { requests, fetchPage } = createMain();
    const pages = createPages(fetchPage, createCallSlots(2));
    const onChange = vi.fn();
    const unsubscribe = pages.subscribe(onChange);
    const version = pages.version();
    pages.requestRange(0, 10);
    await answerAll(requests, 10);
    expect(onChange).toHaveBeenCalled();
    expect(pages.version()).toBeGreaterThan(version);
    unsubscribe();
    onChange.mockClear();
    pages.start(1);
    await answerAll(requests, 10);
    expect(onChange).not.toHaveBeenCalled();
  });
});
