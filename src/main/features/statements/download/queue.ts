/**
 * @file Downloads ready statements: a few at a time, earliest link expiry first, retried until the link is unusable.
 */
import { PaydeskError, toPaydeskError, toWire } from '../../../../shared/errors.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import type { StatementFormat } from '../../../../shared/model/statements/statements.ts';
import { exponentialBackoffMs } from '../../../concurrency/exponential-backoff.ts';
import type { Clock } from '../../../platform/platform.ts';
import { type HostBackoff, isHostPaused } from '../../../service/http/host-backoff.ts';
import type { Http } from '../../../service/http/http.ts';
import { tooSlowDetail } from '../../../service/http/http-stream.ts';
import { downloadStatement } from '../../../service/statement-download.ts';
import type { StatementLink } from '../../../service/targets.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/transfer.ts';
import { detectFormatFromBytes, type StatementFiles } from '../statement-files.ts';

/** A link that waits for its download. */
export interface HeldLink {
  readonly statementId: number;
  readonly profile: Profile;
  readonly link: StatementLink;
  /** Milliseconds since 1970, or `null` when the link does not say. */
  readonly expiresAt: number | null;
}

/**
 * Progress of a download in bytes: `part` was received; `whole` is the size, or `null` when the service does not state
 * it.
 */
interface Progress {
  readonly part: number;
  readonly whole: number | null;
}

/** The outcome of a download, for the activity log. */
export interface DownloadRecord {
  readonly statement: procedures.DownloadedStatement;
  readonly profile: Profile;
  readonly host: string;
  readonly error: PaydeskError | null;
  readonly milliseconds: number;
}

export interface DownloadQueue {
  add(held: HeldLink): void;
  hasLink(statementId: number): boolean;
  /** Starts a download before all others, even if its host has asked for a pause. Returns `false` when the queue has no link of the statement. */
  prioritize(statementId: number): boolean;
  progressOf(statementId: number): Progress | null;
  /** Returns the error of the last attempt while it is not stored yet, or `null`. */
  problemOf(statementId: number): PaydeskError | null;
  /** Returns the summed progress of a profile's running downloads, or `null`. */
  sumProgress(profileId: string): { readonly part: number; readonly whole: number } | null;
  /** Retries all waiting downloads now. */
  retryNow(): void;
  /** Drops the waiting downloads of a profile, aborts the running ones, and resolves when none is left. */
  forgetProfile(profileId: string): Promise<void>;
  /** Returns the number of running downloads, of one profile or of all. */
  countRunning(profileId?: string): number;
  stop(): Promise<void>;
}

const maxConcurrentDownloads = 3;
const backoff = { minMs: 3_000, maxMs: 60_000 };
/** Attempts at a download that returns a refusal or no statement, after which the link counts as unusable. */
const maxDamagedAttempts = 2;

interface RunningDownload {
  progress: Progress;
  readonly done: Promise<void>;
  readonly profileId: string;
  readonly abortController: AbortController;
}

interface WaitingDownload {
  readonly held: HeldLink;
  /** Monotonic time of the next attempt, in milliseconds. */
  notBefore: number;
  /** Failed attempts since the download was added or resumed. */
  failedAttempts: number;
  damagedAttempts: number;
  isPrioritized: boolean;
  /** True when the last attempt was too slow and released its slot; other downloads go first. */
  isSlow: boolean;
}

const unusableLinkCodes: ReadonlySet<string> = new Set([
  'statement-link-ended',
  'statement-gone',
  'answer-too-large',
]);

const hostOf = ({ link }: HeldLink): string => new URL(link.reveal()).host;

/** Returns true for errors that a further attempt would repeat, because the link is unusable. */
function shouldStopRetrying(error: PaydeskError, entry: WaitingDownload): boolean {
  if (unusableLinkCodes.has(error.code)) return true;
  return (
    (error.code === 'download-damaged' || error.code === 'service-refused') &&
    entry.damagedAttempts >= maxDamagedAttempts
  );
}

/**
 * Creates an empty queue. `store` must retry while the disk is full: a state change that is not recorded would leave
 * the statement in its old state. `onEnd` is called for every statement that is stored or whose link has become
 * unusable.
 */
