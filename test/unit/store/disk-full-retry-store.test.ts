import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDiskFullRetryStore } from '../../../src/main/store/disk-full-retry-store.ts';
import { procedure } from '../../../src/main/store/procedure.ts';
import type { Store } from '../../../src/main/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const double = procedure('double', { args: z.number(), result: z.number() }, (_, number) => number * 2);
const full = () => new PaydeskError('disk-full', 'The disk is full', { retryable: true });

/** A retry store over a store that throws `disk.thrown`, and otherwise doubles its argument. */
function openRetryStore() {
  const clock = createFakeClock();
  const reported: boolean[] = [];
  const calls: unknown[] = [];
  const disk: { thrown: unknown; closed: boolean } = { thrown: null, closed: false };
  const store: Store = {
    async run(procedure, args) {
      calls.push(args);
      if (disk.thrown !== null) throw disk.thrown;
      return procedure.result.parse(Number(args) * 2);
    },
    async close() {
      disk.closed = true;
    },
  };
  return {
    store: createDiskFullRetryStore(store, clock, (isFull) => reported.push(isFull)),
    clock,
    reported,
    calls,
    disk,
  };
}

test('a call returns the result of the store, and nothing is reported while the disk has space', async () => {
  const { store, reported, clock } = openRetryStore();
  expect(await store.run(double, 4)).toBe(8);
  expect(reported).toEqual([]);
  expect(clock.waiting()).toBe(0);
});

test('a call is retried until the disk has space; the start and the end of the wait are reported once', async () => {
  const { store, clock, reported, calls, disk } = openRetryStore();
  disk.thrown = full();
  const answer = store.run(double, 4);
  await clock.advance(4_999);
  expect(calls).toEqual([4]);
  expect(reported).toEqual([true]);
  await clock.advance(5_001);
  expect(calls).toEqual([4, 4, 4]);
  disk.thrown = null;
  await clock.advance(5_000);
  expect(await answer).toBe(8);
  expect(reported).toEqual([true, false]);
});

test('with several waiting calls, the start of the first and the end of the last are reported', async () => {
  const { store, clock, reported, disk } = openRetryStore();
  disk.thrown = full();
  const early = store.run(double, 1);
  await clock.advance(3_000);
  const late = store.run(double, 2);
  await clock.advance(0);
  disk.thrown = null;
  await clock.advance(2_000);
  expect(await early).toBe(2);
  expect(reported).toEqual([true]);
  expect(await store.run(double, 3)).toBe(6);
  expect(reported).toEqual([true]);
  await clock.advance(3_000);
  expect(await late).toBe(4);
  expect(reported).toEqual([true, false]);
});

test.each([
  ['another error of the database', new PaydeskError('database-corrupt', 'The file is damaged')],
  ['an object with the same code', { code: 'disk-full' }],
])('a call that fails with %s is not retried', async (_, thrown) => {
  const { store, clock, reported, disk } = openRetryStore();
  disk.thrown = thrown;
  await expect(store.run(double, 1)).rejects.toBe(thrown);
  expect(clock.waiting()).toBe(0);
  expect(reported).toEqual([]);
});

test('another error during the wait ends it', async () => {
  const { store, clock, reported, disk } = openRetryStore();
  disk.thrown = full();
  const answer = store.run(double, 1);
  const refused = expect(answer).rejects.toMatchObject({ code: 'database-unavailable' });
  await clock.advance(0);
  disk.thrown = new PaydeskError('database-unavailable', 'The database is closed');
  await clock.advance(5_000);
  await refused;
  expect(reported).toEqual([true, false]);
});

test('closing the retry store closes its store', async () => {
  const { store, disk } = openRetryStore();
  await store.close();
  expect(disk.closed).toBe(true);
});
