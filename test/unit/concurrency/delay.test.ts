import { expect, test } from 'vitest';
import { delay } from '../../../src/main/concurrency/delay.ts';
import { exponentialBackoffMs } from '../../../src/main/concurrency/exponential-backoff.ts';
import { createFakeClock } from '../../fakes/clock.ts';

test('a delay ends at its time by the clock', async () => {
  const clock = createFakeClock();
  let hasEnded = false;
  void delay(clock, 1_000).then(() => {
    hasEnded = true;
  });
  await clock.advance(999);
  expect(hasEnded).toBe(false);
  await clock.advance(1);
  await Promise.resolve();
  expect(hasEnded).toBe(true);
});

test('a delay ends when its signal is aborted, and leaves no timer', async () => {
  const clock = createFakeClock();
  const controller = new AbortController();
  const waiting = delay(clock, 1_000, controller.signal);
  expect(clock.waiting()).toBe(1);
  controller.abort();
  await waiting;
  expect(clock.waiting()).toBe(0);
  await delay(clock, 1_000, controller.signal);
  await delay(clock, 0);
  expect(clock.waiting()).toBe(0);
});

test.each([
  [0, 3],
  [1, 6],
  [4, 48],
  [5, 60],
  [2_000, 60],
])('after %i failures, a delay that doubles is %i seconds, of at most 60', (earlierFailures, seconds) => {
  expect(exponentialBackoffMs(earlierFailures, { minMs: 3_000, maxMs: 60_000 })).toBe(seconds * 1_000);
  expect(exponentialBackoffMs(2, { minMs: 1_000, maxMs: 60_000, factor: 4 })).toBe(16_000);
});
