import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDiskFullRetryStore } from '../../../../src/main/storage/store/disk-full-retry-store.ts';
import { procedure } from '../../../../src/main/storage/store/procedure.ts';
import type { Store } from '../../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { createFakeClock } from '../../../fakes/clock.ts';

const double = procedure('double', { args: z.number(), result: z.number() }, (_, number) => number * 2);
const createDiskFullError = () => new PaydeskError('disk-full', 'The disk is full', { retryable: true });

/** Opens a retry store over a store that throws `disk.thrown`, and otherwise doubles its argument. */
function openRetryStore() {
  const clock = createFakeClock();
  const fullReports: boolean[] = [];
  const calls: unknown[] = [];
  const disk: { thrown: unknown; isClosed: boolean } = { thrown: null, isClosed: false };
  const store: Store = {
    async run(procedure, args) {
      calls.push(args);
      if (disk.thrown !== null) throw disk.thrown;
      return procedure.result.parse(Number(args) * 2);
    },
    async close() {
      disk.isClosed = true;
    },
  };
  const retryStore = createDiskFullRetryStore(store, clock, (isFull) => fullReports.push(isFull));
  return { store: retryStore, clock, fullReports, calls, disk };
}

test('calls and the end reach the store, and nothing is reported while the disk has space', async () => {
  const { store, fullReports, clock, disk } = openRetryStore();
  expect(await store.run(double, 4)).toBe(8);
  expect(fullReports).toEqual([]);
  expect(clock.waiting()).toBe(0);
  await store.close();
  expect(disk.isClosed).toBe(true);
});

test('a call is retried until the disk has space; the start and the end of the wait are reported once', async () => {
  const { store, clock, fullReports, calls, disk } = openRetryStore();
  disk.thrown = createDiskFullError();
  const result = store.run(double, 4);
  await clock.advance(4_999);
  expect(calls).toEqual([4]);
  expect(fullReports).toEqual([true]);
  await clock.advance(5_001);
  expect(calls).toEqual([4, 4, 4]);
  disk.thrown = null;
  await clock.advance(5_000);
  expect(await result).toBe(8);
  expect(fullReports).toEqual([true, false]);
});

test('with several waiting calls, only the start of the first wait and the end of the last wait are reported', async () => {
  const { store, clock, fullReports, disk } = openRetryStore();
  disk.thrown = createDiskFullError();
  const early = store.run(double, 1);
  await clock.advance(3_000);
  const late = store.run(double, 2);
  await clock.advance(0);
  disk.thrown = null;
  await clock.advance(2_000);
  expect(await early).toBe(2);
  expect(fullReports).toEqual([true]);
  expect(await store.run(double, 3)).toBe(6);
  expect(fullReports).toEqual([true]);
  await clock.advance(3_000);
  expect(await late).toBe(4);
  expect(fullReports).toEqual([true, false]);
});

test.each([
  ['another error of the database', new PaydeskError('database-corrupt', 'The file is damaged')],
  ['an object with the same code', { code: 'disk-full' }],
])('a call that fails with %s is not retried', async (_, thrown) => {
  const { store, clock, fullReports, disk } = openRetryStore();
  disk.thrown = thrown;
  await expect(store.run(double, 1)).rejects.toBe(thrown);
  expect(clock.waiting()).toBe(0);
  expect(fullReports).toEqual([]);
});

test('a call that waits for disk space rejects when another error occurs', async () => {
  const { store, clock, fullReports, disk } = openRetryStore();
  disk.thrown = createDiskFullError();
  const result = store.run(double, 1);
  const rejection = expect(result).rejects.toMatchObject({ code: 'database-unavailable' });
  await clock.advance(0);
  disk.thrown = new PaydeskError('database-unavailable', 'The database is closed');
  await clock.advance(5_000);
  await rejection;
  expect(fullReports).toEqual([true, false]);
});
