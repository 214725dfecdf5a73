/**
 * @file Paydesk ends right after a commit and before it knows of it: at every commit of a batch as a process that is
 * really killed, and at moments chosen by chance as a program whose store is gone from one moment to the next. The
 * latter is quicker, and harder: what such a program had begun with the service goes on for a while. `PAYDESK_SEED`
 * repeats the moments of an earlier run, and `PAYDESK_MOMENTS` says how many there are; each takes about half a second.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createRandom } from '../../src/main/simulator/random.ts';
import type { Simulator } from '../../src/main/simulator/simulator.ts';
import { startSimulator } from '../../src/main/simulator/simulator.ts';

import { compareNeedsYou } from '../fakes/compare-needs-you.ts';
import { eventually } from '../fakes/eventually.ts';
import { pdf, writeFiles } from '../fakes/files.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../fakes/test-app.ts';
import { untilUnfinishedIsPublished } from '../fakes/unfinished.ts';

import { received, startWork } from '../integration/documents/work.ts';
import { dyingStore, endAfter, hasEnded } from './order.ts';
import { bringToEnd, type Job, recipientOf } from './steps.ts';
import type { VictimWork } from './victim.ts';

const seed = Number(process.env['PAYDESK_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const moments = Number(process.env['PAYDESK_MOMENTS'] ?? 60);
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

interface PreparedJob extends Job {
  readonly files: Readonly<Record<string, Record<string, Buffer>>>;
}

/** Two documents in the folder of each beneficiary. */
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

/** Each beneficiary has what was meant for it in all jobs, each document once. */
function expectReceived(simulator: Simulator, jobs: readonly PreparedJob[]): void {
  for (const label of new Set(jobs.flatMap(({ labels }) => labels))) {
    const expected = jobs
      .flatMap(({ files }) => Object.entries(files[label] ?? {}))
      .map(([name, bytes]) => ({ name, sha256: hash(bytes) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(received(simulator, recipientOf(label))).toEqual(expected);
  }
}

/** After a start, every document that is not finished belongs to a batch that the window is told of. */
async function expectUnfinishedPublished(testApp: TestApp): Promise<void> {
  const published = () => testApp.topic('batches').map(({ id }) => id);
  await untilUnfinishedIsPublished({ call: testApp.call, published });
}

/** Runs Paydesk as a process of its own; `true` when it was killed. */
function runVictim(work: VictimWork): Promise<boolean> {
  const program = fileURLToPath(new URL('./victim.ts', import.meta.url));
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compile-cache') };
  const child = fork(program, [JSON.stringify(work)], { env, execArgv: [] });
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (signal === 'SIGKILL') resolve(true);
      else if (code === 0) resolve(false);
      else reject(new Error(`The program ended with ${code}`));
    });
  });
}

test('killed at any commit of a batch, it attaches every document once after the next start', {
  timeout: 400_000,
}, async () => {
  const simulator = await startSimulator({ recipientUpdate: 'append' });
  const managed = {
    version: 1 as const,
    profiles: [profileOf(simulator, { recipientUpdate: 'send-new' })],
  };
  const { apiKey } = simulator.credentials;
  let unknown = 0;

  /** One batch, killed at so many commits; `false` when it came to its end before. */
  async function round(name: string, commits: number): Promise<boolean> {
    const folder = await temporaryFolder();
    const dataFolder = join(folder.path, 'data');
    await mkdir(dataFolder);
    const job = await prepareJob(join(folder.path, 'files'), name, [`A${name}`, `B${name}`]);
    endAfter(dataFolder, { commits, by: 'signal' });
    const { paths, labels, documents } = job;
    const killed = await runVictim({
      dataFolder,
      apiKey,
      managed,
      job: { paths: [...paths], labels: [...labels], documents },
    });
    expect(killed).toBe(hasEnded(dataFolder));

    const open = async () => {
      const started = await startTestApp({ dataFolder, managed });
      await started.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
      await expectUnfinishedPublished(started);
      // Whatever the kill left unfinished waits for the clerk, or goes on.
      await eventually(() => compareNeedsYou(started));
      return started;
    };
    let testApp = await open();
    const lost = (await testApp.call('beneficiaries.unknownOutcomes', {})).length;
    if (lost > 0) {
      // Everything else goes on and ends; the next start finds an ended batch.
      await testApp.until('batches', ([batch]) => batch?.state === 'done-with-problems');
      await testApp.close();
      testApp = await open();
    }
    unknown += lost;
    await bringToEnd(testApp, job, { number: 1, portal: simulator });
    await eventually(() => compareNeedsYou(testApp));
    await testApp.close();
    expectReceived(simulator, [job]);
    expect(existsSync(join(dataFolder, 'logs', 'paydesk.log'))).toBe(false);
    await folder.remove();
    return killed;
  }

  let commits = 1;
  while (await round(`${commits}`, commits)) commits += 1;
  // Taking in, checking, assigning, starting, two updates and eight steps of four documents, some of them together.
  expect(commits).toBeGreaterThan(15);
  // What is committed together differs from batch to batch, so the commit of an update may have been passed each time.
  for (let again = 0; unknown === 0 && again < 40; again += 1) {
    await round(`again ${again}`, commits - 1 - (again % 8));
  }
  expect(unknown).toBeGreaterThan(0);
  expect(simulator.violations()).toEqual([]);
  await simulator.close();
});

test(`gone at ${moments} moments chosen by chance, it attaches every document once`, {
  timeout: 60_000 + 2_000 * moments,
}, async () => {
  const random = createRandom(seed);
  const work = await startWork({
    simulator: { recipientUpdate: 'append' },
    profile: { recipientUpdate: 'send-new' },
    storeEntry: dyingStore,
  });
  const { simulator, dataFolder } = work;
  const jobs: PreparedJob[] = [];
  const nextJob = async () => {
    const folder = join(work.folder, `${jobs.length}`);
    jobs.push(await prepareJob(folder, String(jobs.length).padStart(3, '0'), ['A', 'B']));
  };
  await nextJob();
  const goOn = async () => {
    const job = jobs.at(-1);
    if (job === undefined) throw new Error('There is no job');
    await work.signIn();
    await expectUnfinishedPublished(work.testApp);
    await bringToEnd(work.testApp, job, { number: jobs.length, portal: simulator });
    await nextJob();
  };
  for (let moment = 0; moment < moments; moment += 1) {
    const commits = 1 + Math.floor(random() * 12);
    endAfter(dataFolder, { commits, by: 'exit' });
    try {
      await work.startAfterDeath();
      while (!hasEnded(dataFolder)) await goOn();
    } catch (thrown) {
      // The clerk's steps fail when the store ends under them, and only then.
      if (!hasEnded(dataFolder)) {
        throw new Error(`PAYDESK_SEED=${seed}: moment ${moment} (commit ${commits})`, { cause: thrown });
      }
    }
  }
  await work.startAfterDeath();
  await work.signIn();
  await eventually(() => compareNeedsYou(work));
  await goOn();
  await eventually(() => compareNeedsYou(work));
  jobs.pop();
  expect(jobs.length).toBeGreaterThan(moments / 20);
  expectReceived(simulator, jobs);
});
