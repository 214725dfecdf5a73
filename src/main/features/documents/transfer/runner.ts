/**
 * @file Runs the batches of a signed-in profile: claims documents as slots become free, uploads them, attaches
 * complete sets, and pauses all work on errors outside a document.
 */
import type { PaydeskError } from '../../../../shared/errors.ts';
import type { PauseReason } from '../../../../shared/model/batch.ts';
import type { Profile } from '../../../../shared/model/profile.ts';
import type { Clock, Random } from '../../../platform.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Store } from '../../../store/store.ts';
import type { Intake } from '../intake/intake.ts';
import * as batchTables from '../tables/batches.ts';
import * as tables from '../tables/transfer.ts';
import { Attacher } from './attacher.ts';
import { attemptFailureOf } from './attempt-failure.ts';
import type { Bandwidth } from './bandwidth.ts';
import type { FailureAction } from './classify-failure.ts';
import { ConcurrencyLimiter, type Generation, isOverloaded } from './concurrency-limiter.ts';
import { type BlockReason, blockReasons, ConnectivityMonitor } from './connectivity-monitor.ts';
import { type HeldHost, HostBackoff } from './host-backoff.ts';
import { IssuedLinkRegistry } from './issued-link-registry.ts';
import type { Progress } from './progress.ts';
import { RepeatedFailureDetector } from './repeated-failure-detector.ts';
import { type SendDeps, send } from './send.ts';
import { UploadLinkBatcher } from './upload-link-batcher.ts';
import { UploadSlots } from './upload-slots.ts';

export interface RunnerDeps {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly random: Random;
  readonly progress: Progress;
  readonly bandwidth: Bandwidth;
  readonly profile: Profile;
  readonly service: PaymentsService;
  /** Called when the service refuses the session; the clerk must sign in. */
  readonly onInterrupted: (error: PaydeskError) => void;
  /** Marks a batch as changed; `null` stands for any batch. */
  readonly onChange: (batchId: number | null) => void;
  /** Called when outcomes of attach operations have changed beneficiaries. */
  readonly onAttached: () => void;
  readonly onEnded: (batch: { id: number; number: number; state: 'done' | 'done-with-problems' }) => void;
  /** Called on unexpected errors; the document is left for the next start. */
  readonly onUnexpected: (thrown: unknown) => void;
}

/** Longest timer in milliseconds, in case the clock is set meanwhile. */
const maxAlarmMs = 60_000;

/** Milliseconds after which a document whose file is still being read gives up its slot. */
const maxReadingMs = 3_000;
/** Stalled documents that are replaced by others at most. */
const maxStalled = 32;

interface Active {
  readonly job: tables.UploadJob;
  readonly generation: Generation;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** Its drive is slow or hanging. */
  isStalled: boolean;
}

