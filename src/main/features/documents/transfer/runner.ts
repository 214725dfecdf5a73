/**
 * @file Runs the batches of the signed-in profile: takes documents as slots become free, sends them, attaches what is
 * complete, and pauses everything when something outside a document is wrong.
 */
import type { PaydeskError } from '../../../../shared/errors.ts';
import type { PauseReason } from '../../../../shared/model/batch.ts';
import type { Profile } from '../../../../shared/model/profile.ts';
import type { Chance, Clock } from '../../../platform.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Store } from '../../../store/store.ts';
import type { Intake } from '../intake/intake.ts';
import * as batchTables from '../tables/batches.ts';
import * as tables from '../tables/transfer.ts';
import { Attaching } from './attaching.ts';
import type { Bandwidth } from './bandwidth.ts';
import { GivenLinks } from './given-links.ts';
import { type Hold, Holds } from './holds.ts';
import { LinkDesk } from './link-desk.ts';
import { type Blockage, blockages, Outage } from './outage.ts';
import type { Verdict } from './outcome.ts';
import { Pace, type Stage, saysTooMuch } from './pace.ts';
import { Places } from './places.ts';
import type { Progress } from './progress.ts';
import { Refusals } from './refusals.ts';
import { type SendParts, send } from './send.ts';
import { setbackOf } from './setback.ts';

/** What the runner needs. */
export interface RunnerParts {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly progress: Progress;
  readonly bandwidth: Bandwidth;
  readonly profile: Profile;
  readonly service: PaymentsService;
  /** The service refuses the session: signing in is the clerk's. */
  readonly onInterrupted: (error: PaydeskError) => void;
  /** Documents of a batch changed; `null` means any batch. */
  readonly onChange: (batchId: number | null) => void;
  /** Outcomes of attach operations changed what is known of beneficiaries. */
  readonly onAttached: () => void;
  readonly onEnded: (batch: { id: number; number: number; state: 'done' | 'done-with-problems' }) => void;
  /** Something was thrown that nobody expects; the document is left for the next start. */
  readonly onUnexpected: (thrown: unknown) => void;
}

/** Milliseconds after which it is looked again, in case the clock was set while the alarm was. */
const longestAlarm = 60_000;

/** Milliseconds after which a document whose file is still being read keeps no place from others. */
const maxReadingMs = 3_000;
/** The most documents at once for which others are begun. */
const maxHeldUp = 32;

interface Active {
  readonly claim: tables.Claim;
  readonly begun: Stage;
  readonly abort: AbortController;
  readonly done: Promise<void>;
  /** Its drive gives its file slowly or not at all. */
  isHeldUp: boolean;
}

/** The runner of one signed-in profile. */
export class Runner {
  readonly #parts: RunnerParts;
  readonly #active = new Map<number, Active>();
  readonly #attaching: Attaching;
  readonly #givenLinks = new GivenLinks();
  readonly #links: LinkDesk;
  readonly #pace = new Pace();
  readonly #places = new Places(() => this.#pace.atOnce);
  readonly #holds: Holds;
  #pumping: Promise<void> | null = null;
  #again = false;
  #stopped = false;
  #cancelTimer: () => void = () => undefined;
  readonly #refusals = new Refusals();
  readonly #outage: Outage;

