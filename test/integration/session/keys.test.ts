import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../fakes/clock.ts';
import { keychainSecrets } from '../../fakes/keychain-processes.ts';
import {
  account,
  createMachine,
  entryOf,
  filesWith,
  profileId,
  signIn,
  storedEntry,
  until,
} from './support.ts';

const lockedKeychain = { fails: 'Cannot create an item in a locked collection' } as const;

describe('a key in the keychain', () => {
  test('is stored nowhere else, and the next start resumes automatically', async () => {
    const machine = await createMachine();
    const { apiKey } = machine.simulator.credentials;
    const testApp = await machine.start();
    expect(await signIn(testApp, machine, 'keychain')).toEqual({ notKept: null });
    expect(keychainSecrets(machine.keychain)).toEqual([[account, storedEntry(machine)]]);
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'keychain' });
    const restarted = await machine.start();
    await restarted.until('session', ({ state }) => state === 'signed-in');
    expect(await filesWith(machine.folder, apiKey)).toEqual([]);
    await restarted.call('session.signOut', { forgetKey: false });
    await restarted.call('session.signIn', { profileId, apiKey: null, keep: 'keychain' });
    expect(restarted.topic('session').state).toBe('signed-in');
  });

  test('lasts until the quit when the keychain refuses it, and the clerk is notified', async () => {
    const machine = await createMachine();
    machine.keychain.behave(({ call }) => (call === 'set' ? lockedKeychain : 'usual'));
    const testApp = await machine.start();
    expect(await signIn(testApp, machine, 'keychain')).toMatchObject({
      notKept: { code: 'keychain-locked' },
    });
    expect(testApp.topic('session').state).toBe('signed-in');
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'session' });
    await testApp.until('keychain', ({ state }) => state === 'locked');
    await testApp.call('session.signOut', { forgetKey: false });
    await expect(
      testApp.call('session.signIn', { profileId, apiKey: null, keep: 'keychain' }),
    ).rejects.toMatchObject({ code: 'api-key-needed' });
    const restarted = await machine.start();
    await restarted.until('profiles', ({ entries }) => entries.length > 0);
    expect(restarted.topic('session').state).toBe('signed-out');
  });

  test('that was lost is reported at the start and at the sign-in, until a new key is entered', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    machine.keychain.secrets.clear();
    const testApp = await machine.start();
    const session = await testApp.until('session', ({ state }) => state === 'interrupted');
    expect(session).toMatchObject({
      profile: { id: profileId },
      error: { code: 'api-key-needed', details: { lost: true } },
    });
    const signInWithoutKey = testApp.call('session.signIn', { profileId, apiKey: null, keep: 'keychain' });
    await expect(signInWithoutKey).rejects.toMatchObject({
      code: 'api-key-needed',
      details: { lost: true },
    });
    await signIn(testApp, machine, 'keychain');
    expect(testApp.topic('session').state).toBe('signed-in');
    expect(machine.keychain.secrets.has(account)).toBe(true);
  });

  test('is removed from the keychain by a sign-in for this session only', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine, 'keychain');
    await signIn(testApp, machine, 'session');
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'session' });
  });

  test('is replaced by a key that the clerk enters later', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    machine.keychain.secrets.set(account, storedEntry(machine, 'an old key'));
    await signIn(testApp, machine, 'keychain');
    expect(machine.keychain.secrets.get(account)).toBe(storedEntry(machine));
  });

  test('that is no longer valid is refused at the start, and the clerk is notified', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    machine.keychain.secrets.set(account, storedEntry(machine, 'an old key'));
    const testApp = await machine.start();
    const session = await testApp.until('session', ({ state }) => state === 'interrupted');
    expect(session).toMatchObject({ error: { code: 'key-refused' } });
  });
});

