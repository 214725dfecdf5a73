import { describe, expect, test } from 'vitest';
import { profileOf } from '../../fakes/desk.ts';
import { createMachine, profileId, signIn, until } from './support.ts';

describe('what the administrator has decided', () => {
  test('ends the session when the screen is locked, and says that it was not the clerk', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    const desk = await machine.start({ managed });
    await signIn(desk, machine);
    desk.platform.lock();
    await desk.until('session', ({ state }) => state === 'signed-out');
    expect(desk.topic('session')).toEqual({ state: 'signed-out', locked: true });
    await signIn(desk, machine);
    await desk.call('session.signOut', { forgetKey: false });
    expect(desk.topic('session')).toEqual({ state: 'signed-out', locked: false });
  });

  test('ends one that was interrupted too: its work is still in view', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    await signIn(await machine.start({ managed }), machine, 'keychain');
    machine.keychain.secrets.clear();
    const desk = await machine.start({ managed });
    await desk.until('session', ({ state }) => state === 'interrupted');
    desk.platform.lock();
    expect(desk.topic('session')).toEqual({ state: 'signed-out', locked: true });
  });

  test('does not end it while proofs are fetched', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    const desk = await machine.start({ managed });
    await signIn(desk, machine);
    machine.simulator.faults.set('proof', { kind: 'hang' });
    const references = machine.simulator.exampleReferences(3);
    await desk.call('proofs.fetch', { references, refresh: false });
    await desk.until('proofs', ({ counts }) => counts.loading === 3);
    expect(desk.app.isBusy()).toBe(true);
    desk.platform.lock();
    // A session that had ended would leave nothing to cancel.
    expect(await desk.call('proofs.cancel', {})).toEqual({ cancelled: 3 });
    expect(desk.topic('session').state).toBe('signed-in');
    desk.platform.lock();
    await desk.until('session', ({ state }) => state === 'signed-out');
  });

  test('does not end it while statements are asked for', async () => {
    const machine = await createMachine();
    const managed = { profiles: [profileOf(machine.simulator)], lockAfterMinutes: 10 };
    const desk = await machine.start({ managed });
    await signIn(desk, machine);
    const [wallet] = (await desk.call('statements.wallets', {})).wallets;
    machine.simulator.faults.set('statementExport', { kind: 'hang' });
    const asking = desk.call('statements.ask', {
      profileId,
      walletIds: [wallet?.id ?? 0],
      periods: [{ since: '2026-01-01', till: '2026-01-31' }],
      format: 'csv',
      email: '',
    });
    await until(() => machine.simulator.calls().some(({ route }) => route === 'statementExport'));
    expect(desk.app.isBusy()).toBe(true);
    desk.platform.lock();
    await desk.call('statements.list', { state: null, offset: 0, limit: 10 });
    expect(desk.topic('session').state).toBe('signed-in');
    machine.simulator.faults.clear();
    await asking;
    expect(desk.app.isBusy()).toBe(false);
    desk.platform.lock();
    await desk.until('session', ({ state }) => state === 'signed-out');
  });

  test('leaves the session alone without a time', async () => {
    const machine = await createMachine();
    const desk = await machine.start();
    await signIn(desk, machine);
    desk.platform.lock();
    expect(desk.topic('session').state).toBe('signed-in');
  });

  test('is what the rest of the program goes by', async () => {
    const machine = await createMachine();
    const helpPage = 'https://intranet.nordlicht.example/paydesk';
    const desk = await machine.start({ managed: { helpPage, storageHosts: ['storage.example'] } });
    expect(desk.app.managed).toMatchObject({ helpPage, storageHosts: ['storage.example'] });
  });
});
