/**
 * @file The stored API key is write-only: a compromised page cannot make Paydesk send the key to hosts other than those for
 * which it was stored. The tests use only commands that such a page can call.
 */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemClock, systemRandom } from '../../../../src/main/concurrency/clock.ts';
import { ProfileSession } from '../../../../src/main/features/session/profile-session.ts';
import { createHttp } from '../../../../src/main/service/http/http.ts';
import { Secret } from '../../../../src/main/service/secret.ts';
import { PaymentsService } from '../../../../src/main/service/service.ts';
import { hostNames } from '../../../../src/shared/model/session/environment.ts';
import type { Profile, ProfileFields } from '../../../../src/shared/model/session/profile.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { keychainSecrets } from '../../../fakes/platform/keychain-processes.ts';
import { hostsAt } from '../../../fakes/servers/hosts.ts';
import { json, type Listening, startHttp } from '../../../fakes/servers/servers.ts';
import { profileOf, type TestApp } from '../../../fakes/test-app.ts';
import {
  account,
  countLogins,
  createMachine,
  entryOf,
  fieldsFor,
  type Machine,
  openMachine,
  signIn,
  signInToOwnProfile,
  signInWithStoredKey,
  signOutAll,
} from './support.ts';

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

const keyChangedError = { code: 'api-key-needed', details: { lost: false, changed: true } };

let machine: Machine;
let testApp: TestApp;

beforeAll(async () => {
  const opened = await openMachine();
  machine = opened;
  testApp = await opened.start({ managed: {} });
  return () => opened.end();
});

afterEach(() => signOutAll(testApp, machine));

/** Signs in to a profile that the clerk added and signs out, with a stored key, and starts the server of an attacker. */
async function storeKey() {
  const collector = await startCollector();
  const id = await signInToOwnProfile(testApp, machine);
  await signOut();
  // The first profile of the machine was confirmed, too.
  testApp.platform.seen.questions.length = 0;
  const save = (changed: Partial<ProfileFields>) =>
    testApp.call('session.saveProfile', { id, fields: fieldsFor(machine, changed) });
  return { collector, id, save };
}

const signOut = () => testApp.call('session.signOut', { forgetKey: false });

describe('a compromised page', () => {
  test('cannot use the stored key with another host or client ID, until they are restored', async () => {
    const { collector, id, save } = await storeKey();
    const { hosts } = fieldsFor(machine);
    const entry = machine.keychain.secrets.get(`api-key/${id}`) ?? '';
    const [, digest = ''] = entry.split(':');
    expect(digest).toHaveLength(43);
    const loginsBefore = countLogins(machine);
    for (const changed of [
      { hosts: hostsAt(collector.base) },
      ...hostNames.map((name) => ({ hosts: { ...hosts, [name]: collector.base } })),
      { clientId: 'of another' },
    ]) {
      await save(changed);
      const error = await errorOf(signInWithStoredKey(testApp, id));
      expect(error).toMatchObject(keyChangedError);
      expect(JSON.stringify([error, testApp.topic('profiles')])).not.toContain(digest);
    }
    expectNothingReceived(collector);
    expect(countLogins(machine)).toBe(loginsBefore);
    expect(machine.keychain.secrets.get(`api-key/${id}`)).toBe(entry);
    expect(entry).toContain(machine.simulator.credentials.apiKey);
    await save({ name: 'As before' });
    await signInWithStoredKey(testApp, id);
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { name: 'As before' } });
    expectNothingReceived(collector);
  });

  test('cannot use a key in memory for this session either', async () => {
    const collector = await startCollector();
    const id = await signInToOwnProfile(testApp, machine, 'session');
    machine.simulator.revokeTokens();
    machine.simulator.faults.set('login', { kind: 'status', status: 401 });
    const references = machine.simulator.exampleReferences(1);
    await testApp.call('proofs.fetch', { references, refresh: false });
    await eventually(() => expect(testApp.topic('session').state).toBe('interrupted'));
    expect(entryOf(testApp, id)).toMatchObject({ keyPlace: 'session' });
    const fields = fieldsFor(machine, { hosts: hostsAt(collector.base) });
    await testApp.call('session.saveProfile', { id, fields });
    await expect(signInWithStoredKey(testApp, id)).rejects.toMatchObject(keyChangedError);
    expectNothingReceived(collector);
  });

  test('cannot use the stored key through a copy of the profile', async () => {
    const { collector } = await storeKey();
    for (const hosts of [machine.simulator.hosts, hostsAt(collector.base)]) {
      const fields = fieldsFor(machine, { hosts });
      const copy = await testApp.call('session.saveProfile', { id: null, fields });
      await expect(signInWithStoredKey(testApp, copy.id)).rejects.toMatchObject({
        code: 'api-key-needed',
        details: { lost: false },
      });
    }
    expectNothingReceived(collector);
  });

  test('changes nothing when the clerk keeps the hosts, also after the key was forgotten', async () => {
    const { collector, id, save } = await storeKey();
    testApp.platform.answers.ask = keepAnswer;
    const moved = { name: 'Renamed', hosts: hostsAt(collector.base) };
    await expect(save(moved)).rejects.toMatchObject({ code: 'cancelled' });
    expect(entryOf(testApp, id)).toMatchObject({ name: 'Typed by hand', hosts: machine.simulator.hosts });
    await signInWithStoredKey(testApp, id);
    expect(testApp.topic('session').state).toBe('signed-in');
    await testApp.call('session.signOut', { forgetKey: true });
    await expect(save(moved)).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('cannot change the hosts of a profile that was signed in while the confirmation is open', async () => {
    const { collector, id, save } = await storeKey();
    const answer = Promise.withResolvers<number>();
    testApp.platform.answers.ask = answer.promise;
    const moved = { hosts: hostsAt(collector.base) };
    const saving = codeOf(save(moved));
    await eventually(() => expect(testApp.platform.seen.questions).toHaveLength(1));
    // A second confirmation would hide the first confirmation.
    await expect(save(moved)).rejects.toMatchObject({ code: 'cancelled' });
    await signInWithStoredKey(testApp, id);
    answer.resolve(changeHostsAnswer);
    expect(await saving).toBe('profile-in-use');
    const { hosts } = machine.simulator;
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { hosts } });
    expectNothingReceived(collector);
  });
});

