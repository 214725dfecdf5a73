import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../fakes/clock.ts';
import { codeOf } from '../../fakes/error-of.ts';
import { keychainSecrets } from '../../fakes/keychain-processes.ts';
import { account, createMachine, entryOf, profileId, signIn, until } from './support.ts';

describe('signing out', () => {
  test('drops the token, which is not used again, and the next start is signed out', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine, 'keychain');
    expect(await testApp.call('session.signOut', { forgetKey: false })).toEqual({ keyRemains: false });
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    const callCount = machine.simulator.calls().length;
    const checks = await testApp.call('session.profile', { action: 'checkHosts', profileId });
    expect(new Set(checks.map(({ result }) => result))).toEqual(new Set(['reached']));
    await expect(testApp.call('documents.choose', { what: 'files' })).rejects.toMatchObject({
      code: 'sign-in-needed',
    });
    expect(machine.simulator.calls()).toHaveLength(callCount);
    const restarted = await machine.start();
    await restarted.until('profiles', ({ entries }) => entries.length > 0);
    await restarted.until('keychain', ({ name }) => name !== '');
    expect(restarted.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(entryOf(restarted)).toMatchObject({ keyPlace: 'keychain' });
    expect(machine.simulator.calls()).toHaveLength(callCount);
  });

  test('with forgetting the key removes the key from the keychain', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine, 'keychain');
    expect(await testApp.call('session.signOut', { forgetKey: true })).toEqual({ keyRemains: false });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'none' });
  });

  test('reports that the key remains when the keychain fails, and removes the key at the next start', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine, 'keychain');
    machine.keychain.behave(({ call }) => (call === 'delete' ? { fails: 'Access is denied.' } : 'usual'));
    expect(await testApp.call('session.signOut', { forgetKey: true })).toEqual({ keyRemains: true });
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'none' });
    expect(machine.keychain.secrets.has(account)).toBe(true);
    const signInWithoutKey = testApp.call('session.signIn', { profileId, apiKey: null, keep: 'keychain' });
    await expect(signInWithoutKey).rejects.toMatchObject({ code: 'api-key-needed' });
    machine.keychain.behave(() => 'usual');
    await machine.start();
    await until(() => !machine.keychain.secrets.has(account));
  });

  describe('after the keychain stored the key without confirming in time', () => {
    async function storeWithoutConfirmation() {
      const machine = await createMachine();
      const testApp = await machine.start();
      machine.keychain.behave(({ call, account: requestedAccount }) =>
        call === 'get' && requestedAccount === account ? { fails: 'The call was given up.' } : 'usual',
      );
      expect(await signIn(testApp, machine, 'keychain')).not.toEqual({ notKept: null });
      expect(machine.keychain.secrets.has(account)).toBe(true);
      machine.keychain.behave(() => 'usual');
      return { machine, testApp };
    }

    test('forgetting the key removes the key from the keychain', async () => {
      const { machine, testApp } = await storeWithoutConfirmation();
      expect(await testApp.call('session.signOut', { forgetKey: true })).toEqual({ keyRemains: false });
      expect(keychainSecrets(machine.keychain)).toEqual([]);
    });

    test('the next start removes the key, because the key was reported as not stored', async () => {
      const { machine } = await storeWithoutConfirmation();
      const restarted = await machine.start();
      await until(() => !machine.keychain.secrets.has(account));
      expect(entryOf(restarted)).toMatchObject({ keyPlace: 'none' });
    });
  });

  test('without a session does nothing and does not fail', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    expect(await testApp.call('session.signOut', { forgetKey: true })).toEqual({ keyRemains: false });
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
  });

  test('aborts a sign-in in progress, and the profile stays signed out', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    machine.simulator.faults.set('login', { kind: 'delay', milliseconds: 1_500 });
    const pendingSignIn = codeOf(signIn(testApp, machine, 'keychain'));
    await testApp.until('session', ({ state }) => state === 'signing-in');
    await testApp.call('session.signOut', { forgetKey: false });
    expect(await pendingSignIn).toBe('cancelled');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
  });

  test('ends an interrupted session too, also during a new sign-in', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    machine.keychain.secrets.clear();
    const testApp = await machine.start();
    await testApp.until('session', ({ state }) => state === 'interrupted');
    machine.simulator.faults.set('login', { kind: 'delay', milliseconds: 1_500 });
    const pendingSignIn = codeOf(signIn(testApp, machine));
    await testApp.until('session', ({ state }) => state === 'signing-in');
    await testApp.call('session.signOut', { forgetKey: false });
    expect(await pendingSignIn).toBe('cancelled');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    await machine.start();
  });

  test('with forgetting the key works for an interrupted session, without other keychain calls', async () => {
    const machine = await createMachine();
    await signIn(await machine.start(), machine, 'keychain');
    machine.simulator.faults.set('login', { kind: 'status', status: 401 });
    const testApp = await machine.start({ clock: createFakeClock() });
    await until(() => testApp.topic('session').state === 'interrupted');
    expect(await testApp.call('session.signOut', { forgetKey: true })).toEqual({ keyRemains: false });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
  });
});
