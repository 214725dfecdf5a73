import { expect, test } from 'vitest';
import { createWorkerPool, idleMs, maxSearchIdleMs } from '../../../src/main/review/worker-pool.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const entry = new URL('../../fakes/thread-id-entry.ts', import.meta.url);

test('the worker pool sends every search of one shard to the same thread', async () => {
  const run = createWorkerPool({ worker: entry, pages: entry }, 2, createFakeClock());
  const search = (shard: number) =>
    run({ name: 'search', args: { shard } }, { reportProgress: () => undefined, transfer: () => undefined });
  const [first, second, third, ...others] = await Promise.all([0, 0, 1, 1, 0].map(search));
  expect([second, ...others.slice(1)]).toEqual([first, first]);
  expect(others[0]).toBe(third);
});

test('the worker pool searches PDFs in a thread that serves nothing else', async () => {
  const run = createWorkerPool({ worker: entry, pages: entry }, 2, createFakeClock());
  const call = (name: string, args: object) =>
    run({ name, args }, { reportProgress: () => undefined, transfer: () => undefined });
  const threads = await Promise.all([0, 1, 2, 3].map((shard) => call('search', { shard })));
  const [first, second] = await Promise.all([call('searchPages', {}), call('searchPages', {})]);
  expect(second).toBe(first);
  expect(threads).not.toContain(first);
});

test('the worker pool ends a thread that had statements open, once it has none and is idle', async () => {
  const clock = createFakeClock();
  const run = createWorkerPool({ worker: entry, pages: entry }, 2, clock);
  const call = (name: string, handle: number) =>
    run({ name, args: { handle } }, { reportProgress: () => undefined, transfer: () => undefined });
  const first = await call('open', 1);
  await clock.advance(2 * idleMs);
  expect(await call('view', 1)).toBe(first);
  await call('close', 1);
  await clock.advance(idleMs - 1);
  expect(await call('open', 2)).toBe(first);
  await clock.advance(2 * idleMs);
  expect(await call('view', 2)).toBe(first);
  await call('close', 2);
  await clock.advance(idleMs);
  expect(await call('open', 3)).not.toBe(first);
});

test.each(['search', 'searchPages'])(
  'the worker pool keeps the thread of %s, whose files it caches, until it is idle for long',
  async (name) => {
    const clock = createFakeClock();
    const run = createWorkerPool({ worker: entry, pages: entry }, 2, clock);
    const search = () =>
      run({ name, args: { shard: 0 } }, { reportProgress: () => undefined, transfer: () => undefined });
    const first = await search();
    await clock.advance(maxSearchIdleMs - 1);
    expect(await search()).toBe(first);
    await clock.advance(maxSearchIdleMs);
    expect(await search()).not.toBe(first);
  },
);
