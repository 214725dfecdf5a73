/** @file Random actions of a clerk, and random faults of the service. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createRandom } from '../../../../src/main/practice/data/random.ts';
import { documentGroups } from '../../../../src/shared/model/documents/document.ts';
import { packIds } from '../../../../src/shared/model/id-set.ts';
import { compareNeedsYou } from '../../../fakes/compare-needs-you.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { untilUnfinishedIsPublished } from '../../../fakes/unfinished.ts';
import { type DocumentsFixture, startDocumentsFixture } from './documents-fixture.ts';

/** Error codes that a clerk may get; any other code is a defect of Paydesk. */
const allowedCodes = new Set(['batch-not-ready', 'batch-changed', 'outcome-settled', 'outcomes-unknown']);

const validNames = Array.from({ length: 14 }, (_, index) => `good ${index}.pdf`);
const files: Record<string, Buffer> = {
  ...Object.fromEntries(validNames.map((name) => [name, pdf(name)])),
  'twin a.pdf': pdf('twin'),
  'twin b.pdf': pdf('twin'),
  'twin c.pdf': pdf('twin'),
  'text.pdf': Buffer.from('words'),
  'empty.pdf': Buffer.alloc(0),
  'notes.txt': Buffer.from('notes'),
};

/** A clerk who performs random actions, while the service fails at random. */
class Clerk {
  readonly fixture: DocumentsFixture;
  readonly batchId: number;
  readonly beneficiaries: readonly number[];
  readonly #random: () => number;
  readonly #documentCount: number;
  #wasEnded = false;

  constructor(
    fixture: DocumentsFixture,
    batchId: number,
    beneficiaries: readonly number[],
    random: () => number,
  ) {
    this.fixture = fixture;
    this.batchId = batchId;
    this.beneficiaries = beneficiaries;
    this.#random = random;
    this.#documentCount = Object.keys(files).length + 1;
  }

