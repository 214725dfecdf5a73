import { expect, test } from 'vitest';
import {
  ConcurrencyLimiter,
  isOverloaded,
} from '../../../src/main/features/documents/transfer/concurrency-limiter.ts';
import { HostBackoff } from '../../../src/main/features/documents/transfer/host-backoff.ts';
import { createFakeClock } from '../../fakes/clock.ts';

function storeAll(pace: ConcurrencyLimiter, count: number): void {
  for (let document = 0; document < count; document += 1) pace.onStored();
}

test('one more is sent at once after twenty clean sends, up to sixteen', () => {
  const pace = new ConcurrencyLimiter();
  expect(pace.limit).toBe(8);
  storeAll(pace, 19);
  expect(pace.limit).toBe(8);
  storeAll(pace, 1);
  expect(pace.limit).toBe(9);
  storeAll(pace, 2_000);
  expect(pace.limit).toBe(16);
});

test('trouble halves it, once for all that were on their way together, and down to one', () => {
  const pace = new ConcurrencyLimiter();
  const together = [pace.currentGeneration(), pace.currentGeneration(), pace.currentGeneration()];
  for (const begun of together) pace.onOverload(begun);
  expect(pace.limit).toBe(4);
  for (let again = 0; again < 5; again += 1) pace.onOverload(pace.currentGeneration());
  expect(pace.limit).toBe(1);
});

test('trouble starts the count of clean sends anew', () => {
  const pace = new ConcurrencyLimiter();
  storeAll(pace, 19);
  pace.onOverload(pace.currentGeneration());
  storeAll(pace, 19);
  expect(pace.limit).toBe(4);
  storeAll(pace, 1);
  expect(pace.limit).toBe(5);
});

test.each([
  ['no-answer', undefined, true],
  ['service-busy', 429, true],
  ['service-busy', 503, true],
  ['service-busy', 500, false],
  ['connection-lost', undefined, false],
] as const)('%s with status %s means too much at once: %s', (code, status, too) => {
  const facts = status === undefined ? {} : { status };
  expect(isOverloaded({ kind: 'retry', reason: { code, facts }, minWaitMs: 0 })).toBe(too);
});

test('a document that was stored, or failed for good, says nothing of too much', () => {
  expect(isOverloaded({ kind: 'stored', milliseconds: 90_000 })).toBe(false);
  expect(isOverloaded({ kind: 'fail', reason: { code: 'no-answer', facts: { status: 503 } } })).toBe(false);
});

test('of several hosts that wait, the one that waits the longest counts, whichever asked first', () => {
  const holds = new HostBackoff(createFakeClock());
  holds.add('short', 10_000);
  holds.add('long', 60_000);
  holds.add('middle', 30_000);
  expect(holds.longestHeld()).toEqual({ host: 'long', remainingMs: 60_000 });
});

test('a host is left alone for as long as it asked, whatever the wall clock says', async () => {
  const clock = createFakeClock();
  const holds = new HostBackoff(clock);
  holds.add('a', 60_000);
  holds.add('a', 1_000);
  holds.add('b', 10_000);
  holds.add('c', 0);
  clock.jump(86_400_000);
  await clock.advance(9_999);
  expect(holds.longestHeld()).toEqual({ host: 'a', remainingMs: 50_001 });
  expect(holds.longestHeld('b')).toEqual({ host: 'b', remainingMs: 1 });
  expect(holds.longestHeld('c')).toBeNull();
  await clock.advance(50_001);
  expect(holds.longestHeld()).toBeNull();
});

test('the clerk can have it tried at once', () => {
  const holds = new HostBackoff(createFakeClock());
  holds.add('a', 60_000);
  holds.clear();
  expect(holds.longestHeld()).toBeNull();
});
