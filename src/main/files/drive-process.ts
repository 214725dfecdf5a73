/** @file One process that opens and reads files of one drive, and main's watch over it. */
import { PaydeskError } from '../../shared/errors.ts';
import type { ChildProcess, Clock } from '../platform.ts';
import { type FileRequest, fileReplySchema, readyMessage } from './messages.ts';

/** Milliseconds after which a drive hangs that gives nothing at all; an upload that waits for it times out later. */
export const maxSilenceMs = 20_000;
/** Milliseconds for which one operation may wait while the drive gives something to others: it may only be slow. */
export const maxWaitMs = 60_000;
const tickMs = 2_000;
/** Ticks that come later than this tell that the machine slept or was held up, and not of any drive. */
const maxTickMs = 2 * tickMs;
/** Milliseconds without work after which a process is ended; the next work starts another. */
const maxIdleMs = 120_000;

/**
 * Why an operation has no result. `silent`: the drive does not respond, or not for this file. `overran`: computing what
 * is in the file took too long. `crashed`: the process ended by itself, perhaps because of this file. `stopped`: it was
 * ended because of another operation. `closed`: Paydesk ends.
 */
export type Interruption = 'silent' | 'overran' | 'crashed' | 'stopped' | 'closed';

/** An operation that was not carried out to its end. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  override readonly cause: Interruption;

  constructor(cause: Interruption) {
    super(`The operation was interrupted: ${cause}`);
    this.cause = cause;
  }
}

/** What goes with a request. */
export interface RequestOptions {
  /** A number of {@link DriveProcess.openSession}, whose requests are answered by one thread. */
  readonly session?: number;
  /** It is the last of its session. */
  readonly endsSession?: boolean;
  readonly onProgress?: (body: unknown) => void;
  /** The result is no longer wanted: rejects with `cancelled` at once. */
  readonly signal?: AbortSignal | undefined;
}

interface Operation {
  progressAt: number;
  isComputing: boolean;
  onProgress(body: unknown): void;
  resolve(body: unknown): void;
  reject(error: Error): void;
}

/** What is needed of the machine, and who hears of the end. */
export interface DriveProcessDeps {
  readonly child: ChildProcess;
  readonly clock: Clock;
  /** Called once. `silent`: nothing at all came from the drive for {@link maxSilenceMs}. */
  readonly onEnd: (cause: 'silent' | 'not-started' | 'ended') => void;
}

/** A process from its start to its end; it is never started again. */
export class DriveProcess {
  readonly #deps: DriveProcessDeps;
  readonly #operations = new Map<number, Operation>();
  readonly #sessions = new Set<number>();
  #lastId = 0;
  #isReady = false;
  #hasEnded = false;
  #hasMoved = false;
  #movedAt: number;
  #tickedAt: number;
  #cancelTick: () => void;

  constructor(deps: DriveProcessDeps) {
    this.#deps = deps;
    const { child, clock } = deps;
    this.#movedAt = clock.monotonic();
    this.#tickedAt = this.#movedAt;
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
    child.onMessage((message) => this.#take(message));
    child.onExit(() => this.#end(false, () => 'crashed'));
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** True once the drive gave anything. */
  get hasResponded(): boolean {
    return this.#hasMoved;
  }

  get isBusy(): boolean {
    return this.#operations.size > 0;
  }

  /** Begins a session, which keeps the process until a request ends the session. */
  openSession(): number {
    this.#lastId += 1;
    this.#sessions.add(this.#lastId);
    return this.#lastId;
  }

  /** Asks, and returns the body of the reply. Rejects with {@link Interrupted}, or `cancelled` when aborted. */
  request(
    body: unknown,
    { session, endsSession, onProgress, signal }: RequestOptions = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (session !== undefined && endsSession === true) this.#sessions.delete(session);
      if (this.#hasEnded) return reject(new Interrupted('stopped'));
      const cancelled = () => new PaydeskError('cancelled', 'The file is no longer wanted');
      if (signal?.aborted === true) return reject(cancelled());
      this.#lastId += 1;
      const id = this.#lastId;
      const abort = () => {
        this.#operations.delete(id);
        reject(cancelled());
      };
      const settled = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      this.#operations.set(id, {
        progressAt: this.#deps.clock.monotonic(),
        isComputing: false,
        onProgress: (progress) => onProgress?.(progress),
        resolve(reply) {
          settled();
          resolve(reply);
        },
        reject(error) {
          settled();
          reject(error);
        },
      });
      const request: FileRequest = { id, session: session ?? null, endsSession: endsSession === true, body };
      this.#deps.child.send(request);
    });
  }

  /** Ends the process without waiting for it: a process that hangs in the system may leave only later. */
  close(): void {
    this.#end(false, () => 'closed');
  }

  #take(message: unknown): void {
    if (this.#hasEnded) return;
    if (message === readyMessage) {
      this.#isReady = true;
      return;
    }
    const { kind, id, body } = fileReplySchema.parse(message);
    this.#hasMoved = true;
    this.#movedAt = this.#deps.clock.monotonic();
    const operation = this.#operations.get(id);
    if (operation === undefined) return;
    operation.progressAt = this.#movedAt;
    operation.isComputing = kind === 'computing';
    if (kind === 'progress') operation.onProgress(body);
    if (kind !== 'reply') return;
    this.#operations.delete(id);
    operation.resolve(body);
  }

  #tick(): void {
    const { clock } = this.#deps;
    const now = clock.monotonic();
    if (now - this.#tickedAt >= maxTickMs) for (const one of this.#operations.values()) one.progressAt = now;
    this.#tickedAt = now;
    this.#cancelTick = clock.after(tickMs, () => this.#tick());
    const isAllSilent = now - this.#movedAt >= maxSilenceMs;
    const isStuck = ({ progressAt, isComputing }: Operation) =>
      now - progressAt >= (isAllSilent || isComputing ? maxSilenceMs : maxWaitMs);
    const stuck = [...this.#operations.values()].filter(isStuck);
    if (stuck.length > 0) this.#endStuck(stuck, isAllSilent);
    else if (!this.isBusy && this.#sessions.size === 0 && now - this.#movedAt >= maxIdleMs) this.close();
  }

  #endStuck(stuck: readonly Operation[], isAllSilent: boolean): void {
    // Whatever waits for a busy processor is silent too, and says nothing of the drive.
    const overran = stuck.filter(({ isComputing }) => isComputing);
    if (overran.length > 0) this.#end(false, (one) => (overran.includes(one) ? 'overran' : 'stopped'));
    else if (isAllSilent) this.#end(true, () => 'silent');
    else this.#end(false, (one) => (stuck.includes(one) ? 'silent' : 'stopped'));
  }

  #end(isWholeDriveSilent: boolean, causeOf: (operation: Operation) => Interruption): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.#cancelTick();
    const operations = [...this.#operations.values()];
    this.#operations.clear();
    this.#deps.child.kill();
    const hasStarted = this.#isReady || isWholeDriveSilent;
    this.#deps.onEnd(isWholeDriveSilent ? 'silent' : hasStarted ? 'ended' : 'not-started');
    for (const operation of operations) {
      const cause = causeOf(operation);
      // Nothing was begun, so nothing of it is why.
      operation.reject(new Interrupted(cause === 'crashed' && !hasStarted ? 'stopped' : cause));
    }
  }
}
