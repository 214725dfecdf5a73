/** @file A child process for the files of one drive, and its supervision. */
import { PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Clock } from '../platform/platform.ts';
import { connectWorker, type WorkerClient } from '../workers/client.ts';
import { type FileRequest, fileProgressSchema } from './messages.ts';

/** Milliseconds without any response after which a drive counts as hanging; uploads time out later. */
export const maxSilenceMs = 20_000;
/** Milliseconds that one operation may wait while the drive responds to other operations: the drive may be slow. */
export const maxWaitMs = 60_000;
/** Milliseconds that an operation may wait on macOS before the system returns anything: it may be asking for consent. */
export const maxConsentMs = 120_000;
const tickMs = 2_000;
/** Interval of ticks above which the computer slept or was busy, so that the drive may have had no time to respond. */
const maxTickMs = 2 * tickMs;
/** Idle milliseconds after which a process is ended; the next request starts another process. */
const maxIdleMs = 120_000;

/**
 * The reason why an operation has no result. `silent`: the drive does not respond, or not for this file. `overran`:
 * processing the file took too long. `crashed`: the process ended, perhaps because of this file. `stopped`: the process
 * was ended because of another operation. `closed`: Paydesk ends.
 */
export type Interruption = 'silent' | 'overran' | 'crashed' | 'stopped' | 'closed';

/** Thrown for an operation that was interrupted. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  override readonly cause: Interruption;

  constructor(cause: Interruption) {
    super(`The operation was interrupted: ${cause}`);
    this.cause = cause;
  }
}

/** Options of a request. */
export interface RequestOptions {
  /** A session of {@link DriveProcess.openSession}; one thread serves all its requests. */
  readonly session?: number;
  /** True for the last request of the session. */
  readonly endsSession?: boolean;
  readonly onProgress?: (body: unknown) => void;
  /** Aborted when the result is no longer needed; the request then rejects with `cancelled` immediately. */
  readonly signal?: AbortSignal | undefined;
}

interface Operation {
  progressAt: number;
  hasProgressed: boolean;
  isComputing: boolean;
  interruption: Interruption | null;
}

interface DriveProcessDeps {
  readonly child: ChildProcess;
  readonly clock: Clock;
  /** The system may ask for consent before it opens a file, as macOS does. */
  readonly mayAskConsent: boolean;
  /** Called once. `silent`: the drive has not responded for {@link maxSilenceMs}. */
  readonly onEnd: (cause: 'silent' | 'not-started' | 'ended') => void;
}

/** A child process; it is never restarted. */
export class DriveProcess {
  readonly #deps: DriveProcessDeps;
  readonly #worker: WorkerClient;
  readonly #operations = new Set<Operation>();
  readonly #sessions = new Set<number>();
  #lastSession = 0;
  #isReady = false;
  #hasEnded = false;
  #hasResponded = false;
  #lastResponseAt: number;
  #tickedAt: number;
  #cancelTick: () => void;

