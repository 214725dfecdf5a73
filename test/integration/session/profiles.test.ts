import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../../src/main/app.ts';
import type { ProfileFields } from '../../../src/shared/model/profile.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { keychainSecrets } from '../../fakes/keychain-processes.ts';
import { createFakePlatform } from '../../fakes/platform.ts';
import { entries, profileOf } from '../../fakes/test-app.ts';
import {
  account,
  codeOf,
  createMachine,
  entryOf,
  errorOf,
  type Machine,
  profileId,
  signIn,
  until,
} from './support.ts';

/** Returns the fields that a clerk types for the practice company. */
function fieldsFor({ simulator }: Machine, change: Partial<ProfileFields> = {}): ProfileFields {
  const { id: _id, ...fields } = profileOf(simulator);
  return { ...fields, name: 'Typed by hand', ...change };
}

describe('a profile of the clerk’s own', () => {
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
    const again = await machine.start({ managed: {} });
    await again.until('profiles', (list) => list.entries.length > 0);
    expect(entryOf(again, id)).toMatchObject({ name: 'Renamed', keyPlace: 'keychain' });
    expect(keychainSecrets(machine.keychain)).toHaveLength(1);
    await again.call('session.removeProfile', { profileId: id });
    expect(again.topic('profiles')).toMatchObject({ entries: [], lastUsed: null });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    expect(await codeOf(again.call('session.removeProfile', { profileId: id }))).toBe('profile-unknown');
  });

  test('with a host that may not be used is not saved', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const { hosts } = fieldsFor(machine);
    const fields = fieldsFor(machine, { hosts: { ...hosts, legacy: 'http://legacy.example' } });
    expect(await errorOf(testApp.call('session.saveProfile', { id: null, fields }))).toMatchObject({
      code: 'profile-invalid',
      details: { fields: ['legacy'] },
    });
    expect(testApp.topic('profiles').entries).toEqual([]);
  });

  test('stays in its environment, with the work that is done there', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const moved = fieldsFor(machine, { environment: 'production', clientId: 'of production' });
    expect(await codeOf(testApp.call('session.saveProfile', { id, fields: moved }))).toBe(
      'profile-environment-fixed',
    );
    expect(entryOf(testApp, id)).toMatchObject({
      environment: 'sandbox',
      clientId: fieldsFor(machine).clientId,
    });
    await testApp.call('session.saveProfile', { id: null, fields: moved });
    expect(testApp.topic('profiles').entries).toHaveLength(2);
  });

  test('that does not exist cannot be changed', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const change = testApp.call('session.saveProfile', { id: 'unknown', fields: fieldsFor(machine) });
    expect(await codeOf(change)).toBe('profile-unknown');
    expect(testApp.topic('profiles').entries).toEqual([]);
  });

  test('copies only its client ID to the clipboard', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await testApp.call('session.copyClientId', { profileId });
    expect(testApp.platform.seen.copied).toEqual([machine.simulator.credentials.clientId]);
  });
});