describe('a start that cannot sign in retries automatically', () => {
  test('while the keychain is locked', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    machine.keychain.behave(({ call }) => (call === 'set' || call === 'get' ? lockedKeychain : 'usual'));
    const clock = createFakeClock();
    const testApp = await machine.start({ clock });
    await until(() => testApp.topic('session').state === 'interrupted');
    expect(testApp.topic('session')).toMatchObject({ error: { code: 'keychain-locked' } });
    machine.keychain.behave(() => 'usual');
    await clock.advance(5_000);
    await until(() => testApp.topic('session').state === 'signed-in');
  });

  test('while there is no network: after 5, 10, 20, 40 seconds, and then every minute', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    const countLogins = () => machine.simulator.calls().filter(({ route }) => route === 'login').length;
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    const loginsBefore = countLogins();
    const clock = createFakeClock();
    const testApp = await machine.start({ clock });
    for (const [index, seconds] of [5, 10, 20, 40, 60, 60].entries()) {
      await until(
        () => countLogins() === loginsBefore + index + 1 && testApp.topic('session').state === 'interrupted',
      );
      expect(testApp.topic('session')).toMatchObject({ error: { code: 'connection-lost' } });
      await clock.advance(seconds * 1_000 - 1);
      expect(countLogins()).toBe(loginsBefore + index + 1);
      if (index === 5) machine.simulator.faults.clear();
      await clock.advance(1);
    }
    await until(() => testApp.topic('session').state === 'signed-in');
  });

  test('also after a failed attempt by the clerk', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    const clock = createFakeClock();
    const testApp = await machine.start({ clock });
    await until(() => testApp.topic('session').state === 'interrupted');
    const manualSignIn = testApp.call('session.signIn', { profileId, apiKey: null, keep: 'keychain' });
    await expect(manualSignIn).rejects.toMatchObject({ code: 'connection-lost' });
    expect(testApp.topic('session').state).toBe('interrupted');
    machine.simulator.faults.clear();
    await clock.advance(5_000);
    await until(() => testApp.topic('session').state === 'signed-in');
  });

  test('until the clerk signs out', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    const clock = createFakeClock();
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    const testApp = await machine.start({ clock });
    await until(() => testApp.topic('session').state === 'interrupted');
    await testApp.call('session.signOut', { forgetKey: false });
    const countLogins = machine.simulator.calls().length;
    await clock.advance(10 * 60_000);
    expect(machine.simulator.calls()).toHaveLength(countLogins);
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
  });
});

describe('a slow keychain at the start', () => {
  test('does not disturb a clerk who signs in meanwhile with a typed key', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    machine.keychain.behave(({ call, account: requestedAccount }) =>
      call === 'get' && requestedAccount === account ? 'silent' : 'usual',
    );
    const countReads = () =>
      machine.keychain.requests.filter(
        ({ call, account: requestedAccount }) => call === 'get' && requestedAccount === account,
      ).length;
    const readsBefore = countReads();
    const clock = createFakeClock();
    const testApp = await machine.start({ clock });
    await until(() => countReads() > readsBefore);
    const signInAnswer = signIn(testApp, machine, 'session');
    await until(() => testApp.topic('session').state === 'signed-in');
    await clock.advance(30_000);
    await signInAnswer;
    await clock.advance(60_000);
    expect(testApp.topic('session').state).toBe('signed-in');
    expect(machine.simulator.calls().filter(({ route }) => route === 'login')).toHaveLength(2);
  });
});

test('a key that is being stored is removed when the clerk signs out and forgets it', async () => {
  const machine = await createMachine();
  const testApp = await machine.start();
  machine.keychain.behave(({ call, account: requestedAccount }) =>
    call === 'set' && requestedAccount === account ? 'silent' : 'usual',
  );
  const pendingSignIn = signIn(testApp, machine, 'keychain');
  const setRequest = () =>
    machine.keychain.requests.find(
      ({ call, account: requestedAccount }) => call === 'set' && requestedAccount === account,
    );
  await until(() => setRequest() !== undefined);
  const pendingSignOut = testApp.call('session.signOut', { forgetKey: true });
  // Database calls are answered in order: after three more calls, the sign-out has made all of its keychain calls.
  for (let round = 0; round < 3; round += 1) await testApp.call('activity.verify', {});
  machine.keychain.secrets.set(account, storedEntry(machine));
  machine.keychain.answerLate(setRequest(), null);
  await pendingSignIn;
  expect(await pendingSignOut).toEqual({ keyRemains: false });
  expect(keychainSecrets(machine.keychain)).toEqual([]);
});

test('the state of the keychain is known after the start', async () => {
  const machine = await createMachine();
  machine.keychain.behave(() => ({ fails: 'Cannot autolaunch D-Bus without X11 $DISPLAY' }));
  const testApp = await machine.start();
  expect(await testApp.until('keychain', ({ name }) => name !== '')).toEqual({
    state: 'absent',
    name: 'Secret Service',
  });
});
