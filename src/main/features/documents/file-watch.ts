/** @file Looks now and then whether files that are waited for are there again, and has those checked. */
import type { Clock } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import type { Intake } from './intake/intake.ts';
import * as tables from './tables/intake.ts';

/** Milliseconds between two looks. */
const pause = 20_000;
/** The most files that are looked at in one go; the next look begins with the next ones. */
const atOnce = 500;

/** Watches the files of one profile. */
export interface FileWatch {
  /** Looks now. */
  look(): void;
  /** Looks no more, and waits for no drive. */
  stop(): Promise<void>;
}

/** Starts to watch. */
export function createFileWatch(deps: {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly profileId: string;
  /** Files of a batch are there again and are to be checked. */
  readonly onBack: (batchId: number) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): FileWatch {
  const { store, intake, clock, profileId } = deps;
  let after = 0;
  const stopping = new AbortController();
  const { signal } = stopping;
  let looking: Promise<void> | null = null;
  let cancel: () => void = () => undefined;

  async function lookOnce(): Promise<void> {
    const waiting = await store.run(tables.waitingFiles, { profileId, after, limit: atOnce });
    after = waiting.length < atOnce ? 0 : (waiting.at(-1)?.id ?? 0);
    if (waiting.length === 0) return;
    const present = await intake.look(
      waiting.map(({ path }) => path),
      signal,
    );
    const ids = waiting.filter((_, index) => present[index] === true).map(({ id }) => id);
    if (ids.length === 0 || signal.aborted) return;
    await store.run(tables.checkReturned, { ids, at: clock.now() });
    const back = waiting.filter(({ id }) => ids.includes(id));
    for (const batchId of new Set(back.map((one) => one.batchId))) deps.onBack(batchId);
  }

  function look(): void {
    if (signal.aborted) return;
    cancel();
    looking ??= lookOnce()
      .catch((thrown: unknown) => {
        if (!signal.aborted) deps.onUnexpected(thrown);
      })
      .finally(() => {
        looking = null;
        if (!signal.aborted) cancel = clock.after(pause, look);
      });
  }

  cancel = clock.after(pause, look);
  return {
    look,
    async stop() {
      stopping.abort();
      cancel();
      await looking;
    },
  };
}
