/** @file A child process for the files of one drive, and its supervision. */
import { PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Clock } from '../platform.ts';
import { type FileRequest, fileReplySchema, readyMessage } from './messages.ts';

/** Milliseconds without any response after which a drive counts as hanging; uploads time out later. */
export const maxSilenceMs = 20_000;
/** Milliseconds that one operation may wait while the drive responds to other operations: the drive may be slow. */
export const maxWaitMs = 60_000;
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
  isComputing: boolean;
  onProgress(body: unknown): void;
  resolve(body: unknown): void;
  reject(error: Error): void;
}

interface DriveProcessDeps {
  readonly child: ChildProcess;
  readonly clock: Clock;
  /** Called once. `silent`: the drive has not responded for {@link maxSilenceMs}. */
  readonly onEnd: (cause: 'silent' | 'not-started' | 'ended') => void;
}

/** A child process; it is never restarted. */
export class DriveProcess {
  readonly #deps: DriveProcessDeps;
  readonly #operations = new Map<number, Operation>();
  readonly #sessions = new Set<number>();
  #lastId = 0;
  #isReady = false;
  #hasEnded = false;
  #hasAnswered = false;
  #answeredAt: number;
  #tickedAt: number;
  #cancelTick: () => void;

  constructor(deps: DriveProcessDeps) {
    this.#deps = deps;
    const { child, clock } = deps;
    this.#answeredAt = clock.monotonic();
    this.#tickedAt = this.#answeredAt;
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
    child.onMessage((message) => this.#handleMessage(message));
    child.onExit(() => this.#end(false, () => 'crashed'));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** True once the drive has responded. */
  get hasResponded(): boolean {
    return this.#hasAnswered;
  }

  get isBusy(): boolean {
    return this.#operations.size > 0;
  }

  /** Opens a session, which keeps the process alive until a request ends the session. */
  openSession(): number {
    this.#lastId += 1;
    this.#sessions.add(this.#lastId);
    return this.#lastId;
  }

  /**
   * Sends a request and returns the body of the reply. Rejects with {@link Interrupted}, or `cancelled` when aborted.
   */
  request(
    body: unknown,
    { session, endsSession, onProgress, signal }: RequestOptions = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (session !== undefined && endsSession === true) this.#sessions.delete(session);
      if (this.#hasEnded) return reject(new Interrupted('stopped'));
      const createCancelledError = () => new PaydeskError('cancelled', 'The file is no longer wanted');
      if (signal?.aborted === true) return reject(createCancelledError());
      this.#lastId += 1;
      const id = this.#lastId;
      const abort = () => {
        this.#operations.delete(id);
        reject(createCancelledError());
      };
      const stopListening = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      this.#operations.set(id, {
        progressAt: this.#deps.clock.monotonic(),
        isComputing: false,
        onProgress: (progress) => onProgress?.(progress),
        resolve(reply) {
          stopListening();
          resolve(reply);
        },
        reject(error) {
          stopListening();
          reject(error);
        },
      });
      const request: FileRequest = { id, session: session ?? null, endsSession: endsSession === true, body };
      this.#deps.child.send(request);
    });
  }

  /** Ends the process without waiting for its exit, because a process that hangs in a system call exits much later. */
  close(): void {
    this.#end(false, () => 'closed');
  }

  #handleMessage(message: unknown): void {
    if (this.#hasEnded) return;
    if (message === readyMessage) {
      this.#isReady = true;
      return;
    }
    const { kind, id, body } = fileReplySchema.parse(message);
    this.#hasAnswered = true;
    this.#answeredAt = this.#deps.clock.monotonic();
    const operation = this.#operations.get(id);
    if (operation === undefined) return;
    operation.progressAt = this.#answeredAt;
    operation.isComputing = kind === 'computing';
    if (kind === 'progress') operation.onProgress(body);
    if (kind !== 'reply') return;
    this.#operations.delete(id);
    operation.resolve(body);
  }

  #tick(): void {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    if (now - this.#tickedAt >= maxTickMs)
      for (const operation of this.#operations.values()) operation.progressAt = now;
    this.#tickedAt = now;
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
    const isDriveSilent = now - this.#answeredAt >= maxSilenceMs;
    const isStuck = ({ progressAt, isComputing }: Operation) =>
      now - progressAt >= (isDriveSilent || isComputing ? maxSilenceMs : maxWaitMs);
    const stuckOperations = [...this.#operations.values()].filter(isStuck);
    if (stuckOperations.length > 0) this.#endStuck(stuckOperations, isDriveSilent);
    else if (!this.isBusy && this.#sessions.size === 0 && now - this.#answeredAt >= maxIdleMs) this.close();
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
    const operations = [...this.#operations.values()];
    this.#operations.clear();
    this.#deps.child.kill();
    const hasStarted = this.#isReady || isDriveSilent;
    this.#deps.onEnd(isDriveSilent ? 'silent' : hasStarted ? 'ended' : 'not-started');
    for (const operation of operations) {
      const cause = causeOf(operation);
      // The process did not start, so no operation can have crashed it.
      operation.reject(new Interrupted(cause === 'crashed' && !hasStarted ? 'stopped' : cause));
    }
  }
}
