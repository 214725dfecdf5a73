/**
 * @file The stored API key is write-only: a compromised page cannot make Paydesk send the key to hosts other than those for
 * which it was stored. The tests use only commands that such a page can call.
 */
import { describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../../src/main/clock.ts';
import { ProfileSession } from '../../../src/main/features/session/profile-session.ts';
import { createHttp } from '../../../src/main/service/http.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { PaymentsService } from '../../../src/main/service/service.ts';
import { hostNames } from '../../../src/shared/model/environment.ts';
import type { Profile, ProfileFields } from '../../../src/shared/model/profile.ts';
import { codeOf, errorOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import { hostsAt } from '../../fakes/hosts.ts';
import { keychainSecrets } from '../../fakes/keychain-processes.ts';
import { json, type Listening, startHttp } from '../../fakes/servers.ts';
import { profileOf, type TestApp } from '../../fakes/test-app.ts';
import { account, createMachine, entryOf, type Machine, profileId, signIn } from './support.ts';

/** The clerk's answers in the confirmation dialog. */
const changeHostsAnswer = 0;
const keepAnswer = 1;

/** Starts a server that accepts every sign-in and records what it receives. */
function startCollector(): Promise<Listening> {
  return startHttp(() => json(200, { accessToken: 'a-token', companyId: 'someone' }));
}

/** Expects that a server received no request. */
function expectNothingReceived(collector: Listening): void {
  expect(collector.received).toEqual([]);
}

function fieldsFor({ simulator }: Machine, changed: Partial<ProfileFields> = {}): ProfileFields {
  const { id: _id, ...fields } = profileOf(simulator);
  return { ...fields, name: 'Typed by hand', ...changed };
}

const signInWithKeptKey = (testApp: TestApp, id = profileId) =>
  testApp.call('session.signIn', { profileId: id, apiKey: null, keep: 'keychain' });

const countLogins = ({ simulator }: Machine) =>
  simulator.calls().filter(({ route }) => route === 'login').length;

/** Signs in to a profile that the clerk added, and starts the server of an attacker. */
async function signInToOwnProfile(keep: 'keychain' | 'session' = 'keychain') {
  const machine = await createMachine();
  const collector = await startCollector();
  const testApp = await machine.start({ managed: {} });
  const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
  const { apiKey } = machine.simulator.credentials;
  await testApp.call('session.signIn', { profileId: id, apiKey, keep });
  return { machine, collector, testApp, id, apiKey };
}

const keyChangedError = { code: 'api-key-needed', details: { lost: false, changed: true } };

describe('a compromised page', () => {
  test('cannot send the stored key to its own host by signing out, changing the host and signing in', async () => {
    const { machine, collector, testApp, id, apiKey } = await signInToOwnProfile();
    const { hosts } = fieldsFor(machine);
    testApp.platform.answers.ask = changeHostsAnswer;
    await testApp.call('session.signOut', { forgetKey: false });
    const fields = fieldsFor(machine, { hosts: { ...hosts, auth: collector.base } });
    await testApp.call('session.saveProfile', { id, fields });
    await expect(signInWithKeptKey(testApp, id)).rejects.toMatchObject(keyChangedError);
    expectNothingReceived(collector);
    expect(machine.keychain.secrets.get(`api-key/${id}`)).toContain(apiKey);
  });

  test.each(hostNames)('cannot use the stored key after the %s host was changed', async (name) => {
    const { machine, collector, testApp, id } = await signInToOwnProfile();
    const { hosts } = fieldsFor(machine);
    await testApp.call('session.signOut', { forgetKey: false });
    const loginsBefore = countLogins(machine);
    const fields = fieldsFor(machine, { hosts: { ...hosts, [name]: collector.base } });
    await testApp.call('session.saveProfile', { id, fields });
    await expect(signInWithKeptKey(testApp, id)).rejects.toMatchObject(keyChangedError);
    expectNothingReceived(collector);
    expect(countLogins(machine)).toBe(loginsBefore);
  });

  test('cannot use the stored key with another client ID', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: false });
    const loginsBefore = countLogins(machine);
    await testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, { clientId: 'of another' }) });
    await expect(signInWithKeptKey(testApp, id)).rejects.toMatchObject(keyChangedError);
    expect(countLogins(machine)).toBe(loginsBefore);
  });

  test('cannot use a key in memory for this session either', async () => {
    const { machine, collector, testApp, id } = await signInToOwnProfile('session');
    machine.simulator.revokeTokens();
    machine.simulator.faults.set('login', { kind: 'status', status: 401 });
    const references = machine.simulator.exampleReferences(1);
    await testApp.call('proofs.fetch', { references, refresh: false });
    await eventually(() => expect(testApp.topic('session').state).toBe('interrupted'));
    expect(entryOf(testApp, id)).toMatchObject({ keyPlace: 'session' });
    await testApp.call('session.saveProfile', {
      id,
      fields: fieldsFor(machine, { hosts: hostsAt(collector.base) }),
    });
    await expect(signInWithKeptKey(testApp, id)).rejects.toMatchObject(keyChangedError);
    expectNothingReceived(collector);
  });

  test('cannot use the stored key through a copy of the profile', async () => {
    const { machine, collector, testApp } = await signInToOwnProfile();
    for (const hosts of [machine.simulator.hosts, hostsAt(collector.base)]) {
      const copy = await testApp.call('session.saveProfile', {
        id: null,
        fields: fieldsFor(machine, { hosts }),
      });
      await expect(signInWithKeptKey(testApp, copy.id)).rejects.toMatchObject({
        code: 'api-key-needed',
        details: { lost: false },
      });
    }
    expectNothingReceived(collector);
  });

  test('changes nothing when the clerk keeps the hosts', async () => {
    const { machine, collector, testApp, id } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: false });
    testApp.platform.answers.ask = keepAnswer;
    const fields = fieldsFor(machine, { name: 'Renamed', hosts: hostsAt(collector.base) });
    await expect(testApp.call('session.saveProfile', { id, fields })).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(entryOf(testApp, id)).toMatchObject({ name: 'Typed by hand', hosts: machine.simulator.hosts });
    await signInWithKeptKey(testApp, id);
    expect(testApp.topic('session').state).toBe('signed-in');
  });

  test('cannot change the hosts of a profile that was signed in while the confirmation is open', async () => {
    const { machine, collector, testApp, id } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: false });
    const answer = Promise.withResolvers<number>();
    testApp.platform.answers.ask = answer.promise;
    const fields = fieldsFor(machine, { hosts: hostsAt(collector.base) });
    const saving = codeOf(testApp.call('session.saveProfile', { id, fields }));
    await eventually(() => expect(testApp.platform.seen.questions).toHaveLength(1));
    // A second confirmation would hide the first confirmation.
    await expect(testApp.call('session.saveProfile', { id, fields })).rejects.toMatchObject({
      code: 'cancelled',
    });
    await signInWithKeptKey(testApp, id);
    answer.resolve(changeHostsAnswer);
    expect(await saving).toBe('profile-in-use');
    expect(testApp.topic('session')).toMatchObject({
      state: 'signed-in',
      profile: { hosts: machine.simulator.hosts },
    });
    expectNothingReceived(collector);
  });
});

