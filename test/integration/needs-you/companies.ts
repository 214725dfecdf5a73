/** @file Paydesk with the profiles of three companies, each with its own unfinished work. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { pdf, writeFiles } from '../../fakes/files.ts';
import type { FakeKeychain } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';

const companyNames = ['north', 'south', 'east'] as const;
export type CompanyName = (typeof companyNames)[number];

/** The data folder of a clerk who works for several companies. */
export interface Companies {
  readonly folder: string;
  readonly simulators: Readonly<Record<CompanyName, Simulator>>;
  /** Starts Paydesk on a computer with this keychain, after closing the previous run. */
  start(keychain: FakeKeychain): Promise<TestApp>;
  signIn(name: CompanyName, apiKey?: string | null): Promise<unknown>;
  signOut(name: CompanyName): Promise<unknown>;
  /** Drops `count` new files for the active profile; returns the batch ID once they are checked. */
  drop(prefix: string, count: number): Promise<number>;
}

/** Creates the three companies with managed profiles. */
export async function createCompanies(): Promise<Companies> {
  const folder = await temporaryFolder();
  const simulators = {
    north: await startSimulator({ companyId: 'company-north' }),
    south: await startSimulator({ companyId: 'company-south' }),
    east: await startSimulator({ companyId: 'company-east' }),
  };
  let testApp: TestApp | null = null;
  const runningApp = () => {
    if (testApp === null) throw new Error('Paydesk is not running');
    return testApp;
  };
  onTestFinished(async () => {
    for (const simulator of Object.values(simulators)) simulator.faults.clear();
    await testApp?.close();
    await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
    await folder.remove();
  });
  const profiles = companyNames.map((id) => ({ ...profileOf(simulators[id]), id, name: `${id} Ltd` }));
  return {
    folder: folder.path,
    simulators,
    async start(keychain) {
      await testApp?.close();
      const platform = { ...createFakePlatform(), processes: keychain };
      testApp = await startTestApp({ dataFolder: folder.path, managed: { profiles }, platform });
      return testApp;
    },
    signIn: (profileId, apiKey = simulators[profileId].credentials.apiKey) =>
      runningApp().call('session.signIn', { profileId, apiKey, keep: 'session' }),
    signOut: (profileId) => runningApp().call('session.signOut', { profileId, forgetKey: false }),
    async drop(prefix, count) {
      const names = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.pdf`);
      const paths = await writeFiles(
        join(folder.path, prefix),
        Object.fromEntries(names.map((name) => [name, pdf(`${name} of ${prefix}`)])),
      );
      const batchId = await runningApp().drop(paths);
      await runningApp().until('batches', (batches) =>
        batches.some(({ id, counts }) => id === batchId && counts.unassigned === count),
      );
      return batchId;
    },
  };
}