describe('a profile in use', () => {
  async function signedInByHand() {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const { apiKey } = machine.simulator.credentials;
    await testApp.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
    return { machine, testApp, id };
  }

  test('may get another name and other options, which apply immediately', async () => {
    const { machine, testApp, id } = await signedInByHand();
    const { options } = fieldsFor(machine);
    const fields = fieldsFor(machine, { name: 'Renamed', options: { ...options, sendCompanyId: true } });
    await testApp.call('session.saveProfile', { id, fields });
    expect(testApp.topic('session')).toMatchObject({
      state: 'signed-in',
      profile: { name: 'Renamed', options: { sendCompanyId: true } },
    });
  });

  test('may not get other hosts, another client ID or another environment', async () => {
    const { machine, testApp, id } = await signedInByHand();
    const { hosts } = fieldsFor(machine);
    for (const [change, code] of [
      [{ hosts: { ...hosts, legacy: 'https://legacy.example' } }, 'profile-in-use'],
      [{ clientId: 'other' }, 'profile-in-use'],
      [{ environment: 'production' }, 'profile-environment-fixed'],
    ] as const) {
      const call = testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, change) });
      expect(await codeOf(call)).toBe(code);
    }
    expect(testApp.topic('session')).toMatchObject({ profile: { clientId: fieldsFor(machine).clientId } });
  });

  test('cannot be removed while it is signed in or interrupted', async () => {
    const { machine, testApp, id } = await signedInByHand();
    expect(await codeOf(testApp.call('session.removeProfile', { profileId: id }))).toBe('profile-in-use');
    machine.keychain.secrets.clear();
    const again = await machine.start({ managed: {} });
    await again.until('session', ({ state }) => state === 'interrupted');
    expect(await codeOf(again.call('session.removeProfile', { profileId: id }))).toBe('profile-in-use');
    await again.call('session.saveProfile', { id, fields: fieldsFor(machine, { name: 'Renamed' }) });
    expect(again.topic('session')).toMatchObject({ state: 'interrupted', profile: { name: 'Renamed' } });
    await again.call('session.signOut', { forgetKey: false });
    await again.call('session.removeProfile', { profileId: id });
  });

  test('cannot be removed while it has an unfinished batch, even when signed out', async () => {
    const { machine, testApp, id } = await signedInByHand();
    const paths = await writeFiles(join(machine.folder, 'drop'), { 'a.pdf': pdf('a') });
    const { batchId } = await testApp.call('documents.add', { references: testApp.references(paths) });
    await testApp.until('batches', ([batch]) => batch?.state === 'draft');
    await testApp.call('session.signOut', { forgetKey: false });
    expect(await codeOf(testApp.call('session.removeProfile', { profileId: id }))).toBe('profile-in-use');
    const { apiKey } = machine.simulator.credentials;
    await testApp.call('session.signIn', { profileId: id, apiKey, keep: 'session' });
    await testApp.until('batches', (batches) => batches.length > 0);
    await testApp.call('documents.discard', { batchId });
    await testApp.call('session.signOut', { forgetKey: false });
    await testApp.call('session.removeProfile', { profileId: id });
  });

  test('cannot be removed while a finished batch has open documents', async () => {
    const { machine, testApp, id } = await signedInByHand();
    const { id: beneficiaryId } = await testApp.call('beneficiaries.add', {
      label: 'A',
      recipientId: 'rcp-A',
    });
    const paths = await writeFiles(join(machine.folder, 'drop'), { 'a.pdf': pdf('a') });
    const { batchId } = await testApp.call('documents.add', { references: testApp.references(paths) });
    await testApp.until('batches', ([batch]) => batch?.state === 'draft');
    const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
    await testApp.call('documents.assign', { batchId, selection, beneficiaryId });
    machine.simulator.faults.set('updateRecipient', { kind: 'status', status: 422 });
    await testApp.call('documents.start', { batchId, documents: 1, beneficiaries: 1 });
    await testApp.until('batches', ([batch]) => batch?.state === 'done-with-problems');
    await testApp.call('session.signOut', { forgetKey: false });
    expect(await codeOf(testApp.call('session.removeProfile', { profileId: id }))).toBe('profile-in-use');
  });
});

describe('a managed profile', () => {
  test('cannot be changed or removed by the clerk', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await testApp.until('profiles', (list) => list.entries.length > 0);
    expect(entryOf(testApp)).toMatchObject({ origin: 'managed' });
    const change = testApp.call('session.saveProfile', { id: profileId, fields: fieldsFor(machine) });
    expect(await codeOf(change)).toBe('profile-managed');
    expect(await codeOf(testApp.call('session.removeProfile', { profileId }))).toBe('profile-managed');
    expect(entryOf(testApp)).toMatchObject({ name: 'Nordlicht Maschinenbau GmbH' });
  });

  test('keeps its key in the keychain when it disappears from the file, and uses the key when it returns', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    const without = await machine.start({ managed: {} });
    await without.until('keychain', ({ name }) => name !== '');
    expect(without.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(without.topic('profiles')).toMatchObject({ entries: [], lastUsed: null });
    expect(machine.keychain.secrets.has(account)).toBe(true);
    const back = await machine.start();
    await back.until('session', ({ state }) => state === 'signed-in');
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
    const seen = () => JSON.stringify(app.topics.subscribe({ send: () => undefined }, 'profiles').value);
    await until(() => seen().includes('profiles.json'));
    expect(seen()).toMatch(/ignored, because the format is not valid.*apiKey/);
    expect(seen()).not.toContain('canary');
    const saved = await app.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    expect(saved).toMatchObject({ ok: true });
  });
});
