/** @file A PDF that blocks pdf.js does not delay later PDFs. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPdfThreads } from '../../../../src/renderer/components/pdf/pdf-threads.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function createTestThreads() {
  const endedThreads: number[] = [];
  let threadCount = 0;
  const threads = createPdfThreads(() => {
    threadCount += 1;
    const number = threadCount;
    return { number, destroy: () => void endedThreads.push(number) };
  });
  return { threads, endedThreads };
}

const endlessWork = new Promise<never>(() => undefined);

test('documents share one thread while each of them responds in time, until one takes too long', async () => {
  const { threads, endedThreads } = createTestThreads();
  const thread = threads.current();
  expect(await threads.runWithTimeout(thread, Promise.resolve('page'), 20_000)).toEqual({ value: 'page' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.current()).toBe(thread);
  const result = threads.runWithTimeout(thread, endlessWork, 20_000);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(endedThreads).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await result).toBeNull();
  expect(endedThreads).toEqual([1]);
  expect(threads.current().number).toBe(2);
});

test('a late close of an earlier document does not end the thread of later documents', async () => {
  const { threads, endedThreads } = createTestThreads();
  const first = threads.current();
  void threads.runWithTimeout(first, endlessWork, 3_000);
  void threads.runWithTimeout(first, endlessWork, 5_000);
  await vi.advanceTimersByTimeAsync(3_000);
  const second = threads.current();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(threads.current()).toBe(second);
  expect(endedThreads).not.toContain(second.number);
});

test('all work on a blocked thread ends when the first of its timeouts expires', async () => {
  const { threads } = createTestThreads();
  const busy = threads.current();
  const closing = threads.runWithTimeout(busy, endlessWork, 3_000);
  const opening = threads.runWithTimeout(busy, endlessWork, 20_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await Promise.all([closing, opening])).toEqual([null, null]);
});

test('an error of the work is passed on, and the thread stays', async () => {
  const { threads, endedThreads } = createTestThreads();
  const thread = threads.current();
  const failing = threads.runWithTimeout(thread, Promise.reject(new Error('damaged')), 20_000);
  await expect(failing).rejects.toThrow('damaged');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.current()).toBe(thread);
  expect(endedThreads).toEqual([]);
});
