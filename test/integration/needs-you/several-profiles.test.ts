/**
 * @file One list for all profiles of a computer: North is signed in, South is signed out, and the work of East was copied from
 * another computer together with the data folder, but without East's key.
 */
import { expect, test } from 'vitest';
import { urgencyOf } from '../../../src/shared/model/needs-you.ts';
import { waitingWorkOf } from '../../../src/shared/model/waiting-work.ts';
import { type Caller, compareNeedsYou, needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakeKeychain, type FakeKeychain } from '../../fakes/keychain-processes.ts';
import type { TestApp } from '../../fakes/test-app.ts';
import { january } from '../statements/statements-fixture.ts';
import { type Companies, type CompanyName, createCompanies } from './companies.ts';

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

async function startWithThreeProfiles(): Promise<{ companies: Companies; testApp: TestApp }> {
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

/** Returns the items of a profile, as kind and count. */
async function itemsOf(testApp: Caller, profileId: CompanyName): Promise<string[]> {
  const { needs } = await needsOf(testApp, profileId);
  return needs.map((need) => {
    if (need.kind === 'batch-paused') return `${need.kind} ${need.reason} ${need.documents}`;
    if ('proofs' in need) return `${need.kind} ${need.proofs}`;
    return 'documents' in need ? `${need.kind} ${need.documents}` : need.kind;
  });
}

test('the list contains the items of every profile, regardless of which profile is signed in', async () => {
  const { testApp } = await startWithThreeProfiles();
  await eventually(async () => {
    expect(await itemsOf(testApp, 'north')).toEqual(['request-refused', 'batch-draft 4']);
    expect(await itemsOf(testApp, 'south')).toEqual([
      'batch-paused sign-in 3',
      'batch-paused user 2',
      'proofs-paused 1',
    ]);
    expect(await itemsOf(testApp, 'east')).toEqual(['proofs-failed 2', 'beneficiary-draft']);
  });
  const { needs } = await needsOf(testApp);
  const urgencies = needs.map(({ kind }) => urgencyOf[kind]);
  const groups = urgencies.filter((urgency) => urgency !== 'upkeep').join(' ');
  expect(groups).toBe('stopped stopped stopped failed failed draft draft');
});

test('the waiting work of each profile before its sign-in matches its items', async () => {
  const { testApp } = await startWithThreeProfiles();
  await eventually(async () => {
    const { needs } = await needsOf(testApp);
    const { byProfile } = testApp.topic('needsYou');
    expect(Object.fromEntries(byProfile.map(({ profileId, number }) => [profileId, number]))).toEqual({
      north: 2,
      south: 3,
      east: 2,
    });
    for (const { profileId, number } of byProfile) {
      expect(needs.filter((need) => need.profileId === profileId)).toHaveLength(number);
    }
    const waiting = byProfile.map((profile) => profile.waiting);
    expect(waiting.filter(({ documents, proofs }) => documents + proofs > 0)).toEqual(waitingWorkOf(needs));
    expect(waiting).toContainEqual({
      profileId: 'south',
      batches: [{ number: 1, documents: 3 }],
      moreBatches: 0,
      documents: 3,
      proofs: 1,
    });
  });
});

test('a profile shows all of its items after a switch or a sign-in', async () => {
  const { companies, testApp } = await startWithThreeProfiles();
  for (const name of ['south', 'east'] as const) {
    await expect(
      testApp.call('session.activate', { action: 'profile', profileId: name }),
    ).rejects.toMatchObject({ code: 'sign-in-needed' });
    // East's key was never on this computer, and South's was stored for its session only.
    companies.simulators[name].faults.clear();
    if (name === 'east') {
      await expect(companies.signIn(name, null)).rejects.toMatchObject({ code: 'api-key-needed' });
    }
    await companies.signIn(name);
    await eventually(() => compareNeedsYou(testApp, name));
  }
  expect(await itemsOf(testApp, 'east')).toEqual(['proofs-failed 2', 'beneficiary-draft']);
  await eventually(async () => expect(await itemsOf(testApp, 'south')).toEqual(['batch-paused user 2']));
  await testApp.call('session.activate', { action: 'profile', profileId: 'north' });
  await eventually(() => compareNeedsYou(testApp, 'north'));
  expect(await itemsOf(testApp, 'north')).toEqual(['request-refused', 'batch-draft 4']);
});
