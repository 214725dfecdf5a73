import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../fakes/clock.ts';
import { keychainSecrets } from '../../../fakes/platform/keychain-processes.ts';
import {
  account,
  countLogins,
  createMachine,
  entryOf,
  filesWith,
  signIn,
  signInWithStoredKey,
  storedEntry,
  until,
} from './support.ts';

const lockedKeychain = { fails: 'Cannot create an item in a locked collection' } as const;

describe('a key in the keychain', () => {
  test('is stored nowhere else, the next start resumes automatically, and a lost or invalid key is reported', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    machine.keychain.secrets.set(account, storedEntry(machine, 'an old key'));
    expect(await signIn(testApp, machine, 'keychain')).toEqual({ notKept: null });
    expect(keychainSecrets(machine.keychain)).toEqual([[account, storedEntry(machine)]]);
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'keychain' });
    const restarted = await machine.start();
    await restarted.until('session', ({ state }) => state === 'signed-in');
    expect(await filesWith(machine.folder, machine.simulator.credentials.apiKey)).toEqual([]);
    await restarted.call('session.signOut', { forgetKey: false });
    await signInWithStoredKey(restarted);
    expect(restarted.topic('session').state).toBe('signed-in');

    machine.keychain.secrets.set(account, storedEntry(machine, 'an old key'));
    const refused = await machine.start();
    expect(await refused.until('session', ({ state }) => state === 'interrupted')).toMatchObject({
      error: { code: 'key-refused' },
    });
    machine.keychain.secrets.delete(account);
    const lost = await machine.start();
    const error = { code: 'api-key-needed', details: { lost: true } };
    expect(await lost.until('session', ({ state }) => state === 'interrupted')).toMatchObject({ error });
    await expect(signInWithStoredKey(lost)).rejects.toMatchObject(error);
    await signIn(lost, machine, 'keychain');
    expect(lost.topic('session').state).toBe('signed-in');
    expect(machine.keychain.secrets.has(account)).toBe(true);
    await signIn(lost, machine, 'session');
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    expect(entryOf(lost)).toMatchObject({ keyPlace: 'session' });
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
    await expect(signInWithStoredKey(testApp)).rejects.toMatchObject({ code: 'api-key-needed' });
    const restarted = await machine.start();
    await restarted.until('profiles', ({ entries }) => entries.length > 0);
    expect(restarted.topic('session').state).toBe('signed-out');
  });
});

test('a start that cannot sign in retries automatically, also after a failed attempt by the clerk, until the clerk signs out', async () => {
  const machine = await createMachine();
  const { faults } = machine.simulator;
  await signIn(await machine.start(), machine, 'keychain');
  machine.keychain.behave(({ call }) => (call === 'set' || call === 'get' ? lockedKeychain : 'usual'));
  let clock = createFakeClock();
  let testApp = await machine.start({ clock });
  const untilState = (expected: string) => until(() => testApp.topic('session').state === expected);
  await untilState('interrupted');
  expect(testApp.topic('session')).toMatchObject({ error: { code: 'keychain-locked' } });
  machine.keychain.behave(() => 'usual');
  await clock.advance(5_000);
  await untilState('signed-in');

  faults.set('login', { kind: 'reset', at: 'headers' });
  const loginsBefore = countLogins(machine);
  clock = createFakeClock();
  testApp = await machine.start({ clock });
  for (const [index, seconds] of [5, 10, 20, 40, 60, 60].entries()) {
    await until(() => countLogins(machine) === loginsBefore + index + 1);
    await untilState('interrupted');
    expect(testApp.topic('session')).toMatchObject({ error: { code: 'connection-lost' } });
    await clock.advance(seconds * 1_000 - 1);
    expect(countLogins(machine)).toBe(loginsBefore + index + 1);
    if (index === 5) faults.clear();
    await clock.advance(1);
  }
  await untilState('signed-in');

  faults.set('login', { kind: 'reset', at: 'headers' });
  clock = createFakeClock();
  testApp = await machine.start({ clock });
  await untilState('interrupted');
  await expect(signInWithStoredKey(testApp)).rejects.toMatchObject({ code: 'connection-lost' });
  expect(testApp.topic('session').state).toBe('interrupted');
  faults.clear();
  await clock.advance(5_000);
  await untilState('signed-in');

  faults.set('login', { kind: 'reset', at: 'headers' });
  clock = createFakeClock();
  testApp = await machine.start({ clock });
  await untilState('interrupted');
  await testApp.call('session.signOut', { forgetKey: false });
  await expect(signInWithStoredKey(testApp)).rejects.toMatchObject({ code: 'connection-lost' });
  const callsBefore = machine.simulator.calls().length;
  await clock.advance(10 * 60_000);
  expect(machine.simulator.calls()).toHaveLength(callsBefore);
  expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
});

test('a slow keychain at the start does not disturb a clerk who signs in meanwhile with a typed key', async () => {
  const machine = await createMachine();
  await signIn(await machine.start(), machine, 'keychain');
  const isRead = (request: { readonly call: string; readonly account: string }) =>
    request.call === 'get' && request.account === account;
  machine.keychain.behave((request) => (isRead(request) ? 'silent' : 'usual'));
  const countReads = () => machine.keychain.requests.filter(isRead).length;
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
  expect(countLogins(machine)).toBe(2);
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
