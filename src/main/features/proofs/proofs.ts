/** @file The proofs feature: the list of references, what fetches them, and what is kept of each. */
import { PaydeskError, toWire } from '../../../shared/errors.ts';
import type { OpenWork } from '../../../shared/model/needs-you.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { Publisher } from '../../bridge/topics.ts';
import { requireInView } from '../../in-view.ts';
import type { Library } from '../../library/library.ts';
import type { Clock } from '../../platform.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import type { KeptProof } from './about.ts';
import { type BookLine, ProofBook } from './book.ts';
import type { ProofKeeper } from './keeper.ts';
import { createLostProofs } from './lost-proofs.ts';
import { closeProofs, openWork } from './open-work.ts';
import { ProofRunner } from './runner.ts';
import * as tables from './tables.ts';

/** Whom work is done for, and with what. */
export interface ProofWorker {
  readonly profile: Profile;
  readonly service: PaymentsService | null;
}

/** What the feature needs. */
export interface ProofsParts {
  readonly store: Store;
  readonly library: Library;
  readonly keeper: ProofKeeper;
  readonly clock: Clock;
  readonly publisher: Publisher;
  readonly onInterrupted: (profile: Profile, error: PaydeskError) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}

/** The feature, for its handlers and for the composition. */
export interface Proofs {
  readonly book: ProofBook;
  profile(): Profile;
  /** See {@link requireInView}. */
  requireInView(profile: Profile): void;
  /** Works for another profile from now on, or for nobody. */
  show(worker: ProofWorker | null): Promise<void>;
  /** Resolves when the list of the shown profile is there. */
  ready(): Promise<void>;
  /** Reads the list again: the library opened, or another one took its place. */
  reload(): Promise<void>;
  add(references: readonly string[], refresh: boolean): Promise<{ queued: number; known: number }>;
  queue(lines: readonly BookLine[]): Promise<void>;
  /** Cancels everything that is not settled; gives how many that were. */
  cancel(): Promise<number>;
  /** What is not finished, of all profiles; `active` are those that work is done for now. */
  openWork(active: readonly string[]): Promise<OpenWork>;
  /** Gives up the failed references of a profile, or the lost ones. */
  close(profileId: string, which: 'failed' | 'lost'): Promise<void>;
  /** Goes on after a sleep. */
  tryAgain(): void;
  /** Number of references that are being fetched or wait for it, while somebody is signed in. */
  inFlight(): number;
  /** Removes everything that is kept of a profile that is not shown. Rejects like the library. */
  forgetProfile(profileId: string): Promise<void>;
  stop(): Promise<void>;
}

/** References that are read from the database at once. */
const pageSize = 2_000;

