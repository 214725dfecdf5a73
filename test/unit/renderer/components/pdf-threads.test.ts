/** @file A PDF that keeps pdf.js busy does not keep the PDFs after it waiting. */
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

test('documents share one thread while each of them answers in time', async () => {
  const { threads, ended } = threadsOf();
  const thread = threads.current();
  expect(await threads.within(thread, Promise.resolve('page'), 20_000)).toEqual({ value: 'page' });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.current()).toBe(thread);
  expect(ended).toEqual([]);
});

test('work that takes too long ends its thread, and the next document gets another one', async () => {
  const { threads, ended } = threadsOf();
  const busy = threads.current();
  const waiting = threads.within(busy, never, 20_000);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(ended).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(await waiting).toBeNull();
  expect(ended).toEqual([1]);
  expect(threads.current().number).toBe(2);
});

test('a late end of an earlier document leaves the thread of the later ones alone', async () => {
  const { threads, ended } = threadsOf();
  const first = threads.current();
  void threads.within(first, never, 3_000);
  void threads.within(first, never, 5_000);
  await vi.advanceTimersByTimeAsync(3_000);
  const second = threads.current();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(threads.current()).toBe(second);
  expect(ended).not.toContain(second.number);
});

test('a document that waits for a thread which another one has kept busy is told at once', async () => {
  const { threads } = threadsOf();
  const busy = threads.current();
  const closing = threads.within(busy, never, 3_000);
  const opening = threads.within(busy, never, 20_000);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await Promise.all([closing, opening])).toEqual([null, null]);
});

test('an error of the work is passed on and keeps the thread', async () => {
  const { threads, ended } = threadsOf();
  const thread = threads.current();
  await expect(threads.within(thread, Promise.reject(new Error('damaged')), 20_000)).rejects.toThrow(
    'damaged',
  );
  await vi.advanceTimersByTimeAsync(60_000);
  expect(threads.current()).toBe(thread);
  expect(ended).toEqual([]);
});
