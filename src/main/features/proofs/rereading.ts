/**
 * @file Reads kept proofs again whose facts an older Paydesk found: one after the other, while nothing is fetched. Each is
 * kept as soon as it is read, so that the next start goes on where this one ended.
 */
import { toPaydeskError } from '../../../shared/errors.ts';
import type { Clock } from '../../platform.ts';
import type { StoredProof } from './proof-metadata.ts';

export interface RereadingDeps {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** A version that is to be read again and not among `tried`; `undefined` when there is none, or no time for it. */
  readonly next: (tried: ReadonlySet<string>) => StoredProof | undefined;
  readonly readAgain: (kept: StoredProof, signal: AbortSignal) => Promise<StoredProof>;
  readonly onRead: (proof: StoredProof) => void;
  /** Called after versions were read, at most every {@link progressIntervalMs} and at the end. */
  readonly onProgress: () => void;
}

/** Rereading of one profile's proofs. */
export interface Rereading {
  /** Goes on, if it does not run. */
  wake(): void;
  /** Resolves when nothing is read any more; a version that was being read is read again the next time. */
  stop(): Promise<void>;
}

/** The window asks for its list again each time. */
export const progressIntervalMs = 500;

/** Creates it at rest. */
export function createRereading(deps: RereadingDeps): Rereading {
  /** Each is tried once a session: what fails now is likely to fail in a moment. */
  const tried = new Set<string>();
  const stop = new AbortController();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    let toldAt = deps.clock.monotonic();
    let isTold = true;
    for (let kept = deps.next(tried); kept !== undefined && !stop.signal.aborted; kept = deps.next(tried)) {
      tried.add(kept.version.id);
      try {
        deps.onRead(await deps.readAgain(kept, stop.signal));
        isTold = false;
      } catch (thrown) {
        if (toPaydeskError(thrown).code === 'cancelled') break;
      }
      if (!isTold && deps.clock.monotonic() - toldAt >= progressIntervalMs) {
        deps.onProgress();
        toldAt = deps.clock.monotonic();
        isTold = true;
      }
    }
    if (!isTold) deps.onProgress();
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