/** The runner of one signed-in profile. */
export class Runner {
  readonly #deps: RunnerDeps;
  readonly #active = new Map<number, Active>();
  readonly #attaching: Attacher;
  readonly #issuedLinks = new IssuedLinkRegistry();
  readonly #links: UploadLinkBatcher;
  readonly #limiter = new ConcurrencyLimiter();
  readonly #slots = new UploadSlots(() => this.#limiter.limit);
  readonly #hostBackoff: HostBackoff;
  #pumping: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #cancelTimer: () => void = () => undefined;
  readonly #repeatedFailures = new RepeatedFailureDetector();
  readonly #connectivity: ConnectivityMonitor;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#links = new UploadLinkBatcher(deps.service, deps.clock);
    this.#hostBackoff = new HostBackoff(deps.clock);
    this.#connectivity = new ConnectivityMonitor(deps.clock);
    this.#attaching = new Attacher({
      ...deps,
      hostBackoff: this.#hostBackoff,
      onRateLimited: (host, milliseconds) => this.#hold(host, milliseconds),
      stopProfile: (cause, error) => this.#halt(cause, error),
      onBlocked: (blockReason, error) => this.#blocked(blockReason, error),
      wake: () => this.wake(),
    });
  }

  /** Number of uploads and of attach operations in flight. */
  get inFlight(): { documents: number; attaches: number } {
    return { documents: this.#active.size, attaches: this.#attaching.inFlight };
  }

  /** The host with the longest pause; `null` when none is paused. */
  get hold(): HeldHost | null {
    return this.#hostBackoff.longestHeld();
  }

  /** Retries at once on the clerk's request, even if a host has asked for a pause. */
  retryNow(): void {
    this.#hostBackoff.clear();
    this.#attaching.retryNow();
    this.wake();
  }

  /** Resumes batches that waited for this session or for the network, and starts. */
  async start(): Promise<void> {
    for (const pauseReason of ['sign-in', ...blockReasons] as const)
      await this.#move('paused', pauseReason, 'running', null);
    this.wake();
  }

  /** Starts the work, if there is any. Does nothing while the service cannot be reached. */
  wake(): void {
    if (this.#stopped || this.#connectivity.blockReason !== null) return;
    this.#again = true;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null;
      if (this.#again) this.wake();
    });
  }

  /** Aborts uploads: all of a batch, or those of the given documents. */
  abort(which: { readonly batchId: number } | { readonly documentIds: readonly number[] }): void {
    for (const { job, abort } of this.#active.values()) {
      const isSelected =
        'batchId' in which ? job.batchId === which.batchId : which.documentIds.includes(job.id);
      if (isSelected) abort.abort();
    }
  }

  /** Stops: aborts uploads and waits for attach operations. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    this.#cancelTimer();
    this.#connectivity.cancelRetry();
    this.#abortAll();
    await this.#pumping;
    await Promise.all([...this.#active.values()].map(({ done }) => done));
    await this.#attaching.settled();
  }

  async #pump(): Promise<void> {
    try {
      while (this.#again && !this.#stopped && this.#connectivity.blockReason === null) {
        this.#again = false;
        await this.#claimDocuments();
        await this.#attaching.attachReady();
        await this.#settle();
      }
    } catch (thrown) {
      this.#deps.onUnexpected(thrown);
    }
  }

  async #claimDocuments(): Promise<void> {
    const progressing = [...this.#active.values()].filter(({ isStalled }) => !isStalled);
    const limit = this.#slots.maxClaimed - Math.max(progressing.length, this.#active.size - maxStalled);
    if (limit <= 0 || this.#hostBackoff.longestHeld() !== null) return;
    const { store, clock, profile } = this.#deps;
    const all = [...this.#active.values()].map(({ job }) => job);
    const jobs = await store.run(tables.claimUploadJobs, {
      profileId: profile.id,
      limit,
      now: clock.now(),
      except: all.map(({ id }) => id),
      memoryBudget:
        tables.maxBytesInMemory -
        progressing.reduce((sum, { job: { size } }) => sum + tables.memoryOf(size), 0),
    });
    for (const job of jobs) this.#begin(job);
  }

  #begin(job: tables.UploadJob): void {
    const { progress, onChange } = this.#deps;
    const abort = new AbortController();
    const generation = this.#limiter.currentGeneration();
    const slot = this.#active.size < this.#limiter.limit ? this.#slots.tryAcquire() : null;
    const publish = () => {
      progress.begin(job.batchId, job.id, job.size);
      onChange(job.batchId);
    };
    if (slot !== null) publish();
    let unusedSlot = slot;
    const stopWaiting = this.#deps.clock.after(maxReadingMs, () => {
      active.isStalled = true;
      unusedSlot?.();
      unusedSlot = null;
      this.wake();
    });
    const onRead = () => {
      stopWaiting();
      active.isStalled = false;
    };
    const acquireSlot = async () => {
      // Only once: a second link is used after the slot was released.
      const reserved = unusedSlot;
      unusedSlot = null;
      if (reserved !== null) return reserved;
      const release = await this.#slots.acquire(abort.signal);
      publish();
      return release;
    };
    const done = this.#transfer(job, generation, { signal: abort.signal, onRead, acquireSlot })
      .catch((thrown: unknown) => this.#deps.onUnexpected(thrown))
      .finally(() => {
        stopWaiting();
        slot?.();
        this.#active.delete(job.id);
        progress.end(job.id);
        onChange(job.batchId);
        this.wake();
      });
    const active: Active = { job, generation, abort, done, isStalled: false };
    this.#active.set(job.id, active);
    if (this.#stopped) abort.abort();
    onChange(job.batchId);
  }

  async #transfer(
    job: tables.UploadJob,
    generation: Generation,
    hooks: Pick<SendDeps, 'signal' | 'onRead' | 'acquireSlot'>,
  ): Promise<void> {
    const { store, intake, clock, service, progress, bandwidth } = this.#deps;
    const sent = await send(job, {
      store,
      intake,
      clock,
      service,
      issuedLinks: this.#issuedLinks,
      linkBatcher: this.#links,
      bandwidth,
      ...hooks,
      onSent: (bytes) => progress.sent(job.id, bytes),
    });
    this.#slots.recordDuration(sent.kind === 'stored' ? sent.milliseconds : null);
    if (isOverloaded(sent)) this.#limiter.onOverload(generation);
    if (sent.kind === 'retry') this.#hold(sent.reason.facts['host'], sent.minWaitMs);
    if (sent.kind === 'stored') {
      this.#limiter.onStored();
      this.#slots.admit();
      this.#repeatedFailures.recordSuccess();
      this.#connectivity.reset();
    } else await this.#failAttempt(job, sent);
  }

  /** Pauses all requests to a host that has asked for it. */
  #hold(host: string | number | undefined, milliseconds: number): void {
    if (typeof host !== 'string' || milliseconds <= 0) return;
    this.#hostBackoff.add(host, milliseconds);
    this.#deps.clock.after(milliseconds, () => this.wake());
  }

  async #failAttempt(job: tables.UploadJob, action: FailureAction): Promise<void> {
    const { store, clock, random } = this.#deps;
    const at = clock.now();
    const failure = attemptFailureOf(job, action, at, random);
    const { id, attemptId } = job;
    const written = store.run(tables.failAttempt, { id, attemptId, at, requestId: null, failure });
    // At once: the next document in the queue would be refused too.
    const paused = action.kind === 'fail' ? this.#countRefusal(job.batchId, action) : null;
    await Promise.all([written, paused]);
    if (action.kind === 'unreachable') await this.#blocked(action.blockReason, action.error);
    else if (action.kind === 'stop') await this.#halt(action.cause, action.error);
  }

  async #countRefusal(batchId: number, action: Extract<FailureAction, { kind: 'fail' }>): Promise<void> {
    const pauseDetail = this.#repeatedFailures.recordFailure(action.reason);
    if (pauseDetail === null) return;
    const { store, onChange } = this.#deps;
    const pauseReason = action.reason.code === 'link-unusable' ? 'link-unusable' : 'refused';
    const pause = { state: 'paused', pauseReason, pauseDetail } as const;
    const paused = store.run(batchTables.setBatchState, { batchId, ...pause });
    this.abort({ batchId });
    await paused;
    onChange(batchId);
  }

  async #halt(cause: 'sign-in' | 'wrong-environment', error: PaydeskError): Promise<void> {
    if (this.#stopped) return;
    if (cause === 'sign-in') return this.#deps.onInterrupted(error);
    await this.#move('running', null, 'paused', cause);
    this.#abortAll();
  }

  /** Pauses all work while the service cannot be reached; no document fails, and work is retried automatically. */
  async #blocked(blockReason: BlockReason, error: PaydeskError): Promise<void> {
    if (this.#connectivity.blockReason !== null || this.#stopped) return;
    this.#connectivity.scheduleRetry(blockReason, () => void this.retryConnection());
    this.#abortAll();
    const host = error.details['host'];
    await this.#move('running', null, 'paused', blockReason, typeof host === 'string' ? host : null);
  }

  /** Retries the connection now, if the service could not be reached. */
  async retryConnection(): Promise<void> {
    const { blockReason } = this.#connectivity;
    if (blockReason === null || this.#stopped) return;
    await this.#move('paused', blockReason, 'running', null);
    this.#connectivity.cancelRetry();
    this.wake();
  }

  /**
   * Restarts uploads after the computer has slept: connections are dead and links have aged, so each gets a new link,
   * without counting an attempt.
   */
  async onSystemResume(): Promise<void> {
    this.#abortAll();
    await this.retryConnection();
    this.wake();
  }

  #abortAll(): void {
    for (const { abort } of this.#active.values()) abort.abort();
  }

  async #move(
    fromState: 'running' | 'paused',
    fromReason: PauseReason | null,
    toState: 'running' | 'paused',
    toReason: PauseReason | null,
    pauseDetail: string | null = null,
  ): Promise<void> {
    const { store, profile, onChange } = this.#deps;
    await store.run(batchTables.setProfileBatches, {
      profileId: profile.id,
      from: { state: fromState, pauseReason: fromReason },
      to: { state: toState, pauseReason: toReason, pauseDetail },
    });
    onChange(null);
  }

  /** Creates a beneficiary without documents while the clerk waits. */
  create(beneficiaryId: number): Promise<void> {
    return this.#attaching.create(beneficiaryId);
  }

  /** Ends finished batches and sets the timer for the next retry. */
  async #settle(): Promise<void> {
    const { store, clock, profile, onEnded, onChange } = this.#deps;
    const ended = await store.run(tables.endBatches, { profileId: profile.id, at: clock.now() });
    for (const batch of ended) {
      onChange(batch.id);
      onEnded(batch);
    }
    const { at } = await store.run(tables.nextDue, { profileId: profile.id, now: clock.now() });
    this.#cancelTimer();
    if (at === null) return;
    const wait = Math.min(maxAlarmMs, Math.max(0, at - clock.now()));
    this.#cancelTimer = clock.after(wait, () => this.wake());
  }
}
