/** @file Polls for missing files of documents, and requeues the documents of returned files for a check. */
import type { Clock } from '../../platform/platform.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database/waiting-files.ts';
import type { Intake } from './intake/intake-client.ts';

/** Milliseconds between two polls. */
const pollIntervalMs = 20_000;
/** Maximum number of files per poll; the next poll continues after them. */
const filesPerPoll = 500;

/** Polls for the missing files of one profile. */
export type FileWatch = ReturnType<typeof createFileWatch>;

/** Starts polling. */
export function createFileWatch(deps: {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly profileId: string;
  /** Called when files of a batch have returned and need a check. */
  readonly onFilesReturned: (batchId: number) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { store, intake, clock, profileId } = deps;
  let lastId = 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  let currentPoll: Promise<void> | null = null;
  let cancelTimer: () => void = () => undefined;

  async function poll(): Promise<void> {
    const missingFiles = await store.run(procedures.selectWaitingFiles, {
      profileId,
      after: lastId,
      limit: filesPerPoll,
    });
    lastId = missingFiles.length < filesPerPoll ? 0 : (missingFiles.at(-1)?.id ?? 0);
    if (missingFiles.length === 0) return;
    const present = await intake.probe(
      missingFiles.map(({ path }) => path),
      signal,
    );
    const presentIds = missingFiles.filter((_, index) => present[index] === true).map(({ id }) => id);
    if (presentIds.length === 0 || signal.aborted) return;
    await store.run(procedures.requeueReturned, { ids: presentIds, at: clock.now() });
    const returned = missingFiles.filter(({ id }) => presentIds.includes(id));
    for (const batchId of new Set(returned.map(({ batchId }) => batchId))) deps.onFilesReturned(batchId);
  }

  function pollNow(): void {
    if (signal.aborted) return;
    cancelTimer();
    currentPoll ??= poll()
      .catch((thrown: unknown) => {
        if (!signal.aborted) deps.onUnexpected(thrown);
      })
      .finally(() => {
        currentPoll = null;
        if (!signal.aborted) cancelTimer = clock.after(pollIntervalMs, pollNow);
      });
  }

  cancelTimer = clock.after(pollIntervalMs, pollNow);
  return {
    /** Polls at once. */
    pollNow,
    /** Stops polling, without waiting for a drive. */
    async stop() {
      stopping.abort();
      cancelTimer();
      await currentPoll;
    },
  };
}