export function createDownloadQueue(deps: {
  readonly store: Store;
  readonly clock: Clock;
  readonly http: Http;
  readonly hostBackoff: HostBackoff;
  readonly statementFiles: StatementFiles;
  readonly onChange: (profileId: string) => void;
  readonly onEnd: (statementId: number, profileId: string, stored: boolean) => void;
  readonly onRecord: (record: DownloadRecord) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): DownloadQueue {
  const { store, clock, http, hostBackoff, statementFiles } = deps;
  const waiting = new Map<number, WaitingDownload>();
  const running = new Map<number, RunningDownload>();
  const problems = new Map<number, PaydeskError>();
  const stopController = new AbortController();
  let cancelTimer: () => void = () => undefined;

  function compareDownloads(left: WaitingDownload, right: WaitingDownload): number {
    if (left.isPrioritized !== right.isPrioritized) return left.isPrioritized ? -1 : 1;
    if (left.isSlow !== right.isSlow) return left.isSlow ? 1 : -1;
    return (left.held.expiresAt ?? Number.MAX_VALUE) - (right.held.expiresAt ?? Number.MAX_VALUE);
  }

  /** Milliseconds until an attempt may start, after its own delay and the pause of its host. */
  function remainingDelayMs({ notBefore, held }: WaitingDownload): number {
    const pauseMs = hostBackoff.findPausedHost([hostOf(held)])?.remainingMs ?? 0;
    return Math.max(notBefore - clock.monotonic(), pauseMs);
  }

  const isDue = (entry: WaitingDownload) => remainingDelayMs(entry) <= 0;

  function startDueDownloads(): void {
    cancelTimer();
    if (stopController.signal.aborted) return;
    const due = [...waiting.values()].filter(isDue).sort(compareDownloads);
    for (const entry of due.slice(0, Math.max(0, maxConcurrentDownloads - running.size))) {
      const { statementId, profile } = entry.held;
      waiting.delete(statementId);
      const downloadController = new AbortController();
      const done = runDownload(entry, AbortSignal.any([stopController.signal, downloadController.signal]))
        .catch(deps.onUnexpected)
        .finally(() => {
          running.delete(statementId);
          startDueDownloads();
        });
      running.set(statementId, {
        progress: { part: 0, whole: null },
        done,
        profileId: profile.id,
        abortController: downloadController,
      });
    }
    const nextDelayMs = Math.min(...[...waiting.values()].map(remainingDelayMs));
    if (Number.isFinite(nextDelayMs) && running.size < maxConcurrentDownloads)
      cancelTimer = clock.after(Math.max(10, nextDelayMs), startDueDownloads);
  }

  function recordProgress(statementId: number, progress: Progress): void {
    const entry = running.get(statementId);
    if (entry === undefined) return;
    entry.progress = progress;
    deps.onChange(entry.profileId);
  }

  async function downloadFile({ held }: WaitingDownload, signal: AbortSignal): Promise<void> {
    const { statementId, profile, link } = held;
    let totalBytes: number | null = null;
    let format: StatementFormat = 'csv';
    let isFirstPiece = true;
    async function* pieces(): AsyncGenerator<Uint8Array> {
      const bytes = downloadStatement({ http, clock, signal }, link, {
        onStart: (size) => {
          totalBytes = size;
        },
        onProgress: (part) => recordProgress(statementId, { part, whole: totalBytes }),
        hasWaitingDownloads: () =>
          running.size >= maxConcurrentDownloads && [...waiting.values()].some(isDue),
      });
      for await (const piece of bytes) {
        if (isFirstPiece) format = detectFormatFromBytes(piece);
        isFirstPiece = false;
        yield piece;
      }
    }
    const file = await statementFiles.put({ statementId, profileId: profile.id }, pieces());
    await store.run(procedures.recordStoredFile, { id: statementId, at: clock.now(), ...file, format });
  }

  /** Records a failed attempt, and schedules the next one unless the link is unusable. */
  async function failAttempt(entry: WaitingDownload, thrown: unknown): Promise<void> {
    const { statementId, profile } = entry.held;
    const error = toPaydeskError(thrown);
    if (error.code === 'unexpected') deps.onUnexpected(thrown);
    if (error.code === 'download-damaged' || error.code === 'service-refused') entry.damagedAttempts += 1;
    const isLinkUnusable = shouldStopRetrying(error, entry) || error.code === 'unexpected';
    const state = isLinkUnusable ? 'expired' : 'ready';
    problems.set(statementId, error);
    deps.onChange(profile.id);
    await store.run(procedures.endDownload, {
      id: statementId,
      at: clock.now(),
      state,
      problem: toWire(error),
    });
    problems.delete(statementId);
    if (isLinkUnusable) return deps.onEnd(statementId, profile.id, false);
    if (!isHostPaused(error)) {
      const retryAfterMs = Number(error.details['retryAfter'] ?? 0);
      const backoffMs = exponentialBackoffMs(entry.failedAttempts, backoff);
      entry.notBefore = clock.monotonic() + Math.max(backoffMs, retryAfterMs);
      entry.failedAttempts += 1;
      entry.isPrioritized = false;
      entry.isSlow = error.details['cause'] === tooSlowDetail;
    }
    waiting.set(statementId, entry);
  }

  async function runDownload(entry: WaitingDownload, signal: AbortSignal): Promise<void> {
    const { statementId, profile, expiresAt } = entry.held;
    const host = hostOf(entry.held);
    const startedAt = clock.monotonic();
    const statement = await store.run(procedures.beginDownload, { id: statementId, at: clock.now() });
    if (statement === null) return;
    deps.onChange(profile.id);
    const record = (error: PaydeskError | null) =>
      deps.onRecord({
        statement,
        profile,
        host,
        error,
        milliseconds: Math.round(clock.monotonic() - startedAt),
      });
    try {
      if (expiresAt !== null && expiresAt <= clock.now()) {
        throw new PaydeskError('statement-link-ended', 'The link has ended', { details: { host } });
      }
      await downloadFile(entry, signal);
      record(null);
      deps.onEnd(statementId, profile.id, true);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toPaydeskError(thrown);
      if (!isHostPaused(error)) record(error);
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
        failedAttempts: 0,
        damagedAttempts: 0,
        isPrioritized: false,
        isSlow: false,
      });
      startDueDownloads();
    },
    hasLink: (statementId) => waiting.has(statementId) || running.has(statementId),
    prioritize(statementId) {
      const entry = waiting.get(statementId);
      if (entry === undefined) return running.has(statementId);
      hostBackoff.clear([hostOf(entry.held)]);
      entry.notBefore = 0;
      entry.isPrioritized = true;
      startDueDownloads();
      return true;
    },
    progressOf: (statementId) => running.get(statementId)?.progress ?? null,
    problemOf: (statementId) => problems.get(statementId) ?? null,
    sumProgress(profileId) {
      const profileDownloads = [...running.values()].filter((entry) => entry.profileId === profileId);
      const progresses = profileDownloads.map(({ progress }) => progress);
      if (progresses.length === 0) return null;
      const part = progresses.reduce((sum, progress) => sum + progress.part, 0);
      return {
        part,
        whole: progresses.reduce((sum, progress) => sum + (progress.whole ?? progress.part), 0),
      };
    },
    retryNow() {
      for (const entry of waiting.values()) {
        entry.notBefore = 0;
        entry.failedAttempts = 0;
      }
      startDueDownloads();
    },
    async forgetProfile(profileId) {
      for (const [statementId, { held }] of waiting)
        if (held.profile.id === profileId) waiting.delete(statementId);
      const profileDownloads = [...running.values()].filter((download) => download.profileId === profileId);
      for (const { abortController } of profileDownloads) abortController.abort();
      await Promise.allSettled(profileDownloads.map(({ done }) => done));
    },
    countRunning: (profileId) =>
      [...running.values()].filter((entry) => profileId === undefined || entry.profileId === profileId)
        .length,
    async stop() {
      cancelTimer();
      stopController.abort();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
