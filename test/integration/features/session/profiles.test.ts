import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../../src/main/app/app.ts';
import type { ProfileFields } from '../../../../src/shared/model/session/profile.ts';
import { entries } from '../../../fakes/entries.ts';
import { errorOf } from '../../../fakes/error-of.ts';
import { pdf, writeFiles } from '../../../fakes/files/files.ts';
import { keychainSecrets } from '../../../fakes/platform/keychain-processes.ts';
import { createFakePlatform } from '../../../fakes/platform/platform.ts';
import type { TestApp } from '../../../fakes/test-app.ts';
import {
  account,
  createMachine,
  entryOf,
  fieldsFor,
  type Machine,
  openMachine,
  profileId,
  signIn,
  signInToOwnProfile,
  signOutAll,
  until,
} from './support.ts';

/** A computer with a managed profile, on which the clerk adds others. */
let machine: Machine;
let testApp: TestApp;

beforeAll(async () => {
  const opened = await openMachine();
  machine = opened;
  testApp = await opened.start();
  await testApp.until('profiles', (list) => list.entries.length > 0);
  return () => opened.end();
});

afterEach(() => signOutAll(testApp, machine));

const remove = (id: string) => testApp.call('session.profile', { action: 'remove', profileId: id });

/** Saves a profile that must be refused; returns the error. */
const refusedSave = (id: string | null, changed: Partial<ProfileFields> = {}) =>
  errorOf(testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, changed) }));

describe('a profile that the clerk added', () => {
  test('is stored, listed, used, changed and removed with its key', async () => {
    const own = await createMachine();
    const first = await own.start({ managed: {} });
    const id = await signInToOwnProfile(first, own);
    expect(entryOf(first, id)).toMatchObject({
      name: 'Typed by hand',
      origin: 'clerk',
      keyPlace: 'keychain',
    });
    await first.call('session.signOut', { forgetKey: false });
    await first.call('session.saveProfile', { id, fields: fieldsFor(own, { name: 'Renamed' }) });
    const restarted = await own.start({ managed: {} });
    await restarted.until('profiles', (list) => list.entries.length > 0);
    expect(entryOf(restarted, id)).toMatchObject({ name: 'Renamed', keyPlace: 'keychain' });
    expect(keychainSecrets(own.keychain)).toHaveLength(1);
    await restarted.call('session.profile', { action: 'remove', profileId: id });
    expect(restarted.topic('profiles')).toMatchObject({ entries: [], lastUsed: null });
    expect(keychainSecrets(own.keychain)).toEqual([]);
    await expect(
      restarted.call('session.profile', { action: 'remove', profileId: id }),
    ).rejects.toMatchObject({ code: 'profile-unknown' });
  });

  test('is not saved with a host that may not be used, another environment or an unknown ID', async () => {
    const { hosts, clientId } = fieldsFor(machine);
    const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const before = testApp.topic('profiles').entries;
    expect(await refusedSave(null, { hosts: { ...hosts, legacy: 'http://legacy.example' } })).toMatchObject({
      code: 'profile-invalid',
      details: { fields: ['legacy'] },
    });
    const production = { environment: 'production', clientId: 'of production' } as const;
    expect((await refusedSave(id, production)).code).toBe('profile-environment-fixed');
    expect((await refusedSave('unknown')).code).toBe('profile-unknown');
    expect(testApp.topic('profiles').entries).toEqual(before);
    expect(entryOf(testApp, id)).toMatchObject({ environment: 'sandbox', clientId });
    await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine, production) });
    expect(testApp.topic('profiles').entries).toHaveLength(before.length + 1);
  });

  test('copies only its client ID to the clipboard', async () => {
    await testApp.call('session.profile', { action: 'copyClientId', profileId });
    expect(testApp.platform.seen.copied).toEqual([machine.simulator.credentials.clientId]);
  });
});

