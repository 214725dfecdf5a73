/**
 * @file Runs the batches of a signed-in profile: claims documents as slots become free, uploads them, attaches
 * complete sets, and pauses all work on errors outside a document.
 */
import type { PaydeskError } from '../../../../shared/errors.ts';
import {
  type BlockReason,
  blockReasonSchema,
  type PauseReason,
} from '../../../../shared/model/documents/batch.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import { ConnectivityMonitor } from '../../../service/http/connectivity-monitor.ts';
import type { PausedHost } from '../../../service/http/host-backoff.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Ports } from '../../ports.ts';
import * as batchProcedures from '../database/batches.ts';
import * as procedures from '../database/transfer.ts';
import type { Intake } from '../intake/intake-client.ts';
import { Attacher } from './attacher.ts';
import { toAttemptFailure } from './attempt-failure.ts';
import type { Bandwidth } from './bandwidth.ts';
import type { FailureAction } from './classify-failure.ts';
import { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { IssuedLinkRegistry } from './issued-link-registry.ts';
import type { Progress } from './progress.ts';
import { RepeatedFailureDetector } from './repeated-failure-detector.ts';
import { type SendDeps, send } from './send-document.ts';
import { UploadLinkBatcher } from './upload-link-batcher.ts';
import { UploadSlots } from './upload-slots.ts';

interface RunnerDeps extends Pick<Ports, 'store' | 'clock' | 'random' | 'hostBackoff' | 'onUnexpected'> {
  readonly intake: Intake;
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
  readonly onBatchEnded: (batch: {
    id: number;
    number: number;
    state: 'done' | 'done-with-problems';
  }) => void;
}

/** Longest timer in milliseconds, in case the system clock is changed meanwhile. */
const maxTimerMs = 60_000;

/** Milliseconds after which a document whose file is still being read gives up its slot. */
const maxReadingMs = 3_000;
/** Maximum number of stalled documents whose slots other documents may use. */
const maxStalledDocuments = 32;

interface ActiveUpload {
  readonly job: procedures.UploadJob;
  readonly abortController: AbortController;
  readonly done: Promise<void>;
  /** Whether the drive of the file is slow or hanging. */
  isStalled: boolean;
}

/** The runner of one signed-in profile. */
export class Runner {
  readonly #deps: RunnerDeps;
  readonly #activeUploads = new Map<number, ActiveUpload>();
  readonly #attacher: Attacher;
  readonly #issuedLinks = new IssuedLinkRegistry();
  readonly #linkBatcher: UploadLinkBatcher;
  readonly #limiter = new ConcurrencyLimiter();
  readonly #slots = new UploadSlots(() => this.#limiter.limit);
  /** The beneficiary service, and the storage hosts at which documents have failed. */
  readonly #hosts: Set<string>;
  #runningPump: Promise<void> | null = null;
  #isWakeRequested = false;
  #failuresSinceStored = 0;
  #isStopped = false;
  #cancelTimer: () => void = () => undefined;
  readonly #repeatedFailures = new RepeatedFailureDetector();
  readonly #connectivity: ConnectivityMonitor;

  constructor(deps: RunnerDeps) {
    this.#deps = deps;
    this.#linkBatcher = new UploadLinkBatcher(deps.service, deps.clock);
    this.#hosts = new Set([new URL(deps.profile.hosts.beneficiary).host]);
    this.#connectivity = new ConnectivityMonitor(deps.clock);
    this.#attacher = new Attacher({
      ...deps,
      stopProfile: (cause, error) => this.#stopProfile(cause, error),
      onBlocked: (blockReason, error) => this.#onBlocked(blockReason, error),
      wake: () => this.wake(),
    });
  }

  /** Number of uploads and of attach operations in flight. */
  get inFlight(): { documents: number; attaches: number } {
    return { documents: this.#activeUploads.size, attaches: this.#attacher.inFlight };
  }

  /** The host of the documents with the longest pause; `null` when none is paused. */
  get pausedHost(): PausedHost | null {
    return this.#deps.hostBackoff.findPausedHost(this.#hosts);
  }

  /** Retries at once on the clerk's request, even if a host has asked for a pause. */
  retryNow(): void {
    this.#deps.hostBackoff.clear(this.#hosts);
    this.#attacher.retryNow();
    this.wake();
  }

  /** Resumes batches that waited for this session or for the network, and starts. */
  async start(): Promise<void> {
    for (const pauseReason of ['sign-in', ...blockReasonSchema.options] as const)
      await this.#changeBatches('paused', pauseReason, 'running', null);
    this.wake();
  }

  /** Starts the work, if there is any. Does nothing while the service cannot be reached. */
  wake(): void {
    if (this.#isStopped || this.#connectivity.blockReason !== null) return;
    this.#isWakeRequested = true;
    this.#runningPump ??= this.#pump().finally(() => {
      this.#runningPump = null;
      if (this.#isWakeRequested) this.wake();
    });
  }

  /** Aborts the uploads of a batch or of certain documents. */
  abort(selection: { readonly batchId: number } | { readonly documentIds: readonly number[] }): void {
    for (const { job, abortController } of this.#activeUploads.values()) {
      const isSelected =
        'batchId' in selection ? job.batchId === selection.batchId : selection.documentIds.includes(job.id);
      if (isSelected) abortController.abort();
    }
  }

  /** Stops: aborts uploads and waits for attach operations. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#isWakeRequested = false;
    this.#cancelTimer();
    this.#connectivity.cancelRetry();
    this.#abortAll();
    await this.#runningPump;
    await Promise.all([...this.#activeUploads.values()].map(({ done }) => done));
    await this.#attacher.whenSettled();
  }

  /** Runs passes as long as new work is requested. */
  async #pump(): Promise<void> {
    try {
      while (this.#isWakeRequested && !this.#isStopped && this.#connectivity.blockReason === null) {
        this.#isWakeRequested = false;
        await this.#claimDocuments();
        await this.#attacher.attachReady();
        await this.#endBatchesAndSetTimer();
      }
    } catch (thrown) {
      this.#deps.onUnexpected(thrown);
    }
  }

  async #claimDocuments(): Promise<void> {
    const progressingUploads = [...this.#activeUploads.values()].filter(({ isStalled }) => !isStalled);
    // A limited number of stalled documents does not count.
    const limit =
      this.#slots.maxClaimed -
      Math.max(progressingUploads.length, this.#activeUploads.size - maxStalledDocuments);
    if (limit <= 0 || this.pausedHost !== null) return;
    const { store, clock, profile } = this.#deps;
    const jobs = await store.run(procedures.claimUploadJobs, {
      profileId: profile.id,
      limit,
      now: clock.now(),
      except: [...this.#activeUploads.keys()],
      memoryBudget:
        procedures.maxBytesInMemory -
        progressingUploads.reduce((sum, { job: { size } }) => sum + procedures.estimateUploadMemory(size), 0),
    });
    for (const job of jobs) this.#beginUpload(job);
  }

  #beginUpload(job: procedures.UploadJob): void {
    const { progress, onChange } = this.#deps;
    const abortController = new AbortController();
    const releaseSlot = this.#activeUploads.size < this.#limiter.limit ? this.#slots.tryAcquire() : null;
    const publish = () => {
      progress.begin(job.batchId, job.id, job.size);
      onChange(job.batchId);
    };
    if (releaseSlot !== null) publish();
    let releaseUnusedSlot = releaseSlot;
    const cancelStallTimer = this.#deps.clock.after(maxReadingMs, () => {
      upload.isStalled = true;
      releaseUnusedSlot?.();
      releaseUnusedSlot = null;
      this.wake();
    });
    const onRead = () => {
      cancelStallTimer();
      upload.isStalled = false;
    };
    const acquireSlot = async () => {
      // The reserved slot serves the first request only; a later request comes after the release of that slot.
      const releaseReserved = releaseUnusedSlot;
      releaseUnusedSlot = null;
      if (releaseReserved !== null) return releaseReserved;
      const release = await this.#slots.acquire(abortController.signal);
      publish();
      return release;
    };
    const done = this.#transfer(job, { signal: abortController.signal, onRead, acquireSlot })
      .catch((thrown: unknown) => this.#deps.onUnexpected(thrown))
      .finally(() => {
        cancelStallTimer();
        releaseSlot?.();
        this.#activeUploads.delete(job.id);
        progress.end(job.id);
        onChange(job.batchId);
        this.wake();
      });
    const upload: ActiveUpload = { job, abortController, done, isStalled: false };
    this.#activeUploads.set(job.id, upload);
    if (this.#isStopped) abortController.abort();
    onChange(job.batchId);
  }

  async #transfer(
    job: procedures.UploadJob,
    hooks: Pick<SendDeps, 'signal' | 'onRead' | 'acquireSlot'>,
  ): Promise<void> {
    const { store, intake, clock, progress, bandwidth } = this.#deps;
    const result = await send(job, {
      store,
      intake,
      clock,
      putDocument: (...upload) => this.#putDocument(...upload),
      issuedLinks: this.#issuedLinks,
      linkBatcher: this.#linkBatcher,
      bandwidth,
      ...hooks,
      onSent: (bytes) => progress.recordSent(job.id, bytes),
    });
    const host = 'reason' in result ? result.reason.facts['host'] : null;
    if (typeof host === 'string') this.#hosts.add(host);
    if (result.kind === 'stored') {
      this.#failuresSinceStored = 0;
      this.#repeatedFailures.recordSuccess();
      this.#connectivity.reset();
    } else await this.#failAttempt(job, result);
  }

  async #putDocument(...upload: Parameters<PaymentsService['putDocument']>) {
    const { clock, service } = this.#deps;
    const startedAt = clock.monotonic();
    try {
      return await this.#limiter.observe(service.putDocument(...upload));
    } finally {
      this.#slots.recordDuration(clock.monotonic() - startedAt);
    }
  }

  async #failAttempt(job: procedures.UploadJob, action: FailureAction): Promise<void> {
    const { store, clock, random } = this.#deps;
    const at = clock.now();
    const failure = toAttemptFailure(job, action, at, random, this.#failuresSinceStored);
    this.#failuresSinceStored += 1;
    const { id, attemptId } = job;
    const recording = store.run(procedures.failAttempt, { id, attemptId, at, requestId: null, failure });
    // Does not wait for the record: the next document in the queue would be refused too.
    const pausing = action.kind === 'fail' ? this.#countFailure(job.batchId, action) : null;
    await Promise.all([recording, pausing]);
    if (action.kind === 'unreachable') await this.#onBlocked(action.blockReason, action.error);
    else if (action.kind === 'stop') await this.#stopProfile(action.cause, action.error);
  }

  async #countFailure(batchId: number, action: Extract<FailureAction, { kind: 'fail' }>): Promise<void> {
    const pauseDetail = this.#repeatedFailures.recordFailure(action.reason);
    if (pauseDetail === null) return;
    const { store, onChange } = this.#deps;
    const pauseReason = action.reason.code === 'link-unusable' ? 'link-unusable' : 'refused';
    const pause = { state: 'paused', pauseReason, pauseDetail } as const;
    const pausing = store.run(batchProcedures.setBatchState, { batchId, ...pause });
    this.abort({ batchId });
    await pausing;
    onChange(batchId);
  }

  async #stopProfile(cause: 'sign-in' | 'wrong-environment', error: PaydeskError): Promise<void> {
    if (this.#isStopped) return;
    if (cause === 'sign-in') return this.#deps.onInterrupted(error);
    await this.#changeBatches('running', null, 'paused', cause);
    this.#abortAll();
  }

  /** Pauses all work while the service cannot be reached; no document fails, and work is retried automatically. */
  async #onBlocked(blockReason: BlockReason, error: PaydeskError): Promise<void> {
    if (this.#connectivity.blockReason !== null || this.#isStopped) return;
    this.#connectivity.scheduleRetry(blockReason, () => void this.retryConnection());
    this.#abortAll();
    const host = error.details['host'];
    await this.#changeBatches('running', null, 'paused', blockReason, typeof host === 'string' ? host : null);
  }

  /** Retries the connection now, if the service could not be reached. */
  async retryConnection(): Promise<void> {
    const { blockReason } = this.#connectivity;
    if (blockReason === null || this.#isStopped) return;
    await this.#changeBatches('paused', blockReason, 'running', null);
    this.#connectivity.cancelRetry();
    this.wake();
  }

  /**
   * Restarts uploads after the computer has slept: connections are dead and links have aged, so each document gets a
   * new link, without counting an attempt.
   */
  async onSystemResume(): Promise<void> {
    this.#abortAll();
    await this.retryConnection();
    this.wake();
  }

  #abortAll(): void {
    for (const { abortController } of this.#activeUploads.values()) abortController.abort();
  }

  async #changeBatches(
    fromState: 'running' | 'paused',
    fromReason: PauseReason | null,
    toState: 'running' | 'paused',
    toReason: PauseReason | null,
    pauseDetail: string | null = null,
  ): Promise<void> {
    const { store, profile, onChange } = this.#deps;
    await store.run(batchProcedures.setProfileBatches, {
      profileId: profile.id,
      from: { state: fromState, pauseReason: fromReason },
      to: { state: toState, pauseReason: toReason, pauseDetail },
    });
    onChange(null);
  }

  /** Creates a beneficiary without documents while the clerk waits. */
  createBeneficiary(beneficiaryId: number): Promise<void> {
    return this.#attacher.createBeneficiary(beneficiaryId);
  }

  /** Ends finished batches and sets the timer for the next retry, or for the end of the pause of a host. */
  async #endBatchesAndSetTimer(): Promise<void> {
    const { store, clock, profile, onBatchEnded, onChange } = this.#deps;
    const ended = await store.run(procedures.endBatches, { profileId: profile.id, at: clock.now() });
    for (const batch of ended) {
      onChange(batch.id);
      onBatchEnded(batch);
    }
    const { at } = await store.run(procedures.nextRetryTime, { profileId: profile.id, now: clock.now() });
    this.#cancelTimer();
    const retryInMs = at === null ? null : at - clock.now();
    const waitMs = this.pausedHost?.remainingMs ?? retryInMs;
    if (waitMs === null) return;
    this.#cancelTimer = clock.after(Math.min(maxTimerMs, Math.max(0, waitMs)), () => this.wake());
  }
}
