/** @file A PDF that blocks pdf.js does not delay the PDFs after it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPdfThreads } from '../../../../src/renderer/components/pdf/pdf-threads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function threadsOf() {
  const ended: number[] = [];
  let started = 0;
  const threads = createPdfThreads(() => {
    started += 1;
    const number = started;
    return { number, destroy: () => void ended.push(number) };
  });
  return { threads, ended };
}

const never = new Promise<never>(() => undefined);

test('documents share one thread while each of them responds in time', async () => {
  const { threads, ended } = threadsOf();
  const thread = threads.current();
  expect(await threads.runWithTimeout(thread, Promise.resolve('page'), 20_000)).toEqual({ value: 'page' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.current()).toBe(thread);
  expect(ended).toEqual([]);
});

test('work that takes too long ends its thread, and the next document gets another one', async () => {
  const { threads, ended } = threadsOf();
  const busy = threads.current();
  const waiting = threads.runWithTimeout(busy, never, 20_000);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBeNull();
  expect(ended).toEqual([1]);
  expect(threads.current().number).toBe(2);
});

test('a late close of an earlier document does not affect the thread of later ones', async () => {
  const { threads, ended } = threadsOf();
  const first = threads.current();
  void threads.runWithTimeout(first, never, 3_000);
  void threads.runWithTimeout(first, never, 5_000);
  await vi.advanceTimersByTimeAsync(3_000);
  const second = threads.current();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(threads.current()).toBe(second);
  expect(ended).not.toContain(second.number);
});

test('a document that waits for a blocked thread is notified at once', async () => {
  const { threads } = threadsOf();
  const busy = threads.current();
  const closing = threads.runWithTimeout(busy, never, 3_000);
  const opening = threads.runWithTimeout(busy, never, 20_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await Promise.all([closing, opening])).toEqual([null, null]);
});

test('an error of the work is passed on, and the thread stays', async () => {
  const { threads, ended } = threadsOf();
  const thread = threads.current();
  await expect(threads.runWithTimeout(thread, Promise.reject(new Error('damaged')), 20_000)).rejects.toThrow(
    'damaged',
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.current()).toBe(thread);
  expect(ended).toEqual([]);
});
