/** @file A restartable test app for tests of the activity log. */
import { join } from 'node:path';
import type { ActivityFilter } from '../../../src/shared/contract/activity.ts';
import { createFakeKeychain } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../fakes/test-app.ts';
import { startSimulator } from '../../simulator/simulator.ts';

/** The filter that matches every entry. */
export const allEntries: ActivityFilter = {
  kind: null,
  outcome: null,
  text: '',
  since: null,
  before: null,
};
export const listActivity = (
  testApp: Pick<TestApp, 'call'>,
  filter: Partial<ActivityFilter> = {},
  offset = 0,
  limit = 200,
) => testApp.call('activity.list', { filter: { ...allEntries, ...filter }, offset, limit });

/** Creates a practice company and a data folder, with functions that start Paydesk and sign in. */
export async function createMachine() {
  const folder = await temporaryFolder();
  const simulator = await startSimulator();
  const keychain = createFakeKeychain();
  let running: TestApp | null = null;
  const stop = async () => {
    await running?.close();
    running = null;
  };
  async function close(): Promise<void> {
    await stop();
    await simulator.close();
    await folder.remove();
  }
  async function start(): Promise<TestApp> {
    await stop();
    const platform = { ...createFakePlatform(), processes: keychain };
    const managed = { profiles: [profileOf(simulator)] };
    running = await startTestApp({ dataFolder: folder.path, managed, platform });
    return running;
  }
  async function signIn(testApp: TestApp): Promise<void> {
    const { apiKey } = simulator.credentials;
    await testApp.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  }
  const database = join(folder.path, 'paydesk.db');
  return { folder: folder.path, database, simulator, start, stop, signIn, close };
}

export type Machine = Awaited<ReturnType<typeof createMachine>>;

/** Waits until `count` entries are recorded. */
export const untilEntries = (testApp: TestApp, count: number) =>
  testApp.until('activity', (value) => value.entries >= count);
