/** @file The proofs of one profile: its index, its runner and its stored proofs. */
import { type PaydeskError, toPaydeskError, toWire } from '../../../shared/errors.ts';
import type { BlockReason } from '../../../shared/model/documents/batch.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { StatementPayment } from '../../../shared/model/statements/statement-payment.ts';
import type { OpenProfile } from '../../app/open-profiles.ts';
import type { ProfilePublisher } from '../../bridge/profile-topics.ts';
import { SerialQueue } from '../../concurrency/serial-queue.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Ports } from '../ports.ts';
import * as procedures from './database.ts';
import { maxReadings } from './extraction/reader.ts';
import { createExtractionRenewal } from './extraction-renewal.ts';
import { type ProofEntry, ProofIndex } from './proof-index.ts';
import type { StoredProofVersion } from './proof-metadata.ts';
import type { ProofRepository } from './proof-repository.ts';
import { ProofRunner } from './runner.ts';
import { createStatementPaymentSearch } from './statement-payment-search.ts';

export interface ProofsWorkerDeps
  extends Pick<Ports, 'store' | 'library' | 'diskSpace' | 'clock' | 'onInterrupted' | 'onUnexpected'> {
  readonly repository: ProofRepository;
  readonly publisher: ProfilePublisher;
  /** Revision counter shared by all profiles, so that one profile's list is never mistaken for another's. */
  readonly nextRevision: () => number;
  /** Returns payments of the profile's stored statements by reference. */
  readonly findStatementPayments: (
    profileId: string,
    references: readonly string[],
  ) => Promise<ReadonlyMap<string, StatementPayment>>;
}

export type ProofsWorker = ReturnType<typeof createProofsWorker>;

/** References per database read. */
const pageSize = 2_000;

