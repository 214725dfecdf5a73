import { expect, test } from 'vitest';
import { createWorkerPool } from '../../../src/main/review/worker-pool.ts';

test('the worker pool sends every search of one shard to the same thread', async () => {
  const threads = new Map<number, unknown>();
  const pool = createWorkerPool(new URL('../../fakes/thread-id-entry.ts', import.meta.url), 2, (message) => {
    if (message.kind === 'reply' && message.reply.ok) threads.set(message.reply.id, message.reply.value);
  });
  const shards = [0, 0, 1, 1, 0, 1];
  for (const [id, shard] of shards.entries()) pool.take({ id, name: 'search', args: { shard } });
  await expect.poll(() => threads.size, { timeout: 60_000 }).toBe(shards.length);
  const threadsOf = (shard: number) =>
    new Set(shards.flatMap((sentShard, id) => (sentShard === shard ? [threads.get(id)] : [])));
  expect(threadsOf(0).size).toBe(1);
  expect(threadsOf(1).size).toBe(1);
});
