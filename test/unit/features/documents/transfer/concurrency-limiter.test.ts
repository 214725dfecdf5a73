import { expect, test } from 'vitest';
import {
  ConcurrencyLimiter,
  isOverloaded,
} from '../../../../../src/main/features/documents/transfer/concurrency-limiter.ts';

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
  const generations = [limiter.currentGeneration(), limiter.currentGeneration(), limiter.currentGeneration()];
  for (const generation of generations) limiter.onOverload(generation);
  expect(limiter.limit).toBe(4);
  for (let round = 0; round < 5; round += 1) limiter.onOverload(limiter.currentGeneration());
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
] as const)('a failed attempt with reason %s and status %s is an overload: %s', (code, status, expected) => {
  const facts = status === undefined ? {} : { status };
  expect(isOverloaded({ kind: 'retry', reason: { code, facts }, minWaitMs: 0 })).toBe(expected);
});

test('a document that was stored or failed permanently is no overload', () => {
  expect(isOverloaded({ kind: 'stored', milliseconds: 90_000 })).toBe(false);
  expect(isOverloaded({ kind: 'fail', reason: { code: 'no-answer', facts: { status: 503 } } })).toBe(false);
});
