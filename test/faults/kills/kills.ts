/**
 * @file Paydesk crashes right after a commit, before the commit is reported: its process is killed, or only its store exits.
 * The latter is quicker, and stricter, because requests that were already sent to the service continue.
 */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'vitest';
import { createRandom } from '../../../src/main/practice/data/random.ts';
import { compareNeedsYou } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files/files.ts';
import { readStateCounts } from '../../fakes/state-counts.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { untilUnfinishedIsPublished } from '../../fakes/unfinished.ts';
import {
  receivedDocuments,
  startDocumentsFixture,
} from '../../integration/features/documents/documents-fixture.ts';
import { type Simulator, startSimulator } from '../../practice/simulator.ts';
import { crashAfter, crashingStoreUrl, hasCrashed } from '../crash-order.ts';
import { forkProgram, wasKilled } from '../fork-program.ts';
import { finishJob, type Job, recipientOf } from './job-steps.ts';
import type { VictimArguments } from './victim.ts';

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface PreparedJob extends Job {
  readonly files: Readonly<Record<string, Record<string, Buffer>>>;
}

/** Writes two documents into the folder of each beneficiary. */
async function prepareJob(folder: string, name: string, labels: readonly string[]): Promise<PreparedJob> {
  const files: Record<string, Record<string, Buffer>> = {};
  for (const label of labels) {
    const names = [`${name} ${label} 1.pdf`, `${name} ${label} 2.pdf`];
    files[label] = Object.fromEntries(names.map((file) => [file, pdf(file)]));
    await writeFiles(join(folder, label), files[label]);
  }
  return {
    labels,
    documents: 2 * labels.length,
    paths: labels.map((label) => join(folder, label)),
    files,
  };
}