  constructor(deps: DriveProcessDeps) {
    this.#deps = deps;
    const { child, clock } = deps;
    this.#lastResponseAt = clock.monotonic();
    this.#tickedAt = this.#lastResponseAt;
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
    child.onMessage(() => this.#handleResponse());
    child.onExit(() => this.#end(false, () => 'crashed'));
    this.#worker = connectWorker(child);
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** True once the drive has responded. */
  get hasResponded(): boolean {
    return this.#hasResponded;
  }

  get isBusy(): boolean {
    return this.#operations.size > 0;
  }

  /** Opens a session. Unless it may be idle, it keeps the process alive until a request ends the session. */
  openSession({ mayBeIdle }: { readonly mayBeIdle: boolean } = { mayBeIdle: false }): number {
    this.#lastSession += 1;
    if (!mayBeIdle) this.#sessions.add(this.#lastSession);
    return this.#lastSession;
  }

  /**
   * Sends a request and returns the body of the reply. Rejects with {@link Interrupted}, or `cancelled` when aborted.
   */
  async request(
    body: unknown,
    { session, endsSession = false, onProgress, signal }: RequestOptions = {},
  ): Promise<unknown> {
    if (session !== undefined && endsSession) this.#sessions.delete(session);
    if (this.#hasEnded) throw new Interrupted('stopped');
    const { clock } = this.#deps;
    const operation: Operation = {
      progressAt: clock.monotonic(),
      hasProgressed: false,
      isComputing: false,
      interruption: null,
    };
    const handleProgress = (raw: unknown) => {
      const { isComputing, result } = fileProgressSchema.parse(raw);
      operation.progressAt = clock.monotonic();
      operation.hasProgressed = true;
      operation.isComputing = isComputing;
      if (!isComputing) onProgress?.(result);
    };
    const request: FileRequest = { session: session ?? null, endsSession, body };
    this.#operations.add(operation);
    try {
      return await this.#worker.call(request, { onProgress: handleProgress, signal });
    } catch (thrown) {
      if (thrown instanceof PaydeskError && thrown.code === 'cancelled') throw thrown;
      // An unexpected error of a thread counts as a crash.
      this.#end(false, () => 'crashed');
      throw new Interrupted(operation.interruption ?? 'crashed');
    } finally {
      this.#operations.delete(operation);
    }
  }

  /** Ends the process without waiting for its exit, because a process that hangs in a system call exits much later. */
  close(): void {
    this.#end(false, () => 'closed');
  }

  /** Ends a process whose connection was lost before its exit is reported; its operations count as crashed. */
  abandon(): void {
    this.#end(false, () => 'crashed');
  }

  #handleResponse(): void {
    // The first message reports the start of the process; every other message is a response of the drive.
    if (this.#isReady) {
      this.#hasResponded = true;
      this.#lastResponseAt = this.#deps.clock.monotonic();
    }
    this.#isReady = true;
  }

  #tick(): void {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    if (now - this.#tickedAt >= maxTickMs)
      for (const operation of this.#operations) operation.progressAt = now;
    this.#tickedAt = now;
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
    const isDriveSilent = now - this.#lastResponseAt >= maxSilenceMs;
    const limitOf = ({ hasProgressed, isComputing }: Operation) => {
      if (this.#deps.mayAskConsent && !hasProgressed) return maxConsentMs;
      return isDriveSilent || isComputing ? maxSilenceMs : maxWaitMs;
    };
    const isStuck = (operation: Operation) => now - operation.progressAt >= limitOf(operation);
    const stuckOperations = [...this.#operations].filter(isStuck);
    if (stuckOperations.length > 0) this.#endStuck(stuckOperations, isDriveSilent);
    else if (!this.isBusy && this.#sessions.size === 0 && now - this.#lastResponseAt >= maxIdleMs)
      this.close();
  }

  #endStuck(stuck: readonly Operation[], isDriveSilent: boolean): void {
    // Operations that wait for a busy processor are silent, too, although the drive may respond.
    const overrunOperations = stuck.filter(({ isComputing }) => isComputing);
    if (overrunOperations.length > 0)
      this.#end(false, (operation) => (overrunOperations.includes(operation) ? 'overran' : 'stopped'));
    else if (isDriveSilent) this.#end(true, () => 'silent');
    else this.#end(false, (operation) => (stuck.includes(operation) ? 'silent' : 'stopped'));
  }

  #end(isDriveSilent: boolean, causeOf: (operation: Operation) => Interruption): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancelTick();
    const hasStarted = this.#isReady || isDriveSilent;
    for (const operation of this.#operations) {
      const cause = causeOf(operation);
      // When the process did not start, no operation can have crashed it.
      operation.interruption = cause === 'crashed' && !hasStarted ? 'stopped' : cause;
    }
    this.#deps.onEnd(isDriveSilent ? 'silent' : hasStarted ? 'ended' : 'not-started');
    void this.#worker.kill();
  }
}
