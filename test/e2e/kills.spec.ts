/**
 * @file Paydesk is killed repeatedly, at certain events rather than at certain times, and the clerk continues after each
 * start. `PAYDESK_SEED` repeats the moments of an earlier run.
 */
import { type FSWatcher, watch } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { z } from 'zod';
import { createRandom, pick, type Random } from '../../src/main/simulator/random.ts';
import { compareNeedsYou } from '../fakes/compare-needs-you.ts';
import { pdf, writeFiles } from '../fakes/files.ts';
import { untilUnfinishedIsPublished } from '../fakes/unfinished.ts';

import {
  assignByFolder,
  batchOf,
  type Company,
  callCommand,
  chooseFolders,
  hash,
  type Received,
  received,
  rowsOf,
  settle,
  signIn,
  sortedByName,
  start,
  test,
  waitForCheck,
} from './company.ts';
import { expect, inElectron, type LaunchOptions, type Paydesk } from './fixture.ts';
import { callsOf } from './launch/calls.ts';

const rounds = 25;
const labels = ['Ahlström', 'Brandt', 'Castel'] as const;
const seed = Number(process.env['PAYDESK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));

/** Events that a kill waits for, one kind per round; which event of its kind is random. */
const moments = ['request', 'link', 'update-lost', 'update-done', 'commit'] as const;
type Moment = (typeof moments)[number];

/** Kills the program at the `number`-th event of a kind. */
function arm(
  moment: Moment,
  number: number,
  { simulator }: Company,
  database: string,
  kill: () => void,
): () => void {
  let seen = 0;
  const count = () => {
    seen += 1;
    if (seen === number) kill();
  };
  const counted = (value: unknown) => {
    count();
    return value;
  };
  const { faults } = simulator;
  let watcher: FSWatcher | null = null;
  switch (moment) {
    case 'request':
      // The part of the request that arrived takes effect anyway.
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
      faults.set('uploadDocuments', { kind: 'rewrite', change: counted });
      break;
    case 'update-done':
      faults.set('updateRecipient', { kind: 'rewrite', change: counted });
      break;
    case 'update-lost':
      faults.set('updateRecipient', {
        kind: 'reset',
        at: 'headers',
        when: () => {
          count();
          return seen === number;
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

/** The highest event number that a round with so many documents is sure to reach. */
function maxObjects(moment: Moment, documents: number): number {
  if (moment === 'update-lost' || moment === 'update-done') return labels.length;
  if (moment === 'link') return documents;
  return moment === 'request' ? 2 * documents + labels.length : 60;
}

const idsSchema = z.array(z.object({ id: z.number() }));

/** Fails when an unfinished document belongs to a batch that the window does not get. */
async function expectUnfinishedPublished(paydesk: Paydesk): Promise<void> {
  // With a window, the page follows the topic itself.
  if (paydesk.host === null) return;
  const batches = await paydesk.host.follow('batches');
  const published = () => idsSchema.parse(batches.latest()).map(({ id }) => id);
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
  readonly #expected = new Map<string, Received[]>(labels.map((label) => [label, []]));
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
      await expectUnfinishedPublished(this.#paydesk);
    }
    return this.#paydesk;
  }

  async begin(): Promise<void> {
    const paydesk = await this.#open();
    for (const label of labels) {
      await callCommand(paydesk, 'beneficiaries.add', { label, recipientId: `R-${label}` });
    }
  }

  /** One batch with one kill in it. */
  async round(round: number, moment: Moment): Promise<void> {
    const { folders, documents } = await this.#writeFiles(round);
    const number = 1 + Math.floor(this.#random() * maxObjects(moment, documents));
    const paydesk = await this.#open();
    const disarm = arm(moment, number, this.#company, this.#database, () => paydesk.child.kill('SIGKILL'));
    const before = this.#company.simulator.calls().length;
    // The clerk's steps fail when the program is killed; a moment that is never reached ends with the batch.
    await this.#finish(paydesk, folders).catch((thrown: unknown) => {
      if (paydesk.child.exitCode === null && paydesk.child.signalCode === null) throw thrown;
    });
    paydesk.child.kill('SIGKILL');
    await paydesk.exitCode;
    disarm();

    this.#paydesk = null;
    const again = await this.#open();
    await this.#checkUnknown(again, before);
    // Unfinished work resumes or waits for the clerk.
    await expect(() => compareNeedsYou({ call: callsOf(again) })).toPass({
      intervals: [20],
      timeout: 20_000,
    });
    await this.#finish(again, folders);
    for (const label of labels) {
      expect(received(this.#company, `R-${label}`)).toEqual(sortedByName(this.#expected.get(label) ?? []));
    }
  }

  async #writeFiles(round: number): Promise<{ folders: string[]; documents: number }> {
    const drop = join(this.#company.files, `${round}`);
    const folders: string[] = [];
    let documents = 0;
    for (const label of labels) {
      const files: Record<string, Buffer> = {};
      for (let count = 1 + Math.floor(this.#random() * 3); count > 0; count -= 1) {
        documents += 1;
        const name = `${round} ${String(documents).padStart(2, '0')}.pdf`;
        const bytes = pdf(`${name} of ${label}`, Math.floor(this.#random() * 40_000));
        files[name] = bytes;
        this.#expected.get(label)?.push({ name, sha256: hash(bytes) });
      }
      folders.push(join(drop, label));
      await writeFiles(join(drop, label), files);
    }
    return { folders, documents };
  }

  /** Fails when an update without a response is not shown as unknown, or is sent again automatically. */
  async #checkUnknown(paydesk: Paydesk, before: number): Promise<void> {
    const unknown = await callCommand(paydesk, 'beneficiaries.unknownOutcomes', {});
    const { rows } = await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 1 });
    const shown = rows[0] === undefined ? [] : await rowsOf(paydesk, rows[0].id);
    for (const { beneficiary, documents } of unknown) {
      const own = shown.filter((row) => row.beneficiary?.id === beneficiary.id);
      const named = documents.filter(({ isNew }) => isNew).map(({ name }) => name);
      expect(own.map(({ name, state }) => [name, state])).toEqual(
        named.toSorted().map((name) => [name, 'attach-unknown']),
      );
      const updates = this.#company.simulator
        .calls()
        .slice(before)
        .filter(({ route, subject }) => route === 'updateRecipient' && subject === beneficiary.recipientId);
      expect(updates.length).toBeLessThanOrEqual(1);
    }
  }

  /** Finishes the batch of these folders from whatever state it is in. */
  async #finish(paydesk: Paydesk, folders: readonly string[]): Promise<void> {
    const batchId = await this.#prepared(paydesk, folders);
    if ((await batchOf(paydesk, batchId)).state === 'draft') {
      await assignByFolder(paydesk, batchId);
      await start(paydesk, batchId);
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

  /** The batch with these folders; adds them again when the kill came before they were stored. */
  async #prepared(paydesk: Paydesk, folders: readonly string[]): Promise<number> {
    const { rows } = await callCommand(paydesk, 'documents.earlier', { offset: 0, limit: 1 });
    const [latest] = rows;
    if (latest !== undefined) {
      await waitForCheck(paydesk, latest.id);
      const [first] = await rowsOf(paydesk, latest.id);
      const round = basename(dirname(folders[0] ?? ''));
      if (first?.name.startsWith(`${round} `)) return latest.id;
    }
    return chooseFolders(paydesk, ...folders);
  }
}

for (const [service, recipientUpdate] of [
  ['replace', 'send-known'],
  ['append', 'send-new'],
] as const) {
  test.describe(`with updates that ${service}`, () => {
    test.use({ companyOptions: { simulator: { recipientUpdate: service }, recipientUpdate } });

    test(`the service gets every document exactly once when Paydesk is killed ${rounds} times`, async ({
      company,
      launch,
      dataFolder,
    }) => {
      test.setTimeout(240_000);
      const random = createRandom(seed);
      const clerk = new Clerk(company, launch, join(dataFolder, 'paydesk.db'), random);
      await clerk.begin();
      for (let round = 1; round <= rounds; round += 1) {
        const moment = moments[round % moments.length] ?? pick(random, moments);
        try {
          await clerk.round(round, moment);
        } catch (thrown) {
          throw new Error(`PAYDESK_SEED=${seed}: round ${round} (${moment}) failed`, { cause: thrown });
        }
      }
      // The round needed both decisions.
      expect(clerk.decisions['is-there']).toBeGreaterThan(0);
      expect(clerk.decisions['send-again']).toBeGreaterThan(0);
    });
  });
}
