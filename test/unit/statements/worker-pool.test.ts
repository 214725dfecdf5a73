import { expect, test } from 'vitest';
import { createWorkerPool } from '../../../src/main/review/worker-pool.ts';

const entry = new URL('../../fakes/thread-id-entry.ts', import.meta.url);

test('the worker pool sends every search of one shard to the same thread', async () => {
  const run = createWorkerPool({ worker: entry, pages: entry }, 2);
  const search = (shard: number) =>
    run({ name: 'search', args: { shard } }, { reportProgress: () => undefined, transfer: () => undefined });
  const [first, second, third, ...others] = await Promise.all([0, 0, 1, 1, 0].map(search));
  expect([second, ...others.slice(1)]).toEqual([first, first]);
  expect(others[0]).toBe(third);
});

test('the worker pool searches PDFs in a thread that serves nothing else', async () => {
  const run = createWorkerPool({ worker: entry, pages: entry }, 2);
  const call = (name: string, args: object) =>
    run({ name, args }, { reportProgress: () => undefined, transfer: () => undefined });
  const threads = await Promise.all([0, 1, 2, 3].map((shard) => call('search', { shard })));
  const [first, second] = await Promise.all([call('searchPages', {}), call('searchPages', {})]);
  expect(second).toBe(first);
  expect(threads).not.toContain(first);
});
