import { expect, test } from 'vitest';
import { createWorkerPool } from '../../../src/main/review/worker-pool.ts';

test('the worker pool sends every search of one shard to the same thread', async () => {
  const run = createWorkerPool(new URL('../../fakes/thread-id-entry.ts', import.meta.url), 2);
  const search = (shard: number) =>
    run({ name: 'search', args: { shard } }, { reportProgress: () => undefined, transfer: () => undefined });
  const [first, second, third, ...others] = await Promise.all([0, 0, 1, 1, 0].map(search));
  expect([second, ...others.slice(1)]).toEqual([first, first]);
  expect(others[0]).toBe(third);
});
