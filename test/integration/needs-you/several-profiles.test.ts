/** @file One list for all profiles of a computer, whichever of them is signed in. */
import { expect, test } from 'vitest';
import { urgencyOf } from '../../../src/shared/model/needs-you.ts';
import { waitingWorkOf } from '../../../src/shared/model/waiting-work.ts';
import { type Caller, compareNeedsYou, needsOf } from '../../fakes/compare-needs-you.ts';
import { eventually } from '../../fakes/eventually.ts';
import type { CompanyName } from './companies.ts';
import { startWithThreeProfiles } from './three-profiles.ts';

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
