/**
 * @file Paydesk is killed while a statement arrives: during the download, at changes of the sealed file, and after every
 * commit. Afterwards no part of the statement is unencrypted on disk, the library
 * opens, and the statement is stored or arrives with the same event; only the clerk can repeat the request.
 */
import { existsSync, type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { cp, mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, expect, onTestFinished, vi } from 'vitest';
import { compareNeedsYou } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../practice/simulator.ts';
import { crashAfter, hasCrashed } from '../crash-order.ts';
import { forkProgram, wasKilled } from '../fork-program.ts';

const keychainEntry = new URL('../../fakes/platform/file-keychain.ts', import.meta.url);
/** Text in every row of the statements of wallet 1001. */
const canary = 'PC1001';
const profileId = 'test-profile';

interface DataPaths {
  readonly dataFolder: string;
  readonly files: string;
}

let simulator: Simulator;
let initialData: string;
let initialKeychain: string;

const keychainFile = () => process.env['PAYDESK_FILE_KEYCHAIN'] ?? '';

const managed = () => ({
  version: 1 as const,
  profiles: [profileOf(simulator, { storageHosts: [new URL(simulator.storage).host] })],
});

async function openTestApp(dataFolder: string): Promise<TestApp> {
  const testApp = await startTestApp({ dataFolder, managed: managed(), keychainEntry });
  const { apiKey } = simulator.credentials;
  await testApp.call('session.signIn', { profileId, apiKey, keep: 'session' });
  return testApp;
}

const statementsOf = async (testApp: TestApp) =>
  (await testApp.call('statements.list', { state: null, offset: 0, limit: 10 })).rows;

/** Returns the newest event, which belongs to the request of this round. */
function newestEvent(): string {
  return JSON.stringify(simulator.events().at(-1));
}

/** Starts the practice company, and prepares the data of a Paydesk with one statement, with which every round starts. */
export async function prepareRounds(): Promise<void> {
  // Statements of some megabytes, so that a download can be interrupted.
  simulator = await startSimulator({ transactionsPerDay: 400 });
  const folder = await temporaryFolder();
  initialData = join(folder.path, 'data');
  await mkdir(initialData);
  process.env['PAYDESK_FILE_KEYCHAIN'] = join(folder.path, 'keychain.json');
  // Every round starts with a copy of a library that is not empty.
  const testApp = await openTestApp(initialData);
  const periods = [{ since: '2025-01-01', till: '2025-01-31' }];
  await testApp.call('statements.request', {
    profileId,
    walletIds: [1002],
    periods,
    format: 'csv',
    email: '',
  });
  await testApp.call('statements.addEvents', { action: 'paste', text: newestEvent() });
  await eventually(async () => expect(await statementsOf(testApp)).toMatchObject([{ state: 'stored' }]));
  await testApp.close();
  initialKeychain = join(folder.path, 'initial-keychain.json');
  await cp(keychainFile(), initialKeychain);
  afterAll(async () => {
    await simulator.close();
    await folder.remove();
    delete process.env['PAYDESK_FILE_KEYCHAIN'];
  });
}

type KillVictim = () => void;

/** Runs Paydesk in a separate process. Resolves with `true` when the process was killed, `false` when it finished before. */
async function runVictim(
  paths: DataPaths,
  startWatching: (kill: KillVictim) => () => void,
  isCrashing = false,
): Promise<boolean> {
  const { apiKey } = simulator.credentials;
  const victim = { dataFolder: paths.dataFolder, apiKey, managed: managed(), crashes: isCrashing };
  const child = forkProgram(new URL('./statements-victim.ts', import.meta.url), victim);
  child.once('message', () => child.send(newestEvent()));
  const stopWatching = startWatching(() => child.kill('SIGKILL'));
  return wasKilled(child).finally(stopWatching);
}

/** Kills the process at the first matching change at a path. */
function killOnChange(path: string, isMatching: (name: string) => boolean = () => true) {
  return (kill: KillVictim) => {
    const watcher: FSWatcher = watch(path, (_, name) => {
      if (isMatching(String(name))) kill();
    });
    return () => watcher.close();
  };
}

/** Returns the names of the files below a folder that contain text of the statement. */
async function filesWithCanary(folder: string): Promise<string[]> {
  const fileNames: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(join(entry.parentPath, entry.name));
    if (bytes.includes(canary) || bytes.includes(Buffer.from(canary, 'utf16le'))) fileNames.push(entry.name);
  }
  return fileNames;
}