  constructor(parts: RunnerParts) {
    this.#parts = parts;
    this.#links = new LinkDesk(parts.service, parts.clock);
    this.#holds = new Holds(parts.clock);
    this.#outage = new Outage(parts.clock);
    this.#attaching = new Attaching({
      ...parts,
      holds: this.#holds,
      hold: (host, milliseconds) => this.#hold(host, milliseconds),
      halt: (why, error) => this.#halt(why, error),
      blocked: (blockage, error) => this.#blocked(blockage, error),
      wake: () => this.wake(),
    });
  }

  /** Number of documents on their way, and of attach operations whose answer is awaited. */
  get inFlight(): { documents: number; attaches: number } {
    return { documents: this.#active.size, attaches: this.#attaching.inFlight };
  }

  /** The host that asked to be left alone the longest, with the milliseconds that are left; `null` when none did. */
  get hold(): Hold | null {
    return this.#holds.longest();
  }

  /** The clerk wants it tried now, whatever a host asked for. */
  tryNow(): void {
    this.#holds.release();
    this.#attaching.tryNow();
    this.wake();
  }

  /** Lets batches go on that only waited for this session or for the network, and starts. */
  async start(): Promise<void> {
    for (const pauseReason of ['sign-in', ...blockages] as const)
      await this.#move('paused', pauseReason, 'running', null);
    this.wake();
  }

  /** There may be something to do. While the way is blocked there is not, until it is tried again. */
  wake(): void {
    if (this.#stopped || this.#outage.blockage !== null) return;
    this.#again = true;
    this.#pumping ??= this.#pump().finally(() => {
      this.#pumping = null;
      if (this.#again) this.wake();
    });
  }

  /** Takes documents off their way: all of a batch, or those of the list that are on it. */
  abort(which: { readonly batchId: number } | { readonly documentIds: readonly number[] }): void {
    for (const { claim, abort } of this.#active.values()) {
      const meant =
        'batchId' in which ? claim.batchId === which.batchId : which.documentIds.includes(claim.id);
      if (meant) abort.abort();
    }
  }

  /** Stops: transfers are given up, answers to attach operations are awaited. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#again = false;
    this.#cancelTimer();
    this.#outage.end();
    this.#abortAll();
    await this.#pumping;
    await Promise.all([...this.#active.values()].map(({ done }) => done));
    await this.#attaching.ended();
  }

  async #pump(): Promise<void> {
    try {
      while (this.#again && !this.#stopped && this.#outage.blockage === null) {
        this.#again = false;
        await this.#claimDocuments();
        await this.#attaching.begin();
        await this.#settle();
      }
    } catch (thrown) {
      this.#parts.onUnexpected(thrown);
    }
  }

  async #claimDocuments(): Promise<void> {
    const moving = [...this.#active.values()].filter(({ isHeldUp }) => !isHeldUp);
    const limit = this.#places.inWork - Math.max(moving.length, this.#active.size - maxHeldUp);
    if (limit <= 0 || this.#holds.longest() !== null) return;
    const { store, clock, profile } = this.#parts;
    const all = [...this.#active.values()].map(({ claim }) => claim);
    const claims = await store.run(tables.claim, {
      profileId: profile.id,
      limit,
      now: clock.now(),
      except: all.map(({ id }) => id),
      room: tables.mostInMemory - moving.reduce((sum, { claim: { size } }) => sum + tables.memoryOf(size), 0),
    });
    for (const claim of claims) this.#begin(claim);
  }

  #begin(claim: tables.Claim): void {
    const { progress, onChange } = this.#parts;
    const abort = new AbortController();
    const begun = this.#pace.begin();
    const free = this.#active.size < this.#pace.atOnce ? this.#places.takeFree() : null;
    const show = () => {
      progress.begin(claim.batchId, claim.id, claim.size);
      onChange(claim.batchId);
    };
    if (free !== null) show();
    let unused = free;
    const stopWaiting = this.#parts.clock.after(maxReadingMs, () => {
      active.isHeldUp = true;
      unused?.();
      unused = null;
      this.wake();
    });
    const onRead = () => {
      stopWaiting();
      active.isHeldUp = false;
    };
    const place = async () => {
      // Once: a second link is used after the place was given back.
      const taken = unused;
      unused = null;
      if (taken !== null) return taken;
      const release = await this.#places.take(abort.signal);
      show();
      return release;
    };
    const done = this.#transfer(claim, begun, { signal: abort.signal, onRead, place })
      .catch((thrown: unknown) => this.#parts.onUnexpected(thrown))
      .finally(() => {
        stopWaiting();
        free?.();
        this.#active.delete(claim.id);
        progress.end(claim.id);
        onChange(claim.batchId);
        this.wake();
      });
    const active: Active = { claim, begun, abort, done, isHeldUp: false };
    this.#active.set(claim.id, active);
    if (this.#stopped) abort.abort();
    onChange(claim.batchId);
  }

  async #transfer(
    claim: tables.Claim,
    begun: Stage,
    steps: Pick<SendParts, 'signal' | 'onRead' | 'place'>,
  ): Promise<void> {
    const { store, intake, clock, service, progress, bandwidth } = this.#parts;
    const sent = await send(claim, {
      store,
      intake,
      clock,
      service,
      givenLinks: this.#givenLinks,
      links: this.#links,
      bandwidth,
      ...steps,
      onSent: (bytes) => progress.sent(claim.id, bytes),
    });
    this.#places.went(sent.kind === 'stored' ? sent.milliseconds : null);
    if (saysTooMuch(sent)) this.#pace.tooMuch(begun);
    if (sent.kind === 'retry') this.#hold(sent.reason.facts['host'], sent.waitAtLeast);
    if (sent.kind === 'stored') {
      this.#pace.stored();
      this.#places.admit();
      this.#refusals.stored();
      this.#outage.over();
    } else await this.#setBack(claim, sent);
  }

  /** A host asked to come back later: that is for everything that goes there. */
  #hold(host: string | number | undefined, milliseconds: number): void {
    if (typeof host !== 'string' || milliseconds <= 0) return;
    this.#holds.add(host, milliseconds);
    this.#parts.clock.after(milliseconds, () => this.wake());
  }

  async #setBack(claim: tables.Claim, verdict: Verdict): Promise<void> {
    const { store, clock, chance } = this.#parts;
    const at = clock.now();
    const setback = setbackOf(claim, verdict, at, chance);
    const { id, attemptId } = claim;
    const written = store.run(tables.setBack, { id, attemptId, at, requestId: null, setback });
    // At once: whoever waits for its place would be the next to be refused.
    const paused = verdict.kind === 'fail' ? this.#countRefusal(claim.batchId, verdict) : null;
    await Promise.all([written, paused]);
    if (verdict.kind === 'unreachable') await this.#blocked(verdict.blockage, verdict.error);
    else if (verdict.kind === 'stop') await this.#halt(verdict.why, verdict.error);
  }

  async #countRefusal(batchId: number, verdict: Extract<Verdict, { kind: 'fail' }>): Promise<void> {
    const pauseDetail = this.#refusals.failed(verdict.reason);
    if (pauseDetail === null) return;
    const { store, onChange } = this.#parts;
    const pauseReason = verdict.reason.code === 'link-unusable' ? 'link-unusable' : 'refused';
    const pause = { state: 'paused', pauseReason, pauseDetail } as const;
    const paused = store.run(batchTables.setBatchState, { batchId, ...pause });
    this.abort({ batchId });
    await paused;
    onChange(batchId);
  }

  async #halt(why: 'sign-in' | 'wrong-environment', error: PaydeskError): Promise<void> {
    if (this.#stopped) return;
    if (why === 'sign-in') return this.#parts.onInterrupted(error);
    await this.#move('running', null, 'paused', why);
    this.#abortAll();
  }

  /** The way to the service is blocked: nothing is failed for that, everything waits and is tried again by itself. */
  async #blocked(blockage: Blockage, error: PaydeskError): Promise<void> {
    if (this.#outage.blockage !== null || this.#stopped) return;
    this.#outage.begin(blockage, () => void this.tryAgain());
    this.#abortAll();
    const host = error.details['host'];
    await this.#move('running', null, 'paused', blockage, typeof host === 'string' ? host : null);
  }

  /** Tries the way to the service again now, if it is blocked. */
  async tryAgain(): Promise<void> {
    const { blockage } = this.#outage;
    if (blockage === null || this.#stopped) return;
    await this.#move('paused', blockage, 'running', null);
    this.#outage.end();
    this.wake();
  }

  /**
   * The machine has slept: connections are dead and links have aged, so what was on its way starts over with a new link,
   * without a try being counted.
   */
  async wokeUp(): Promise<void> {
    this.#abortAll();
    await this.tryAgain();
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
    const { store, profile, onChange } = this.#parts;
    await store.run(batchTables.setProfileBatches, {
      profileId: profile.id,
      from: { state: fromState, pauseReason: fromReason },
      to: { state: toState, pauseReason: toReason, pauseDetail },
    });
    onChange(null);
  }

  /** Creates a beneficiary without documents, for the clerk who waits for it. */
  create(beneficiaryId: number): Promise<void> {
    return this.#attaching.create(beneficiaryId);
  }

  /** Ends batches that are through, and sets the alarm for the next document that waits. */
  async #settle(): Promise<void> {
    const { store, clock, profile, onEnded, onChange } = this.#parts;
    const ended = await store.run(tables.endBatches, { profileId: profile.id, at: clock.now() });
    for (const batch of ended) {
      onChange(batch.id);
      onEnded(batch);
    }
    const { at } = await store.run(tables.nextDue, { profileId: profile.id, now: clock.now() });
    this.#cancelTimer();
    if (at === null) return;
    const wait = Math.min(longestAlarm, Math.max(0, at - clock.now()));
    this.#cancelTimer = clock.after(wait, () => this.wake());
  }
}
