import { describe, expect, test } from 'vitest';
import { profileOf } from '../../fakes/test-app.ts';
import { createMachine, profileId, signIn, until } from './support.ts';

describe('the policy of the administrator', () => {
  test('ends the session when the screen is locked, and marks it as locked', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    const testApp = await machine.start({ managed });
    await signIn(testApp, machine);
    testApp.platform.lock();
    await testApp.until('session', ({ state }) => state === 'signed-out');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: true });
    await signIn(testApp, machine);
    await testApp.call('session.signOut', { forgetKey: false });
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
  });

  test('also ends an interrupted session, whose work would stay visible otherwise', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    await signIn(await machine.start({ managed }), machine, 'keychain');
    machine.keychain.secrets.clear();
    const testApp = await machine.start({ managed });
    await testApp.until('session', ({ state }) => state === 'interrupted');
    testApp.platform.lock();
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: true });
  });

  test('does not end the session while proofs are fetched', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    const testApp = await machine.start({ managed });
    await signIn(testApp, machine);
    machine.simulator.faults.set('proof', { kind: 'hang' });
    const references = machine.simulator.exampleReferences(3);
    await testApp.call('proofs.fetch', { references, refresh: false });
    await testApp.until('proofs', ({ counts }) => counts.loading === 3);
    expect(testApp.app.isBusy()).toBe(true);
    testApp.platform.lock();
    // A session that had ended would leave nothing to cancel.
    expect(await testApp.call('proofs.change', { action: 'cancel' })).toEqual({ cancelled: 3 });
    expect(testApp.topic('session').state).toBe('signed-in');
    testApp.platform.lock();
    await testApp.until('session', ({ state }) => state === 'signed-out');
  });

  test('does not end the session while statements are requested', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    const testApp = await machine.start({ managed });
    await signIn(testApp, machine);
    const [wallet] = (await testApp.call('statements.wallets', {})).wallets;
    machine.simulator.faults.set('statementExport', { kind: 'hang' });
    const pendingRequest = testApp.call('statements.request', {
      profileId,
      walletIds: [wallet?.id ?? 0],
      periods: [{ since: '2026-01-01', till: '2026-01-31' }],
      format: 'csv',
      email: '',
    });
    await until(() => machine.simulator.calls().some(({ route }) => route === 'statementExport'));
    expect(testApp.app.isBusy()).toBe(true);
    testApp.platform.lock();
    await testApp.call('statements.list', { state: null, offset: 0, limit: 10 });
    expect(testApp.topic('session').state).toBe('signed-in');
    machine.simulator.faults.clear();
    await pendingRequest;
    expect(testApp.app.isBusy()).toBe(false);
    testApp.platform.lock();
    await testApp.until('session', ({ state }) => state === 'signed-out');
  });

  test('does not end the session without a lock time', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine);
    testApp.platform.lock();
    expect(testApp.topic('session').state).toBe('signed-in');
  });

  test('applies to the rest of the program', async () => {
    const machine = await createMachine();
    const helpPage = 'https://intranet.nordlicht.example/paydesk';
    const testApp = await machine.start({ managed: { helpPage, storageHosts: ['storage.example'] } });
    expect(testApp.app.managed).toMatchObject({ helpPage, storageHosts: ['storage.example'] });
  });
});
