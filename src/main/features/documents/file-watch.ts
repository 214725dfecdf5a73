/** @file Polls for missing files of documents and sends the ones that have returned through the check. */
import type { Clock } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import type { Intake } from './intake/intake.ts';
import * as tables from './tables/intake.ts';

/** Milliseconds between two polls. */
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
  let currentCheck: Promise<void> | null = null;
  let cancelTimer: () => void = () => undefined;

  async function checkOnce(): Promise<void> {
    const missingFiles = await store.run(tables.waitingFiles, {
      profileId,
      after: lastId,
      limit: filesPerCheck,
    });
    lastId = missingFiles.length < filesPerCheck ? 0 : (missingFiles.at(-1)?.id ?? 0);
    if (missingFiles.length === 0) return;
    const present = await intake.probe(
      missingFiles.map(({ path }) => path),
      signal,
    );
    const presentIds = missingFiles.filter((_, index) => present[index] === true).map(({ id }) => id);
    if (presentIds.length === 0 || signal.aborted) return;
    await store.run(tables.recheckReturned, { ids: presentIds, at: clock.now() });
    const returned = missingFiles.filter(({ id }) => presentIds.includes(id));
    for (const batchId of new Set(returned.map(({ batchId }) => batchId))) deps.onFilesReturned(batchId);
  }

  function checkNow(): void {
    if (signal.aborted) return;
    cancelTimer();
    currentCheck ??= checkOnce()
      .catch((thrown: unknown) => {
        if (!signal.aborted) deps.onUnexpected(thrown);
      })
      .finally(() => {
        currentCheck = null;
        if (!signal.aborted) cancelTimer = clock.after(intervalMs, checkNow);
      });
  }

  cancelTimer = clock.after(intervalMs, checkNow);
  return {
    checkNow,
    async stop() {
      stopping.abort();
      cancelTimer();
      await currentCheck;
    },
  };
}
