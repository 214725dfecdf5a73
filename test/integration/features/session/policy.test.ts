import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf } from '../../../fakes/error-of.ts';
import { profileOf } from '../../../fakes/test-app.ts';
import { createMachine, profileId, signIn, until } from './support.ts';

test('the policy of the administrator ends an idle session when the screen is locked, and no session with work in flight', async () => {
  const machine = await createMachine();
  const { simulator } = machine;
  const managed = { profiles: [profileOf(simulator)], lockAfterMinutes: 10 };
  const testApp = await machine.start({ managed });
  async function lockAndExpectSignedOut() {
    testApp.platform.lock();
    await testApp.until('session', ({ state }) => state === 'signed-out');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: true });
  }
  await signIn(testApp, machine);
  await lockAndExpectSignedOut();
  await signIn(testApp, machine);
  await testApp.call('session.signOut', { forgetKey: false });
  expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });

  await signIn(testApp, machine);
  simulator.faults.set('proof', { kind: 'hang' });
  const references = simulator.exampleReferences(3);
  await testApp.call('proofs.fetch', { references, refresh: false });
  await testApp.until('proofs', ({ counts }) => counts.loading === 3);
  expect(testApp.app.isBusy()).toBe(true);
  testApp.platform.lock();
  // A session that had ended would leave nothing to cancel.
  expect(await testApp.call('proofs.change', { action: 'cancel' })).toEqual({ cancelled: 3 });
  expect(testApp.topic('session').state).toBe('signed-in');
  await lockAndExpectSignedOut();

  await signIn(testApp, machine);
  const [wallet] = (await testApp.call('statements.wallets', {})).wallets;
  simulator.faults.set('statementExport', { kind: 'hang' });
  const pendingRequest = testApp.call('statements.request', {
    profileId,
    walletIds: [wallet?.id ?? 0],
    periods: [{ since: '2026-01-01', till: '2026-01-31' }],
    format: 'csv',
    email: '',
  });
  await until(() => simulator.calls().some(({ route }) => route === 'statementExport'));
  expect(testApp.app.isBusy()).toBe(true);
  testApp.platform.lock();
  await testApp.call('statements.list', { state: null, offset: 0, limit: 10 });
  expect(testApp.topic('session').state).toBe('signed-in');
  simulator.faults.clear();
  await pendingRequest;
  expect(testApp.app.isBusy()).toBe(false);
  await lockAndExpectSignedOut();

  // The work of an interrupted session would stay visible otherwise.
  await signIn(testApp, machine, 'keychain');
  machine.keychain.secrets.clear();
  const restarted = await machine.start({ managed });
  await restarted.until('session', ({ state }) => state === 'interrupted');
  restarted.platform.lock();
  expect(restarted.topic('session')).toEqual({ state: 'signed-out', locked: true });
});

test('while Paydesk is locked, nothing of the stored data is shown or saved, and neither a failed sign-in nor a sign-out unlocks', async () => {
  const machine = await createMachine();
  const { simulator } = machine;
  const testApp = await machine.start({
    managed: { profiles: [profileOf(simulator)], lockAfterMinutes: 10 },
  });
  const { contents } = testApp.app;
  await signIn(testApp, machine);
  await testApp.call('proofs.fetch', { references: simulator.exampleReferences(1), refresh: false });
  await testApp.until('proofs', ({ counts }) => counts.saved === 1);
  const listed = { state: null, search: '', offset: 0, limit: 1 } as const;
  const [row] = (await testApp.call('proofs.list', listed)).rows;
  const open = { action: 'contents', id: row?.id ?? 0, version: null } as const;
  const { document } = await testApp.call('proofs.open', open);
  expect((await contents.load(document))?.bytes.length).toBeGreaterThan(0);

  const filter = { kind: null, outcome: null, text: '', since: null, before: null };
  const page = { offset: 0, limit: 10, filter };
  const expectLocked = async () => {
    expect(contents.load(document)).toBeNull();
    for (const refused of [
      testApp.call('activity.list', page),
      testApp.call('activity.export', { filter }),
      testApp.call('needsYou.list', { offset: 0, limit: 10 }),
      testApp.call('recovery.file', { action: 'save', passphrase: 'one two three four five six' }),
    ])
      expect(await codeOf(refused)).toBe('sign-in-needed');
  };
  const { promise: answer, resolve: closeDialog } = Promise.withResolvers<string>();
  testApp.platform.answers.savePath = answer;
  const exporting = testApp.call('activity.export', { filter });
  testApp.platform.lock();
  await testApp.until('session', ({ state }) => state === 'signed-out');
  closeDialog(join(machine.folder, 'activity.csv'));
  expect(await exporting).toEqual({ savedAs: null });
  await expectLocked();
  await testApp.call('session.signOut', { forgetKey: false });
  await expectLocked();
  await codeOf(testApp.call('session.signIn', { profileId, apiKey: 'wrong', keep: 'session' }));
  await expectLocked();
  expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: true });
  await signIn(testApp, machine);
  expect((await testApp.call('activity.list', page)).rows.length).toBeGreaterThan(0);
  // The address ended with its session.
  expect(contents.load(document)).toBeNull();
});
