/**
 * @file A clerk requests statements and proofs and creates beneficiaries in random order, while the service fails at
 * random and Paydesk is restarted: *Needs you* always contains exactly the unfinished work.
 */
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/main/simulator/random.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { isClosable, keyOfNeed } from '../../../src/shared/model/needs-you.ts';
import { compareNeedsYou, needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createMovingClock } from '../documents/moving-clock.ts';
import { january, type StatementsFixture, startStatementsFixture } from '../statements/statements-fixture.ts';

const wallets = [1001, 1002, 1003, 99_999];
const periods = [january, { since: '2026-02-01', till: '2026-02-28' }];

/** A clerk who performs random actions. */
class Clerk {
  readonly #fixture: StatementsFixture;
  readonly #random: () => number;
  readonly #skip: (milliseconds: number) => void;
  #drafts = 0;

  constructor(fixture: StatementsFixture, random: () => number, skip: (milliseconds: number) => void) {
    this.#fixture = fixture;
    this.#random = random;
    this.#skip = skip;
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  async runStep(): Promise<void> {
    const fixture = this.#fixture;
    const actions: (() => Promise<unknown>)[] = [
      () => fixture.request([this.#one(wallets) ?? 1001], { periods: [this.#one(periods) ?? january] }),
      () => fixture.request([this.#one(wallets) ?? 1001], { periods: [this.#one(periods) ?? january] }),
      () => fixture.request([1001], { email: 'clerk@example.org' }),
      () => this.#paste(),
      () => this.#paste(),
      () => this.#pasteOther(),
      () => fixture.pasteEvent('{"eventId": '),
      () => this.#requestAgain(),
      () => this.#discard(),
      () => this.#close(),
      () => fixture.call('proofs.fetch', { references: this.#references(), refresh: this.#random() < 0.3 }),
      () => fixture.call('proofs.cancel', {}),
      () =>
        fixture.call('proofs.retry', {
          chosen: { what: 'filter', state: this.#one(['failed', 'lost']) ?? null, search: '' },
        }),
      () => this.#draft(),
      () => this.#create(),
      () => this.#identify(),
      () => fixture.restart(),
      async () => this.#skip(this.#one([61_000, 26 * 60 * 60_000]) ?? 0),
    ];
    await this.#one(actions)?.().catch((thrown: unknown) => {
      // Refusals are expected; the code `unexpected` is a defect of Paydesk.
      if (!(thrown instanceof PaydeskError) || thrown.code === 'unexpected') throw thrown;
    });
  }

  #references(): string[] {
    return Array.from(
      { length: 1 + Math.floor(this.#random() * 3) },
      () => `TX-${Math.floor(this.#random() * 9)}`,
    );
  }

  async #paste(): Promise<void> {
    const event = this.#one(this.#fixture.simulator.events());
    if (event !== undefined) await this.#fixture.pasteEvent(event);
  }

  async #pasteOther(): Promise<void> {
    const event = this.#one(this.#fixture.simulator.events());
    if (event === undefined) return;
    const eventId = `00000000-0000-4000-8000-${String(Math.floor(this.#random() * 1e12)).padStart(12, '0')}`;
    await this.#fixture.pasteEvent({ ...event, eventId, event: { ...event.event, walletId: 4711 } });
  }

  async #requestAgain(): Promise<void> {
    const one = this.#one(await this.#fixture.list());
    if (one !== undefined) await this.#fixture.call('statements.requestAgain', { ids: [one.id] });
  }

  async #discard(): Promise<void> {
    const { rows } = await this.#fixture.call('statements.quarantine', { offset: 0, limit: 50 });
    const one = this.#one(rows);
    if (one === undefined) return;
    const decision = this.#random() < 0.5 ? 'take' : 'discard';
    await this.#fixture.call('statements.decide', { id: one.id, decision });
  }

  async #close(): Promise<void> {
    const { needs } = await needsOf(this.#fixture);
    const one = this.#one(needs.filter(isClosable));
    if (one !== undefined) await this.#fixture.call('needsYou.close', { key: keyOfNeed(one) });
  }

  #draft(): Promise<unknown> {
    this.#drafts += 1;
    return this.#fixture.call('beneficiaries.draft', {
      label: `Draft ${this.#drafts}`,
      payload: '{"name":"x"}',
    });
  }

  async #ofStage(stage: string) {
    const { rows } = await this.#fixture.call('beneficiaries.list', { search: '', offset: 0, limit: 200 });
    return this.#one(rows.filter((row) => row.stage === stage));
  }

  async #create(): Promise<void> {
    const one = await this.#ofStage('draft');
    if (one !== undefined) await this.#fixture.call('beneficiaries.create', { id: one.id });
  }

  async #identify(): Promise<void> {
    const one = await this.#ofStage('id-needed');
    const recipientId = `rcp-${one?.id}`;
    if (one !== undefined)
      await this.#fixture.call('beneficiaries.setRecipientId', { id: one.id, recipientId });
  }
}

test.each([1, 2, 3, 4])(
  'the list contains exactly the unfinished statements, proofs and beneficiaries after random actions and faults (seed %i)',
  async (seed) => {
    const clock = createMovingClock();
    const fixture = await startStatementsFixture({ clock, simulator: { seed, time: clock.now } });
    const { faults } = fixture.simulator;
    faults.set(
      'statementExport',
      { kind: 'status', status: 503, probability: 0.1 },
      { kind: 'effect-then-reset', probability: 0.15 },
    );
    faults.set('statementDownload', { kind: 'status', status: 403, probability: 0.3 });
    faults.set('proof', { kind: 'status', status: 400, probability: 0.3 });
    faults.set(
      'createRecipient',
      { kind: 'effect-then-reset', probability: 0.2 },
      { kind: 'rewrite', change: () => ({}), probability: 0.3 },
      { kind: 'status', status: 422, probability: 0.2 },
    );
    const clerk = new Clerk(fixture, createRandom(seed), clock.skip);
    for (let step = 0; step < 40; step += 1) {
      await clerk.runStep();
      // The list and the data it is compared with are read one after the other while work continues.
      await eventually(() => compareNeedsYou(fixture));
    }
    expect(fixture.unexpectedLogLines()).toEqual([]);
  },
);