/** Creates an idle worker; its first update loads the list. */
export function createProofsWorker(deps: ProofsWorkerDeps, initialProfile: Profile) {
  const { store, library, repository, clock } = deps;
  const profileId = initialProfile.id;
  let index = new ProofIndex();
  let current: OpenProfile = { profile: initialProfile, service: null };
  let isListLoaded = false;
  let isStopped = false;
  let runner: ProofRunner<ProofEntry> | null = null;
  const changes = new SerialQueue();
  /** False when the library was closed while the list was loaded. */
  let isLibraryLoaded = true;
  /** Progress of the current fetch, in references. */
  let fetchProgress: { done: number; total: number } | null = null;
  /** Why the service cannot be reached. */
  let blockReason: BlockReason | null = null;

  function publish(): void {
    const counts = index.countByFilter();
    deps.publisher.publish('proofs', {
      revision: deps.nextRevision(),
      total: index.entries.length,
      counts,
      running: fetchProgress === null ? null : { ...fetchProgress, blockReason },
    });
  }

  const countInFlight = () =>
    runner === null || fetchProgress === null ? 0 : fetchProgress.total - fetchProgress.done;

  const rereading = createExtractionRenewal({
    clock,
    findNext(tried) {
      if (countInFlight() > 0) return undefined;
      return index.listOutdated().find(({ version }) => !tried.has(version.id));
    },
    reread: repository.reread,
    onRead: (storedVersion) => index.replaceVersion(storedVersion),
    onProgress: publish,
  });

  const findStatementPayments = createStatementPaymentSearch({
    index: () => index,
    find: (references) => deps.findStatementPayments(profileId, references),
    onFound: publish,
    isStopped: () => isStopped,
    onUnexpected: deps.onUnexpected,
  });

  async function loadReferences(): Promise<procedures.StoredReference[]> {
    const loadedReferences: procedures.StoredReference[] = [];
    for (;;) {
      const page = await store.run(procedures.listReferences, {
        profileId,
        offset: loadedReferences.length,
        limit: pageSize,
      });
      loadedReferences.push(...page);
      if (page.length < pageSize) return loadedReferences;
    }
  }

  async function loadEntries(
    versionsByReference: ReadonlyMap<string, StoredProofVersion[]> | null,
  ): Promise<void> {
    const storedReferences = await loadReferences();
    index.replaceEntries(
      storedReferences.map((row) => {
        // While the library is closed its contents are unknown, so saved references do not count as lost.
        const isLost =
          row.state === 'saved' && versionsByReference !== null && !versionsByReference.has(row.reference);
        const state = isLost ? 'lost' : row.state;
        return { ...row, state };
      }),
      versionsByReference ?? new Map(),
    );
  }

  /** Loads the list again with the stored versions that are loaded. */
  async function reloadEntries(): Promise<void> {
    const versionsByReference = index.entries.map(
      (entry) => [entry.reference, entry.storedVersions] as const,
    );
    await loadEntries(new Map(versionsByReference.filter(([, versions]) => versions.length > 0)));
  }

  async function loadStoredVersions(): Promise<Map<string, StoredProofVersion[]> | null> {
    await library.start();
    // A library that was never used is not created just to be read.
    if (library.state().state === 'unused') return new Map();
    return repository.load(profileId).catch(() => null);
  }

  async function loadAll(): Promise<void> {
    index = new ProofIndex();
    const versionsByReference = await loadStoredVersions();
    isLibraryLoaded = versionsByReference !== null;
    await loadEntries(versionsByReference);
    isListLoaded = true;
    const queuedCount = index.countByFilter().queued ?? 0;
    fetchProgress = queuedCount === 0 ? null : { done: 0, total: queuedCount };
    publish();
    findStatementPayments();
  }

  async function recordOutcome(
    entry: ProofEntry,
    state: procedures.StoredState,
    error: PaydeskError | null,
    signal: AbortSignal,
  ): Promise<void> {
    const at = clock.now();
    const wireError = error === null ? null : toWire(error);
    const outcome = { id: entry.id, state, error: wireError && JSON.stringify(wireError), at };
    await deps.diskSpace.retryStore(store, signal).run(procedures.recordOutcome, outcome);
    entry.state = state;
    entry.error = wireError;
    entry.requestedAt = at;
    if (fetchProgress !== null) fetchProgress = { ...fetchProgress, done: fetchProgress.done + 1 };
    if (!index.entries.some(isUnfinished)) fetchProgress = null;
    publish();
    rereading.wake();
    if (fetchProgress === null) findStatementPayments();
  }

  function createRunner(service: PaymentsService): ProofRunner<ProofEntry> {
    const runnerIndex = index;
    return new ProofRunner<ProofEntry>({
      clock,
      takeNext() {
        const entry = runnerIndex.entries.find(({ state }) => state === 'queued');
        if (entry === undefined) return null;
        entry.state = 'loading';
        publish();
        return entry;
      },
      fetchProof: (entry, signal) => service.proofOfPayment(entry.reference, signal),
      async store(entry, body, signal) {
        const waitingStore = deps.diskSpace.retryStore(store, signal);
        const newVersion = await repository
          .store(
            { profileId, reference: entry.reference },
            // A copy: pooled bytes cannot be transferred to a thread without the whole pool.
            new Uint8Array(body),
            entry.storedVersions.at(-1),
            () => waitingStore.run(procedures.beginReading, { id: entry.id, max: maxReadings }),
            signal,
          )
          .catch(async (thrown: unknown) => {
            // The response was read before the wait for space was ended, so the reading does not count against it.
            if (toPaydeskError(thrown).code === 'cancelled')
              await store.run(procedures.queueReferences, { ids: [entry.id] }).catch(() => undefined);
            throw thrown;
          });
        if (newVersion !== null) runnerIndex.addVersion(entry, newVersion);
        await recordOutcome(entry, 'saved', null, signal);
      },
      // A stored proof stays available when the service no longer has the proof.
      markNotFound: (entry, signal) => recordOutcome(entry, 'not-found', null, signal),
      fail: (entry, error, signal) => recordOutcome(entry, 'failed', error, signal),
      requeue(entry) {
        if (entry.state === 'loading') entry.state = 'queued';
        publish();
      },
      onBlocked(reason) {
        if (reason === blockReason) return;
        blockReason = reason;
        publish();
      },
      onSessionEnded: (error) => deps.onInterrupted(current.profile, error),
      onUnexpected: deps.onUnexpected,
    });
  }

  async function stopRunner(): Promise<void> {
    const stoppingRunner = runner;
    runner = null;
    await stoppingRunner?.stop();
  }

  function startRunner(): void {
    if (isStopped || current.service === null) return;
    runner = createRunner(current.service);
    runner.wake();
  }

  /** Runs `work` while no fetch is in progress. Queued references resume afterwards, also when `work` fails. */
  async function whilePaused<Result>(work: () => Promise<Result>): Promise<Result> {
    await stopRunner();
    try {
      return await work();
    } finally {
      startRunner();
      rereading.wake();
    }
  }

  function addToProgress(count: number): void {
    if (count > 0)
      fetchProgress = { done: fetchProgress?.done ?? 0, total: (fetchProgress?.total ?? 0) + count };
  }

  async function addReferences(unique: readonly string[], refresh: boolean) {
    if (!isLibraryLoaded) await loadAll();
    const knownReferences = unique.filter((reference) => {
      const entry = index.findByReference(reference);
      return entry !== undefined && !refresh && entry.storedVersions.length > 0;
    });
    const openReferences = unique.filter((reference) => {
      const entry = index.findByReference(reference);
      return entry !== undefined && isUnfinished(entry);
    });
    await store.run(procedures.pasteReferences, {
      profileId,
      references: [...unique],
      known: knownReferences,
      at: clock.now(),
    });
    await reloadEntries();
    const queued = unique.length - knownReferences.length;
    addToProgress(queued - openReferences.length);
    publish();
    findStatementPayments();
    return { queued };
  }

  async function correctReference(id: number, reference: string): Promise<boolean> {
    const { changed } = await store.run(procedures.correctReference, { id, reference, at: clock.now() });
    if (changed === 0) return false;
    await reloadEntries();
    addToProgress(1);
    publish();
    findStatementPayments();
    return true;
  }

  const isRemovable = (entry: ProofEntry) =>
    isLibraryLoaded && entry.storedVersions.length === 0 && !isUnfinished(entry);

  async function removeEntries(entries: readonly ProofEntry[]): Promise<number> {
    // The list may have changed since the entries were found.
    const removable = entries.flatMap(({ id }) => index.findById(id) ?? []).filter(isRemovable);
    const { changed } = await store.run(procedures.removeReferences, { ids: removable.map(({ id }) => id) });
    await reloadEntries();
    publish();
    return changed;
  }

  async function queueEntries(entries: readonly ProofEntry[]): Promise<void> {
    const entriesToQueue = entries.filter((entry) => !isUnfinished(entry));
    await store.run(procedures.queueReferences, { ids: entriesToQueue.map(({ id }) => id) });
    for (const entry of entriesToQueue) {
      entry.state = 'queued';
      entry.error = null;
    }
    addToProgress(entriesToQueue.length);
    publish();
    runner?.wake();
  }

  return {
    get index() {
      return index;
    },
    get profile() {
      return current.profile;
    },
    update: (nextProfile: OpenProfile) =>
      changes.run(() =>
        whilePaused(async () => {
          current = nextProfile;
          if (!isListLoaded) await loadAll();
        }),
      ),
    /** Resolves when all changes that have begun, such as loading the list, have ended. */
    whenReady: () => changes.whenIdle(),
    /** Reloads the list after the library was opened or replaced. */
    reload: () => changes.run(() => whilePaused(loadAll)),
    /** Runs a change of the stored proofs while nothing is fetched, and reloads the list, also when the change fails. */
    reloadAfter: (change: () => Promise<void>) =>
      changes.run(() =>
        whilePaused(async () => {
          try {
            await change();
          } finally {
            await loadAll();
          }
        }),
      ),
    /** Reloads a list that was loaded while the library was closed. */
    onLibraryOpened: () =>
      changes.run(async () => {
        if (!isLibraryLoaded) await whilePaused(loadAll);
      }),
    add: (references: readonly string[], refresh: boolean) =>
      changes.run(async () => {
        // Rejects with the reason when proofs cannot be stored; then nothing is fetched.
        await library.list('proof');
        return whilePaused(() => addReferences([...new Set(references)], refresh));
      }),
    queue: (entries: readonly ProofEntry[]) => changes.run(() => queueEntries(entries)),
    /** Replaces the reference of an entry and fetches it; `false` when the new reference is in the list already. */
    correct: (id: number, reference: string) =>
      changes.run(() => whilePaused(() => correctReference(id, reference))),
    /** Removes those of the entries that {@link isRemovable} allows, and returns their number. */
    remove: (entries: readonly ProofEntry[]) => changes.run(() => whilePaused(() => removeEntries(entries))),
    /** True for a reference without a stored proof that is not being fetched. False while stored proofs are not known. */
    isRemovable,
    /** Cancels all unfinished references and returns their number. */
    cancel: () =>
      changes.run(() =>
        whilePaused(async () => {
          const unfinishedEntries = index.entries.filter(isUnfinished);
          await store.run(procedures.cancelReferences, { ids: unfinishedEntries.map(({ id }) => id) });
          for (const entry of unfinishedEntries) entry.state = 'cancelled';
          fetchProgress = null;
          publish();
          return unfinishedEntries.length;
        }),
      ),
    /** Shows the failed or the lost references as cancelled once `storeClosing` has resolved. */
    close: (closedState: 'failed' | 'lost', storeClosing: () => Promise<void>) =>
      changes.run(async () => {
        await storeClosing();
        for (const entry of index.entries) if (entry.state === closedState) entry.state = 'cancelled';
        publish();
      }),
    /** Looks for the payments in the stored statements, unless proofs are being fetched. */
    findStatementPayments() {
      if (isListLoaded && countInFlight() === 0) findStatementPayments();
    },
    /** Resumes fetching after the computer wakes up. */
    retryNow: () => runner?.retryNow(),
    /** Number of queued and loading references while the profile is signed in. */
    countInFlight,
    end() {
      isStopped = true;
      return changes.run(async () => {
        await Promise.all([stopRunner(), rereading.stop()]);
      });
    },
  };
}

function isUnfinished({ state }: ProofEntry): boolean {
  return state === 'queued' || state === 'loading';
}
