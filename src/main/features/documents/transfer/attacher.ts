/**
 * @file Runs the attach operations of a profile, a few at once, and reports errors that concern the whole profile.
 */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { BlockReason } from '../../../../shared/model/documents/batch.ts';
import type { Profile } from '../../../../shared/model/session/profile.ts';
import { blockReasonOf } from '../../../service/http/connectivity-monitor.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Ports } from '../../ports.ts';
import { attachablePairs } from '../database/attach/attach.ts';
import { type AttachResult, attach } from './attach.ts';
import { chooseBackoffMs } from './classify-failure.ts';

interface AttacherDeps extends Pick<Ports, 'store' | 'clock' | 'random' | 'hostBackoff' | 'onUnexpected'> {
  readonly profile: Profile;
  readonly service: PaymentsService;
  readonly onChange: (batchId: number | null) => void;
  /** Called when outcomes have changed beneficiaries. */
  readonly onAttached: () => void;
  /** Stops all work of the profile until the clerk has acted. */
  readonly stopProfile: (cause: 'sign-in' | 'wrong-environment', error: PaydeskError) => Promise<void>;
  readonly onBlocked: (blockReason: BlockReason, error: PaydeskError) => Promise<void>;
  /** Starts the work, if there is any. */
  readonly wake: () => void;
}

const maxConcurrentAttaches = 4;

/** Attempt number for the backoff of a busy service: a delay of at most eight seconds. */
const backoffAttempt = 3;
const minBackoffMs = 1_000;

/** Runs the attach operations of one signed-in profile. */
export class Attacher {
  readonly #deps: AttacherDeps;
  readonly #operations = new Map<number, Promise<void>>();
  /** Host of the attach operations. */
  readonly #host: string;
  /** Monotonic time of the earliest retry by beneficiary, after the service was busy. */
  readonly #retryNotBefore = new Map<number, number>();

  constructor(deps: AttacherDeps) {
    this.#deps = deps;
    this.#host = new URL(deps.profile.hosts.beneficiary).host;
  }

  /** Number of operations in flight. */
  get inFlight(): number {
    return this.#operations.size;
  }

  /** Resolves when no operation is in flight. */
  async whenSettled(): Promise<void> {
    await Promise.all(this.#operations.values());
  }

  /** Starts operations for complete sets, up to the concurrency limit. */
  async attachReady(): Promise<void> {
    const { store, clock, profile, hostBackoff } = this.#deps;
    if (hostBackoff.findPausedHost([this.#host]) !== null) return;
    const limit = maxConcurrentAttaches + this.#operations.size + this.#retryNotBefore.size;
    const pairs = await store.run(attachablePairs, { profileId: profile.id, limit });
    for (const { batchId, beneficiaryId } of pairs) {
      const retryNotBefore = this.#retryNotBefore.get(beneficiaryId) ?? 0;
      const hasFreeSlot =
        this.#operations.size < maxConcurrentAttaches && !this.#operations.has(beneficiaryId);
      if (hasFreeSlot && retryNotBefore <= clock.monotonic()) this.#begin(batchId, beneficiaryId);
    }
  }

  /** Makes all delayed retries due, on the clerk's request. */
  retryNow(): void {
    this.#retryNotBefore.clear();
  }

  /** Creates a beneficiary without documents while the clerk waits. Throws like {@link attach}. */
  async createBeneficiary(beneficiaryId: number): Promise<void> {
    // A second operation would replace the registered one, and quitting would not wait for the first.
    if (this.#operations.has(beneficiaryId)) {
      throw new PaydeskError('attach-unknown-elsewhere', 'An operation of this beneficiary is in progress');
    }
    const operation = this.#attach(null, beneficiaryId);
    this.#operations.set(
      beneficiaryId,
      operation.then(
        () => undefined,
        () => undefined,
      ),
    );
    try {
      const result = await operation;
      if ('error' in result) throw result.error;
    } finally {
      this.#endOperation(beneficiaryId);
    }
  }

  #begin(batchId: number, beneficiaryId: number): void {
    const { onChange, onUnexpected } = this.#deps;
    const completion = this.#attachBatch(batchId, beneficiaryId)
      .catch((thrown: unknown) => {
        // The clerk has just paused or cancelled the batch; nothing was sent.
        const isWithdrawn = thrown instanceof PaydeskError && thrown.code === 'beneficiary-unknown';
        if (!isWithdrawn) onUnexpected(thrown);
      })
      .finally(() => {
        onChange(batchId);
        this.#endOperation(beneficiaryId);
      });
    this.#operations.set(beneficiaryId, completion);
    onChange(batchId);
  }

  #endOperation(beneficiaryId: number): void {
    this.#operations.delete(beneficiaryId);
    this.#deps.onAttached();
    this.#deps.wake();
  }

  #attach(batchId: number | null, beneficiaryId: number): Promise<AttachResult> {
    const { store, clock, service, profile } = this.#deps;
    const { recipientUpdate } = profile.options;
    return attach(
      { batchId, beneficiaryId },
      { store, clock, service, profileId: profile.id, recipientUpdate },
    );
  }

  async #attachBatch(batchId: number, beneficiaryId: number): Promise<void> {
    const { clock, random, stopProfile, onBlocked, wake } = this.#deps;
    const result = await this.#attach(batchId, beneficiaryId);
    this.#retryNotBefore.delete(beneficiaryId);
    if (result.kind !== 'not-done') return;
    const { error } = result;
    if (error.code === 'wrong-environment') return stopProfile('wrong-environment', error);
    const blockReason = blockReasonOf(error);
    if (blockReason !== null) return onBlocked(blockReason, error);
    if (!error.retryable) return stopProfile('sign-in', error);
    const requestedWaitMs = typeof error.details['retryAfter'] === 'number' ? error.details['retryAfter'] : 0;
    const waitMs = chooseBackoffMs(backoffAttempt, Math.max(requestedWaitMs, minBackoffMs), random);
    this.#retryNotBefore.set(beneficiaryId, clock.monotonic() + waitMs);
    // One millisecond later, because a timer may fire early.
    clock.after(waitMs + 1, wake);
  }
}
