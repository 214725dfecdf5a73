/**
 * @file A clerk requests statements and proofs and creates beneficiaries in random order, while the service fails at
 * random and Paydesk is restarted.
 */
import { expect } from 'vitest';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { isClosable, keyOfNeed } from '../../../../src/shared/model/needs-you/needs-you.ts';
import { compareNeedsYou, needsOf } from '../../../fakes/compare-needs-you.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { createMovingClock } from '../documents/moving-clock.ts';
import { january, type StatementsFixture, startStatementsFixture } from '../statements/statements-fixture.ts';

const wallets = [1001, 1002, 1003, 99_999];
const periods = [january, { since: '2026-02-01', till: '2026-02-28' }];

/** A clerk who performs random actions. */
class Clerk {
  readonly #fixture: StatementsFixture;
  readonly #random: () => number;
  readonly #skip: (milliseconds: number) => void;
  #draftCount = 0;

  constructor(fixture: StatementsFixture, random: () => number, skip: (milliseconds: number) => void) {
    this.#fixture = fixture;
    this.#random = random;
    this.#skip = skip;
  }

  #pick<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)];
  }

  async runStep(): Promise<void> {
    const fixture = this.#fixture;
    const actions: (() => Promise<unknown>)[] = [
      () => fixture.request([this.#pick(wallets) ?? 1001], { periods: [this.#pick(periods) ?? january] }),
      () => fixture.request([this.#pick(wallets) ?? 1001], { periods: [this.#pick(periods) ?? january] }),
      () => fixture.request([1001], { email: 'clerk@example.org' }),
      () => this.#pasteEvent(),
      () => this.#pasteEvent(),
      () => this.#pasteUnrequestedEvent(),
      () => fixture.pasteEvent('{"eventId": '),
      () => this.#requestAgain(),
      () => this.#decideQuarantined(),
      () => this.#closeNeed(),
      () => fixture.call('proofs.fetch', { references: this.#references(), refresh: this.#random() < 0.3 }),
      () => fixture.call('proofs.change', { action: 'cancel' }),
      () =>
        fixture.call('proofs.change', {
          action: 'retry',
          chosen: { what: 'filter', state: this.#pick(['failed', 'lost']) ?? null, search: '' },
        }),
      () => this.#createDraft(),
      () => this.#createBeneficiary(),
      () => this.#setRecipientId(),
      () => fixture.restart(),
      async () => this.#skip(this.#pick([61_000, 26 * 60 * 60_000]) ?? 0),
    ];
    await this.#pick(actions)?.().catch((thrown: unknown) => {
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

  async #pasteEvent(): Promise<void> {
    const event = this.#pick(this.#fixture.simulator.events());
    if (event !== undefined) await this.#fixture.pasteEvent(event);
  }

  async #pasteUnrequestedEvent(): Promise<void> {
    const event = this.#pick(this.#fixture.simulator.events());
    if (event === undefined) return;
    const eventId = `00000000-0000-4000-8000-${String(Math.floor(this.#random() * 1e12)).padStart(12, '0')}`;
    await this.#fixture.pasteEvent({ ...event, eventId, event: { ...event.event, walletId: 4711 } });
  }

  async #requestAgain(): Promise<void> {
    const item = this.#pick(await this.#fixture.list());
    if (item !== undefined)
      await this.#fixture.call('statements.retry', { action: 'request', ids: [item.id] });
  }

  async #decideQuarantined(): Promise<void> {
    const { rows } = await this.#fixture.call('statements.quarantine', { offset: 0, limit: 50 });
    const item = this.#pick(rows);
    if (item === undefined) return;
    const decision = this.#random() < 0.5 ? 'take' : 'discard';
    await this.#fixture.call('statements.decide', { id: item.id, decision });
  }

  async #closeNeed(): Promise<void> {
    const { needs } = await needsOf(this.#fixture);
    const item = this.#pick(needs.filter(isClosable));
    if (item !== undefined)
      await this.#fixture.call('needsYou.items', { action: 'close', key: keyOfNeed(item) });
  }

  #createDraft(): Promise<unknown> {
    this.#draftCount += 1;
    return this.#fixture.call('beneficiaries.draft', {
      action: 'add',
      label: `Draft ${this.#draftCount}`,
      payload: '{"name":"x"}',
    });
  }

  async #pickBeneficiaryAt(stage: string) {
    const { rows } = await this.#fixture.call('beneficiaries.list', { search: '', offset: 0, limit: 200 });
    return this.#pick(rows.filter((row) => row.stage === stage));
  }

  async #createBeneficiary(): Promise<void> {
    const item = await this.#pickBeneficiaryAt('draft');
    if (item !== undefined)
      await this.#fixture.call('beneficiaries.draft', { action: 'create', id: item.id });
  }

  async #setRecipientId(): Promise<void> {
    const item = await this.#pickBeneficiaryAt('id-needed');
    if (item === undefined) return;
    const recipient = { id: item.id, recipientId: `rcp-${item.id}` };
    await this.#fixture.call('beneficiaries.change', { action: 'setRecipientId', ...recipient });
  }
}

/** Lets the clerk perform `steps` random actions, and compares *Needs you* with the features after each. */
export async function runRandomClerk(seed: number, steps: number): Promise<void> {
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
  for (let step = 0; step < steps; step += 1) {
    await clerk.runStep();
    // The comparison is repeated, because work continues between its two reads.
    await eventually(() => compareNeedsYou(fixture));
  }
  expect(fixture.unexpectedLogLines()).toEqual([]);
}