describe('the confirmation of changed hosts', () => {
  test('shows the profile, and the old and the new address of each changed host', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: false });
    const { hosts } = fieldsFor(machine);
    const fields = fieldsFor(machine, {
      hosts: {
        ...hosts,
        auth: 'https://auth.example/\u202Egpj',
        wallet: `https://wallet.example/${'a'.repeat(300)}`,
      },
    });
    await testApp.call('session.saveProfile', { id, fields });
    const [question = ''] = testApp.platform.seen.questions;
    expect(question).toContain('“Typed by hand”');
    expect(question).toContain(`Auth\nold: ${hosts.auth}\nnew: https://auth.example/%E2%80%AEgpj`);
    expect(question).toContain(`Wallet\nold: ${hosts.wallet}\nnew: https://wallet.example/aaa`);
    expect(question).toContain('a…');
    expect(question).not.toContain('Legacy');
  });

  test('cannot be disguised by the name of the profile', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: false });
    const name = 'Nordlicht”\n\nNothing changes.\u202E\u0000';
    await testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, { name }) });
    const fields = fieldsFor(machine, { name, hosts: hostsAt('https://other.example') });
    await testApp.call('session.saveProfile', { id, fields });
    expect(testApp.platform.seen.questions[0]).toContain('“Nordlicht” Nothing changes.”');
  });

  test('is also required after the key was forgotten', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: true });
    testApp.platform.answers.ask = keepAnswer;
    const fields = fieldsFor(machine, { hosts: hostsAt('https://other.example') });
    await expect(testApp.call('session.saveProfile', { id, fields })).rejects.toMatchObject({
      code: 'cancelled',
    });
  });

  test('is not required for a new name or an unused profile', async () => {
    const { machine, testApp, id } = await signInToOwnProfile();
    testApp.platform.answers.ask = keepAnswer;
    await testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, { name: 'Renamed' }) });
    const unusedProfile = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const fields = fieldsFor(machine, { hosts: hostsAt('https://other.example') });
    await testApp.call('session.saveProfile', { id: unusedProfile.id, fields });
    expect(testApp.platform.seen.questions).toEqual([]);
  });
});

