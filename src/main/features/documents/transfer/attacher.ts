/** @file Which beneficiaries get their documents attached now, a few at once, and what comes of it for the others. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Profile } from '../../../../shared/model/profile.ts';
import type { Clock, Random } from '../../../platform.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Store } from '../../../store/store.ts';
import { attachable } from '../tables/attach.ts';
import { type Attached, attach } from './attach.ts';
import { backoff } from './classify-failure.ts';
import { type BlockReason, blockReasonOf } from './connectivity-monitor.ts';
import type { HostBackoff } from './host-backoff.ts';

/** What attaching needs. */
export interface AttacherDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  readonly profile: Profile;
  readonly service: PaymentsService;
  readonly hostBackoff: HostBackoff;
  readonly onChange: (batchId: number | null) => void;
  /** Outcomes changed what is known of beneficiaries. */
  readonly onAttached: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
  /** A host asked to be left alone for so many milliseconds. */
  readonly onRateLimited: (host: string, milliseconds: number) => void;
  /** Nothing of the profile can go on until the clerk has done something. */
  readonly stopProfile: (cause: 'sign-in' | 'wrong-environment', error: PaydeskError) => Promise<void>;
  readonly onBlocked: (blockReason: BlockReason, error: PaydeskError) => Promise<void>;
  /** There may be something to do. */
  readonly wake: () => void;
}

const maxConcurrentAttaches = 4;

/** The attach operations of one signed-in profile. */
export class Attacher {
  readonly #deps: AttacherDeps;
  readonly #running = new Map<number, Promise<void>>();
  /** Where attach operations go. */
  readonly #host: string;
  /** Beneficiaries whose attach was put off by the service, with the monotonic time at which it may be tried again. */
  readonly #notBefore = new Map<number, number>();

  constructor(deps: AttacherDeps) {
    this.#deps = deps;
    this.#host = new URL(deps.profile.hosts.beneficiary).host;
  }

  /** Number of operations whose answer is awaited. */
  get inFlight(): number {
    return this.#running.size;
  }

  /** Resolves when no answer is awaited any more. */
  async settled(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  /** Begins what is complete, as far as there is room. */
  async attachReady(): Promise<void> {
    const { store, clock, profile, hostBackoff } = this.#deps;
    if (hostBackoff.longestHeld(this.#host) !== null) return;
    const limit = maxConcurrentAttaches + this.#running.size + this.#notBefore.size;
    const pairs = await store.run(attachable, { profileId: profile.id, limit });
    for (const { batchId, beneficiaryId } of pairs) {
      const retryNotBefore = this.#notBefore.get(beneficiaryId) ?? 0;
      const isFree = this.#running.size < maxConcurrentAttaches && !this.#running.has(beneficiaryId);
      if (isFree && retryNotBefore <= clock.monotonic()) this.#begin(batchId, beneficiaryId);
    }
  }

  /** The clerk wants it tried now: what the service put off is due. */
  retryNow(): void {
    this.#notBefore.clear();
  }

  /** Creates a beneficiary without documents, for the clerk who waits for it. Throws like {@link attach}. */
  async create(beneficiaryId: number): Promise<void> {
    // The one under way stays known as such, so that quitting asks for it and waits.
    if (this.#running.has(beneficiaryId)) {
      throw new PaydeskError('attach-unknown-elsewhere', 'An operation of this beneficiary is under way');
    }
    const operation = this.#attach(null, beneficiaryId);
    this.#running.set(
      beneficiaryId,
      operation.then(
        () => undefined,
        () => undefined,
      ),
    );
    try {
      const attached = await operation;
      if ('error' in attached) throw attached.error;
    } finally {
      this.#ended(beneficiaryId);
    }
  }

  #begin(batchId: number, beneficiaryId: number): void {
    const { onChange, onUnexpected } = this.#deps;
    const done = this.#attachBatch(batchId, beneficiaryId)
      .catch((thrown: unknown) => {
        // The clerk paused or cancelled in the last moment, and nothing was sent.
        const isWithdrawn = thrown instanceof PaydeskError && thrown.code === 'beneficiary-unknown';
        if (!isWithdrawn) onUnexpected(thrown);
      })
      .finally(() => {
        onChange(batchId);
        this.#ended(beneficiaryId);
      });
    this.#running.set(beneficiaryId, done);
    onChange(batchId);
  }

  #ended(beneficiaryId: number): void {
    this.#running.delete(beneficiaryId);
    this.#deps.onAttached();
    this.#deps.wake();
  }

  #attach(batchId: number | null, beneficiaryId: number): Promise<Attached> {
    const { store, clock, service, profile } = this.#deps;
    const { recipientUpdate } = profile.options;
    return attach(
      { batchId, beneficiaryId },
      { store, clock, service, profileId: profile.id, recipientUpdate },
    );
  }

  async #attachBatch(batchId: number, beneficiaryId: number): Promise<void> {
    const { clock, random, onRateLimited, stopProfile, onBlocked, wake } = this.#deps;
    const attached = await this.#attach(batchId, beneficiaryId);
    this.#notBefore.delete(beneficiaryId);
    if (attached.kind !== 'not-done') return;
    const { error } = attached;
    if (error.code === 'wrong-environment') return stopProfile('wrong-environment', error);
    // Nothing of it was sent, so a connection that broke is no more than a way that is not there.
    const blockReason = blockReasonOf(error) ?? (error.code === 'connection-lost' ? 'offline' : null);
    if (blockReason !== null) return onBlocked(blockReason, error);
    if (!error.retryable) return stopProfile('sign-in', error);
    const requestedWaitMs = typeof error.details['retryAfter'] === 'number' ? error.details['retryAfter'] : 0;
    const waitMs = backoff(3, Math.max(requestedWaitMs, 1_000), random);
    this.#notBefore.set(beneficiaryId, clock.monotonic() + waitMs);
    onRateLimited(this.#host, requestedWaitMs);
    // A timer may fire a moment before its time, and nobody would look again.
    clock.after(waitMs + 1, wake);
  }
}
