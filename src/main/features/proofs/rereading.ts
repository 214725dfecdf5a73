/**
 * @file Rereads stored proofs whose facts an older release found: one at a time, while nothing is fetched. Each result
 * is stored at once, so that the next start continues where this one ended.
 */
import { toPaydeskError } from '../../../shared/errors.ts';
import type { Clock } from '../../platform.ts';
import type { StoredProof } from './proof-metadata.ts';

export interface RereadingDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The next version to reread that is not in `tried`; `undefined` when there is none or fetching has priority. */
  readonly next: (tried: ReadonlySet<string>) => StoredProof | undefined;
  readonly readAgain: (kept: StoredProof, signal: AbortSignal) => Promise<StoredProof>;
  readonly onRead: (proof: StoredProof) => void;
  /** Called after versions were read, at most every {@link progressIntervalMs} and at the end. */
  readonly onProgress: () => void;
}

export interface Rereading {
  /** Starts or resumes rereading. */
  wake(): void;
  /** Resolves when rereading has stopped. An interrupted version is reread at the next start. */
  stop(): Promise<void>;
}

/** Minimum time between progress notifications; the window reloads its list at each. */
export const progressIntervalMs = 500;

/** Creates an idle rereading. */
export function createRereading(deps: RereadingDeps): Rereading {
  /** Each version is tried once per session: an immediate retry would most likely fail again. */
  const tried = new Set<string>();
  const stop = new AbortController();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    let notifiedAt = deps.clock.monotonic();
    let isNotified = true;
    for (let kept = deps.next(tried); kept !== undefined && !stop.signal.aborted; kept = deps.next(tried)) {
      tried.add(kept.version.id);
      try {
        deps.onRead(await deps.readAgain(kept, stop.signal));
        isNotified = false;
      } catch (thrown) {
        if (toPaydeskError(thrown).code === 'cancelled') break;
      }
      if (!isNotified && deps.clock.monotonic() - notifiedAt >= progressIntervalMs) {
        deps.onProgress();
        notifiedAt = deps.clock.monotonic();
        isNotified = true;
      }
    }
    if (!isNotified) deps.onProgress();
  }

  return {
    wake() {
      if (stop.signal.aborted || running !== null) return;
      running = run().finally(() => {
        running = null;
      });
    },
    async stop() {
      stop.abort();
      await running;
    },
  };
}
