/**
 * @file The work of three profiles on one computer: North is signed in, South is signed out, and the work of East was copied
 * from another computer together with the data folder, but without East's key.
 */
import { join } from 'node:path';
import { expect } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { createFakeKeychain, type FakeKeychain } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import { profileOf, startTestApp, type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../../practice/simulator.ts';
import { january } from '../statements/statements-fixture.ts';

const companyNames = ['north', 'south', 'east'] as const;
export type CompanyName = (typeof companyNames)[number];

/** A running Paydesk with the companies of its profiles. */
interface ThreeProfiles {
  readonly testApp: TestApp;
  readonly simulators: Readonly<Record<CompanyName, Simulator>>;
  signIn(name: CompanyName, apiKey?: string | null): Promise<unknown>;
  close(): Promise<void>;
}

type Simulators = ThreeProfiles['simulators'];

/** Starts Paydesk on a computer with this keychain. */
function start(folder: string, simulators: Simulators, keychain: FakeKeychain): Promise<TestApp> {
  const profiles = companyNames.map((id) => ({ ...profileOf(simulators[id]), id, name: `${id} Ltd` }));
  const platform = { ...createFakePlatform(), processes: keychain };
  return startTestApp({ dataFolder: folder, managed: { profiles }, platform });
}

const signInTo = (
  testApp: TestApp,
  { credentials }: Simulator,
  profileId: CompanyName,
  apiKey: string | null = credentials.apiKey,
) => testApp.call('session.signIn', { profileId, apiKey, keep: 'session' });

/** Drops `count` new files for the active profile; returns the batch ID once they are checked. */
async function drop(testApp: TestApp, prefix: string, count: number): Promise<number> {
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.pdf`);
  const files = Object.fromEntries(names.map((name) => [name, pdf(name)]));
  const batchId = await testApp.drop(await writeFiles(join(testApp.dataFolder, prefix), files));
  await testApp.until('batches', (batches) =>
    batches.some(({ id, counts }) => id === batchId && counts.unassigned === count),
  );
  return batchId;
}

/** Leaves a beneficiary draft and two failed proofs. */
async function leaveWorkOfEast(testApp: TestApp, simulator: Simulator): Promise<void> {
  await signInTo(testApp, simulator, 'east');
  const draft = { label: 'Ostwind', payload: '{"name":"Ostwind"}' };
  await testApp.call('beneficiaries.draft', { action: 'add', ...draft });
  simulator.faults.set('proof', { kind: 'status', status: 400 });
  await testApp.call('proofs.fetch', { references: ['TX-1', 'TX-2'], refresh: false });
  await eventually(() => expect(testApp.topic('proofs').counts.failed).toBe(2));
}

/** Leaves a running batch, a batch that the clerk paused, and a proof, then signs out. */
async function leaveWorkOfSouth(testApp: TestApp, simulator: Simulator): Promise<void> {
  await signInTo(testApp, simulator, 'south');
  simulator.faults.set('upload', { kind: 'hang' });
  simulator.faults.set('proof', { kind: 'hang' });
  const beneficiary = { label: 'Südwind', recipientId: 'rcp-s' };
  const { id: beneficiaryId } = await testApp.call('beneficiaries.add', beneficiary);
  const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
  for (const [prefix, documents] of [
    ['first', 3],
    ['second', 2],
  ] as const) {
    const batchId = await drop(testApp, `south-${prefix}`, documents);
    await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId });
    await testApp.call('documents.batch', { action: 'start', batchId, documents, beneficiaries: 1 });
    if (prefix === 'second') await testApp.call('documents.batch', { action: 'pause', batchId });
  }
  await testApp.call('proofs.fetch', { references: ['TX-3'], refresh: false });
  await testApp.call('session.signOut', { profileId: 'south', forgetKey: false });
}

/** Leaves a draft batch and a refused statement request. */
async function leaveWorkOfNorth(testApp: TestApp, simulator: Simulator): Promise<void> {
  await signInTo(testApp, simulator, 'north');
  await drop(testApp, 'north', 4);
  simulator.faults.set('statementExport', { kind: 'status', status: 400 });
  const request = { profileId: 'north', walletIds: [1001], periods: [january], format: 'csv' as const };
  await testApp.call('statements.request', { ...request, email: '' });
}

export async function startWithThreeProfiles(): Promise<ThreeProfiles> {
  const { path: folder, remove } = await temporaryFolder();
  const simulators = {
    north: await startSimulator({ companyId: 'company-north' }),
    south: await startSimulator({ companyId: 'company-south' }),
    east: await startSimulator({ companyId: 'company-east' }),
  };
  const otherKeychain = createFakeKeychain();
  const otherApp = await start(folder, simulators, otherKeychain);
  await leaveWorkOfEast(otherApp, simulators.east);
  await otherApp.call('session.signOut', { profileId: 'east', forgetKey: false });
  await otherApp.close();
  const keychain = createFakeKeychain();
  // The library key is available, as after restoring the library from its recovery file.
  for (const [account, secret] of otherKeychain.secrets) {
    if (!account.startsWith('api-key')) keychain.secrets.set(account, secret);
  }
  const testApp = await start(folder, simulators, keychain);
  await leaveWorkOfSouth(testApp, simulators.south);
  await leaveWorkOfNorth(testApp, simulators.north);
  return {
    testApp,
    simulators,
    signIn: (name, apiKey) => signInTo(testApp, simulators[name], name, apiKey),
    async close() {
      for (const simulator of Object.values(simulators)) simulator.faults.clear();
      await testApp.close();
      await Promise.all(Object.values(simulators).map((simulator) => simulator.close()));
      await remove();
    },
  };
}
