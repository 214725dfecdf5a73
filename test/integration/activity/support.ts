/** @file A Paydesk whose activity is looked at, on a machine that a test can start again. */
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { ActivityFilter } from '../../../src/shared/contract/activity.ts';
import { type Desk, profileOf, startDesk, temporaryFolder } from '../../fakes/desk.ts';
import { createFakeKeychain } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';

/** Every entry. */
export const all: ActivityFilter = { kind: null, outcome: null, text: '' };
/** A page of the list. */
export const list = (desk: Desk, filter: Partial<ActivityFilter> = {}, offset = 0, limit = 200) =>
  desk.call('activity.list', { filter: { ...all, ...filter }, offset, limit });

/** Paydesk signed in to a practice company, on a machine that a test can start again. */
export async function createMachine() {
  const folder = await temporaryFolder();
  const simulator = await startSimulator();
  const keychain = createFakeKeychain();
  let running: Desk | null = null;
  const stop = async () => {
    await running?.close();
    running = null;
  };
  onTestFinished(async () => {
    await stop();
    await simulator.close();
    await folder.remove();
  });
  async function start(): Promise<Desk> {
    await stop();
    const platform = { ...createFakePlatform(), processes: keychain };
    const managed = { profiles: [profileOf(simulator)] };
    running = await startDesk({ dataFolder: folder.path, managed, platform });
    return running;
  }
  async function signIn(desk: Desk): Promise<void> {
    const { apiKey } = simulator.credentials;
    await desk.call('session.signIn', { profileId: 'test-profile', apiKey, keep: 'session' });
  }
  return { folder: folder.path, database: join(folder.path, 'paydesk.db'), simulator, start, stop, signIn };
}

/** Waits until as many entries are written down. */
export const entries = (desk: Desk, count: number) =>
  desk.until('activity', (value) => value.entries >= count);