/** Expects each beneficiary to have its documents of all jobs, each once. */
function expectReceived(simulator: Simulator, jobs: readonly PreparedJob[]): void {
  for (const label of new Set(jobs.flatMap(({ labels }) => labels))) {
    const expected = jobs
      .flatMap(({ files }) => Object.entries(files[label] ?? {}))
      .map(([name, bytes]) => ({ name, sha256: sha256Of(bytes) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(receivedDocuments(simulator, recipientOf(label))).toEqual(expected);
  }
}

/** Expects every unfinished document to belong to a batch that is published to the window. */
async function expectUnfinishedPublished(testApp: TestApp): Promise<void> {
  const published = () => testApp.topic('batches').map(({ id }) => id);
  await untilUnfinishedIsPublished({ call: testApp.call, published });
}

/** Expects the kept numbers of documents to agree with the documents in the file of a program that was killed. */
function expectCountsKept(dataFolder: string): void {
  const database = new DatabaseSync(join(dataFolder, 'paydesk.db'), { readOnly: true });
  try {
    const { kept, counted } = readStateCounts({ all: (sql) => database.prepare(sql).all() });
    expect(kept).toEqual(counted);
  } finally {
    database.close();
  }
}

/** What an update does at the service, and what a profile that fits it sends. */
const updateRules = { append: 'send-new', replace: 'send-known' } as const;

/**
 * Kills Paydesk at commits of a batch, from the `first` one on, in steps of `every`, and expects every document to be attached
 * once afterwards. Returns the number of commits, and how many outcomes of attach operations the kills left unknown.
 */
export async function killAtCommits(
  { first, every }: { first: number; every: number },
  update: keyof typeof updateRules = 'append',
) {
  const simulator = await startSimulator({ recipientUpdate: update });
  const managed = {
    version: 1 as const,
    profiles: [profileOf(simulator, { recipientUpdate: updateRules[update] })],
  };
  const { apiKey } = simulator.credentials;
  let unknownCount = 0;

  /** Runs one batch and kills Paydesk after `commitNumber` commits. Resolves with `false` when the batch finished before. */
  async function runRound(name: string, commitNumber: number): Promise<boolean> {
    const folder = await temporaryFolder();
    const dataFolder = join(folder.path, 'data');
    await mkdir(dataFolder);
    const job = await prepareJob(join(folder.path, 'files'), name, [`A${name}`, `B${name}`]);
    crashAfter(dataFolder, { commits: commitNumber, by: 'signal' });
    const { paths, labels, documents } = job;
    const victim: VictimArguments = {
      dataFolder,
      apiKey,
      managed,
      job: { paths: [...paths], labels: [...labels], documents },
    };
    const isKilled = await wasKilled(forkProgram(new URL('victim.ts', import.meta.url), victim));
    expect(isKilled).toBe(hasCrashed(dataFolder));
    expectCountsKept(dataFolder);

    const openTestApp = async () => {
      const startedApp = await startTestApp({ dataFolder, managed });
      await startedApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
      await expectUnfinishedPublished(startedApp);
      // *Needs you* lists exactly the work that waits for the clerk.
      await eventually(() => compareNeedsYou(startedApp));
      return startedApp;
    };
    let testApp = await openTestApp();
    const unknownOutcomes = (await testApp.call('beneficiaries.unknownOutcomes', {})).length;
    if (unknownOutcomes > 0) {
      // A second restart checks a batch that has ended: all documents without an unknown outcome are finished.
      await testApp.until('batches', ([batch]) => batch?.state === 'done-with-problems');
      await testApp.close();
      testApp = await openTestApp();
    }
    unknownCount += unknownOutcomes;
    await finishJob(testApp, job, { batchNumber: 1, portal: simulator });
    await eventually(() => compareNeedsYou(testApp));
    await testApp.close();
    expectReceived(simulator, [job]);
    expect(existsSync(join(dataFolder, 'logs', 'paydesk.log'))).toBe(false);
    await folder.remove();
    return isKilled;
  }

  let commits = first;
  while (await runRound(`${commits}`, commits)) commits += every;
  // The grouping of commits differs between batches, so every kill so far may have missed the commit of an update.
  for (let extraRound = 0; every === 1 && unknownCount === 0 && extraRound < 40; extraRound += 1) {
    await runRound(`again ${extraRound}`, commits - 1 - (extraRound % 8));
  }
  expect(simulator.violations()).toEqual([]);
  await simulator.close();
  return { commits, unknownCount };
}

/** Crashes the store at random commits of several batches, and expects every document to be attached once afterwards. */
export async function crashAtRandomCommits(seed: number, crashCount: number): Promise<void> {
  const random = createRandom(seed);
  const fixture = await startDocumentsFixture({
    simulator: { recipientUpdate: 'append' },
    profile: { recipientUpdate: 'send-new' },
    storeWorkerUrl: crashingStoreUrl,
  });
  const { simulator, dataFolder } = fixture;
  const jobs: PreparedJob[] = [];
  const nextJob = async () => {
    const folder = join(fixture.folder, `${jobs.length}`);
    jobs.push(await prepareJob(folder, String(jobs.length).padStart(3, '0'), ['A', 'B']));
  };
  await nextJob();
  const finishCurrentJob = async () => {
    const job = jobs.at(-1);
    if (job === undefined) throw new Error('No job was prepared');
    await fixture.signIn();
    await expectUnfinishedPublished(fixture.testApp);
    await finishJob(fixture.testApp, job, { batchNumber: jobs.length, portal: simulator });
    await nextJob();
  };
  // How many commits a job takes depends on how the store groups them, so the crashes go on, after more and more
  // commits, until enough jobs were crossed by crashes.
  for (let crash = 0; crash < crashCount || jobs.length <= crashCount / 20; crash += 1) {
    const commitNumber = 1 + Math.floor(random() * 12) + Math.max(0, crash - crashCount);
    crashAfter(dataFolder, { commits: commitNumber, by: 'exit' });
    try {
      await fixture.startAfterCrash();
      while (!hasCrashed(dataFolder)) await finishCurrentJob();
    } catch (thrown) {
      // The steps may fail only because the store has crashed.
      if (!hasCrashed(dataFolder)) {
        throw new Error(`PAYDESK_SEED=${seed}: moment ${crash} (commit ${commitNumber})`, { cause: thrown });
      }
    }
  }
  await fixture.startAfterCrash();
  await fixture.signIn();
  await eventually(() => compareNeedsYou(fixture));
  await finishCurrentJob();
  await eventually(() => compareNeedsYou(fixture));
  jobs.pop();
  expectReceived(simulator, jobs);
}
