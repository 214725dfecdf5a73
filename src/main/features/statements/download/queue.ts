/**
 * @file Downloads ready statements: a few at a time, earliest link expiry first, retried until the link is unusable.
 */
import { PaydeskError, toPaydeskError, toWire } from '../../../../shared/errors.ts';
import type { Profile } from '../../../../shared/model/profile.ts';
import type { StatementFormat } from '../../../../shared/model/statements.ts';
import type { Clock } from '../../../platform.ts';
import type { Http } from '../../../service/http.ts';
import { tooSlowDetail } from '../../../service/http-stream.ts';
import { downloadStatement } from '../../../service/statement-download.ts';
import type { StatementLink } from '../../../service/targets.ts';
import type { Store } from '../../../store/store.ts';
import { formatByBeginning, type StatementStore } from '../statement-store.ts';
import * as tables from '../tables/transfer.ts';

/** A link that waits for its download. */
export interface HeldLink {
  readonly statementId: number;
  readonly profile: Profile;
  readonly link: StatementLink;
  /** Milliseconds since 1970, or `null` when the link does not say. */
  readonly expiresAt: number | null;
}

/** Bytes received so far, and the total when it is known. */
export interface Progress {
  readonly part: number;
  readonly whole: number | null;
}

/** The outcome of a download, for the activity log. */
export interface DownloadRecord {
  readonly statementId: number;
  readonly profile: Profile;
  readonly host: string;
  readonly error: PaydeskError | null;
  readonly milliseconds: number;
}

export interface DownloadQueue {
  add(held: HeldLink): void;
  holds(statementId: number): boolean;
  /** Starts a download before all others. Returns `false` when no link is held for the statement. */
  prioritize(statementId: number): boolean;
  progressOf(statementId: number): Progress | null;
  /** Returns the error of the last attempt while it is not stored yet, or `null`. */
  problemOf(statementId: number): PaydeskError | null;
  /** Returns the summed progress of a profile's running downloads, or `null`. */
  progress(profileId: string): { readonly part: number; readonly whole: number } | null;
  /** Retries all waiting downloads now. */
  retryNow(): void;
  /** Drops the waiting downloads of a profile, aborts the running ones, and resolves when none is left. */
  forgetProfile(profileId: string): Promise<void>;
  /** Returns the number of running downloads, of one profile or of all. */
  running(profileId?: string): number;
  stop(): Promise<void>;
}

const maxConcurrentDownloads = 3;
const initialDelayMs = 3_000;
const maxWaitMs = 60_000;
/** Attempts at a download whose content is not a statement, before the clerk has to decide. */
const maxDamaged = 2;

interface Running {
  progress: Progress;
  readonly done: Promise<void>;
  readonly profileId: string;
  readonly abort: AbortController;
}

interface Entry {
  readonly held: HeldLink;
  /** Monotonic time of the next attempt, in milliseconds. */
  notBefore: number;
  wait: number;
  damaged: number;
  isPrioritized: boolean;
  /** The last attempt was too slow and released its slot; other downloads go first. */
  isSlow: boolean;
}

const finalCodes: ReadonlySet<string> = new Set([
  'statement-link-ended',
  'statement-gone',
  'answer-too-large',
]);

/** Returns true for errors after which the link is unusable. */
function isFinal(error: PaydeskError, entry: Entry): boolean {
  if (finalCodes.has(error.code)) return true;
  return (
    (error.code === 'download-damaged' || error.code === 'service-refused') && entry.damaged >= maxDamaged
  );
}

/**
 * Creates an empty queue. The store retries while the disk is full: an unrecorded step would leave its statement
 * between two states. `onEnd` is called for every statement that is stored or whose link has become unusable.
 */
