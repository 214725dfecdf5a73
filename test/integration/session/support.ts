/** @file A Paydesk with a keychain in memory, which is there again at the next start on the same folder. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { createEntry as keychainEntryOf } from '../../../src/main/features/session/key-binding.ts';
import type { Clock } from '../../../src/main/platform.ts';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import { type Simulator, startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { ErrorCode } from '../../../src/shared/errors.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { ManagedFile } from '../../../src/shared/model/managed.ts';
import { createFakeKeychain, type FakeKeychain } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';

/** The ID of the managed profile, and the account of its key in the keychain. */
export const profileId = 'test-profile';
export const account = `api-key/${profileId}`;

/** One machine: its folder and its keychain outlive every start. */
export interface Machine {
  readonly folder: string;
  readonly keychain: FakeKeychain;
  readonly simulator: Simulator;
  /** Starts Paydesk; the run before is closed first. */
  start(options?: { readonly clock?: Clock; readonly managed?: Partial<ManagedFile> }): Promise<TestApp>;
}

/** A machine with a profile for a practice company of its own, in the state of a first run. */
export async function createMachine(options: SimulatorOptions = {}): Promise<Machine> {
  const folder = await temporaryFolder();
  const simulator = await startSimulator(options);
  const keychain = createFakeKeychain();
  let running: TestApp | null = null;
  onTestFinished(async () => {
    await running?.close();
    await simulator.close();
    await folder.remove();
  });
  return {
    folder: folder.path,
    keychain,
    simulator,
    async start({ clock, managed = { profiles: [profileOf(simulator)] } } = {}) {
      await running?.close();
      const platform = { ...createFakePlatform(clock), processes: keychain };
      running = await startTestApp({ dataFolder: folder.path, managed, platform });
      return running;
    },
  };
}

/** The text that the keychain has of a key for the managed profile. */
export function keptText({ simulator }: Machine, key = simulator.credentials.apiKey): string {
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

/** The error that a call ends with. */
export async function errorOf(call: Promise<unknown>): Promise<PaydeskError> {
  const thrown: unknown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  if (thrown instanceof PaydeskError) return thrown;
  throw new Error('The call did not fail as expected', { cause: thrown });
}

/** The code of that error. */
export const codeOf = async (call: Promise<unknown>): Promise<ErrorCode> => (await errorOf(call)).code;

/** Waits until something holds, whatever clock Paydesk goes by. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}

/** The entry of the profile in the list. */
export function entryOf(testApp: TestApp, id = profileId) {
  return testApp.topic('profiles').entries.find((entry) => entry.id === id);
}

/** Names of the files below a folder that hold a text. */
export async function filesWith(folder: string, text: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const contents = await Promise.all(files.map((file) => readFile(file)));
  return files.filter((_file, index) => contents[index]?.includes(text) === true);
}
