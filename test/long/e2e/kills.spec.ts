/**
 * @file Paydesk is killed repeatedly, at random events of its work, and the clerk continues after each start. `PAYDESK_SEED`
 * repeats the kills of an earlier run.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { createRandom, pick, type Random } from '../../../src/main/practice/data/random.ts';
import {
  assignByFolder,
  batchOf,
  type Company,
  chooseFolders,
  type Received,
  receivedDocuments,
  rowsOf,
  settle,
  sha256Of,
  signIn,
  sortedByName,
  startBatch,
  test,
  waitForCheck,
} from '../../e2e/company.ts';
import { expect, inElectron, type LaunchOptions, type Paydesk } from '../../e2e/fixture.ts';
import { callCommand, callsOf } from '../../e2e/launch/calls.ts';
import { compareNeedsYou } from '../../fakes/compare-needs-you.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';
import { untilUnfinishedIsPublished } from '../../fakes/unfinished.ts';

const rounds = 25;
const labels = ['Ahlström', 'Brandt', 'Castel'] as const;
const seed = Number(process.env['PAYDESK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));

/** Kinds of events at which Paydesk is killed, one kind per round. The number of the event within the round is random. */
const killEvents = ['request', 'link', 'update-lost', 'update-done', 'commit'] as const;
type KillEvent = (typeof killEvents)[number];

/** Calls `kill` at the `eventNumber`-th event of a kind. Returns a function that stops the count. */
function killAtEvent(
  killEvent: KillEvent,
  eventNumber: number,
  { simulator }: Company,
  database: string,
  kill: () => void,
): () => void {
  let seenCount = 0;
  const count = () => {
    seenCount += 1;
    if (seenCount === eventNumber) kill();
  };
  const countAndPass = (value: unknown) => {
    count();
    return value;
  };
  const { faults } = simulator;
  let watcher: FSWatcher | null = null;
  switch (killEvent) {
    case 'request':
      // The simulator still handles the request of a killed Paydesk.
      faults.set('everything', {
        kind: 'delay',
        milliseconds: 0,
        when: () => {
          count();
          return false;
        },
      });
      break;
    case 'link':
      faults.set('uploadDocuments', { kind: 'rewrite', change: countAndPass });
      break;
    case 'update-done':
      faults.set('updateRecipient', { kind: 'rewrite', change: countAndPass });
      break;
    case 'update-lost':
      faults.set('updateRecipient', {
        kind: 'reset',
        at: 'headers',
        when: () => {
          count();
          return seenCount === eventNumber;
        },
      });
      break;
    case 'commit':
      watcher = watch(`${database}-wal`, count);
  }
  return () => {
    faults.clear();
    watcher?.close();
  };
}

/** The highest event number that a round with this number of documents always reaches. */
function maxEventNumber(killEvent: KillEvent, documents: number): number {
  if (killEvent === 'update-lost' || killEvent === 'update-done') return labels.length;
  if (killEvent === 'link') return documents;
  return killEvent === 'request' ? 2 * documents + labels.length : 60;
}

const idsSchema = z.array(z.object({ id: z.number() }));

/** Fails when an unfinished document belongs to a batch that the window does not get. */
async function expectUnfinishedBatchesShown(paydesk: Paydesk): Promise<void> {
  // With a window, the page follows the topic itself.
  if (paydesk.host === null) return;
  const batches = await paydesk.host.follow('batches');
  const published = () => idsSchema.parse(batches.latestValue()).map(({ id }) => id);
  await untilUnfinishedIsPublished({ call: callsOf(paydesk), published });
}

/** A clerk who finishes round after round, restarting the program after each kill. */
class Clerk {
  readonly #company: Company;
  readonly #launch: (options?: Partial<LaunchOptions>) => Promise<Paydesk>;
  readonly #database: string;
  readonly #random: Random;
  readonly decisions = { 'is-there': 0, 'send-again': 0 };
  /** The expected documents of each beneficiary. */
  readonly #expectedDocuments = new Map<string, Received[]>(labels.map((label) => [label, []]));
  #paydesk: Paydesk | null = null;

  constructor(
    company: Company,
    launch: (options?: Partial<LaunchOptions>) => Promise<Paydesk>,
    database: string,
    random: Random,
  ) {
    this.#company = company;
    this.#launch = launch;
    this.#database = database;
    this.#random = random;
  }

