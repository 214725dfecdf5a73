/** @file Writes that wait while the disk is full, because results of completed requests must be stored. */
import { statfs } from 'node:fs/promises';
import { PaydeskError } from '../../shared/errors.ts';
import type { DiskFull } from '../../shared/model/disk-full.ts';
import { delay } from '../concurrency/delay.ts';
import { exponentialBackoffMs } from '../concurrency/exponential-backoff.ts';
import type { Clock } from '../platform/platform.ts';
import type { Store } from './store/store.ts';

/** Grows only while writes of a file fail although the system reports enough space, as with a quota. */
const backoff = { minMs: 5_000, maxMs: 60_000 };
/** Bytes that the database, the list of the library and the seal of a file need beside the content of a file. */
const overheadBytes = 1_000_000;

interface WriteOptions {
  /** Returns the bytes of the file that is written, as far as they are known; omitted for the database. */
  readonly fileSize?: () => number;
  /** Ends the wait; the write then rejects with `cancelled`. */
  readonly signal?: AbortSignal | undefined;
  /** Returns true when the write has become useless; its wait then ends in the same way. */
  readonly hasEnded?: () => boolean;
  /** Called whenever the write begins to wait. */
  readonly onWait?: (error: PaydeskError) => void;
}

export type DiskSpace = ReturnType<typeof createDiskSpace>;

/** Returns the free bytes of the disk of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Creates the waiting list of writes. `onChange` is called with every change of the numbers, and with `null` when nothing
 * waits any more; `isDatabaseWaiting` is false while only files wait.
 */
export function createDiskSpace(deps: {
  readonly clock: Clock;
  /** Returns the free bytes of the disk of Paydesk's data. */
  readonly readFreeBytes: () => Promise<number>;
  readonly onChange: (full: DiskFull | null, isDatabaseWaiting: boolean) => void;
}) {
  const { clock } = deps;
  const waiting = new Map<object, { readonly neededBytes: number; readonly isDatabase: boolean }>();
  let published = '';

  /** Publishes the numbers if they have changed, and returns the free bytes; `null` when they are not known. */
  async function publish(): Promise<number | null> {
    const freeBytes = waiting.size === 0 ? null : await deps.readFreeBytes().catch(() => null);
    const writes = [...waiting.values()];
    const full =
      writes.length === 0
        ? null
        : { freeBytes, neededBytes: Math.max(...writes.map(({ neededBytes }) => neededBytes)) };
    const isDatabaseWaiting = writes.some(({ isDatabase }) => isDatabase);
    const next = JSON.stringify([full, isDatabaseWaiting]);
    if (next !== published) deps.onChange(full, isDatabaseWaiting);
    published = next;
    return freeBytes;
  }

  async function waitForSpace(
    write: object,
    failures: number,
    { fileSize, signal, hasEnded }: WriteOptions,
  ): Promise<void> {
    const isDatabase = fileSize === undefined;
    const neededBytes = (fileSize?.() ?? 0) + overheadBytes;
    waiting.set(write, { neededBytes, isDatabase });
    await publish();
    for (;;) {
      await delay(clock, exponentialBackoffMs(isDatabase ? 0 : failures, backoff), signal);
      if (signal?.aborted === true || hasEnded?.() === true)
        throw new PaydeskError('cancelled', 'The write waits no longer');
      const freeBytes = await publish();
      // The database is always tried again: what it writes may fit.
      if (isDatabase || freeBytes === null || freeBytes >= neededBytes) return;
    }
  }

  async function retryWhileFull<Result>(
    write: () => Promise<Result>,
    options: WriteOptions = {},
  ): Promise<Result> {
    try {
      for (let failures = 0; ; failures += 1) {
        try {
          return await write();
        } catch (thrown) {
          if (!(thrown instanceof PaydeskError) || thrown.code !== 'disk-full') throw thrown;
          options.onWait?.(thrown);
          await waitForSpace(write, failures, options);
        }
      }
    } finally {
      if (waiting.delete(write)) void publish();
    }
  }

  return {
    /**
     * Runs `write`, and again while it fails with `disk-full`: every five seconds, and for a file only when there is space
     * for it.
     */
    retryWhileFull,
    /** Wraps a store: calls that fail with `disk-full` are retried until they succeed or the signal is aborted. */
    retryStore: (store: Store, signal?: AbortSignal): Store => ({
      run: (procedure, args) => retryWhileFull(() => store.run(procedure, args), { signal }),
      close: () => store.close(),
    }),
  };
}
