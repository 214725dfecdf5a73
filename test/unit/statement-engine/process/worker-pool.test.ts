import { expect, test } from 'vitest';
import {
  createWorkerPool,
  idleMs,
  maxSearchIdleMs,
} from '../../../../src/main/statement-engine/process/worker-pool.ts';
import { createFakeClock } from '../../../fakes/clock.ts';

const entry = new URL('../../../fakes/thread-id-entry.ts', import.meta.url);

/** Starts a pool of two threads; each call returns the ID of the thread that served it. */
function startPool() {
  const clock = createFakeClock();
  const run = createWorkerPool({ worker: entry, pages: entry }, 2, clock);
  const call = (name: string, args: object) =>
    run({ name, args }, { reportProgress: () => undefined, transfer: () => undefined });
  return { clock, call };
}

test('the worker pool sends searches of one shard to one thread, and searches of PDFs to another one', async () => {
  const { call } = startPool();
  const shards = await Promise.all([0, 0, 1, 1, 0].map((shard) => call('search', { shard })));
  const [first, , third] = shards;
  expect(shards).toEqual([first, first, third, third, first]);
  const [pages, samePages] = await Promise.all([call('searchPages', {}), call('searchPages', {})]);
  expect(samePages).toBe(pages);
  expect(shards).not.toContain(pages);
});

test('the worker pool ends a thread that had statements open, once it has none and is idle', async () => {
  const { clock, call } = startPool();
  const first = await call('open', { handle: 1 });
  await clock.advance(2 * idleMs);
  expect(await call('view', { handle: 1 })).toBe(first);
  await call('close', { handle: 1 });
  await clock.advance(idleMs - 1);
  expect(await call('open', { handle: 2 })).toBe(first);
  await clock.advance(2 * idleMs);
  expect(await call('view', { handle: 2 })).toBe(first);
  await call('close', { handle: 2 });
  await clock.advance(idleMs);
  expect(await call('open', { handle: 3 })).not.toBe(first);
});

test('the worker pool ends a thread in which nothing could be opened', async () => {
  const { clock, call } = startPool();
  const first = await call('view', { handle: 1 });
  await expect(call('open', { handle: 1, fails: true })).rejects.toThrow();
  await clock.advance(idleMs);
  expect(await call('view', { handle: 1 })).not.toBe(first);
});

test.each(['search', 'searchPages'])(
  'the worker pool keeps the thread of %s, whose files it caches, until it is idle for long',
  async (name) => {
    const { clock, call } = startPool();
    const first = await call(name, { shard: 0 });
    await clock.advance(maxSearchIdleMs - 1);
    expect(await call(name, { shard: 0 })).toBe(first);
    await clock.advance(maxSearchIdleMs);
    expect(await call(name, { shard: 0 })).not.toBe(first);
  },
);

test('the threads of the worker pool have a heap limit of their own, which Electron cannot give to their process', async () => {
  const { call } = startPool();
  const megabyte = 2 ** 20;
  for (const name of ['search', 'searchPages']) {
    const heapLimit = Number(await call(name, { heapLimit: true })) / megabyte;
    // With the young generation.
    expect(heapLimit).toBeGreaterThanOrEqual(1_024);
    expect(heapLimit).toBeLessThan(1_100);
  }
});
