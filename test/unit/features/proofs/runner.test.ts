import { expect, onTestFinished, test } from 'vitest';
import { ProofRunner } from '../../../../src/main/features/proofs/runner.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../fakes/clock.ts';

test('a reference whose failure could not be recorded is fetched again after a delay', async () => {
  const clock = createFakeClock();
  const queue = ['A'];
  const outcomes: string[] = [];
  let isDiskFull = true;
  let requests = 0;
  const recordOutcome = async (outcome: string) => {
    if (isDiskFull) throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
    outcomes.push(outcome);
  };
  const unexpectedErrors: unknown[] = [];
  const runner = new ProofRunner<string>({
    clock,
    takeNext: () => queue.shift() ?? null,
    async fetchProof() {
      requests += 1;
      return new Uint8Array();
    },
    store: (reference) => recordOutcome(`${reference} saved`),
    markNotFound: (reference) => recordOutcome(`${reference} not found`),
    fail: (reference) => recordOutcome(`${reference} failed`),
    requeue: (reference) => queue.push(reference),
    onBlocked: () => undefined,
    onSessionEnded: ({ code }) => expect.unreachable(code),
    onUnexpected: (thrown) => unexpectedErrors.push(thrown),
  });
  onTestFinished(() => runner.stop());
  runner.wake();
  await clock.advance(1_000);
  expect({ requests, settled: outcomes }).toEqual({ requests: 1, settled: [] });
  expect(unexpectedErrors).toHaveLength(1);
  isDiskFull = false;
  await clock.advance(60_000);
  expect({ requests, settled: outcomes }).toEqual({ requests: 2, settled: ['A saved'] });
});

test('a reference whose host has asked for a pause waits for its end, and no attempt is counted', async () => {
  const clock = createFakeClock();
  const queue = ['A'];
  const requestedAt: number[] = [];
  const failures: string[] = [];
  const fail = (facts: { sent?: false; retryAfter: number }) =>
    new PaydeskError('service-throttled', 'for a test', { details: facts, retryable: true });
  const errors = [
    fail({ retryAfter: 5_000 }),
    fail({ retryAfter: 40_000, sent: false }),
    fail({ retryAfter: 20_000, sent: false }),
    fail({ retryAfter: 0 }),
    fail({ retryAfter: 0 }),
  ];
  const runner = new ProofRunner<string>({
    clock,
    takeNext: () => queue.shift() ?? null,
    async fetchProof() {
      requestedAt.push(clock.monotonic() - 1_000);
      throw errors.shift() ?? new Error('There is no further attempt');
    },
    store: () => expect.unreachable(),
    markNotFound: () => expect.unreachable(),
    fail: async (reference, { code }) => void failures.push(`${reference} ${code}`),
    requeue: () => expect.unreachable(),
    onBlocked: () => undefined,
    onSessionEnded: () => expect.unreachable(),
    onUnexpected: () => expect.unreachable(),
  });
  onTestFinished(() => runner.stop());
  runner.wake();
  await clock.advance(200_000);
  expect(requestedAt).toEqual([0, 5_000, 45_000, 65_000, 69_000]);
  expect(failures).toEqual(['A service-throttled']);
});

test('a reference waits while the service cannot be reached, and is fetched when the network returns', async () => {
  const clock = createFakeClock();
  const queue = ['A'];
  const blocks: (string | null)[] = [];
  const outcomes: string[] = [];
  let isOffline = true;
  let requests = 0;
  const runner = new ProofRunner<string>({
    clock,
    takeNext: () => queue.shift() ?? null,
    async fetchProof() {
      requests += 1;
      if (isOffline) throw new PaydeskError('host-unreachable', 'for a test', { retryable: true });
      return new Uint8Array();
    },
    store: async (reference) => void outcomes.push(reference),
    markNotFound: () => expect.unreachable(),
    fail: () => expect.unreachable(),
    requeue: () => expect.unreachable(),
    onBlocked: (reason) => blocks.push(reason),
    onSessionEnded: () => expect.unreachable(),
    onUnexpected: () => expect.unreachable(),
  });
  onTestFinished(() => runner.stop());
  runner.wake();
  await clock.advance(600_000);
  expect({ outcomes, isRetried: requests > 3 }).toEqual({ outcomes: [], isRetried: true });
  isOffline = false;
  runner.retryNow();
  await clock.advance(0);
  expect(outcomes).toEqual(['A']);
  expect([blocks[0], blocks.at(-1)]).toEqual(['offline', null]);
});
