/** @file The proofs of one profile: its index, its runner and its stored proofs. */
import { type PaydeskError, toWire } from '../../../shared/errors.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { ProfilePublisher } from '../../bridge/profile-topics.ts';
import type { Library } from '../../library/library.ts';
import type { OpenProfile } from '../../open-profiles.ts';
import type { Clock } from '../../platform.ts';
import type { ProfileWorker } from '../../profile-workers.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import { type ProofEntry, ProofIndex } from './proof-index.ts';
import type { StoredProof } from './proof-metadata.ts';
import type { ProofRepository } from './proof-repository.ts';
import { maxReadings } from './reading/reader.ts';
import { createRereading } from './rereading.ts';
import { ProofRunner } from './runner.ts';
import * as tables from './tables.ts';

export interface ProofsWorkerDeps {
  readonly store: Store;
  readonly library: Library;
  readonly repository: ProofRepository;
  readonly clock: Clock;
  readonly publisher: ProfilePublisher;
  /** Revision counter shared by all profiles, so that one profile's list is never mistaken for another's. */
  readonly nextRevision: () => number;
  readonly onInterrupted: (profile: Profile, error: PaydeskError) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}

export interface ProofsWorker extends ProfileWorker {
  readonly index: ProofIndex;
  /** Resolves when the list is loaded. */
  ready(): Promise<void>;
  /** Reloads the list after the library was opened or replaced. */
  reload(): Promise<void>;
  /** Reloads the list if the library was closed when the list was loaded. */
  libraryOpened(): Promise<void>;
  add(references: readonly string[], refresh: boolean): Promise<{ queued: number; known: number }>;
  queue(lines: readonly ProofEntry[]): Promise<void>;
  /** Cancels all unfinished references and returns their number. */
  cancel(): Promise<number>;
  /** Shows references as cancelled once `write` has resolved. */
  close(which: 'failed' | 'lost', write: () => Promise<void>): Promise<void>;
  /** Resumes after the computer wakes up. */
  tryAgain(): void;
  /** Number of queued and loading references while the profile is signed in. */
  inFlight(): number;
}

/** References per database read. */
const pageSize = 2_000;

