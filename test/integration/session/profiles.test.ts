import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../src/main/app.ts';
import type { ProfileFields } from '../../../src/shared/model/profile.ts';
import { entries } from '../../fakes/entries.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { keychainSecrets } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { profileOf } from '../../fakes/test-app.ts';
import { account, createMachine, entryOf, type Machine, profileId, signIn, until } from './support.ts';

/** Returns the fields that a clerk types for the practice company. */
function fieldsFor({ simulator }: Machine, change: Partial<ProfileFields> = {}): ProfileFields {
  const { id: _id, ...fields } = profileOf(simulator);
  return { ...fields, name: 'Typed by hand', ...change };
}

describe('a profile that the clerk added', () => {
  test('is stored, listed, used, changed and removed with its key', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const { apiKey } = machine.simulator.credentials;
    await testApp.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
    expect(entryOf(testApp, id)).toMatchObject({
      name: 'Typed by hand',
      origin: 'clerk',
      keyPlace: 'keychain',
    });
    await testApp.call('session.signOut', { forgetKey: false });
    await testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, { name: 'Renamed' }) });
    const restarted = await machine.start({ managed: {} });
    await restarted.until('profiles', (list) => list.entries.length > 0);
    expect(entryOf(restarted, id)).toMatchObject({ name: 'Renamed', keyPlace: 'keychain' });
    expect(keychainSecrets(machine.keychain)).toHaveLength(1);
    await restarted.call('session.profile', { action: 'remove', profileId: id });
    expect(restarted.topic('profiles')).toMatchObject({ entries: [], lastUsed: null });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    await expect(
      restarted.call('session.profile', { action: 'remove', profileId: id }),
    ).rejects.toMatchObject({ code: 'profile-unknown' });
  });

  test('with a host that may not be used is not saved', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const { hosts } = fieldsFor(machine);
    const fields = fieldsFor(machine, { hosts: { ...hosts, legacy: 'http://legacy.example' } });
    await expect(testApp.call('session.saveProfile', { id: null, fields })).rejects.toMatchObject({
      code: 'profile-invalid',
      details: { fields: ['legacy'] },
    });
    expect(testApp.topic('profiles').entries).toEqual([]);
  });

  test('cannot be moved to another environment', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const productionFields = fieldsFor(machine, { environment: 'production', clientId: 'of production' });
    await expect(testApp.call('session.saveProfile', { id, fields: productionFields })).rejects.toMatchObject(
      { code: 'profile-environment-fixed' },
    );
    expect(entryOf(testApp, id)).toMatchObject({
      environment: 'sandbox',
      clientId: fieldsFor(machine).clientId,
    });
    await testApp.call('session.saveProfile', { id: null, fields: productionFields });
    expect(testApp.topic('profiles').entries).toHaveLength(2);
  });

  test('that does not exist cannot be changed', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const change = testApp.call('session.saveProfile', { id: 'unknown', fields: fieldsFor(machine) });
    await expect(change).rejects.toMatchObject({ code: 'profile-unknown' });
    expect(testApp.topic('profiles').entries).toEqual([]);
  });

  test('copies only its client ID to the clipboard', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await testApp.call('session.profile', { action: 'copyClientId', profileId });
    expect(testApp.platform.seen.copied).toEqual([machine.simulator.credentials.clientId]);
  });
});