  pick<Thing>(options: readonly Thing[]): Thing {
    const option = options[Math.floor(this.#random() * options.length)];
    if (option === undefined) throw new Error('There is nothing to choose from');
    return option;
  }

  async randomSelection() {
    const rows = await this.fixture.rowsOf(this.batchId);
    const ids = rows.filter(() => this.#random() < 0.3).map(({ id }) => id);
    const filter = { group: null, text: '' };
    const tickedSelection = {
      kind: 'ticked' as const,
      filter,
      ids: packIds(ids),
      groups: [...documentGroups],
    };
    const selection = this.#random() < 0.2 ? tickedSelection : { kind: 'some' as const, ids };
    return { batchId: this.batchId, selection };
  }

  async actRandomly(): Promise<void> {
    const { fixture, batchId } = this;
    const beneficiaryId = this.pick(this.beneficiaries);
    const assign = async () => {
      const selected = await this.randomSelection();
      return fixture.call('documents.change', { action: 'assign', ...selected, beneficiaryId });
    };
    const changes = ['unassign', 'exclude', 'include', 'recheck', 'retry', 'cancel'] as const;
    const actions: (() => Promise<unknown>)[] = [
      assign,
      assign,
      ...changes.map(
        (action) => async () =>
          fixture.call('documents.change', { action, ...(await this.randomSelection()) }),
      ),
      () => fixture.call('documents.batch', { action: 'pause', batchId }),
      () => fixture.call('documents.batch', { action: 'resume', batchId }),
      () => fixture.call('documents.batch', { action: 'attachIncomplete', batchId, beneficiaryId }),
      () => this.start(),
      () => this.start(),
      () => this.settle(),
      () => this.restart(),
      () => this.close(),
      async () => fixture.clock.skip(61_000),
      async () => rmSync(join(fixture.folder, this.pick(validNames)), { force: true }),
      async () => this.restoreFiles(),
    ];
    await this.pick(actions)().catch((thrown: unknown) => {
      if (!(thrown instanceof Error && 'code' in thrown && allowedCodes.has(String(thrown.code))))
        throw thrown;
    });
  }

  /** Restarts Paydesk and waits until all unfinished batches are shown. */
  async restart(): Promise<void> {
    const { fixture } = this;
    await fixture.restart();
    await untilUnfinishedIsPublished({
      call: fixture.call,
      published: () => fixture.testApp.topic('batches').map(({ id }) => id),
    });
  }

  /** Restarts Paydesk when the batch has just ended with open documents. */
  async restartWhenEnded(): Promise<void> {
    const { state } = await this.fixture.batchOf(this.batchId);
    const hasEnded = state === 'done-with-problems';
    if (hasEnded && !this.#wasEnded) await this.restart();
    this.#wasEnded = hasEnded;
  }

  /** Closes the batch with its open documents; Paydesk refuses while the batch runs. */
  async close(): Promise<void> {
    const { fixture, batchId } = this;
    const rows = await fixture.rowsOf(batchId);
    const openDocuments = rows.filter(({ state }) => state === 'stored' || state === 'failed');
    await fixture.call('documents.batch', { action: 'close', batchId, documents: openDocuments.length });
    expect((await fixture.batchOf(batchId)).open).toBe(false);
  }

  restoreFiles(): void {
    for (const name of validNames) writeFileSync(join(this.fixture.folder, name), files[name] ?? '');
  }

  /** Starts the batch with the numbers of its review, after assigning its unassigned documents. */
  async start(): Promise<void> {
    const { fixture, batchId } = this;
    const unassigned = {
      kind: 'all' as const,
      filter: { group: 'unassigned' as const, text: '' },
    };
    await fixture.call('documents.change', {
      action: 'assign',
      batchId,
      selection: unassigned,
      beneficiaryId: this.pick(this.beneficiaries),
    });
    const { toAttach, beneficiaries } = await fixture.reviewOf(batchId);
    await fixture.call('documents.batch', { action: 'start', batchId, documents: toAttach, beneficiaries });
  }

  /** Settles unknown outcomes by the documents that the service has. */
  async settle(): Promise<void> {
    for (const { attachId, beneficiary: recipient, documents } of await this.fixture.call(
      'beneficiaries.unknownOutcomes',
      {},
    )) {
      const documentsAtService =
        this.fixture.simulator.state.recipients.get(recipient.recipientId ?? '')?.documents ?? [];
      const keysAtService = new Set(documentsAtService.map(({ key }) => key));
      const isThere = documents.every(({ key }) => keysAtService.has(key));
      await this.fixture.call(
        'beneficiaries.settle',
        isThere
          ? { decision: 'is-there', attachId, recipientId: null }
          : { decision: 'send-again', attachId },
      );
    }
  }

  /** Expects the list, the summary, the review and the cancellation preview to count every document exactly once. */
  async expectConsistentCounts(): Promise<void> {
    const { fixture, batchId } = this;
    const page = { batchId, sort: { by: 'state', descending: false } as const, offset: 0, limit: 1 };
    const { total } = await fixture.call('documents.list', { ...page, filter: { group: null, text: '' } });
    expect(total).toBe(this.#documentCount);
    const summary = fixture.batchSummaryOf(batchId);
    if (summary === undefined) return;
    // The summary may be outdated, but all its numbers are of the same moment.
    const counted = documentGroups.map((group) => summary.counts[group] ?? 0);
    expect(counted.reduce((sum, number) => sum + number, 0)).toBe(summary.documents);
    expect(summary.bytesAttached).toBeLessThanOrEqual(summary.bytesStored);
    expect(summary.bytesStored).toBeLessThanOrEqual(summary.bytes);
    const review = await fixture.reviewOf(batchId);
    expect(review.dropped).toBe(this.#documentCount);
    await this.expectCancelledGroup();
    await this.expectConsistentStages();
  }

  /** Expects the group "cancelled" to contain exactly the documents in the state "cancelled". */
  async expectCancelledGroup(): Promise<void> {
    const { fixture, batchId } = this;
    const rows = await fixture.rowsOf(batchId);
    for (const { state, group } of rows) expect(group === 'cancelled').toBe(state === 'cancelled');
    const page = { batchId, sort: { by: 'state', descending: false } as const, offset: 0, limit: 200 };
    const group = await fixture.call('documents.list', { ...page, filter: { group: 'cancelled', text: '' } });
    for (const { state } of group.rows) expect(state).toBe('cancelled');
  }

  /** Expects every file in at most one stage of the preview of a cancellation. */
  async expectConsistentStages(): Promise<void> {
    const { fixture, batchId } = this;
    const stages = await fixture.call('documents.query', {
      action: 'cancellation',
      batchId,
      selection: null,
    });
    const sum = Object.values(stages).reduce(
      (total, expectConsistentCounts) => total + expectConsistentCounts,
      0,
    );
    expect(sum).toBeLessThanOrEqual(this.#documentCount);
    const { size } = fixture.simulator.state.objects;
    expect(stages.attached + stages.attaching + stages.stored).toBeLessThanOrEqual(size);
  }

  /** Finishes all documents, with a working network and service. */
  async finish(): Promise<void> {
    const { fixture, batchId } = this;
    const all = { kind: 'all' as const, filter: { group: null, text: '' } };
    await fixture.call('documents.batch', { action: 'open', batchId });
    await eventually(async () => {
      await this.settle();
      const missing = { ...all, filter: { group: 'waiting-for-file' as const, text: 'never there' } };
      await fixture.call('documents.change', { action: 'exclude', batchId, selection: missing });
      const { state } = await fixture.batchOf(batchId);
      if (state === 'paused') await fixture.call('documents.batch', { action: 'resume', batchId });
      if (state === 'draft') await this.start().catch(() => undefined);
      await fixture.call('documents.change', {
        action: 'recheck',
        batchId,
        selection: { ...all, filter: { group: 'waiting-for-file', text: '' } },
      });
      await fixture.call('documents.change', { action: 'retry', batchId, selection: all });
      const unassigned = (await fixture.rowsOf(batchId)).filter(
        (row) => row.state === 'ready' && row.beneficiary === null,
      );
      const [anyBeneficiary = 0] = this.beneficiaries;
      if (unassigned.length > 0)
        await fixture.call('documents.change', {
          action: 'assign',
          batchId,
          selection: { kind: 'some', ids: unassigned.map(({ id }) => id) },
          beneficiaryId: anyBeneficiary,
        });
      fixture.clock.skip(5_000);
      expect((await fixture.batchOf(batchId)).state).toMatch(/^(done|draft)$/);
    });
  }
}

/** Lets a clerk act at random while the service fails at random, and expects every document to be finished once in the end. */
export async function expectRandomHistory(seed: number, steps: number): Promise<void> {
  const fixture = await startDocumentsFixture({ simulator: { seed } });
  const { faults } = fixture.simulator;
  const labels = ['A', 'B', 'C'];
  const beneficiaries: number[] = [];
  for (const label of labels) beneficiaries.push(await fixture.addBeneficiary(label));
  const paths = await writeFiles(fixture.folder, files);
  const batchId = await fixture.drop(...paths, join(fixture.folder, 'never there.pdf'));
  const clerk = new Clerk(fixture, batchId, beneficiaries, createRandom(seed));

  faults.set(
    'uploadDocuments',
    { kind: 'status', status: 500, probability: 0.05 },
    { kind: 'missing-key', probability: 0.05 },
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
  for (let step = 0; step < steps; step += 1) {
    await clerk.actRandomly();
    await clerk.expectConsistentCounts();
    await clerk.restartWhenEnded();
    // The comparison is repeated, because documents change between its two reads.
    await eventually(() => compareNeedsYou(fixture));
  }

  faults.clear();
  clerk.restoreFiles();
  await clerk.finish();
  await clerk.expectConsistentCounts();
  await eventually(() => compareNeedsYou(fixture));
  const rows = await fixture.rowsOf(batchId);
  for (const [index, label] of labels.entries()) {
    const attachedPage = await fixture.call('beneficiaries.attached', {
      id: beneficiaries[index] ?? 0,
      offset: 0,
      limit: 200,
    });
    const attached = attachedPage.rows.filter(({ result }) => result !== 'refused');
    const documentsAtService = fixture.simulator.state.recipients.get(`rcp-${label}`)?.documents ?? [];
    const pairs = (list: readonly { key: string; name: string }[]) =>
      list.map(({ key, name }) => `${key} ${name}`).sort();
    expect(pairs(attached)).toEqual(pairs(documentsAtService));
    const attachedRows = rows.filter((row) => row.state === 'attached' && row.beneficiary?.label === label);
    expect(attachedRows.map(({ name }) => name).sort()).toEqual(
      documentsAtService.map(({ name }) => name).sort(),
    );
  }
}
