/** @file One Paydesk with the profiles of two companies, each with its own service. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Clock } from '../../../../src/main/platform/platform.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { createFakeKeychain, type FakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform, type FakePlatform } from '../../../fakes/platform/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../../practice/simulator.ts';
import { sendFiles } from './support.ts';

type CompanyName = 'north' | 'south';

interface TwoCompanies {
  readonly folder: string;
  readonly keychain: FakeKeychain;
  readonly simulators: Readonly<Record<CompanyName, Simulator>>;
  /** Starts Paydesk after closing the previous run. */
  start(options?: { readonly clock?: Clock }): Promise<TestApp & { readonly platform: FakePlatform }>;
}

/** Creates a computer with the managed profiles `north` and `south`. */
export async function createTwoCompanies(): Promise<TwoCompanies> {
  const folder = await temporaryFolder();
  const simulators = {
    north: await startSimulator({ companyId: 'company-north' }),
    south: await startSimulator({ companyId: 'company-south' }),
  };
  const keychain = createFakeKeychain();
  let runningApp: TestApp | null = null;
  onTestFinished(async () => {
    for (const simulator of Object.values(simulators)) simulator.faults.clear();
    await runningApp?.close();
    await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
    await folder.remove();
  });
  const profile = (name: CompanyName) => ({
    ...profileOf(simulators[name]),
    id: name,
    name: name === 'north' ? 'North Ltd' : 'South Ltd',
  });
  return {
    folder: folder.path,
    keychain,
    simulators,
    async start({ clock } = {}) {
      await runningApp?.close();
      const platform = { ...createFakePlatform(clock), processes: keychain };
      const managed = { profiles: [profile('north'), profile('south')], lockAfterMinutes: 60 };
      const testApp = await startTestApp({ dataFolder: folder.path, managed, platform });
      runningApp = testApp;
      return { ...testApp, platform };
    },
  };
}

/** Signs in to a company, which becomes active. */
export async function signInTo(
  testApp: TestApp,
  { simulators }: TwoCompanies,
  name: CompanyName,
  keep: 'keychain' | 'session' = 'session',
): Promise<void> {
  const { apiKey } = simulators[name].credentials;
  await testApp.call('session.signIn', { profileId: name, apiKey, keep });
}

/** Sends `count` documents to one beneficiary of the active profile; returns the batch ID. */
export async function sendDocuments(
  testApp: TestApp,
  { folder }: TwoCompanies,
  prefix: string,
  count: number,
): Promise<number> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.pdf`);
  const files = Object.fromEntries(names.map((name) => [name, pdf(`${name} of ${prefix}`)]));
  const beneficiary = { label: `Payee of ${prefix}`, recipientId: `rcp-${prefix}` };
  return sendFiles(testApp, join(folder, prefix), files, beneficiary);
}

/** Waits until a batch of the active profile is done without problems. */
export function untilDone(testApp: TestApp, batchId: number) {
  return testApp.until('batches', (batches) =>
    batches.some(({ id, state }) => id === batchId && state === 'done'),
  );
}

/** Returns the session states by profile. */
export function statesOf(testApp: TestApp): Record<string, string> {
  return Object.fromEntries(testApp.topic('profiles').entries.map(({ id, session }) => [id, session]));
}

/** Returns the sorted names of all documents that are attached at a company. */
export function attachedNames(simulator: Simulator): string[] {
  return [...simulator.state.recipients.values()]
    .flatMap(({ documents }) => documents.map(({ name }) => name))
    .sort();
}
