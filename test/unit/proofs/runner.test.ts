import { expect, onTestFinished, test } from 'vitest';
import { ProofRunner } from '../../../src/main/features/proofs/runner.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';

test('a reference whose failure could not be recorded is fetched again after a delay', async () => {
  const clock = createFakeClock();
  const queue = ['A'];
  const settled: string[] = [];
  let isFull = true;
  let requests = 0;
  const write = async (how: string) => {
    if (isFull) throw new PaydeskError('disk-full', 'The disk is full', { retryable: true });
    settled.push(how);
  };
  const unexpected: unknown[] = [];
  const runner = new ProofRunner<string>({
    clock,
    takeNext: () => queue.shift() ?? null,
    async fetchProof() {
      requests += 1;
      return new Uint8Array();
    },
    store: (item) => write(`${item} saved`),
    markNotFound: (item) => write(`${item} not found`),
    fail: (item) => write(`${item} failed`),
    requeue: (item) => queue.push(item),
    onSessionEnded: ({ code }) => expect.unreachable(code),
    onUnexpected: (thrown) => unexpected.push(thrown),
  });
  onTestFinished(() => runner.stop());
  runner.wake();
  await clock.advance(1_000);
  expect({ requests, settled }).toEqual({ requests: 1, settled: [] });
  expect(unexpected).toHaveLength(1);
  isFull = false;
  await clock.advance(60_000);
  expect({ requests, settled }).toEqual({ requests: 2, settled: ['A saved'] });
});