describe('a stored key', () => {
  test('must be pasted again after its hosts were changed, and then works only with the new hosts', async () => {
    const { machine, collector, testApp, id, apiKey } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: false });
    await testApp.call('session.saveProfile', {
      id,
      fields: fieldsFor(machine, { hosts: hostsAt(collector.base) }),
    });
    await testApp.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', companyId: 'someone' });
    await testApp.call('session.signOut', { forgetKey: false });
    await signInWithKeptKey(testApp, id);
    await testApp.call('session.signOut', { forgetKey: false });
    await testApp.call('session.saveProfile', { id, fields: fieldsFor(machine) });
    await expect(signInWithKeptKey(testApp, id)).rejects.toMatchObject(keyChangedError);
  });

  test('works again when its hosts are restored', async () => {
    const { machine, collector, testApp, id } = await signInToOwnProfile();
    await testApp.call('session.signOut', { forgetKey: false });
    await testApp.call('session.saveProfile', {
      id,
      fields: fieldsFor(machine, { hosts: hostsAt(collector.base) }),
    });
    await testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, { name: 'As before' }) });
    await signInWithKeptKey(testApp, id);
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { name: 'As before' } });
    expectNothingReceived(collector);
  });

  test('of a managed profile is not sent to the hosts of a changed policy', async () => {
    const machine = await createMachine();
    const collector = await startCollector();
    await signIn(await machine.start(), machine, 'keychain');
    const movedProfile = { ...profileOf(machine.simulator), hosts: hostsAt(collector.base) };
    const testApp = await machine.start({ managed: { profiles: [movedProfile] } });
    expect(await testApp.until('session', ({ state }) => state === 'interrupted')).toMatchObject({
      error: keyChangedError,
    });
    await expect(signInWithKeptKey(testApp)).rejects.toMatchObject(keyChangedError);
    expectNothingReceived(collector);
  });

  test('of an earlier version without hosts is not sent until it is pasted again', async () => {
    const machine = await createMachine();
    const { apiKey } = machine.simulator.credentials;
    await signIn(await machine.start(), machine, 'keychain');
    machine.keychain.secrets.set(account, apiKey);
    const loginsBefore = countLogins(machine);
    const testApp = await machine.start();
    const unboundError = { code: 'api-key-needed', details: { lost: false, unbound: true } };
    expect(await testApp.until('session', ({ state }) => state === 'interrupted')).toMatchObject({
      error: unboundError,
    });
    await expect(signInWithKeptKey(testApp)).rejects.toMatchObject(unboundError);
    expect(countLogins(machine)).toBe(loginsBefore);
    await signIn(testApp, machine, 'keychain');
    const secondRun = await machine.start();
    await secondRun.until('session', ({ state }) => state === 'signed-in');
    expect(keychainSecrets(machine.keychain)).toEqual([
      [account, expect.stringMatching(/^paydesk-2:[\w-]{43}:/)],
    ]);
  });

  test('that belongs to other hosts is reported without the digest of its hosts', async () => {
    const { machine, collector, testApp, id } = await signInToOwnProfile();
    const [, digest = ''] = machine.keychain.secrets.get(`api-key/${id}`)?.split(':') ?? [];
    expect(digest).toHaveLength(43);
    await testApp.call('session.signOut', { forgetKey: false });
    await testApp.call('session.saveProfile', {
      id,
      fields: fieldsFor(machine, { hosts: hostsAt(collector.base) }),
    });
    expect(JSON.stringify(await errorOf(signInWithKeptKey(testApp, id)))).not.toContain(digest);
    expect(JSON.stringify(testApp.topic('profiles'))).not.toContain(digest);
  });
});

test('a session that is replaced by a change of its profile sends neither key nor token to the new hosts', async () => {
  const machine = await createMachine();
  const collector = await startCollector();
  const http = createHttp({
    clock: systemClock,
    network: { resolveProxy: async () => 'DIRECT' },
    agent: 'Paydesk/0',
  });
  const profile: Profile = {
    ...profileOf(machine.simulator),
    id: systemRandom.identifier(),
    origin: 'clerk',
  };
  const session = new ProfileSession({
    clock: systemClock,
    readKey: async () => {
      throw new Error('no key is kept');
    },
    makeService: (serviceProfile, apiKey, onSignedIn) =>
      new PaymentsService({
        profile: serviceProfile,
        apiKey,
        http,
        clock: systemClock,
        parseLargeJson: async () => undefined,
        onSignedIn,
        onExchange: () => undefined,
        allowHttpLoopback: true,
      }),
    recordSignIn: async () => undefined,
    onViewChanged: () => undefined,
    onOpenChanged: () => undefined,
  });
  const key = new Secret('api-key' as const, machine.simulator.credentials.apiKey);
  await session.signIn({ profile: async () => profile, key: async () => key });
  await session.replaceProfile({ ...profile, hosts: hostsAt(collector.base) });
  expect(session.view()).toMatchObject({ state: 'interrupted', error: keyChangedError });
  expect(session.openProfile()?.service).toBeNull();
  expectNothingReceived(collector);
});
