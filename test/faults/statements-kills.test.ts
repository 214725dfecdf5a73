/**
 * @file Paydesk is killed while a statement comes in: in the middle of the download, at every write of the sealed file
 * and of the library's list, and after every commit. Afterwards nothing of the statement lies open on the disk, the
 * library opens, and the statement is there or comes by the same event; nobody but the clerk asks for it again.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Simulator, startSimulator } from '../../src/main/simulator/simulator.ts';
import { compareNeedsYou } from '../fakes/compare-needs-you.ts';
import { eventually } from '../fakes/eventually.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../fakes/test-app.ts';
import { endAfter, hasEnded } from './order.ts';

const keychainEntry = new URL('../fakes/file-keychain.ts', import.meta.url);
/** Stands in every row of the statements of this wallet. */
const canary = 'PC1001';
const profileId = 'test-profile';

interface Place {
  readonly dataFolder: string;
  readonly files: string;
  readonly manifest: string;
}

let simulator: Simulator;
let began: string;
let removeAll: () => Promise<void>;

const managed = () => ({
  version: 1 as const,
  profiles: [profileOf(simulator, { storageHosts: [new URL(simulator.storage).host] })],
});

async function open(dataFolder: string): Promise<TestApp> {
  const testApp = await startTestApp({ dataFolder, managed: managed(), keychainEntry });
  const { apiKey } = simulator.credentials;
  await testApp.call('session.signIn', { profileId, apiKey, keep: 'session' });
  return testApp;
}

const statementsOf = async (testApp: TestApp) =>
  (await testApp.call('statements.list', { state: null, offset: 0, limit: 10 })).rows;

/** The event that came for the one request of this round. */
function newestEvent(): string {
  return JSON.stringify(simulator.events().at(-1));
}

beforeAll(async () => {
  // Some megabytes a month, so that there is a middle of a file.
  simulator = await startSimulator({ transactionsPerDay: 400 });
  const folder = await temporaryFolder();
  removeAll = folder.remove;
  began = join(folder.path, 'data');
  await mkdir(began);
  process.env['PAYDESK_FILE_KEYCHAIN'] = join(folder.path, 'keychain.json');
  // A library with something in it, from which every round begins.
  const testApp = await open(began);
  const periods = [{ since: '2025-01-01', till: '2025-01-31' }];
  await testApp.call('statements.request', {
    profileId,
    walletIds: [1002],
    periods,
    format: 'csv',
    email: '',
  });
  await testApp.call('statements.pasteEvent', { text: newestEvent() });
  await eventually(async () => expect(await statementsOf(testApp)).toMatchObject([{ state: 'stored' }]));
  await testApp.close();
});

afterAll(async () => {
  await simulator.close();
  await removeAll();
  delete process.env['PAYDESK_FILE_KEYCHAIN'];
});

type Kill = () => void;

/** Runs Paydesk as a process of its own; `true` when it was killed, `false` when it came to its end before. */
async function runVictim(place: Place, watchFor: (kill: Kill) => () => void, dies = false): Promise<boolean> {
  const program = fileURLToPath(new URL('./statements-victim.ts', import.meta.url));
  const { apiKey } = simulator.credentials;
  const work = { dataFolder: place.dataFolder, apiKey, managed: managed(), dies };
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'paydesk-compile-cache') };
  const child: ChildProcess = fork(program, [JSON.stringify(work)], { env, execArgv: [] });
  child.once('message', () => child.send(newestEvent()));
  const stopWatching = watchFor(() => child.kill('SIGKILL'));
  try {
    return await new Promise((resolve, reject) => {
      child.once('exit', (code, signal) => {
        if (signal === 'SIGKILL') resolve(true);
        else if (code === 0) resolve(false);
        else reject(new Error(`The program ended with ${code}`));
      });
    });
  } finally {
    stopWatching();
  }
}

/** Kills at the `number`-th thing that happens at a path and fits. */
function onChange(path: string, number: number, fits: (name: string) => boolean = () => true) {
  return (kill: Kill) => {
    let seen = 0;
    const watcher: FSWatcher = watch(path, (_, name) => {
      if (!fits(String(name))) return;
      seen += 1;
      if (seen === number) kill();
    });
    return () => watcher.close();
  };
}

/** Names of files below a folder that hold a text of the statement. */
async function filesWithCanary(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(canary) || bytes.includes(Buffer.from(canary, 'utf16le'))) found.push(entry.name);
  }
  return found;
}

