import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createRandom } from '../../../src/main/simulator/random.ts';
import { documentGroups } from '../../../src/shared/model/document.ts';
import { packIds } from '../../../src/shared/model/id-set.ts';
import { compareNeedsYou } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { untilUnfinishedIsPublished } from '../../fakes/unfinished.ts';

import { batchOf, beneficiary, drop, headOf, rowsOf, startWork, type Work } from './work.ts';

/** What a clerk may be told; anything else is a mistake of Paydesk. */
const allowed = new Set(['batch-not-ready', 'batch-changed', 'outcome-settled', 'outcomes-unknown']);

const good = Array.from({ length: 14 }, (_, index) => `good ${index}.pdf`);
const files: Record<string, Buffer> = {
  ...Object.fromEntries(good.map((name) => [name, pdf(name)])),
  'twin a.pdf': pdf('twin'),
  'twin b.pdf': pdf('twin'),
  'twin c.pdf': pdf('twin'),
  'words.pdf': Buffer.from('words'),
  'empty.pdf': Buffer.alloc(0),
  'notes.txt': Buffer.from('notes'),
};

/** A clerk who does whatever comes to mind, while the service does the same. */
class Clerk {
  readonly work: Work;
  readonly batchId: number;
  readonly beneficiaries: readonly number[];
  readonly #random: () => number;
  readonly #number: number;
  #ended = false;

  constructor(work: Work, batchId: number, beneficiaries: readonly number[], random: () => number) {
    this.work = work;
    this.batchId = batchId;
    this.beneficiaries = beneficiaries;
    this.#random = random;
    this.#number = Object.keys(files).length + 1;
  }

