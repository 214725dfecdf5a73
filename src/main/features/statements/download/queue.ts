/**
 * @file Downloads ready statements: a few at a time, those with the fewest failures and the earliest link expiry first,
 * retried until the link ends.
 */
import { PaydeskError, toPaydeskError, toWire } from '../../../../shared/errors.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import { isBadAnswer, type StatementFormat } from '../../../../shared/model/statements/statements.ts';
import { exponentialBackoffMs } from '../../../concurrency/exponential-backoff.ts';
import type { Clock } from '../../../platform/platform.ts';
import { HostBackoff, isHostPaused } from '../../../service/http/host-backoff.ts';
import type { Http } from '../../../service/http/http.ts';
import { downloadStatement } from '../../../service/statement-download.ts';
import type { StatementLink } from '../../../service/targets.ts';
import type { DiskSpace } from '../../../storage/disk-space.ts';
import type { SaveItem } from '../../../storage/library/library-files.ts';
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

export type DownloadQueue = ReturnType<typeof createDownloadQueue>;

const maxConcurrentDownloads = 3;
const networkBackoff = { minMs: 3_000, maxMs: 60_000 };
/** For answers that are not the statement, as of a filter or a storage in trouble: they often last for hours. */
const badAnswerBackoff = { minMs: 3_000, maxMs: 300_000 };
/** Milliseconds before the end of a link at which its statement is requested once more, whatever the backoff. */
const lastAttemptMs = 60_000;
/** Statements of a host in a row that fail before the host is paused: fewer may be the fault of their files. */
const minFailuresOfHost = maxConcurrentDownloads;

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
  /** The last answer that was not the statement, if the last attempt failed for it. */
  badAnswer: PaydeskError | null;
  isPrioritized: boolean;
}

/** Errors that a further attempt would repeat. */
const finalCodes: ReadonlySet<string> = new Set([
  'statement-link-ended',
  'statement-gone',
  'answer-too-large',
  'unexpected',
]);

const hostOf = ({ link }: HeldLink): string => new URL(link.reveal()).host;

/**
 * Creates an empty queue. `store` must retry while the disk is full: a state change that is not recorded would leave
 * the statement in its old state. `onEnd` is called for every statement that is stored, or whose link has ended or
 * become unusable, with the error.
 */
