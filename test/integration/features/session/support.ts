/** @file Paydesk with an in-memory keychain that outlives restarts on the same data folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createEntry as keychainEntryOf } from '../../../../src/main/features/session/key-binding.ts';
import type { Clock } from '../../../../src/main/platform/platform.ts';
import type { ManagedFile } from '../../../../src/shared/model/session/managed.ts';
import type { ProfileFields } from '../../../../src/shared/model/session/profile.ts';
import { writeFiles } from '../../../fakes/files/files.ts';
import { createFakeKeychain, type FakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../../practice/simulator.ts';

/** The ID of the managed profile, and the account of its key in the keychain. */
export const profileId = 'test-profile';
export const account = `api-key/${profileId}`;

/** A computer whose data folder and keychain outlive restarts of Paydesk. */
export interface Machine {
  readonly folder: string;
  readonly keychain: FakeKeychain;
  readonly simulator: Simulator;
  /** Starts Paydesk after closing the previous run. */
  start(options?: { readonly clock?: Clock; readonly managed?: Partial<ManagedFile> }): Promise<TestApp>;
  /** Closes Paydesk. */
  stop(): Promise<void>;
}

/** Creates a computer with a managed profile for its own practice company; it is closed when the test ends. */
export async function createMachine(options: SimulatorOptions = {}): Promise<Machine> {
  const machine = await openMachine(options);
  onTestFinished(() => machine.end());
  return machine;
}

/** Creates a computer with a managed profile for its own practice company, before the first start. */
export async function openMachine(
  options: SimulatorOptions = {},
): Promise<Machine & { end(): Promise<void> }> {
  const folder = await temporaryFolder();
  const simulator = await startSimulator(options);
  const keychain = createFakeKeychain();
  let runningApp: TestApp | null = null;
  const stop = async () => {
    await runningApp?.close();
    runningApp = null;
  };
  return {
    folder: folder.path,
    keychain,
    simulator,
    async start({ clock, managed = { profiles: [profileOf(simulator)] } } = {}) {
      await stop();
      const platform = { ...createFakePlatform(clock), processes: keychain };
      runningApp = await startTestApp({ dataFolder: folder.path, managed, platform });
      return runningApp;
    },
    stop,
    async end() {
      await stop();
      await simulator.close();
      await folder.remove();
    },
  };
}

/** Returns the fields of a profile that a clerk types for the practice company. */
export function fieldsFor({ simulator }: Pick<Machine, 'simulator'>, changed: Partial<ProfileFields> = {}) {
  const { id: _id, ...fields } = profileOf(simulator);
  return { ...fields, name: 'Typed by hand', ...changed };
}

/** Adds a profile that the clerk typed, and signs in to it. */
export async function signInToOwnProfile(
  testApp: TestApp,
  machine: Machine,
  keep: 'keychain' | 'session' = 'keychain',
): Promise<string> {
  const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
  const { apiKey } = machine.simulator.credentials;
  await testApp.call('session.signIn', { profileId: id, apiKey, keep });
  return id;
}

/** Sends files to a new beneficiary of the active profile; returns the batch ID. */
export async function sendFiles(
  testApp: TestApp,
  folder: string,
  files: Readonly<Record<string, Buffer>>,
  beneficiary: { readonly label: string; readonly recipientId: string },
) {
  const paths = await writeFiles(folder, files);
  const { id: beneficiaryId } = await testApp.call('beneficiaries.add', beneficiary);
  const batchId = await testApp.drop(paths);
  await testApp.until('batches', (batches) =>
    batches.some(({ id, counts }) => id === batchId && counts.unassigned === paths.length),
  );
  const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
  await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId });
  const confirmed = { documents: paths.length, beneficiaries: 1 };
  await testApp.call('documents.batch', { action: 'start', batchId, ...confirmed });
  return batchId;
}

/** Ends faults and sessions, so that the next test can use the same Paydesk; the profiles remain. */
export async function signOutAll(testApp: TestApp, { simulator }: Machine): Promise<void> {
  simulator.faults.clear();
  for (const { id, session } of testApp.topic('profiles').entries)
    if (session !== 'signed-out') await testApp.call('session.signOut', { profileId: id, forgetKey: true });
  testApp.platform.answers.ask = 0;
  testApp.platform.seen.questions.length = 0;
}

/** Signs in with the stored key. */
export const signInWithStoredKey = (testApp: TestApp, id = profileId) =>
  testApp.call('session.signIn', { profileId: id, apiKey: null, keep: 'keychain' });

/** Number of sign-ins that reached the service. */
export const countLogins = ({ simulator }: Pick<Machine, 'simulator'>) =>
  simulator.calls().filter(({ route }) => route === 'login').length;

/** Returns the keychain entry of a key for the managed profile. */
export function storedEntry({ simulator }: Machine, key = simulator.credentials.apiKey): string {
  return keychainEntryOf(key, profileOf(simulator));
}

/** Signs in with the right key. */
export async function signIn(
  testApp: TestApp,
  { simulator }: Machine,
  keep: 'keychain' | 'session' = 'session',
) {
  return testApp.call('session.signIn', { profileId, apiKey: simulator.credentials.apiKey, keep });
}

/** Waits until a condition holds, in real time. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setImmediate();
}

/** Returns the entry of a profile in the list. */
export function entryOf(testApp: TestApp, id = profileId) {
  return testApp.topic('profiles').entries.find((entry) => entry.id === id);
}

/** Returns the paths of the files below a folder that contain a text. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return files.filter((_file, index) => contents[index]?.includes(text) === true);
}
