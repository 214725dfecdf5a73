import { describe, expect, onTestFinished, test } from 'vitest';
import type { ProfileFields } from '../../../src/shared/model/profile.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { codeOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import { profileOf, type TestApp } from '../../fakes/test-app.ts';
import { type Simulator, startSimulator } from '../../simulator/simulator.ts';
import { createMachine } from './support.ts';

/** Returns the fields that a clerk types for a practice company. */
function fieldsFor(simulator: Simulator): ProfileFields {
  const { id: _id, ...fields } = profileOf(simulator);
  return { ...fields, name: 'Typed by hand' };
}

/** The error of a session whose stored key belongs to the previous hosts. */
const keyChangedError = { code: 'api-key-needed', details: { changed: true } };

/** Creates a profile that the clerk typed, signs in and quits; then starts a second service at other hosts, to which the profile can move. */
async function startWithMovedService({ staysSignedIn }: { readonly staysSignedIn: boolean }) {
  const machine = await createMachine();
  const movedSimulator = await startSimulator({ credentials: machine.simulator.credentials });
  onTestFinished(() => movedSimulator.close());
  const firstRun = await machine.start({ managed: {} });
  const { id } = await firstRun.call('session.saveProfile', {
    id: null,
    fields: fieldsFor(machine.simulator),
  });
  const { apiKey } = machine.simulator.credentials;
  await firstRun.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
  if (!staysSignedIn) await firstRun.call('session.signOut', { forgetKey: false });
  await firstRun.close();
  const countLoginsAt = (simulator: Simulator) =>
    simulator.calls().filter(({ route }) => route === 'login').length;
  const countLogins = () => countLoginsAt(machine.simulator);
  /** Expects that nothing was sent to the new hosts. */
  const expectNothingSent = () => expect(movedSimulator.calls()).toEqual([]);
  const pasteKey = (testApp: TestApp) =>
    testApp.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
  const saveMovedHosts = (testApp: TestApp) =>
    testApp.call('session.saveProfile', { id, fields: fieldsFor(movedSimulator) });
  const signInWithStoredKey = (testApp: TestApp) =>
    testApp.call('session.signIn', { profileId: id, apiKey: null, keep: 'keychain' });
  const untilConnected = (connectionsBefore: number) =>
    eventually(() => expect(machine.simulator.connections().auth).toBeGreaterThan(connectionsBefore));
  return {
    machine,
    movedSimulator,
    id,
    countLogins,
    saveMovedHosts,
    signInWithStoredKey,
    pasteKey,
    expectNothingSent,
    untilConnected,
  };
}

/** Waits until the session requires the key to be pasted for the present hosts. */
function untilKeyNeeded(testApp: TestApp, { hosts }: Simulator) {
  return eventually(() =>
    expect(testApp.topic('session')).toMatchObject({
      state: 'interrupted',
      profile: { hosts },
      error: keyChangedError,
    }),
  );
}

describe('a profile whose hosts the clerk changes', () => {
  test('sends its key to no host until the key is pasted again, when the session was interrupted', async () => {
    const { machine, movedSimulator, countLogins, saveMovedHosts, pasteKey, expectNothingSent } =
      await startWithMovedService({
        staysSignedIn: true,
      });
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    const clock = createFakeClock();
    const testApp = await machine.start({ clock, managed: {} });
    await eventually(() => expect(testApp.topic('session').state).toBe('interrupted'));
    machine.simulator.faults.clear();
    const loginsBefore = countLogins();
    await saveMovedHosts(testApp);
    await untilKeyNeeded(testApp, movedSimulator);
    await clock.advance(10 * 60_000);
    expectNothingSent();
    expect(countLogins()).toBe(loginsBefore);
    await pasteKey(testApp);
    expect(testApp.topic('session')).toMatchObject({
      state: 'signed-in',
      profile: { hosts: movedSimulator.hosts },
    });
    expect(countLogins()).toBe(loginsBefore);
  });

  test('aborts the automatic sign-in at the start and needs its key again', async () => {
    const { machine, movedSimulator, countLogins, saveMovedHosts, expectNothingSent, untilConnected } =
      await startWithMovedService({
        staysSignedIn: true,
      });
    machine.simulator.faults.set('login', { kind: 'delay', milliseconds: 1_500 });
    const loginsBefore = countLogins();
    const { auth } = machine.simulator.connections();
    const testApp = await machine.start({ managed: {} });
    await untilConnected(auth);
    await saveMovedHosts(testApp);
    await untilKeyNeeded(testApp, movedSimulator);
    await eventually(() => expect(countLogins()).toBe(loginsBefore + 1));
    expectNothingSent();
    await untilKeyNeeded(testApp, movedSimulator);
  });

  test('aborts a sign-in in progress, and no session with the old hosts begins', async () => {
    const {
      machine,
      movedSimulator,
      id,
      saveMovedHosts,
      signInWithStoredKey,
      pasteKey,
      expectNothingSent,
      untilConnected,
    } = await startWithMovedService({ staysSignedIn: false });
    const testApp = await machine.start({ managed: {} });
    await testApp.until('profiles', ({ entries }) => entries.length > 0);
    const { auth } = machine.simulator.connections();
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const pendingSignIn = codeOf(signInWithStoredKey(testApp));
    await untilConnected(auth);
    await saveMovedHosts(testApp);
    expect(await pendingSignIn).toBe('cancelled');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    await expect(signInWithStoredKey(testApp)).rejects.toMatchObject(keyChangedError);
    expectNothingSent();
    await pasteKey(testApp);
    expect(testApp.topic('session')).toMatchObject({ profile: { id, hosts: movedSimulator.hosts } });
  });

  test('needs its key again when the clerk retries meanwhile', async () => {
    const {
      machine,
      movedSimulator,
      saveMovedHosts,
      signInWithStoredKey,
      expectNothingSent,
      untilConnected,
    } = await startWithMovedService({
      staysSignedIn: true,
    });
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    const testApp = await machine.start({ clock: createFakeClock(), managed: {} });
    await eventually(() => expect(testApp.topic('session').state).toBe('interrupted'));
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const { auth } = machine.simulator.connections();
    const pendingSignIn = codeOf(signInWithStoredKey(testApp));
    await untilConnected(auth);
    await saveMovedHosts(testApp);
    expect(await pendingSignIn).toBe('cancelled');
    await untilKeyNeeded(testApp, movedSimulator);
    expectNothingSent();
  });
});
