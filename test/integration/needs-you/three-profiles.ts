/**
 * @file The work of three profiles on one computer: North is signed in, South is signed out, and the work of East was copied
 * from another computer together with the data folder, but without East's key.
 */
import { expect } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { createFakeKeychain, type FakeKeychain } from '../../fakes/keychain-processes.ts';
import type { TestApp } from '../../fakes/test-app.ts';
import { january } from '../statements/statements-fixture.ts';
import { type Companies, createCompanies } from './companies.ts';

const everything = { kind: 'all' as const, filter: { group: null, text: '' } };

/** Leaves work of East on another computer: a beneficiary draft and two failed proofs. */
async function leaveWorkOfEast(companies: Companies, keychain: FakeKeychain): Promise<void> {
  const testApp = await companies.start(keychain);
  await companies.signIn('east');
  await testApp.call('beneficiaries.draft', {
    action: 'add',
    label: 'Ostwind',
    payload: '{"name":"Ostwind"}',
  });
  companies.simulators.east.faults.set('proof', { kind: 'status', status: 400 });
  await testApp.call('proofs.fetch', { references: ['TX-1', 'TX-2'], refresh: false });
  await eventually(() => expect(testApp.topic('proofs').counts.failed).toBe(2));
  await companies.signOut('east');
}

/** Leaves work of South, then signs out: a running batch, a batch that the clerk paused, and a proof. */
async function leaveWorkOfSouth(companies: Companies, testApp: TestApp): Promise<void> {
  await companies.signIn('south');
  companies.simulators.south.faults.set('upload', { kind: 'hang' });
  const { id: beneficiaryId } = await testApp.call('beneficiaries.add', {
    label: 'Südwind',
    recipientId: 'rcp-s',
  });
  for (const [prefix, documents] of [
    ['first', 3],
    ['second', 2],
  ] as const) {
    const batchId = await companies.drop(`south-${prefix}`, documents);
    await testApp.call('documents.change', {
      action: 'assign',
      batchId,
      selection: everything,
      beneficiaryId,
    });
    await testApp.call('documents.batch', { action: 'start', batchId, documents, beneficiaries: 1 });
    if (prefix === 'second') await testApp.call('documents.batch', { action: 'pause', batchId });
  }
  await testApp.call('proofs.fetch', { references: ['TX-3'], refresh: false });
  await companies.signOut('south');
}

/** Leaves work of North, which stays signed in: a draft batch and a refused statement request. */
async function leaveWorkOfNorth(companies: Companies, testApp: TestApp): Promise<void> {
  await companies.signIn('north');
  await companies.drop('north', 4);
  companies.simulators.north.faults.set('statementExport', { kind: 'status', status: 400 });
  const periods = [january];
  await testApp.call('statements.request', {
    profileId: 'north',
    walletIds: [1001],
    periods,
    format: 'csv',
    email: '',
  });
}

export async function startWithThreeProfiles(): Promise<{ companies: Companies; testApp: TestApp }> {
  const companies = await createCompanies();
  const keychainOfOtherComputer = createFakeKeychain();
  await leaveWorkOfEast(companies, keychainOfOtherComputer);
  const keychainOfThisComputer = createFakeKeychain();
  // The library key is available, as after restoring the library from its recovery file.
  for (const [account, secret] of keychainOfOtherComputer.secrets) {
    if (!account.startsWith('api-key')) keychainOfThisComputer.secrets.set(account, secret);
  }
  const testApp = await companies.start(keychainOfThisComputer);
  companies.simulators.south.faults.set('proof', { kind: 'hang' });
  await leaveWorkOfSouth(companies, testApp);
  await leaveWorkOfNorth(companies, testApp);
  return { companies, testApp };
}