  /** The running program, or a new one after signing in. */
  async #open(): Promise<Paydesk> {
    if (this.#paydesk === null) {
      this.#paydesk = await this.#launch({ windowless: !inElectron });
      await signIn(this.#paydesk, this.#company);
      await expectUnfinishedBatchesShown(this.#paydesk);
    }
    return this.#paydesk;
  }

  async addBeneficiaries(): Promise<void> {
    const paydesk = await this.#open();
    for (const label of labels) {
      await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
    }
  }

  /** Sends one batch, kills Paydesk at an event meanwhile, and finishes the batch after the next start. */
  async runRound(round: number, killEvent: KillEvent): Promise<void> {
    const { folders, documents } = await this.#writeFiles(round);
    const eventNumber = 1 + Math.floor(this.#random() * maxEventNumber(killEvent, documents));
    const paydesk = await this.#open();
    const stopCounting = killAtEvent(killEvent, eventNumber, this.#company, this.#database, () =>
      paydesk.child.kill('SIGKILL'),
    );
    const callCountBefore = this.#company.simulator.calls().length;
    // The clerk's steps fail when the program is killed. When the event never happens, the batch finishes.
    await this.#finish(paydesk, folders).catch((thrown: unknown) => {
      if (paydesk.child.exitCode === null && paydesk.child.signalCode === null) throw thrown;
    });
    paydesk.child.kill('SIGKILL');
    await paydesk.exitCode;
    stopCounting();

    this.#paydesk = null;
    const restarted = await this.#open();
    await this.#expectUnknownOutcomes(restarted, callCountBefore);
    // Unfinished work resumes or waits for the clerk.
    await expect(() => compareNeedsYou({ call: callsOf(restarted) })).toPass({
      intervals: [20],
      timeout: 20_000,
    });
    await this.#finish(restarted, folders);
    for (const label of labels) {
      expect(receivedDocuments(this.#company, `R-${label}`)).toEqual(
        sortedByName(this.#expectedDocuments.get(label) ?? []),
      );
    }
  }

  async #writeFiles(round: number): Promise<{ folders: string[]; documents: number }> {
    const roundFolder = join(this.#company.files, `${round}`);
    const folders: string[] = [];
    let documents = 0;
    for (const label of labels) {
      const files: Record<string, Buffer> = {};
      for (let count = 1 + Math.floor(this.#random() * 3); count > 0; count -= 1) {
        documents += 1;
        const name = `${round} ${String(documents).padStart(2, '0')}.pdf`;
        const bytes = pdf(`${name} of ${label}`, Math.floor(this.#random() * 40_000));
        files[name] = bytes;
        this.#expectedDocuments.get(label)?.push({ name, sha256: sha256Of(bytes) });
      }
      folders.push(join(roundFolder, label));
      await writeFiles(join(roundFolder, label), files);
    }
    return { folders, documents };
  }

  /** Fails when an update without a response is not shown as unknown, or is sent again automatically. */
  async #expectUnknownOutcomes(paydesk: Paydesk, callCountBefore: number): Promise<void> {
    const unknownOutcomes = await callCommand(paydesk, 'beneficiaries.unknownOutcomes', {});
    const { rows } = await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 1 });
    const shownRows = rows[0] === undefined ? [] : await rowsOf(paydesk, rows[0].id);
    for (const { beneficiary, documents } of unknownOutcomes) {
      const documentRows = shownRows.filter((row) => row.beneficiary?.id === beneficiary.id);
      const newNames = documents.filter(({ isNew }) => isNew).map(({ name }) => name);
      expect(documentRows.map(({ name, state }) => [name, state])).toEqual(
        newNames.toSorted().map((name) => [name, 'attach-unknown']),
      );
      const updates = this.#company.simulator
        .calls()
        .slice(callCountBefore)
        .filter(({ route, subject }) => route === 'updateRecipient' && subject === beneficiary.recipientId);
      expect(updates.length).toBeLessThanOrEqual(1);
    }
  }

  /** Finishes the batch of these folders from whatever state it is in. */
  async #finish(paydesk: Paydesk, folders: readonly string[]): Promise<void> {
    const batchId = await this.#findOrCreateBatch(paydesk, folders);
    if ((await batchOf(paydesk, batchId)).state === 'draft') {
      await assignByFolder(paydesk, batchId);
      await startBatch(paydesk, batchId);
    }
    await expect
      .poll(
        async () => {
          for (const outcome of await callCommand(paydesk, 'beneficiaries.unknownOutcomes', {})) {
            this.decisions[await settle(paydesk, this.#company, outcome)] += 1;
          }
          return (await batchOf(paydesk, batchId)).state;
        },
        { intervals: [15], timeout: 60_000 },
      )
      .toBe('done');
  }

  /** Returns the batch with these folders; adds the folders again when the kill came before they were stored. */
  async #findOrCreateBatch(paydesk: Paydesk, folders: readonly string[]): Promise<number> {
    const { rows } = await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 1 });
    const [latest] = rows;
    if (latest !== undefined) {
      await waitForCheck(paydesk, latest.id);
      const [firstRow] = await rowsOf(paydesk, latest.id);
      const round = basename(dirname(folders[0] ?? ''));
      if (firstRow?.name.startsWith(`${round} `)) return latest.id;
    }
    return chooseFolders(paydesk, ...folders);
  }
}

for (const [updateMode, recipientUpdate] of [
  ['replace', 'send-known'],
  ['append', 'send-new'],
] as const) {
  test.describe(`with updates that ${updateMode}`, () => {
    test.use({ companyOptions: { simulator: { recipientUpdate: updateMode }, recipientUpdate } });

    test(`the service gets every document exactly once when Paydesk is killed ${rounds} times`, async ({
      company,
      launch,
      dataFolder,
    }) => {
      test.setTimeout(240_000);
      const random = createRandom(seed);
      const clerk = new Clerk(company, launch, join(dataFolder, 'paydesk.db'), random);
      await clerk.addBeneficiaries();
      for (let round = 1; round <= rounds; round += 1) {
        const killEvent = killEvents[round % killEvents.length] ?? pick(random, killEvents);
        try {
          await clerk.runRound(round, killEvent);
        } catch (thrown) {
          throw new Error(`PAYDESK_SEED=${seed}: round ${round} (${killEvent}) failed`, { cause: thrown });
        }
      }
      // The rounds met both kinds of unknown outcomes.
      expect(clerk.decisions['is-there']).toBeGreaterThan(0);
      expect(clerk.decisions['send-again']).toBeGreaterThan(0);
    });
  });
}
