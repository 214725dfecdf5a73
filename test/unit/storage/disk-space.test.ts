import { expect, test } from 'vitest';
import { z } from 'zod';
import { createDiskSpace } from '../../../src/main/storage/disk-space.ts';
import { procedure } from '../../../src/main/storage/store/procedure.ts';
import type { Store } from '../../../src/main/storage/store/store.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { DiskFull } from '../../../src/shared/model/disk-full.ts';
import { createFakeClock } from '../../fakes/clock.ts';

const double = procedure('double', { args: z.number(), result: z.number() }, (_, number) => number * 2);
const diskFullError = new PaydeskError('disk-full', 'The disk is full', { retryable: true });
const megabyte = 1_000_000;

/** Opens a store that throws `disk.thrown`, and otherwise doubles its argument, on a disk with `disk.free` bytes. */
function openDisk() {
  const clock = createFakeClock();
  const reports: { full: DiskFull | null; isDatabaseWaiting: boolean }[] = [];
  const calls: unknown[] = [];
  const disk: { thrown: unknown; free: number | null; isClosed: boolean } = {
    thrown: null,
    free: 0,
    isClosed: false,
  };
  const diskSpace = createDiskSpace({
    clock,
    async readFreeBytes() {
      if (disk.free === null) throw new Error('The system does not say');
      return disk.free;
    },
    onChange: (full, isDatabaseWaiting) => reports.push({ full, isDatabaseWaiting }),
  });
  const store: Store = diskSpace.retryStore({
    async run(called, args) {
      calls.push(args);
      if (disk.thrown !== null) throw disk.thrown;
      return called.result.parse(Number(args) * 2);
    },
    async close() {
      disk.isClosed = true;
    },
  });
  const controller = new AbortController();
  const waits: string[] = [];
  /** Writes a file of 20 MB beside the store. */
  const write = (endsAt = Number.POSITIVE_INFINITY) =>
    diskSpace.retryWhileFull(
      async () => {
        calls.push('file');
        if (disk.thrown !== null) throw disk.thrown;
        return 'written';
      },
      {
        fileSize: () => 20 * megabyte,
        signal: controller.signal,
        hasEnded: () => endsAt <= clock.now(),
        onWait: ({ code }) => waits.push(code),
      },
    );
  return { store, write, clock, reports, calls, disk, waits, abort: () => controller.abort() };
}

test('calls and the end reach the store, and nothing is reported while the disk has space', async () => {
  const { store, reports, clock, disk } = openDisk();
  expect(await store.run(double, 4)).toBe(8);
  expect(reports).toEqual([]);
  expect(clock.waiting()).toBe(0);
  await store.close();
  expect(disk.isClosed).toBe(true);
});

test('a call is retried every five seconds until it succeeds; its wait is reported until then', async () => {
  const { store, clock, reports, calls, disk } = openDisk();
  disk.thrown = diskFullError;
  const result = store.run(double, 4);
  await clock.advance(4_999);
  expect(calls).toEqual([4]);
  const waiting = { full: { freeBytes: 0, neededBytes: megabyte }, isDatabaseWaiting: true };
  expect(reports).toEqual([waiting]);
  await clock.advance(5_001);
  expect(calls).toEqual([4, 4, 4]);
  disk.thrown = null;
  await clock.advance(5_000);
  expect(await result).toBe(8);
  expect(reports).toEqual([waiting, { full: null, isDatabaseWaiting: false }]);
});

test('a file is written again only when the disk has space for it, and the numbers follow the disk', async () => {
  const { write, clock, reports, calls, disk, waits } = openDisk();
  disk.thrown = diskFullError;
  const result = write();
  await clock.advance(60_000);
  disk.free = 20 * megabyte;
  await clock.advance(5_000);
  expect([calls, waits]).toEqual([['file'], ['disk-full']]);
  disk.free = 21 * megabyte;
  disk.thrown = null;
  await clock.advance(5_000);
  expect(await result).toBe('written');
  expect(reports.map(({ full }) => full)).toEqual([
    ...[0, 20 * megabyte, 21 * megabyte].map((freeBytes) => ({ freeBytes, neededBytes: 21 * megabyte })),
    null,
  ]);
  expect(reports.some(({ isDatabaseWaiting }) => isDatabaseWaiting)).toBe(false);
});

test.each([
  ['is enough by the numbers of the system', 99 * megabyte],
  ['is not known', null],
])('a file is tried ever less often when the free space %s', async (_, free) => {
  const { write, clock, calls, disk, abort } = openDisk();
  disk.thrown = diskFullError;
  disk.free = free;
  const rejection = expect(write()).rejects.toMatchObject({ code: 'cancelled' });
  for (const [advancedMs, count] of [
    [5_000, 2],
    [10_000, 3],
    [20_000, 4],
    [39_999, 4],
  ] as const) {
    await clock.advance(advancedMs);
    expect(calls).toHaveLength(count);
  }
  abort();
  await rejection;
  expect(clock.waiting()).toBe(0);
});

test('a write whose end has passed waits no longer', async () => {
  const { write, clock, disk, reports } = openDisk();
  disk.thrown = diskFullError;
  const rejection = expect(write(clock.now() + 12_000)).rejects.toMatchObject({ code: 'cancelled' });
  await clock.advance(14_999);
  expect(reports.at(-1)?.full).not.toBeNull();
  await clock.advance(1);
  await rejection;
  expect(reports.at(-1)?.full).toBeNull();
});

test('the largest of several waiting writes is reported until the last wait has ended', async () => {
  const { store, write, clock, reports, disk, abort } = openDisk();
  disk.thrown = diskFullError;
  const call = store.run(double, 1);
  const rejection = expect(write()).rejects.toMatchObject({ code: 'cancelled' });
  await clock.advance(0);
  const lastReport = () => reports.at(-1);
  expect(lastReport()).toMatchObject({ full: { neededBytes: 21 * megabyte }, isDatabaseWaiting: true });
  abort();
  await rejection;
  await clock.advance(0);
  expect(lastReport()).toMatchObject({ full: { neededBytes: megabyte }, isDatabaseWaiting: true });
  disk.thrown = null;
  await clock.advance(5_000);
  expect(await call).toBe(2);
  expect(lastReport()).toEqual({ full: null, isDatabaseWaiting: false });
});

test.each([
  ['another error of the database', new PaydeskError('database-corrupt', 'The file is damaged')],
  ['an object with the same code', { code: 'disk-full' }],
])('a call that fails with %s is not retried, also after a wait', async (_, thrown) => {
  const { store, clock, reports, disk } = openDisk();
  disk.thrown = thrown;
  await expect(store.run(double, 1)).rejects.toBe(thrown);
  expect([clock.waiting(), reports]).toEqual([0, []]);
  disk.thrown = diskFullError;
  const rejection = expect(store.run(double, 1)).rejects.toBe(thrown);
  await clock.advance(0);
  disk.thrown = thrown;
  await clock.advance(5_000);
  await rejection;
  expect(reports.at(-1)?.full).toBeNull();
});