describe('a profile in use', () => {
  test('may get another name and other options, which apply immediately without a network, but no other target', async () => {
    const id = await signInToOwnProfile(testApp, machine);
    const { options, hosts, clientId } = fieldsFor(machine);
    const fields = fieldsFor(machine, { name: 'Renamed', options: { ...options, sendCompanyId: true } });
    const before = testApp.topic('session');
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    await testApp.call('session.saveProfile', { id, fields });
    expect(testApp.topic('session')).toEqual({
      ...before,
      profile: { ...fields, id, origin: 'clerk' },
    });
    for (const [change, code] of [
      [{ hosts: { ...hosts, legacy: 'https://legacy.example' } }, 'profile-in-use'],
      [{ clientId: 'other' }, 'profile-in-use'],
      [{ environment: 'production' }, 'profile-environment-fixed'],
    ] as const)
      expect((await refusedSave(id, change)).code).toBe(code);
    expect(testApp.topic('session')).toMatchObject({ profile: { clientId } });
    expect((await errorOf(remove(id))).code).toBe('profile-in-use');
  });

  test('cannot be removed while it is interrupted, but renamed', async () => {
    const own = await createMachine();
    const id = await signInToOwnProfile(await own.start({ managed: {} }), own);
    own.keychain.secrets.clear();
    const restarted = await own.start({ managed: {} });
    await restarted.until('session', ({ state }) => state === 'interrupted');
    const removal = () => restarted.call('session.profile', { action: 'remove', profileId: id });
    expect((await errorOf(removal())).code).toBe('profile-in-use');
    await restarted.call('session.saveProfile', { id, fields: fieldsFor(own, { name: 'Renamed' }) });
    expect(restarted.topic('session')).toMatchObject({ state: 'interrupted', profile: { name: 'Renamed' } });
    await restarted.call('session.signOut', { forgetKey: false });
    await removal();
  });

  test('cannot be removed while it has an unfinished batch or open documents, even when signed out', async () => {
    const id = await signInToOwnProfile(testApp, machine);
    const { id: beneficiaryId } = await testApp.call('beneficiaries.add', {
      label: 'A',
      recipientId: 'rcp-A',
    });
    const paths = await writeFiles(join(machine.folder, 'drop'), { 'a.pdf': pdf('a') });
    const batchId = await testApp.drop(paths);
    await testApp.until('batches', ([batch]) => batch?.state === 'draft');
    await testApp.call('session.signOut', { forgetKey: false });
    expect((await errorOf(remove(id))).code).toBe('profile-in-use');
    const { apiKey } = machine.simulator.credentials;
    await testApp.call('session.signIn', { profileId: id, apiKey, keep: 'session' });
    await testApp.until('batches', (batches) => batches.length > 0);
    const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
    await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId });
    machine.simulator.faults.set('updateRecipient', { kind: 'status', status: 422 });
    await testApp.call('documents.batch', { action: 'start', batchId, documents: 1, beneficiaries: 1 });
    await testApp.until('batches', ([batch]) => batch?.state === 'done-with-problems');
    await testApp.call('session.signOut', { forgetKey: false });
    expect((await errorOf(remove(id))).code).toBe('profile-in-use');
  });
});

describe('a managed profile', () => {
  test('cannot be changed or removed by the clerk', async () => {
    expect(entryOf(testApp)).toMatchObject({ origin: 'managed' });
    expect((await refusedSave(profileId)).code).toBe('profile-managed');
    expect((await errorOf(remove(profileId))).code).toBe('profile-managed');
    expect(entryOf(testApp)).toMatchObject({ name: 'Nordlicht Maschinenbau GmbH' });
  });

  test('keeps its key in the keychain when it disappears from the file, and uses the key when it returns', async () => {
    const own = await createMachine();
    await signIn(await own.start(), own, 'keychain');
    const without = await own.start({ managed: {} });
    await without.until('keychain', ({ name }) => name !== '');
    expect(without.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(without.topic('profiles')).toMatchObject({ entries: [], lastUsed: null });
    expect(own.keychain.secrets.has(account)).toBe(true);
    const returned = await own.start();
    await returned.until('session', ({ state }) => state === 'signed-in');
  });

  test('in an invalid file is ignored, the clerk sees why, and Paydesk works without it', async () => {
    const own = await createMachine();
    const app = await createApp(
      { ...createFakePlatform(), processes: own.keychain },
      {
        dataFolder: own.folder,
        readPolicySources: async () => [
          { location: 'policy.json', values: { version: 1, apiKey: 'canary' } },
        ],
        allowHttpLoopback: true,
        entries,
      },
    );
    onTestFinished(() => app.drain());
    const profilesText = () =>
      JSON.stringify(app.topics.subscribe({ send: () => undefined }, 'profiles').value);
    await until(() => profilesText().includes('policy.json'));
    expect(profilesText()).toMatch(/ignored, because the format is not valid.*apiKey/);
    expect(profilesText()).not.toContain('canary');
    const saveAnswer = await app.call('session.saveProfile', { id: null, fields: fieldsFor(own) });
    expect(saveAnswer).toMatchObject({ ok: true });
  });
});