describe('the confirmation of changed hosts', () => {
  test('shows the profile, and the old and the new address of each changed host', async () => {
    const { save } = await storeKey();
    const { hosts } = fieldsFor(machine);
    const auth = 'https://auth.example/\u202Egpj';
    await save({ hosts: { ...hosts, auth, wallet: `https://wallet.example/${'a'.repeat(300)}` } });
    const [question = ''] = testApp.platform.seen.questions;
    expect(question).toContain('“Typed by hand”');
    expect(question).toContain(`Auth\nold: ${hosts.auth}\nnew: https://auth.example/%E2%80%AEgpj`);
    expect(question).toContain(`Wallet\nold: ${hosts.wallet}\nnew: https://wallet.example/aaa`);
    expect(question).toContain('a…');
    expect(question).not.toContain('Legacy');
  });

  test('cannot be disguised by the name of the profile', async () => {
    const { save } = await storeKey();
    const name = 'Nordlicht”\n\nNothing changes.\u202E\u0000';
    await save({ name });
    await save({ name, hosts: hostsAt('https://other.example') });
    expect(testApp.platform.seen.questions[0]).toContain('“Nordlicht” Nothing changes.”');
  });

  test('is not required for a new name or for hosts that another profile has', async () => {
    const { save } = await storeKey();
    testApp.platform.answers.ask = keepAnswer;
    await save({ name: 'Renamed' });
    await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    expect(testApp.platform.seen.questions).toEqual([]);
  });

  test('is required before a profile without a key gets a host that no profile has', async () => {
    const { collector } = await storeKey();
    const { id } = await testApp.call('session.saveProfile', { id: null, fields: fieldsFor(machine) });
    const { hosts, options } = fieldsFor(machine);
    const changes = [
      { hosts: { ...hosts, legacy: `${collector.base}/data` } },
      { options: { ...options, storageHosts: [...options.storageHosts, new URL(collector.base).host] } },
    ];
    testApp.platform.answers.ask = keepAnswer;
    for (const savedId of [null, id])
      for (const changed of changes) {
        const saving = testApp.call('session.saveProfile', {
          id: savedId,
          fields: fieldsFor(machine, changed),
        });
        expect(await codeOf(saving)).toBe('cancelled');
        const question = testApp.platform.seen.questions.at(-1);
        expect(question).toContain(new URL(collector.base).host);
        expect(question).not.toContain(hosts.auth);
      }
    expect(JSON.stringify(testApp.topic('profiles'))).not.toContain(collector.base);
    testApp.platform.answers.ask = changeHostsAnswer;
    const fields = fieldsFor(machine, { ...changes[0], ...changes[1] });
    await testApp.call('session.saveProfile', { id, fields });
    await testApp.call('session.saveProfile', { id: null, fields });
    expect(testApp.platform.seen.questions).toHaveLength(5);
    expectNothingReceived(collector);
  });
});

describe('a stored key', () => {
  test('of a changed policy or of an earlier version without hosts is not sent until it is pasted again', async () => {
    const own = await createMachine();
    const collector = await startCollector();
    await signIn(await own.start(), own, 'keychain');
    const movedProfile = { ...profileOf(own.simulator), hosts: hostsAt(collector.base) };
    const moved = await own.start({ managed: { profiles: [movedProfile] } });
    const isInterrupted = ({ state }: { readonly state: string }) => state === 'interrupted';
    expect(await moved.until('session', isInterrupted)).toMatchObject({ error: keyChangedError });
    await expect(signInWithStoredKey(moved)).rejects.toMatchObject(keyChangedError);
    expectNothingReceived(collector);

    own.keychain.secrets.set(account, own.simulator.credentials.apiKey);
    const loginsBefore = countLogins(own);
    const earlier = await own.start();
    const unboundError = { code: 'api-key-needed', details: { lost: false, unbound: true } };
    expect(await earlier.until('session', isInterrupted)).toMatchObject({ error: unboundError });
    await expect(signInWithStoredKey(earlier)).rejects.toMatchObject(unboundError);
    expect(countLogins(own)).toBe(loginsBefore);
    await signIn(earlier, own, 'keychain');
    const restarted = await own.start();
    await restarted.until('session', ({ state }) => state === 'signed-in');
    const bound = expect.stringMatching(/^paydesk-2:[\w-]{43}:/);
    expect(keychainSecrets(own.keychain)).toEqual([[account, bound]]);
  });
});

test('a session that is replaced by a change of its profile sends neither key nor token to the new hosts', async () => {
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
  session.replaceProfile({ ...profile, hosts: hostsAt(collector.base) });
  expect(session.view()).toMatchObject({ state: 'interrupted', error: keyChangedError });
  expect(session.openProfile()?.service).toBeNull();
  expectNothingReceived(collector);
});