export function createDownloadQueue(deps: {
  readonly store: Store;
  readonly clock: Clock;
  /** The clock by which links expire. */
  readonly serviceClock: Clock;
  readonly http: Http;
  readonly hostBackoff: HostBackoff;
  readonly statementFiles: Pick<StatementFiles, 'put'>;
  readonly diskSpace: DiskSpace;
  readonly onChange: (profileId: string) => void;
  readonly onEnd: (statementId: number, profileId: string, error: PaydeskError | null) => void;
  readonly onRecord: (record: DownloadRecord) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { store, clock, serviceClock, http, hostBackoff, statementFiles } = deps;
  const waiting = new Map<number, WaitingDownload>();
  const running = new Map<number, RunningDownload>();
  const problems = new Map<number, PaydeskError>();
  /** Pauses of hosts whose answers are not statements. They concern downloads alone: the hosts have not asked for them. */
  const badHostBackoff = new HostBackoff(clock);
  /** Statements that failed in a row at a host. */
  const failedByHost = new Map<string, Set<number>>();
  const stopController = new AbortController();
  let cancelTimer: () => void = () => undefined;

  function compareDownloads(left: WaitingDownload, right: WaitingDownload): number {
    if (left.isPrioritized !== right.isPrioritized) return left.isPrioritized ? -1 : 1;
    if (left.failedAttempts !== right.failedAttempts) return left.failedAttempts - right.failedAttempts;
    return (left.held.expiresAt ?? Number.MAX_VALUE) - (right.held.expiresAt ?? Number.MAX_VALUE);
  }

  const hasLinkEnded = (expiresAt: number | null) => expiresAt !== null && expiresAt <= serviceClock.now();

  /** Milliseconds until an attempt may start, after its own delay and the pauses of its host, or until the link ends. */
  function remainingDelayMs({ notBefore, held }: WaitingDownload): number {
    const pauses = [hostBackoff, badHostBackoff].map((pause) => pause.findPausedHost([hostOf(held)]));
    const delayMs = Math.max(
      notBefore - clock.monotonic(),
      ...pauses.map((paused) => paused?.remainingMs ?? 0),
    );
    return held.expiresAt === null ? delayMs : Math.min(delayMs, held.expiresAt - serviceClock.now());
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

  async function downloadFile(
    { held }: WaitingDownload,
    { id: _id, ...statement }: procedures.DownloadedStatement,
    signal: AbortSignal,
  ): Promise<void> {
    const { statementId, profile, link, expiresAt } = held;
    let totalBytes: number | null = null;
    let format: StatementFormat = 'csv';
    async function* pieces(): AsyncGenerator<Uint8Array> {
      problems.delete(statementId);
      let isFirstPiece = true;
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
    const save: SaveItem = (row, { size, sha256 }) =>
      store.run(procedures.recordStoredFile, { id: statementId, at: clock.now(), row, size, sha256, format });
    const put = () => statementFiles.put({ profileId: profile.id, ...statement }, pieces(), save);
    try {
      await deps.diskSpace.retryWhileFull(put, {
        fileSize: () => totalBytes ?? running.get(statementId)?.progress.part ?? 0,
        signal,
        hasEnded: () => hasLinkEnded(expiresAt),
        onWait(error) {
          problems.set(statementId, error);
          deps.onChange(profile.id);
        },
      });
    } finally {
      problems.delete(statementId);
    }
  }

  /** Pauses a host whose answers for several statements in a row are not statements. */
  function recordBadAnswer({ held }: WaitingDownload): void {
    const host = hostOf(held);
    const failed = (failedByHost.get(host) ?? new Set()).add(held.statementId);
    failedByHost.set(host, failed);
    const rounds = Math.floor(failed.size / minFailuresOfHost);
    if (rounds > 0) badHostBackoff.pause(host, exponentialBackoffMs(rounds - 1, badAnswerBackoff));
  }

  function endPause(host: string): void {
    failedByHost.delete(host);
    badHostBackoff.clear([host]);
  }

  /** Returns the delay of the next attempt, which is at the latest shortly before the link ends. */
  function chooseDelayMs({ failedAttempts, badAnswer, held: { expiresAt } }: WaitingDownload): number {
    const delayMs = exponentialBackoffMs(
      failedAttempts,
      badAnswer === null ? networkBackoff : badAnswerBackoff,
    );
    const untilLastMs = (expiresAt ?? Number.POSITIVE_INFINITY) - lastAttemptMs - serviceClock.now();
    return untilLastMs > 0 ? Math.min(delayMs, untilLastMs) : delayMs;
  }

  /** Records a failed attempt, and schedules the next one unless the link is unusable. */
  async function failAttempt(entry: WaitingDownload, error: PaydeskError): Promise<void> {
    const { statementId, profile } = entry.held;
    if (isBadAnswer(error)) recordBadAnswer(entry);
    const isFinal = finalCodes.has(error.code);
    problems.set(statementId, error);
    deps.onChange(profile.id);
    await store.run(procedures.endDownload, {
      id: statementId,
      at: clock.now(),
      state: isFinal ? 'expired' : 'ready',
      problem: toWire(error),
    });
    problems.delete(statementId);
    if (isFinal) return deps.onEnd(statementId, profile.id, error);
    if (!isHostPaused(error)) {
      entry.badAnswer = isBadAnswer(error) ? error : null;
      const retryAfterMs = Number(error.details['retryAfter'] ?? 0);
      entry.notBefore = clock.monotonic() + Math.max(chooseDelayMs(entry), retryAfterMs);
      entry.failedAttempts += 1;
      entry.isPrioritized = false;
    }
    waiting.set(statementId, entry);
  }

  async function runDownload(entry: WaitingDownload, signal: AbortSignal): Promise<void> {
    const { statementId, profile, expiresAt } = entry.held;
    const host = hostOf(entry.held);
    const startedAt = clock.monotonic();
    const statement = await store.run(procedures.beginDownload, { id: statementId });
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
      if (hasLinkEnded(expiresAt)) {
        const problem = entry.badAnswer?.details['problem'];
        const details = { host, ...(problem === undefined ? {} : { problem }) };
        throw new PaydeskError('statement-link-ended', 'The link has ended', { details });
      }
      await downloadFile(entry, statement, signal);
      record(null);
      endPause(host);
      deps.onEnd(statementId, profile.id, null);
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toPaydeskError(thrown);
      if (error.code === 'unexpected') deps.onUnexpected(thrown);
      if (!isHostPaused(error)) record(error);
      await failAttempt(entry, error);
    } finally {
      deps.onChange(profile.id);
    }
  }

  return {
    add(held: HeldLink) {
      if (running.has(held.statementId)) return;
      waiting.set(held.statementId, {
        held,
        notBefore: 0,
        failedAttempts: 0,
        badAnswer: null,
        isPrioritized: false,
      });
      startDueDownloads();
    },
    hasLink: (statementId: number) => waiting.has(statementId) || running.has(statementId),
    /** Starts a download before all others, even if its host is paused. Returns `false` when the queue has no link of the statement. */
    prioritize(statementId: number) {
      const entry = waiting.get(statementId);
      if (entry === undefined) return running.has(statementId);
      hostBackoff.clear([hostOf(entry.held)]);
      endPause(hostOf(entry.held));
      entry.notBefore = 0;
      entry.isPrioritized = true;
      startDueDownloads();
      return true;
    },
    progressOf: (statementId: number) => running.get(statementId)?.progress ?? null,
    /** Returns the error of the last attempt while it is not stored yet, or `null`. */
    problemOf: (statementId: number) => problems.get(statementId) ?? null,
    /** Returns the summed progress of a profile's running downloads, or `null`. */
    sumProgress(profileId: string) {
      const progresses = [...running]
        .filter(([statementId, entry]) => entry.profileId === profileId && !problems.has(statementId))
        .map(([, { progress }]) => progress);
      if (progresses.length === 0) return null;
      const part = progresses.reduce((sum, progress) => sum + progress.part, 0);
      return {
        part,
        whole: progresses.reduce((sum, progress) => sum + (progress.whole ?? progress.part), 0),
      };
    },
    /** Retries all waiting downloads now. */
    retryNow() {
      for (const entry of waiting.values()) {
        endPause(hostOf(entry.held));
        entry.notBefore = 0;
        entry.failedAttempts = 0;
      }
      startDueDownloads();
    },
    /** Drops the waiting downloads of a profile, aborts the running ones, and resolves when none is left. */
    async forgetProfile(profileId: string) {
      for (const [statementId, { held }] of waiting)
        if (held.profile.id === profileId) waiting.delete(statementId);
      const profileDownloads = [...running.values()].filter((download) => download.profileId === profileId);
      for (const { abortController } of profileDownloads) abortController.abort();
      await Promise.allSettled(profileDownloads.map(({ done }) => done));
    },
    /** Returns the number of running downloads, of one profile or of all. */
    countRunning: (profileId?: string) =>
      [...running.values()].filter((entry) => profileId === undefined || entry.profileId === profileId)
        .length,
    async stop() {
      cancelTimer();
      stopController.abort();
      await Promise.allSettled([...running.values()].map(({ done }) => done));
    },
  };
}