/** Starts Paydesk again: whatever was cut off, the statement is there in the end, once and whole. */
async function expectRecovered({ dataFolder }: Place, requestsBefore: number): Promise<void> {
  expect(await filesWithCanary(dataFolder)).toEqual([]);
  const requests = simulator.state.statementRequests.length;
  const testApp = await open(dataFolder);
  try {
    const library = await testApp.until(
      'library',
      ({ state }) => state === 'kept' || state === 'unavailable',
    );
    expect(library).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
    // Whatever the kill left unfinished waits for the clerk, or goes on.
    await eventually(() => compareNeedsYou(testApp));
    const mine = async () => (await statementsOf(testApp)).find(({ wallet }) => wallet.id === 1001);
    // Killed before it had asked: there is nothing of it.
    if ((await mine()) === undefined) return expect(requests).toBe(requestsBefore);
    const isKept = library.state === 'kept' && library.items === 2;
    if (!isKept && requests > requestsBefore) {
      expect(['waiting', 'expired']).toContain((await mine())?.state);
      await testApp.call('statements.pasteEvent', { text: newestEvent() });
    }
    if (requests > requestsBefore) {
      await eventually(async () => expect(await mine()).toMatchObject({ state: 'stored', problem: null }));
      const { id: statementId = 0, transactions } = (await mine()) ?? {};
      const { handle, opened } = await testApp.call('review.open', { statementId, options: {} });
      expect(opened.rows).toBe(transactions);
      const { points } = await testApp.call('review.check', { handle });
      expect(points.filter(({ result }) => result === 'failed')).toEqual([]);
      await eventually(() =>
        expect(testApp.topic('library')).toMatchObject({ items: 2, missing: 0, foreign: 0 }),
      );
    }
    await eventually(() => compareNeedsYou(testApp));
    // Only the clerk asks again.
    expect(simulator.state.statementRequests).toHaveLength(requests);
    expect(requests).toBeLessThanOrEqual(requestsBefore + 1);
  } finally {
    await testApp.close();
  }
  expect(await filesWithCanary(dataFolder)).toEqual([]);
  expect(simulator.violations()).toEqual([]);
}

async function freshPlace(): Promise<Place> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const dataFolder = join(path, 'data');
  await cp(began, dataFolder, { recursive: true });
  return {
    dataFolder,
    files: join(dataFolder, 'library', 'files'),
    manifest: join(dataFolder, 'library', 'manifest.sealed'),
  };
}

/** Bytes of the file that is being sealed. */
function sealedSoFar({ files }: Place): number {
  const part = existsSync(files) ? readdirSync(files).find((name) => name.endsWith('.part')) : undefined;
  return part === undefined ? 0 : statSync(join(files, part)).size;
}

test('killed in the middle of the download', async () => {
  const place = await freshPlace();
  const before = simulator.state.statementRequests.length;
  simulator.faults.set('statementDownload', { kind: 'short-body', ending: 'hang' });
  const killed = await runVictim(place, (kill) => {
    void vi
      .waitFor(() => expect(sealedSoFar(place)).toBeGreaterThan(500_000), { timeout: 60_000, interval: 5 })
      .then(kill);
    return () => undefined;
  });
  expect(killed).toBe(true);
  simulator.faults.clear();
  expect(sealedSoFar(place)).toBeGreaterThan(500_000);
  await expectRecovered(place, before);
  expect(readdirSync(place.files).filter((name) => name.endsWith('.part'))).toEqual([]);
});

const isPart = (name: string) => name.endsWith('.part');
const isSealed = (name: string) => name.endsWith('.sealed');

test.each<[string, (place: Place) => (kill: Kill) => () => void]>([
  ['when the sealed file begins', ({ files }) => onChange(files, 1, isPart)],
  ['at an early write of the sealed file', ({ files }) => onChange(files, 3, isPart)],
  ['at a later write of the sealed file', ({ files }) => onChange(files, 6, isPart)],
  ['when the list is written', ({ manifest }) => onChange(manifest, 1)],
  ['when the sealed file is put in its place', ({ files }) => onChange(files, 1, isSealed)],
])('killed %s', async (_, watchFor) => {
  const place = await freshPlace();
  const before = simulator.state.statementRequests.length;
  expect(await runVictim(place, watchFor(place))).toBe(true);
  await expectRecovered(place, before);
});

test('killed after any commit', { timeout: 240_000 }, async () => {
  let commits = 0;
  for (let killed = true; killed; ) {
    commits += 1;
    const place = await freshPlace();
    const before = simulator.state.statementRequests.length;
    endAfter(place.dataFolder, { commits, by: 'signal' });
    killed = await runVictim(place, () => () => undefined, true);
    expect(killed).toBe(hasEnded(place.dataFolder));
    await expectRecovered(place, before);
  }
  // Signing in, asking, its answer, the event, the download, its end, and the activity of each.
  expect(commits).toBeGreaterThan(8);
});