export function createDownloadQueue(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly http: Http;
  readonly statementStore: StatementStore;
  readonly onChange: (profileId: string) => void;
  readonly onEnd: (statementId: number, profileId: string, stored: boolean) => void;
  readonly onRecord: (record: DownloadRecord) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): DownloadQueue {
  const { store, clock, http, statementStore } = deps;
  const waiting = new Map<number, Entry>();
  const running = new Map<number, Running>();
  const problems = new Map<number, PaydeskError>();
  const abort = new AbortController();
  let cancelTimer: () => void = () => undefined;

  function order(first: Entry, second: Entry): number {
    if (first.isPrioritized !== second.isPrioritized) return first.isPrioritized ? -1 : 1;
    if (first.isSlow !== second.isSlow) return first.isSlow ? 1 : -1;
    return (first.held.expiresAt ?? Number.MAX_VALUE) - (second.held.expiresAt ?? Number.MAX_VALUE);
  }

  const isDue = ({ notBefore }: Entry) => notBefore <= clock.monotonic();

  function pump(): void {
    cancelTimer();
    if (abort.signal.aborted) return;
    const now = clock.monotonic();
    const due = [...waiting.values()].filter(isDue).sort(order);
    for (const entry of due.slice(0, Math.max(0, maxConcurrentDownloads - running.size))) {
      const { statementId, profile } = entry.held;
      waiting.delete(statementId);
      const own = new AbortController();
      const done = run(entry, AbortSignal.any([abort.signal, own.signal]))
        .catch(deps.onUnexpected)
        .finally(() => {
          running.delete(statementId);
          pump();
        });
      running.set(statementId, {
        progress: { part: 0, whole: null },
        done,
        profileId: profile.id,
        abort: own,
      });
    }
    const next = Math.min(...[...waiting.values()].map(({ notBefore }) => notBefore));
    if (Number.isFinite(next) && running.size < maxConcurrentDownloads)
      cancelTimer = clock.after(Math.max(10, next - now), pump);
  }

  function progressed(statementId: number, progress: Progress): void {
    const entry = running.get(statementId);
    if (entry === undefined) return;
    entry.progress = progress;
    deps.onChange(entry.profileId);
  }

  async function fetchOne({ held }: Entry, signal: AbortSignal): Promise<void> {
    const { statementId, profile, link } = held;
    let whole: number | null = null;
    let format: StatementFormat = 'csv';
    let first = true;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      const bytes = downloadStatement({ http, clock, signal }, link, {
        onStart: (size) => {
          whole = size;
        },
        onProgress: (part) => progressed(statementId, { part, whole }),
        hasWaitingDownloads: () =>
          running.size >= maxConcurrentDownloads && [...waiting.values()].some(isDue),
      });
      for await (const piece of bytes) {
        if (first) format = formatByBeginning(piece);
        first = false;
        yield piece;
      }
    }
    const file = await statementStore.put({ statementId, profileId: profile.id }, pieces());
    await store.run(tables.stored, { id: statementId, at: clock.now(), ...file, format });
  }

  /** Records a failed attempt, and schedules the next one unless the link is unusable. */
  async function failAttempt(entry: Entry, thrown: unknown): Promise<void> {
    const { statementId, profile } = entry.held;
    const error = toPaydeskError(thrown);
    if (error.code === 'unexpected') deps.onUnexpected(thrown);
    if (error.code === 'download-damaged' || error.code === 'service-refused') entry.damaged += 1;
    const final = isFinal(error, entry) || error.code === 'unexpected';
    const state = final ? 'expired' : 'ready';
    problems.set(statementId, error);
    deps.onChange(profile.id);
    await store.run(tables.endDownload, { id: statementId, at: clock.now(), state, problem: toWire(error) });
    problems.delete(statementId);
    if (final) return deps.onEnd(statementId, profile.id, false);
    const asked = typeof error.details['retryAfter'] === 'number' ? error.details['retryAfter'] : 0;
    entry.notBefore = clock.monotonic() + Math.max(entry.wait, asked);
    entry.wait = Math.min(maxWaitMs, entry.wait * 2);
    entry.isPrioritized = false;
    entry.isSlow = error.details['cause'] === tooSlowDetail;
    waiting.set(statementId, entry);
  }

  async function run(entry: Entry, signal: AbortSignal): Promise<void> {
    const { statementId, profile, link, expiresAt } = entry.held;
    const host = new URL(link.reveal()).host;
    const startedAt = clock.monotonic();
    const { changed } = await store.run(tables.beginDownload, { id: statementId, at: clock.now() });
    if (changed === 0) return;
    deps.onChange(profile.id);
    const record = (error: PaydeskError | null) =>
      deps.onRecord({
        statementId,
        profile,
        host,
        error,
        milliseconds: Math.round(clock.monotonic() - startedAt),
      });
    try {
      if (expiresAt !== null && expiresAt <= clock.now()) {
        throw new PaydeskError('statement-link-ended', 'The link has ended', { details: { host } });
      }
      await fetchOne(entry, signal);
      record(null);
      deps.onEnd(statementId, profile.id, true);
    } catch (thrown) {
      if (signal.aborted) return;
      record(toPaydeskError(thrown));
      await failAttempt(entry, thrown);
    } finally {
      deps.onChange(profile.id);
    }
  }

  return {
    add(held) {
      if (running.has(held.statementId)) return;
      waiting.set(held.statementId, {
        held,
        notBefore: 0,
        wait: initialDelayMs,
        damaged: 0,
        isPrioritized: false,
        isSlow: false,
      });
      pump();
    },
    holds: (statementId) => waiting.has(statementId) || running.has(statementId),
    prioritize(statementId) {
      const entry = waiting.get(statementId);
      if (entry === undefined) return running.has(statementId);
      entry.notBefore = 0;
      entry.isPrioritized = true;
      pump();
      return true;
    },
    progressOf: (statementId) => running.get(statementId)?.progress ?? null,
    problemOf: (statementId) => problems.get(statementId) ?? null,
    progress(profileId) {
      const mine = [...running.values()].filter((entry) => entry.profileId === profileId);
      const all = mine.map(({ progress }) => progress);
      if (all.length === 0) return null;
      const part = all.reduce((sum, progress) => sum + progress.part, 0);
      return { part, whole: all.reduce((sum, progress) => sum + (progress.whole ?? progress.part), 0) };
    },
    retryNow() {
      for (const entry of waiting.values()) {
        entry.notBefore = 0;
        entry.wait = initialDelayMs;
      }
      pump();
    },
    async forgetProfile(profileId) {
      for (const [statementId, { held }] of waiting)
        if (held.profile.id === profileId) waiting.delete(statementId);
      const theirs = [...running.values()].filter((one) => one.profileId === profileId);
      for (const { abort: own } of theirs) own.abort();
      await Promise.allSettled(theirs.map(({ done }) => done));
    },
    running: (profileId) =>
      [...running.values()].filter((entry) => profileId === undefined || entry.profileId === profileId)
        .length,
    async stop() {
      cancelTimer();
      abort.abort();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
