/** @file Paydesk with an in-memory keychain that outlives restarts on the same data folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createEntry as keychainEntryOf } from '../../../src/main/features/session/key-binding.ts';
import type { Clock } from '../../../src/main/platform.ts';
import type { ManagedFile } from '../../../src/shared/model/managed.ts';
import { createFakeKeychain, type FakeKeychain } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';

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
}

/** Creates a computer with a managed profile for its own practice company, before the first start. */
export async function createMachine(options: SimulatorOptions = {}): Promise<Machine> {
  const folder = await temporaryFolder();
  const simulator = await startSimulator(options);
  const keychain = createFakeKeychain();
  let runningApp: TestApp | null = null;
  onTestFinished(async () => {
    await runningApp?.close();
    await simulator.close();
    await folder.remove();
  });
  return {
    folder: folder.path,
    keychain,
    simulator,
    async start({ clock, managed = { profiles: [profileOf(simulator)] } } = {}) {
      await runningApp?.close();
      const platform = { ...createFakePlatform(clock), processes: keychain };
      runningApp = await startTestApp({ dataFolder: folder.path, managed, platform });
      return runningApp;
    },
  };
}

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