describe('a profile in use', () => {
  async function signInToOwnProfile() {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const { apiKey } = machine.simulator.credentials;
    await testApp.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
    return { machine, testApp, id };
  }

  test('may get another name and other options, which apply immediately', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    const { options } = fieldsFor(machine);
    const fields = fieldsFor(machine, { name: 'Renamed', options: { ...options, sendCompanyId: true } });
    await testApp.call('session.saveProfile', { id, fields });
    expect(testApp.topic('session')).toMatchObject({
      state: 'signed-in',
      profile: { name: 'Renamed', options: { sendCompanyId: true } },
    });
  });

  test('may not get other hosts, another client ID or another environment', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    const { hosts } = fieldsFor(machine);
    for (const [change, code] of [
      [{ hosts: { ...hosts, legacy: 'https://legacy.example' } }, 'profile-in-use'],
      [{ clientId: 'other' }, 'profile-in-use'],
      [{ environment: 'production' }, 'profile-environment-fixed'],
    ] as const) {
      const call = testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, change) });
      await expect(call).rejects.toMatchObject({ code });
    }
    expect(testApp.topic('session')).toMatchObject({ profile: { clientId: fieldsFor(machine).clientId } });
  });

  test('cannot be removed while it is signed in or interrupted', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    await expect(testApp.call('session.profile', { action: 'remove', profileId: id })).rejects.toMatchObject({
      code: 'profile-in-use',
    });
    machine.keychain.secrets.clear();
    const restarted = await machine.start({ managed: {} });
    await restarted.until('session', ({ state }) => state === 'interrupted');
    await expect(
      restarted.call('session.profile', { action: 'remove', profileId: id }),
    ).rejects.toMatchObject({ code: 'profile-in-use' });
    await restarted.call('session.saveProfile', { id, fields: fieldsFor(machine, { name: 'Renamed' }) });
    expect(restarted.topic('session')).toMatchObject({ state: 'interrupted', profile: { name: 'Renamed' } });
    await restarted.call('session.signOut', { forgetKey: false });
    await restarted.call('session.profile', { action: 'remove', profileId: id });
  });

  test('cannot be removed while it has an unfinished batch, even when signed out', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    const paths = await writeFiles(join(machine.folder, 'drop'), { 'a.pdf': pdf('a') });
    const batchId = await testApp.drop(paths);
    await testApp.until('batches', ([batch]) => batch?.state === 'draft');
    await testApp.call('session.signOut', { forgetKey: false });
    await expect(testApp.call('session.profile', { action: 'remove', profileId: id })).rejects.toMatchObject({
      code: 'profile-in-use',
    });
    const { apiKey } = machine.simulator.credentials;
    await testApp.call('session.signIn', { profileId: id, apiKey, keep: 'session' });
    await testApp.until('batches', (batches) => batches.length > 0);
    await testApp.call('documents.batch', { action: 'discard', batchId });
    await testApp.call('session.signOut', { forgetKey: false });
    await testApp.call('session.profile', { action: 'remove', profileId: id });
  });

  test('cannot be removed while a finished batch has open documents', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    const { id: beneficiaryId } = await testApp.call('beneficiaries.add', {
      label: 'A',
      recipientId: 'rcp-A',
    });
    const paths = await writeFiles(join(machine.folder, 'drop'), { 'a.pdf': pdf('a') });
    const batchId = await testApp.drop(paths);
    await testApp.until('batches', ([batch]) => batch?.state === 'draft');
    const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
    await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId });
    machine.simulator.faults.set('updateRecipient', { kind: 'status', status: 422 });
    await testApp.call('documents.batch', { action: 'start', batchId, documents: 1, beneficiaries: 1 });
    await testApp.until('batches', ([batch]) => batch?.state === 'done-with-problems');
    await testApp.call('session.signOut', { forgetKey: false });
    await expect(testApp.call('session.profile', { action: 'remove', profileId: id })).rejects.toMatchObject({
      code: 'profile-in-use',
    });
  });
});

describe('a managed profile', () => {
  test('cannot be changed or removed by the clerk', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await testApp.until('profiles', (list) => list.entries.length > 0);
    expect(entryOf(testApp)).toMatchObject({ origin: 'managed' });
    const change = testApp.call('session.saveProfile', { id: profileId, fields: fieldsFor(machine) });
    await expect(change).rejects.toMatchObject({ code: 'profile-managed' });
    await expect(testApp.call('session.profile', { action: 'remove', profileId })).rejects.toMatchObject({
      code: 'profile-managed',
    });
    expect(entryOf(testApp)).toMatchObject({ name: 'Nordlicht Maschinenbau GmbH' });
  });

  test('keeps its key in the keychain when it disappears from the file, and uses the key when it returns', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    const appWithoutProfile = await machine.start({ managed: {} });
    await appWithoutProfile.until('keychain', ({ name }) => name !== '');
    expect(appWithoutProfile.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(appWithoutProfile.topic('profiles')).toMatchObject({ entries: [], lastUsed: null });
    expect(machine.keychain.secrets.has(account)).toBe(true);
    const appWithProfile = await machine.start();
    await appWithProfile.until('session', ({ state }) => state === 'signed-in');
  });

  test('in an invalid file is ignored, the clerk sees why, and Paydesk works without it', async () => {
    const machine = await createMachine();
    const managedFile = join(machine.folder, 'profiles.json');
    await writeFile(managedFile, '{"version":1,"apiKey":"canary"}');
    const app = await createApp(
      { ...createFakePlatform(), processes: machine.keychain },
      { dataFolder: machine.folder, managedFile, allowHttpLoopback: true, entries },
    );
    onTestFinished(() => app.drain());
    const profilesText = () =>
      JSON.stringify(app.topics.subscribe({ send: () => undefined }, 'profiles').value);
    await until(() => profilesText().includes('profiles.json'));
    expect(profilesText()).toMatch(/ignored, because the format is not valid.*apiKey/);
    expect(profilesText()).not.toContain('canary');
    const saveAnswer = await app.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    expect(saveAnswer).toMatchObject({ ok: true });
  });
});
