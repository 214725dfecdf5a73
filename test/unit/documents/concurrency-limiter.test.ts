import { expect, test } from 'vitest';
import {
  ConcurrencyLimiter,
  isOverloaded,
} from '../../../src/main/features/documents/transfer/concurrency-limiter.ts';
import { HostBackoff } from '../../../src/main/features/documents/transfer/host-backoff.ts';
import { createFakeClock } from '../../fakes/clock.ts';

function storeAll(limiter: ConcurrencyLimiter, count: number): void {
  for (let document = 0; document < count; document += 1) limiter.onStored();
}

test('the limit grows by one after twenty successful uploads, up to sixteen', () => {
  const limiter = new ConcurrencyLimiter();
  expect(limiter.limit).toBe(8);
  storeAll(limiter, 19);
  expect(limiter.limit).toBe(8);
  storeAll(limiter, 1);
  expect(limiter.limit).toBe(9);
  storeAll(limiter, 2_000);
  expect(limiter.limit).toBe(16);
});

test('an overload halves the limit once for all concurrent uploads, down to one', () => {
  const limiter = new ConcurrencyLimiter();
  const together = [limiter.currentGeneration(), limiter.currentGeneration(), limiter.currentGeneration()];
  for (const begun of together) limiter.onOverload(begun);
  expect(limiter.limit).toBe(4);
  for (let again = 0; again < 5; again += 1) limiter.onOverload(limiter.currentGeneration());
  expect(limiter.limit).toBe(1);
});

test('an overload resets the count of successful uploads', () => {
  const limiter = new ConcurrencyLimiter();
  storeAll(limiter, 19);
  limiter.onOverload(limiter.currentGeneration());
  storeAll(limiter, 19);
  expect(limiter.limit).toBe(4);
  storeAll(limiter, 1);
  expect(limiter.limit).toBe(5);
});

test.each([
  ['no-answer', undefined, true],
  ['service-busy', 429, true],
  ['service-busy', 503, true],
  ['service-busy', 500, false],
  ['connection-lost', undefined, false],
] as const)('%s with status %s is an overload: %s', (code, status, too) => {
  const facts = status === undefined ? {} : { status };
  expect(isOverloaded({ kind: 'retry', reason: { code, facts }, minWaitMs: 0 })).toBe(too);
});

test('a document that was stored or failed permanently is no overload', () => {
  expect(isOverloaded({ kind: 'stored', milliseconds: 90_000 })).toBe(false);
  expect(isOverloaded({ kind: 'fail', reason: { code: 'no-answer', facts: { status: 503 } } })).toBe(false);
});

test('of several paused hosts the one with the longest pause is returned, in any order of the requests', () => {
  const hostBackoff = new HostBackoff(createFakeClock());
  hostBackoff.add('short', 10_000);
  hostBackoff.add('long', 60_000);
  hostBackoff.add('middle', 30_000);
  expect(hostBackoff.pausedHost()).toEqual({ host: 'long', remainingMs: 60_000 });
});

test('a host is paused for its whole time, whatever the wall clock does', async () => {
  const clock = createFakeClock();
  const hostBackoff = new HostBackoff(clock);
  hostBackoff.add('a', 60_000);
  hostBackoff.add('a', 1_000);
  hostBackoff.add('b', 10_000);
  hostBackoff.add('c', 0);
  clock.jump(86_400_000);
  await clock.advance(9_999);
  expect(hostBackoff.pausedHost()).toEqual({ host: 'a', remainingMs: 50_001 });
  expect(hostBackoff.pausedHost('b')).toEqual({ host: 'b', remainingMs: 1 });
  expect(hostBackoff.pausedHost('c')).toBeNull();
  await clock.advance(50_001);
  expect(hostBackoff.pausedHost()).toBeNull();
});

test('the clerk can end the pauses', () => {
  const hostBackoff = new HostBackoff(createFakeClock());
  hostBackoff.add('a', 60_000);
  hostBackoff.clear();
  expect(hostBackoff.pausedHost()).toBeNull();
});
