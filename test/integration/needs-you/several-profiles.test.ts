/**
 * @file One list for all profiles of a computer: one that is signed in, one that is signed out, and one whose work came
 * with the clerk's data from another computer, on whose keychain its key is.
 */
import { expect, test } from 'vitest';
import { urgencyOf } from '../../../src/shared/model/needs-you.ts';
import { waitingWorkOf } from '../../../src/shared/model/waiting-work.ts';
import { type Caller, compareNeedsYou, needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import { createFakeKeychain, type FakeKeychain } from '../../fakes/keychain-processes.ts';
import type { TestApp } from '../../fakes/test-app.ts';
import { january } from '../statements/work.ts';
import { type Companies, type CompanyName, createCompanies } from './companies.ts';

const everything = { kind: 'all' as const, filter: { group: null, text: '' } };

/** East, on another computer: a draft, and two proofs that failed. */
async function workElsewhere(companies: Companies, keychain: FakeKeychain): Promise<void> {
  const testApp = await companies.start(keychain);
  await companies.signIn('east');
  await testApp.call('beneficiaries.draft', { label: 'Ostwind', payload: '{"name":"Ostwind"}' });
  companies.simulators.east.faults.set('proof', { kind: 'status', status: 400 });
  await testApp.call('proofs.fetch', { references: ['TX-1', 'TX-2'], refresh: false });
  await eventually(() => expect(testApp.topic('proofs').counts.failed).toBe(2));
  await companies.signOut('east');
}

/** South, on this computer: a batch on its way and one paused by the clerk when it was signed out. */
async function workBefore(companies: Companies, testApp: TestApp): Promise<void> {
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
    await testApp.call('documents.assign', { batchId, selection: everything, beneficiaryId });
    await testApp.call('documents.start', { batchId, documents, beneficiaries: 1 });
    if (prefix === 'second') await testApp.call('documents.pause', { batchId });
  }
  await testApp.call('proofs.fetch', { references: ['TX-3'], refresh: false });
  await companies.signOut('south');
}

/** North, signed in and shown: a batch that was not started, and a request that was refused. */
async function workNow(companies: Companies, testApp: TestApp): Promise<void> {
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

async function threeProfiles(): Promise<{ companies: Companies; testApp: TestApp }> {
  const companies = await createCompanies();
  const elsewhere = createFakeKeychain();
  await workElsewhere(companies, elsewhere);
  const here = createFakeKeychain();
  // As after restoring the library from its recovery file.
  for (const [account, secret] of elsewhere.secrets) {
    if (!account.startsWith('api-key')) here.secrets.set(account, secret);
  }
  const testApp = await companies.start(here);
  companies.simulators.south.faults.set('proof', { kind: 'hang' });
  await workBefore(companies, testApp);
  await workNow(companies, testApp);
  return { companies, testApp };
}

/** The lines of a profile, as kind and what is counted. */
async function linesOf(testApp: Caller, profileId: CompanyName): Promise<string[]> {
  const { needs } = await needsOf(testApp, profileId);
  return needs.map((need) => {
    if (need.kind === 'batch-paused') return `${need.kind} ${need.reason} ${need.documents}`;
    if ('proofs' in need) return `${need.kind} ${need.proofs}`;
    return 'documents' in need ? `${need.kind} ${need.documents}` : need.kind;
  });
}

test('the lines of every profile of this computer are in the list, whoever is signed in', async () => {
  const { testApp } = await threeProfiles();
  await eventually(async () => {
    expect(await linesOf(testApp, 'north')).toEqual(['request-refused', 'batch-draft 4']);
    expect(await linesOf(testApp, 'south')).toEqual([
      'batch-paused sign-in 3',
      'batch-paused user 2',
      'proofs-paused 1',
    ]);
    expect(await linesOf(testApp, 'east')).toEqual(['proofs-failed 2', 'beneficiary-draft']);
  });
  const { needs } = await needsOf(testApp);
  const urgencies = needs.map(({ kind }) => urgencyOf[kind]);
  const groups = urgencies.filter((urgency) => urgency !== 'upkeep').join(' ');
  expect(groups).toBe('stopped stopped stopped failed failed draft draft');
});

test('what waits at each profile before its sign-in is said by the same lines', async () => {
  const { testApp } = await threeProfiles();
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
    const waiting = byProfile.map((one) => one.waiting);
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

test('a profile that is switched to or signed in to finds every one of its lines, and no line of another', async () => {
  const { companies, testApp } = await threeProfiles();
  for (const name of ['south', 'east'] as const) {
    await expect(testApp.call('session.activate', { profileId: name })).rejects.toMatchObject({
      code: 'sign-in-needed',
    });
    // The key of east was never on this computer, and that of south was for its session alone.
    companies.simulators[name].faults.clear();
    if (name === 'east') {
      await expect(companies.signIn(name, null)).rejects.toMatchObject({ code: 'api-key-needed' });
    }
    await companies.signIn(name);
    await eventually(() => compareNeedsYou(testApp, name));
  }
  expect(await linesOf(testApp, 'east')).toEqual(['proofs-failed 2', 'beneficiary-draft']);
  await eventually(async () => expect(await linesOf(testApp, 'south')).toEqual(['batch-paused user 2']));
  await testApp.call('session.activate', { profileId: 'north' });
  await eventually(() => compareNeedsYou(testApp, 'north'));
  expect(await linesOf(testApp, 'north')).toEqual(['request-refused', 'batch-draft 4']);
});