  one<Thing>(things: readonly Thing[]): Thing {
    const chosen = things[Math.floor(this.#random() * things.length)];
    if (chosen === undefined) throw new Error('There is nothing to choose from');
    return chosen;
  }

  async some() {
    const rows = await rowsOf(this.work, this.batchId);
    const ids = rows.filter(() => this.#random() < 0.3).map(({ id }) => id);
    const filter = { group: null, text: '' };
    const ticked = { kind: 'ticked' as const, filter, ids: packIds(ids), groups: [...documentGroups] };
    const selection = this.#random() < 0.2 ? ticked : { kind: 'some' as const, ids };
    return { batchId: this.batchId, selection };
  }

  async act(): Promise<void> {
    const { work, batchId } = this;
    const beneficiaryId = this.one(this.beneficiaries);
    const acts: (() => Promise<unknown>)[] = [
      async () => work.call('documents.assign', { ...(await this.some()), beneficiaryId }),
      async () => work.call('documents.assign', { ...(await this.some()), beneficiaryId }),
      async () => work.call('documents.unassign', await this.some()),
      async () => work.call('documents.exclude', await this.some()),
      async () => work.call('documents.include', await this.some()),
      async () => work.call('documents.recheck', await this.some()),
      async () => work.call('documents.retry', await this.some()),
      async () => work.call('documents.cancelDocuments', await this.some()),
      () => work.call('documents.pause', { batchId }),
      () => work.call('documents.resume', { batchId }),
      () => work.call('documents.attachIncomplete', { batchId, beneficiaryId }),
      () => this.start(),
      () => this.start(),
      () => this.settle(),
      () => this.restart(),
      () => this.close(),
      async () => work.clock.skip(61_000),
      async () => rmSync(join(work.folder, this.one(good)), { force: true }),
      async () => this.putBack(),
    ];
    await this.one(acts)().catch((thrown: unknown) => {
      if (!(thrown instanceof Error && 'code' in thrown && allowed.has(String(thrown.code)))) throw thrown;
    });
  }

  /** Quits and starts again: whatever is not finished is there afterwards. */
  async restart(): Promise<void> {
    const { work } = this;
    await work.restart();
    await untilUnfinishedIsPublished({
      call: work.call,
      published: () => work.testApp.topic('batches').map(({ id }) => id),
    });
  }

  /** What has just ended with documents undone is there after a restart. */
  async restartWhenEnded(): Promise<void> {
    const { state } = await batchOf(this.work, this.batchId);
    const ended = state === 'done-with-problems';
    if (ended && !this.#ended) await this.restart();
    this.#ended = ended;
  }

  /** Gives up what is left of the batch, when it has ended. */
  async close(): Promise<void> {
    const { work, batchId } = this;
    const rows = await rowsOf(work, batchId);
    const left = rows.filter(({ state }) => state === 'stored' || state === 'failed');
    await work.call('documents.close', { batchId, documents: left.length });
    expect((await batchOf(work, batchId)).open).toBe(false);
  }

  putBack(): void {
    for (const name of good) writeFileSync(join(this.work.folder, name), files[name] ?? '');
  }

  /** Confirms what the review says, after assigning or leaving out what is in the way. */
  async start(): Promise<void> {
    const { work, batchId } = this;
    const unassigned = {
      kind: 'all' as const,
      filter: { group: 'unassigned' as const, text: '' },
    };
    await work.call('documents.assign', {
      batchId,
      selection: unassigned,
      beneficiaryId: this.one(this.beneficiaries),
    });
    const { toAttach, beneficiaries } = await work.call('documents.review', { batchId });
    await work.call('documents.start', { batchId, documents: toAttach, beneficiaries });
  }

  /** Settles unknown outcomes by what the portal shows. */
  async settle(): Promise<void> {
    for (const { attachId, beneficiary: of, documents } of await this.work.call(
      'beneficiaries.unknownOutcomes',
      {},
    )) {
      const there = this.work.simulator.state.recipients.get(of.recipientId ?? '')?.documents ?? [];
      const keys = new Set(there.map(({ key }) => key));
      const isThere = documents.every(({ key }) => keys.has(key));
      await this.work.call(
        'beneficiaries.settle',
        isThere
          ? { decision: 'is-there', attachId, recipientId: null }
          : { decision: 'send-again', attachId },
      );
    }
  }

  /** Every document is counted once, in the list and in the head. */
  async count(): Promise<void> {
    const { work, batchId } = this;
    const page = { batchId, sort: { by: 'state', descending: false } as const, offset: 0, limit: 1 };
    const { total } = await work.call('documents.list', { ...page, filter: { group: null, text: '' } });
    expect(total).toBe(this.#number);
    const head = headOf(work, batchId);
    if (head === undefined) return;
    // The head may be a moment old, but it is always of one moment.
    const counted = documentGroups.map((group) => head.counts[group] ?? 0);
    expect(counted.reduce((sum, number) => sum + number, 0)).toBe(head.documents);
    expect(head.bytesAttached).toBeLessThanOrEqual(head.bytesStored);
    expect(head.bytesStored).toBeLessThanOrEqual(head.bytes);
    const review = await work.call('documents.review', { batchId });
    expect(review.dropped).toBe(this.#number);
    await this.countCancelled();
    await this.countPlaces();
  }

  /** The group of cancelled documents holds all of them and nothing else. */
  async countCancelled(): Promise<void> {
    const { work, batchId } = this;
    const rows = await rowsOf(work, batchId);
    for (const { state, group } of rows) expect(group === 'cancelled').toBe(state === 'cancelled');
    const page = { batchId, sort: { by: 'state', descending: false } as const, offset: 0, limit: 200 };
    const group = await work.call('documents.list', { ...page, filter: { group: 'cancelled', text: '' } });
    for (const { state } of group.rows) expect(state).toBe('cancelled');
  }

  /** Where the files are, in the words of the question that asks before a cancel: each is in one place at most. */
  async countPlaces(): Promise<void> {
    const { work, batchId } = this;
    const places = await work.call('documents.previewCancellation', { batchId, selection: null });
    const sum = Object.values(places).reduce((total, count) => total + count, 0);
    expect(sum).toBeLessThanOrEqual(this.#number);
    const { size } = work.simulator.state.objects;
    expect(places.attached + places.attaching + places.stored).toBeLessThanOrEqual(size);
  }

  /** Brings everything to an end, as a patient clerk with a good network does. */
  async finish(): Promise<void> {
    const { work, batchId } = this;
    const all = { kind: 'all' as const, filter: { group: null, text: '' } };
    await work.call('documents.open', { batchId });
    await eventually(async () => {
      await this.settle();
      const missing = { ...all, filter: { group: 'waiting-for-file' as const, text: 'never there' } };
      await work.call('documents.exclude', { batchId, selection: missing });
      const { state } = await batchOf(work, batchId);
      if (state === 'paused') await work.call('documents.resume', { batchId });
      if (state === 'draft') await this.start().catch(() => undefined);
      await work.call('documents.recheck', {
        batchId,
        selection: { ...all, filter: { group: 'waiting-for-file', text: '' } },
      });
      await work.call('documents.retry', { batchId, selection: all });
      const unassigned = (await rowsOf(work, batchId)).filter(
        (row) => row.state === 'ready' && row.beneficiary === null,
      );
      const [someone = 0] = this.beneficiaries;
      if (unassigned.length > 0)
        await work.call('documents.assign', {
          batchId,
          selection: { kind: 'some', ids: unassigned.map(({ id }) => id) },
          beneficiaryId: someone,
        });
      work.clock.skip(5_000);
      expect((await batchOf(work, batchId)).state).toMatch(/^(done|draft)$/);
    });
  }
}

test.each([1, 2, 3, 4, 5])(
  'whatever a clerk and the service do, every document stays counted, listed while it is not finished, and attached at most once (seed %i)',
  async (seed) => {
    const work = await startWork({ simulator: { seed } });
    const { faults } = work.simulator;
    const labels = ['A', 'B', 'C'];
    const beneficiaries: number[] = [];
    for (const label of labels) beneficiaries.push(await beneficiary(work, label));
    const paths = await writeFiles(work.folder, files);
    const batchId = await drop(work, ...paths, join(work.folder, 'never there.pdf'));
    const clerk = new Clerk(work, batchId, beneficiaries, createRandom(seed));

    faults.set(
      'uploadDocuments',
      { kind: 'status', status: 500, probability: 0.05 },
      { kind: 'items', change: 'missing-key', probability: 0.05 },
    );
    faults.set(
      'upload',
      { kind: 'reset', at: 'body', probability: 0.05 },
      { kind: 'expired-link', probability: 0.1 },
      { kind: 'effect-then-status', probability: 0.05 },
    );
    faults.set(
      'updateRecipient',
      { kind: 'status', status: 422, probability: 0.15 },
      { kind: 'effect-then-reset', probability: 0.15 },
      { kind: 'reset', at: 'headers', probability: 0.1 },
      { kind: 'throttle', status: 429, retryAfterSeconds: 1, probability: 0.1 },
    );
    for (let step = 0; step < 40; step += 1) {
      await clerk.act();
      await clerk.count();
      await clerk.restartWhenEnded();
      // The list and what it is compared with are of different moments while documents move.
      await eventually(() => compareNeedsYou(work));
    }

    faults.clear();
    clerk.putBack();
    await clerk.finish();
    await clerk.count();
    await eventually(() => compareNeedsYou(work));
    const rows = await rowsOf(work, batchId);
    for (const [index, label] of labels.entries()) {
      const known = await work.call('beneficiaries.attached', {
        id: beneficiaries[index] ?? 0,
        offset: 0,
        limit: 200,
      });
      const attached = known.rows.filter(({ result }) => result !== 'refused');
      const there = work.simulator.state.recipients.get(`rcp-${label}`)?.documents ?? [];
      const pairs = (list: readonly { key: string; name: string }[]) =>
        list.map(({ key, name }) => `${key} ${name}`).sort();
      expect(pairs(attached)).toEqual(pairs(there));
      const named = rows.filter((row) => row.state === 'attached' && row.beneficiary?.label === label);
      expect(named.map(({ name }) => name).sort()).toEqual(there.map(({ name }) => name).sort());
    }
  },
);
