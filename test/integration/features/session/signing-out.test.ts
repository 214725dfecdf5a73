import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../fakes/clock.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { keychainSecrets } from '../../../fakes/platform/keychain-processes.ts';
import { account, createMachine, entryOf, profileId, signIn, signInWithStoredKey, until } from './support.ts';

const signedOut = { state: 'signed-out', locked: false };

describe('signing out', () => {
  test('drops the token, which is not used again, and the next start is signed out; forgetting the key removes it', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine, 'keychain');
    expect(await testApp.call('session.signOut', { forgetKey: false })).toEqual({ keyRemains: false });
    expect(testApp.topic('session')).toEqual(signedOut);
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
    expect(restarted.topic('session')).toEqual(signedOut);
    expect(entryOf(restarted)).toMatchObject({ keyPlace: 'keychain' });
    expect(machine.simulator.calls()).toHaveLength(callCount);
    // Without a session, it does nothing.
    const forget = () => restarted.call('session.signOut', { profileId, forgetKey: true });
    expect(await forget()).toEqual({ keyRemains: false });
    expect(entryOf(restarted)).toMatchObject({ keyPlace: 'keychain' });
    await signInWithStoredKey(restarted);
    expect(await forget()).toEqual({ keyRemains: false });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    expect(entryOf(restarted)).toMatchObject({ keyPlace: 'none' });
    expect(restarted.topic('session')).toEqual(signedOut);
  });

  test('reports that the key remains when the keychain fails, and removes the key at the next start', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine, 'keychain');
    machine.keychain.behave(({ call }) => (call === 'delete' ? { fails: 'Access is denied.' } : 'usual'));
    expect(await testApp.call('session.signOut', { forgetKey: true })).toEqual({ keyRemains: true });
    expect(testApp.topic('session')).toEqual(signedOut);
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'none' });
    expect(machine.keychain.secrets.has(account)).toBe(true);
    await expect(signInWithStoredKey(testApp)).rejects.toMatchObject({ code: 'api-key-needed' });
    machine.keychain.behave(() => 'usual');
    await machine.start();
    await until(() => !machine.keychain.secrets.has(account));
  });

  test.each([true, false])(
    'removes a key whose storing was not confirmed (forgets: %s)',
    async (forgetKey) => {
      const machine = await createMachine();
      const testApp = await machine.start();
      machine.keychain.behave(({ call, account: requestedAccount }) =>
        call === 'get' && requestedAccount === account ? { fails: 'The call was given up.' } : 'usual',
      );
      expect(await signIn(testApp, machine, 'keychain')).not.toEqual({ notKept: null });
      expect(machine.keychain.secrets.has(account)).toBe(true);
      machine.keychain.behave(() => 'usual');
      if (forgetKey) {
        expect(await testApp.call('session.signOut', { forgetKey })).toEqual({ keyRemains: false });
        expect(keychainSecrets(machine.keychain)).toEqual([]);
        return;
      }
      const restarted = await machine.start();
      await until(() => !machine.keychain.secrets.has(account));
      expect(entryOf(restarted)).toMatchObject({ keyPlace: 'none' });
    },
  );

  test('aborts a sign-in in progress, also of an interrupted session, and forgets the key without other keychain calls', async () => {
    const machine = await createMachine();
    const { faults } = machine.simulator;
    const first = await machine.start();
    const hang = { kind: 'hang', times: 1 } as const;
    faults.set('login', hang);
    const pendingSignIn = codeOf(signIn(first, machine, 'keychain'));
    await first.until('session', ({ state }) => state === 'signing-in');
    await first.call('session.signOut', { forgetKey: false });
    expect(await pendingSignIn).toBe('cancelled');
    expect(first.topic('session')).toEqual(signedOut);
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    faults.clear();

    await signIn(first, machine, 'keychain');
    faults.set('login', { kind: 'status', status: 401 });
    const refused = await machine.start({ clock: createFakeClock() });
    await until(() => refused.topic('session').state === 'interrupted');
    expect(await refused.call('session.signOut', { forgetKey: true })).toEqual({ keyRemains: false });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    faults.clear();

    await signIn(refused, machine, 'keychain');
    machine.keychain.secrets.clear();
    const interrupted = await machine.start();
    await interrupted.until('session', ({ state }) => state === 'interrupted');
    faults.set('login', hang);
    const secondSignIn = codeOf(signIn(interrupted, machine));
    await interrupted.until('session', ({ state }) => state === 'signing-in');
    await interrupted.call('session.signOut', { forgetKey: false });
    expect(await secondSignIn).toBe('cancelled');
    expect(interrupted.topic('session')).toEqual(signedOut);
  });
});