/** Creates an idle worker; its first update loads the list. */
export function createProofsWorker(deps: ProofsWorkerDeps, initialProfile: Profile): ProofsWorker {
  const { store, library, repository, clock } = deps;
  const profileId = initialProfile.id;
  let index = new ProofIndex();
  let current: OpenProfile = { profile: initialProfile, service: null };
  let isRead = false;
  let stopped = false;
  let runner: ProofRunner<ProofEntry> | null = null;
  let serialQueue: Promise<void> = Promise.resolve();
  /** False when the list was loaded without an open library. */
  let isLibraryRead = true;
  /** Progress of the current fetch, in references. */
  let running: { done: number; total: number } | null = null;

  function publish(): void {
    const counts = index.counts();
    deps.publisher.publish('proofs', {
      revision: deps.nextRevision(),
      total: index.entries.length,
      counts,
      running,
    });
  }

  const inFlight = () => (runner === null || running === null ? 0 : running.total - running.done);

  const rereading = createRereading({
    clock,
    next(tried) {
      if (inFlight() > 0) return undefined;
      return index.outdated().find(({ version }) => !tried.has(version.id));
    },
    readAgain: repository.readAgain,
    onRead: (proof) => index.replace(proof),
    onProgress: publish,
  });

  async function references(): Promise<tables.StoredReference[]> {
    const all: tables.StoredReference[] = [];
    for (;;) {
      const page = await store.run(tables.listReferences, { profileId, offset: all.length, limit: pageSize });
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }

  async function readList(kept: ReadonlyMap<string, StoredProof[]> | null): Promise<void> {
    const stored = await references();
    index.setOrder(
      stored.map((row) => {
        // While the library is closed its contents are unknown, so saved references do not count as lost.
        const lost = row.state === 'saved' && kept !== null && !kept.has(row.reference);
        const state = lost ? 'lost' : row.state;
        return { ...row, state };
      }),
      kept ?? new Map(),
    );
  }

  async function loadKept(): Promise<Map<string, StoredProof[]> | null> {
    await library.start();
    // A library that was never used is not created just to be read.
    if (library.state().state === 'unused') return new Map();
    return repository.load(profileId).catch(() => null);
  }

  async function readAll(): Promise<void> {
    index = new ProofIndex();
    const kept = await loadKept();
    isLibraryRead = kept !== null;
    await readList(kept);
    isRead = true;
    const waiting = index.counts().queued ?? 0;
    running = waiting === 0 ? null : { done: 0, total: waiting };
    publish();
  }

  async function settle(
    line: ProofEntry,
    state: tables.StoredState,
    error: PaydeskError | null,
  ): Promise<void> {
    const at = clock.now();
    const wire = error === null ? null : toWire(error);
    await store.run(tables.settle, {
      id: line.id,
      state,
      error: wire === null ? null : JSON.stringify(wire),
      at,
    });
    line.state = state;
    line.error = wire;
    line.askedAt = at;
    if (running !== null) running = { ...running, done: running.done + 1 };
    if (!index.entries.some(isOpen)) running = null;
    publish();
    rereading.wake();
  }

  function makeRunner(service: PaymentsService): ProofRunner<ProofEntry> {
    const mine = index;
    return new ProofRunner<ProofEntry>({
      clock,
      next() {
        const line = mine.entries.find(({ state }) => state === 'queued');
        if (line === undefined) return null;
        line.state = 'loading';
        publish();
        return line;
      },
      fetchProof: (line, signal) => service.proofOfPayment(line.reference, signal),
      async store(line, body) {
        const { reference } = line;
        const kept = await repository.store(
          { profileId, reference },
          // A copy: pooled bytes cannot be transferred to a thread without the whole pool.
          new Uint8Array(body),
          line.kept.at(-1),
          () => store.run(tables.beginReading, { id: line.id, max: maxReadings }),
        );
        if (kept !== null) mine.keep(line, kept);
        await settle(line, 'saved', null);
      },
      // A stored proof stays available although the service no longer has it.
      markNotFound: (line) => settle(line, 'not-found', null),
      fail: (line, error) => settle(line, 'failed', error),
      requeue(line) {
        if (line.state === 'loading') line.state = 'queued';
        publish();
      },
      onSessionEnded: (error) => deps.onInterrupted(current.profile, error),
      onUnexpected: deps.onUnexpected,
    });
  }

  async function stopRunner(): Promise<void> {
    const left = runner;
    runner = null;
    await left?.stop();
  }

  function startRunner(): void {
    if (stopped || current.service === null) return;
    runner = makeRunner(current.service);
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

  function serialize<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = serialQueue.then(work);
    serialQueue = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  function addWork(count: number): void {
    if (count > 0) running = { done: running?.done ?? 0, total: (running?.total ?? 0) + count };
  }

  async function addNow(unique: readonly string[], refresh: boolean) {
    if (!isLibraryRead) await readAll();
    const known = unique.filter((reference) => {
      const line = index.ofReference(reference);
      return line !== undefined && !refresh && line.kept.length > 0;
    });
    const open = unique.filter((reference) => {
      const line = index.ofReference(reference);
      return line !== undefined && isOpen(line);
    });
    await store.run(tables.paste, { profileId, references: [...unique], known, at: clock.now() });
    const kept = new Map(index.entries.map((line) => [line.reference, line.kept]));
    await readList(kept.size === 0 ? new Map() : onlyStored(kept));
    const queued = unique.length - known.length;
    addWork(queued - open.length);
    publish();
    return { queued, known: known.length };
  }

  async function queueNow(lines: readonly ProofEntry[]): Promise<void> {
    const waiting = lines.filter((line) => !isOpen(line));
    await store.run(tables.queue, { ids: waiting.map(({ id }) => id) });
    for (const line of waiting) {
      line.state = 'queued';
      line.error = null;
    }
    addWork(waiting.length);
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
    update: (next) =>
      serialize(() =>
        whilePaused(async () => {
          current = next;
          if (!isRead) await readAll();
        }),
      ),
    ready: () => serialQueue,
    reload: () => serialize(() => whilePaused(readAll)),
    libraryOpened: () =>
      serialize(async () => {
        if (!isLibraryRead) await whilePaused(readAll);
      }),
    add: (wanted, refresh) =>
      serialize(async () => {
        // Rejects with the reason when proofs cannot be stored; then nothing is fetched.
        await library.list('proof');
        return whilePaused(() => addNow([...new Set(wanted)], refresh));
      }),
    queue: (lines) => serialize(() => queueNow(lines)),
    cancel: () =>
      serialize(() =>
        whilePaused(async () => {
          const open = index.entries.filter(isOpen);
          await store.run(tables.cancelMany, { ids: open.map(({ id }) => id) });
          for (const line of open) line.state = 'cancelled';
          running = null;
          publish();
          return open.length;
        }),
      ),
    close: (which, write) =>
      serialize(async () => {
        await write();
        for (const line of index.entries) if (line.state === which) line.state = 'cancelled';
        publish();
      }),
    tryAgain: () => runner?.wake(),
    inFlight,
    end() {
      stopped = true;
      return serialize(async () => {
        await Promise.all([stopRunner(), rereading.stop()]);
      });
    },
  };
}

function isOpen({ state }: ProofEntry): boolean {
  return state === 'queued' || state === 'loading';
}

/** Drops references without stored proofs. */
function onlyStored(kept: ReadonlyMap<string, StoredProof[]>): Map<string, StoredProof[]> {
  return new Map([...kept].filter(([, versions]) => versions.length > 0));
}