/** Creates the feature. */
export function createProofs(parts: ProofsParts): Proofs {
  const { store, library, keeper, clock } = parts;
  const lostProofs = createLostProofs(parts);
  let book = new ProofBook();
  let worker: ProofWorker | null = null;
  /** Whose proofs may be seen, at once; what is under way follows in its turn. */
  let inView: Profile | null = null;
  let stopped = false;
  let runner: ProofRunner<BookLine> | null = null;
  let turn: Promise<void> = Promise.resolve();
  let revision = 0;
  /** False while the library could not be opened: nobody knows what is kept. */
  let keptKnown = true;
  /** References of the fetch that runs: settled, and all. */
  let running: { done: number; total: number } | null = null;

  function profile(): Profile {
    if (worker === null) throw new PaydeskError('sign-in-needed', 'No profile is signed in');
    return worker.profile;
  }

  function publish(): void {
    revision += 1;
    const counts = book.counts();
    parts.publisher.publish('proofs', { revision, total: book.lines.length, counts, running });
  }

  async function references(profileId: string): Promise<tables.StoredReference[]> {
    const all: tables.StoredReference[] = [];
    for (;;) {
      const page = await store.run(tables.listReferences, { profileId, offset: all.length, limit: pageSize });
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }

  async function readList(of: Profile, kept: ReadonlyMap<string, KeptProof[]> | null): Promise<void> {
    const stored = await references(of.id);
    book.setOrder(
      stored.map((row) => {
        // Without an open library nobody knows; what was saved is not called lost for that.
        const lost = row.state === 'saved' && kept !== null && !kept.has(row.reference);
        const state = lost ? 'lost' : row.state;
        return { ...row, state };
      }),
      kept ?? new Map(),
    );
  }

  async function loadKept(of: Profile): Promise<Map<string, KeptProof[]> | null> {
    await library.start();
    // A library in which nothing was ever kept is not begun for a look.
    if (library.state().state === 'unused') return new Map();
    return keeper.load(of.id).catch(() => null);
  }

  async function readAll(): Promise<void> {
    book = new ProofBook();
    const kept = worker === null ? new Map<string, KeptProof[]>() : await loadKept(worker.profile);
    keptKnown = kept !== null;
    if (worker !== null) await readList(worker.profile, kept);
    const waiting = book.counts().queued ?? 0;
    running = waiting === 0 ? null : { done: 0, total: waiting };
    publish();
  }

  async function settle(
    line: BookLine,
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
    if (!book.lines.some(isOpen)) running = null;
    publish();
  }

  function makeRunner(of: Profile, service: PaymentsService): ProofRunner<BookLine> {
    const mine = book;
    return new ProofRunner<BookLine>({
      clock,
      next() {
        const line = mine.lines.find(({ state }) => state === 'queued');
        if (line === undefined) return null;
        line.state = 'loading';
        publish();
        return line;
      },
      ask: (line, signal) => service.proofOfPayment(line.reference, signal),
      async keep(line, body) {
        const { reference } = line;
        const kept = await keeper.keep({ profileId: of.id, reference }, body, line.kept.at(-1));
        if (kept !== null) mine.keep(line, kept);
        await settle(line, 'saved', null);
      },
      // A proof that was kept stays; that the service has none any more is said beside it.
      notFound: (line) => settle(line, 'not-found', null),
      failed: (line, error) => settle(line, 'failed', error),
      putBack(line) {
        if (line.state === 'loading') line.state = 'queued';
        publish();
      },
      interrupted: (error) => parts.onInterrupted(of, error),
      onUnexpected: parts.onUnexpected,
    });
  }

  async function stopRunner(): Promise<void> {
    const left = runner;
    runner = null;
    await left?.stop();
  }

  function startRunner(): void {
    if (stopped || worker?.service === null || worker === null) return;
    runner = makeRunner(worker.profile, worker.service);
    runner.wake();
  }

  /** Does work while nothing is fetched. What waits goes on afterwards, also when the work failed. */
  async function atRest<Result>(work: () => Promise<Result>): Promise<Result> {
    await stopRunner();
    try {
      return await work();
    } finally {
      startRunner();
    }
  }

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = turn.then(work);
    turn = result.then(
      () => undefined,
      () => undefined,
    );
    return result;
  }

  function addWork(count: number): void {
    if (count > 0) running = { done: running?.done ?? 0, total: (running?.total ?? 0) + count };
  }

  async function addNow(of: Profile, unique: readonly string[], refresh: boolean) {
    if (!keptKnown) await readAll();
    const known = unique.filter((reference) => {
      const line = book.ofReference(reference);
      return line !== undefined && !refresh && line.kept.length > 0;
    });
    const open = unique.filter((reference) => {
      const line = book.ofReference(reference);
      return line !== undefined && isOpen(line);
    });
    await store.run(tables.paste, { profileId: of.id, references: [...unique], known, at: clock.now() });
    const kept = new Map(book.lines.map((line) => [line.reference, line.kept]));
    await readList(of, kept.size === 0 ? new Map() : keptOnly(kept));
    const queued = unique.length - known.length;
    addWork(queued - open.length);
    publish();
    return { queued, known: known.length };
  }

  // Whoever opened it, what is kept can be read now.
  library.onChange(() => {
    const { state } = library.state();
    if (keptKnown || (state !== 'kept' && state !== 'session-only')) return;
    void inTurn(async () => {
      if (!keptKnown) await atRest(readAll);
    }).catch(parts.onUnexpected);
  });

  async function queueNow(lines: readonly BookLine[]): Promise<void> {
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
    get book() {
      return book;
    },
    profile,
    requireInView: (of) => requireInView(inView, of),
    show(next) {
      inView = next?.profile ?? null;
      return inTurn(() =>
        atRest(async () => {
          const another = next?.profile.id !== worker?.profile.id;
          worker = next;
          if (another) await readAll();
        }),
      ).catch(parts.onUnexpected);
    },
    ready: () => turn,
    reload: () => inTurn(() => atRest(readAll)),
    add: (wanted, refresh) =>
      inTurn(async () => {
        const of = profile();
        // What cannot be kept is not fetched: this says why.
        await library.list('proof');
        return atRest(() => addNow(of, [...new Set(wanted)], refresh));
      }),
    queue: (lines) => inTurn(() => queueNow(lines)),
    cancel: () =>
      inTurn(() =>
        atRest(async () => {
          const open = book.lines.filter(isOpen);
          await store.run(tables.cancelMany, { ids: open.map(({ id }) => id) });
          for (const line of open) line.state = 'cancelled';
          running = null;
          publish();
          return open.length;
        }),
      ),
    async openWork(active) {
      const { needs, moving } = await store.run(openWork, { active: [...active] });
      const lost = await lostProofs();
      return {
        moving,
        needs: [
          ...needs,
          ...lost.map(({ profileId, references: { length }, askedAt }) => ({
            kind: 'proofs-lost' as const,
            profileId,
            proofs: length,
            since: new Date(askedAt).toISOString(),
          })),
        ],
      };
    },
    close: (profileId, which) =>
      inTurn(async () => {
        const lost = (await lostProofs()).find((one) => one.profileId === profileId)?.references ?? [];
        await store.run(closeProofs, { profileId, references: which === 'lost' ? [...lost] : null });
        if (worker?.profile.id !== profileId) return;
        for (const line of book.lines) if (line.state === which) line.state = 'cancelled';
        publish();
      }),
    tryAgain: () => runner?.wake(),
    inFlight: () => (runner === null || running === null ? 0 : running.total - running.done),
    forgetProfile: (profileId) =>
      inTurn(async () => {
        await library.start();
        if (library.state().state !== 'unused') await keeper.removeProfile(profileId);
        await store.run(tables.removeProfile, { profileId });
      }),
    stop() {
      stopped = true;
      return inTurn(stopRunner);
    },
  };
}

/** True while it is not settled. */
function isOpen({ state }: BookLine): boolean {
  return state === 'queued' || state === 'loading';
}

/** Only references of which something is kept. */
function keptOnly(kept: ReadonlyMap<string, KeptProof[]>): Map<string, KeptProof[]> {
  return new Map([...kept].filter(([, versions]) => versions.length > 0));
}
