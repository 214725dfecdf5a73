/** @file One list and one handover for all profiles of a computer, whichever of them is signed in. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createNeedMessages } from '../../../../src/shared/messages/need-messages.ts';
import { urgencyOf } from '../../../../src/shared/model/needs-you/needs-you.ts';
import { waitingWorkOf } from '../../../../src/shared/model/session/waiting-work.ts';
import { compareNeedsYou, needsOf } from '../../../fakes/compare-needs-you.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { readPages } from '../../../fakes/files/read-pages.ts';
import { type CompanyName, startWithThreeProfiles } from './three-profiles.ts';

const { testApp, simulators, signIn, close } = await startWithThreeProfiles();
afterAll(close);

/** Returns the items of a profile, as kind and count. */
async function itemsOf(profileId: CompanyName): Promise<string[]> {
  const { needs } = await needsOf(testApp, profileId);
  return needs.map((need) => {
    if (need.kind === 'batch-paused') return `${need.kind} ${need.reason} ${need.documents}`;
    if ('proofs' in need) return `${need.kind} ${need.proofs}`;
    return 'documents' in need ? `${need.kind} ${need.documents}` : need.kind;
  });
}

/** Saves a handover and returns its path. */
async function save(): Promise<string> {
  const path = join(testApp.dataFolder, 'handover.pdf');
  testApp.platform.answers.savePath = path;
  const { savedAs } = await testApp.call('needsYou.items', { action: 'saveHandover' });
  expect(savedAs).toMatchObject({ path, kind: 'file', canOpen: true });
  return path;
}

/** The subjects of the recorded exports, oldest first. */
async function listExports(): Promise<string[]> {
  const { rows } = await testApp.call('activity.list', {
    offset: 0,
    limit: 10,
    filter: { kind: 'export', outcome: null, text: '' },
  });
  return rows.map(({ subject }) => subject).reverse();
}

// One computer, on which later tests add work.
describe('three profiles', { shuffle: false }, () => {
  test('the list contains the items of every profile, regardless of which profile is signed in', async () => {
    await eventually(async () => {
      expect(await itemsOf('north')).toEqual(['request-refused', 'batch-draft 4']);
      expect(await itemsOf('south')).toEqual([
        'batch-paused sign-in 3',
        'batch-paused user 2',
        'proofs-paused 1',
      ]);
      expect(await itemsOf('east')).toEqual(['proofs-failed 2', 'beneficiary-draft']);
    });
    const { needs } = await needsOf(testApp);
    const urgencies = needs.map(({ kind }) => urgencyOf[kind]);
    const groups = urgencies.filter((urgency) => urgency !== 'upkeep').join(' ');
    expect(groups).toBe('stopped stopped stopped failed failed draft draft');
  });

  test('the waiting work of each profile before its sign-in matches its items', async () => {
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

  test('a closed dialog writes and records nothing', async () => {
    testApp.platform.answers.savePath = null;
    expect(await testApp.call('needsYou.items', { action: 'saveHandover' })).toEqual({ savedAs: null });
    expect(await listExports()).toEqual([]);
  });

  test('a handover contains what is open after the dialog, not what was open before', async () => {
    const { dialogs } = testApp.platform;
    const { chooseSavePath } = dialogs;
    dialogs.chooseSavePath = async (title, name) => {
      expect(name).toMatch(/^Paydesk handover \d{4}-\d{2}-\d{2}\.pdf$/);
      await testApp.call('beneficiaries.draft', {
        action: 'add',
        label: 'Nachzügler',
        payload: '{"name":"N"}',
      });
      return chooseSavePath(title, name);
    };
    const path = await save();
    const { needs } = await needsOf(testApp);
    const { pages } = await readPages(await readFile(path));
    const lines = pages.flatMap((page) => page.lines);
    const titles = needs.map((need) => createNeedMessages(need).title);
    expect(titles).toContain('Nachzügler: draft');
    expect(lines.filter((line) => titles.includes(line))).toEqual(titles);
    expect(await listExports()).toEqual([path]);
  });

  test('a profile shows all of its items after a switch or a sign-in', async () => {
    const itemsOfNorth = await itemsOf('north');
    for (const name of ['south', 'east'] as const) {
      await expect(
        testApp.call('session.activate', { action: 'profile', profileId: name }),
      ).rejects.toMatchObject({ code: 'sign-in-needed' });
      // East's key was never on this computer, and South's was stored for its session only.
      simulators[name].faults.clear();
      if (name === 'east') {
        await expect(signIn(name, null)).rejects.toMatchObject({ code: 'api-key-needed' });
      }
      await signIn(name);
      await eventually(() => compareNeedsYou(testApp, name));
    }
    expect(await itemsOf('east')).toEqual(['proofs-failed 2', 'beneficiary-draft']);
    await eventually(async () => expect(await itemsOf('south')).toEqual(['batch-paused user 2']));
    await testApp.call('session.activate', { action: 'profile', profileId: 'north' });
    await eventually(() => compareNeedsYou(testApp, 'north'));
    expect(await itemsOf('north')).toEqual(itemsOfNorth);
  });
});
