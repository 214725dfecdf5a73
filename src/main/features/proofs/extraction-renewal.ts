/**
 * @file Rereads stored proofs whose facts an older release found, one at a time, while nothing is fetched. Each result
 * is stored at once, so that the next start of Paydesk continues with the remaining proofs.
 */
import { toPaydeskError } from '../../../shared/errors.ts';
import type { Ports } from '../ports.ts';
import type { StoredProofVersion } from './proof-metadata.ts';

interface ExtractionRenewalDeps extends Pick<Ports, 'clock'> {
  /** Returns a version to reread that is not in `triedIds`; `undefined` when there is none or fetching has priority. */
  readonly findNext: (triedIds: ReadonlySet<string>) => StoredProofVersion | undefined;
  readonly reread: (storedVersion: StoredProofVersion, signal: AbortSignal) => Promise<StoredProofVersion>;
  readonly onRead: (storedVersion: StoredProofVersion) => void;
  /** Called after versions were read, at most every {@link progressIntervalMs} and at the end. */
  readonly onProgress: () => void;
}

/** Minimum time between progress notifications; the window reloads its list at each. */
const progressIntervalMs = 500;

/** Creates a rereading that starts with the first `wake`. */
export function createExtractionRenewal(deps: ExtractionRenewalDeps) {
  /**
   * IDs of versions that were reread since the start of Paydesk: retrying a failed version at once would fail again.
   */
  const triedIds = new Set<string>();
  const abortController = new AbortController();
  let currentRun: Promise<void> | null = null;

  async function run(): Promise<void> {
    let notifiedAt = deps.clock.monotonic();
    let isNotified = true;
    for (
      let storedVersion = deps.findNext(triedIds);
      storedVersion !== undefined && !abortController.signal.aborted;
      storedVersion = deps.findNext(triedIds)
    ) {
      triedIds.add(storedVersion.version.id);
      try {
        deps.onRead(await deps.reread(storedVersion, abortController.signal));
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
    /** Starts or resumes rereading. */
    wake() {
      if (abortController.signal.aborted || currentRun !== null) return;
      currentRun = run().finally(() => {
        currentRun = null;
      });
    },
    /** Resolves when rereading has stopped. An interrupted version is reread at the next start. */
    async stop() {
      abortController.abort();
      await currentRun;
    },
  };
}