/** Starts Paydesk again and expects the statement to be stored once and completely in the end. */
async function expectRecovered({ dataFolder }: DataPaths, requestCountBefore: number): Promise<void> {
  expect(await filesWithCanary(dataFolder)).toEqual([]);
  const requestCount = simulator.state.statementRequests.length;
  const testApp = await openTestApp(dataFolder);
  try {
    const library = await testApp.until(
      'library',
      ({ state }) => state === 'kept' || state === 'unavailable',
    );
    expect(library).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
    // Unfinished work waits for the clerk or continues.
    await eventually(() => compareNeedsYou(testApp));
    const killedStatement = async () =>
      (await statementsOf(testApp)).find(({ wallet }) => wallet.id === 1001);
    // A kill before the request leaves no statement.
    if ((await killedStatement()) === undefined) return expect(requestCount).toBe(requestCountBefore);
    const isInLibrary = library.state === 'kept' && library.items === 2;
    if (!isInLibrary && requestCount > requestCountBefore) {
      expect(['waiting', 'expired']).toContain((await killedStatement())?.state);
      await testApp.call('statements.addEvents', { action: 'paste', text: newestEvent() });
    }
    if (requestCount > requestCountBefore) {
      await eventually(async () =>
        expect(await killedStatement()).toMatchObject({ state: 'stored', problem: null }),
      );
      const { id: statementId = 0, transactions } = (await killedStatement()) ?? {};
      const { handle, opened } = await testApp.call('viewer.open', { statementId, options: {} });
      expect(opened.rows).toBe(transactions);
      const { points } = await testApp.call('viewer.query', { action: 'check', handle });
      expect(points.filter(({ result }) => result === 'failed')).toEqual([]);
      await eventually(() =>
        expect(testApp.topic('library')).toMatchObject({ items: 2, missing: 0, foreign: 0 }),
      );
    }
    await eventually(() => compareNeedsYou(testApp));
    // Paydesk did not repeat the request on its own.
    expect(simulator.state.statementRequests).toHaveLength(requestCount);
    expect(requestCount).toBeLessThanOrEqual(requestCountBefore + 1);
  } finally {
    await testApp.close();
  }
  expect(await filesWithCanary(dataFolder)).toEqual([]);
  expect(simulator.violations()).toEqual([]);
}

async function copyInitialData(): Promise<DataPaths> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const dataFolder = join(path, 'data');
  await cp(initialData, dataFolder, { recursive: true });
  await cp(initialKeychain, keychainFile());
  return {
    dataFolder,
    files: join(dataFolder, 'library', 'files'),
  };
}

/** Returns the size of the sealed file that is being written, in bytes; 0 when there is none. */
function partFileSize({ files }: DataPaths): number {
  const partFile = existsSync(files) ? readdirSync(files).find((name) => name.endsWith('.part')) : undefined;
  return partFile === undefined ? 0 : statSync(join(files, partFile)).size;
}

/** Expects a statement to be recovered after a kill when `bytes` of its sealed file are written. */
export async function expectRecoveredAfterBytes(bytes: number): Promise<void> {
  const paths = await copyInitialData();
  const requestCountBefore = simulator.state.statementRequests.length;
  // The download stops in the middle, so that the program cannot finish before it is killed.
  simulator.faults.set('statementDownload', { kind: 'short-body', ending: 'hang' });
  const isKilled = await runVictim(paths, (kill) => {
    void vi
      .waitFor(() => expect(partFileSize(paths)).toBeGreaterThanOrEqual(bytes), {
        timeout: 60_000,
        interval: 5,
      })
      .then(kill);
    return () => undefined;
  });
  expect(isKilled).toBe(true);
  simulator.faults.clear();
  expect(partFileSize(paths)).toBeGreaterThanOrEqual(bytes);
  await expectRecovered(paths, requestCountBefore);
  expect(readdirSync(paths.files).filter((name) => name.endsWith('.part'))).toEqual([]);
}

/** Kills at the first change of a file, by what the change means. */
const kills = {
  'the sealed file is created': ({ files }: DataPaths) =>
    killOnChange(files, (name) => name.endsWith('.part')),
  'the sealed file is moved into place': ({ files }: DataPaths) =>
    killOnChange(files, (name) => name.endsWith('.sealed')),
};

/** Expects a statement to be recovered after a kill at a change of a file. */
export async function expectRecoveredAfterChange(change: keyof typeof kills): Promise<void> {
  const paths = await copyInitialData();
  const requestCountBefore = simulator.state.statementRequests.length;
  expect(await runVictim(paths, kills[change](paths))).toBe(true);
  await expectRecovered(paths, requestCountBefore);
}

/** Expects a statement to be recovered after a kill at commits, from the `first` one on, in steps of `every`. */
export async function expectRecoveredAfterCommits({
  first,
  every,
}: {
  first: number;
  every: number;
}): Promise<void> {
  let commitNumber = first;
  for (let isKilled = true; isKilled; commitNumber += every) {
    const paths = await copyInitialData();
    const requestCountBefore = simulator.state.statementRequests.length;
    crashAfter(paths.dataFolder, { commits: commitNumber, by: 'signal' });
    isKilled = await runVictim(paths, () => () => undefined, true);
    expect(isKilled).toBe(hasCrashed(paths.dataFolder));
    await expectRecovered(paths, requestCountBefore);
  }
  // The commits are: sign-in, request, answer, event, start and end of the download, and an activity entry for each.
  expect(commitNumber).toBeGreaterThan(8);
}
