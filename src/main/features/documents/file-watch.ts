/** @file Polls for missing files of documents and sends the ones that have returned through the check. */
import type { Clock } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import type { Intake } from './intake/intake.ts';
import * as tables from './tables/intake.ts';

/** Milliseconds between two looks. */
const intervalMs = 20_000;
/** Files per poll; the next poll starts where the last one ended. */
const filesPerCheck = 500;

/** Polls for the missing files of one profile. */
export interface FileWatch {
  /** Polls at once. */
  checkNow(): void;
  /** Stops polling, without waiting for a drive. */
  stop(): Promise<void>;
}

/** Starts polling. */
export function createFileWatch(deps: {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly profileId: string;
  /** Called when files of a batch have returned and need a check. */
  readonly onFilesReturned: (batchId: number) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): FileWatch {
  const { store, intake, clock, profileId } = deps;
  let lastId = 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  let checking: Promise<void> | null = null;
  let cancel: () => void = () => undefined;

  async function checkOnce(): Promise<void> {
    const waiting = await store.run(tables.waitingFiles, { profileId, after: lastId, limit: filesPerCheck });
    lastId = waiting.length < filesPerCheck ? 0 : (waiting.at(-1)?.id ?? 0);
    if (waiting.length === 0) return;
    const present = await intake.probe(
      waiting.map(({ path }) => path),
      signal,
    );
    const ids = waiting.filter((_, index) => present[index] === true).map(({ id }) => id);
    if (ids.length === 0 || signal.aborted) return;
    await store.run(tables.recheckReturned, { ids, at: clock.now() });
    const returned = waiting.filter(({ id }) => ids.includes(id));
    for (const batchId of new Set(returned.map((one) => one.batchId))) deps.onFilesReturned(batchId);
  }

  function checkNow(): void {
    if (signal.aborted) return;
    cancel();
    checking ??= checkOnce()
      .catch((thrown: unknown) => {
        if (!signal.aborted) deps.onUnexpected(thrown);
      })
      .finally(() => {
        checking = null;
        if (!signal.aborted) cancel = clock.after(intervalMs, checkNow);
      });
  }

  cancel = clock.after(intervalMs, checkNow);
  return {
    checkNow,
    async stop() {
      stopping.abort();
      cancel();
      await checking;
    },
  };
}
