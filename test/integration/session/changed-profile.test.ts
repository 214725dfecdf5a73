import { describe, expect, onTestFinished, test } from 'vitest';
import { type Simulator, startSimulator } from '../../../src/main/simulator/simulator.ts';
import type { ProfileFields } from '../../../src/shared/model/profile.ts';
import { createFakeClock } from '../../fakes/clock.ts';
import { eventually } from '../../fakes/eventually.ts';
import { profileOf, type TestApp } from '../../fakes/test-app.ts';
import { codeOf, createMachine, errorOf } from './support.ts';

/** Returns the fields that a clerk types for a practice company. */
function fieldsFor(simulator: Simulator): ProfileFields {
  const { id: _id, ...fields } = profileOf(simulator);
  return { ...fields, name: 'Typed by hand' };
}

/** The error of a session whose stored key belongs to the previous hosts. */
const isChanged = { code: 'api-key-needed', details: { changed: true } };

/** Starts with a profile typed by the clerk, signed in and quit, and with a service that has moved to other hosts. */
async function startWithMovedService({ staysSignedIn }: { readonly staysSignedIn: boolean }) {
  const machine = await createMachine();
  const moved = await startSimulator({ credentials: machine.simulator.credentials });
  onTestFinished(() => moved.close());
  const first = await machine.start({ managed: {} });
  const { id } = await first.call('session.saveProfile', { id: null, fields: fieldsFor(machine.simulator) });
  const { apiKey } = machine.simulator.credentials;
  await first.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
  if (!staysSignedIn) await first.call('session.signOut', { forgetKey: false });
  await first.close();
  const loginsOf = (simulator: Simulator) =>
    simulator.calls().filter(({ route }) => route === 'login').length;
  const logins = () => loginsOf(machine.simulator);
  /** Expects that nothing was sent to the new hosts. */
  const expectNothingSent = () => expect(moved.calls()).toEqual([]);
  const pasteKey = (testApp: TestApp) =>
    testApp.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
  const move = (testApp: TestApp) => testApp.call('session.saveProfile', { id, fields: fieldsFor(moved) });
  const signInAgain = (testApp: TestApp) =>
    testApp.call('session.signIn', { profileId: id, apiKey: null, keep: 'keychain' });
  const untilConnected = (before: number) =>
    eventually(() => expect(machine.simulator.connections().auth).toBeGreaterThan(before));
  return { machine, moved, id, logins, move, signInAgain, pasteKey, expectNothingSent, untilConnected };
}

/** Waits until the session requires the key to be pasted for the present hosts. */
function untilKeyNeeded(testApp: TestApp, { hosts }: Simulator) {
  return eventually(() =>
    expect(testApp.topic('session')).toMatchObject({
      state: 'interrupted',
      profile: { hosts },
      error: isChanged,
    }),
  );
}

describe('a profile whose hosts the clerk changes', () => {
  test('sends its key to no host until it is pasted again, when the session was interrupted', async () => {
    const { machine, moved, logins, move, pasteKey, expectNothingSent } = await startWithMovedService({
      staysSignedIn: true,
    });
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    const clock = createFakeClock();
    const testApp = await machine.start({ clock, managed: {} });
    await eventually(() => expect(testApp.topic('session').state).toBe('interrupted'));
    machine.simulator.faults.clear();
    const before = logins();
    await move(testApp);
    await untilKeyNeeded(testApp, moved);
    await clock.advance(10 * 60_000);
    expectNothingSent();
    expect(logins()).toBe(before);
    await pasteKey(testApp);
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { hosts: moved.hosts } });
    expect(logins()).toBe(before);
  });

  test('aborts the sign-in of the start and needs its key again', async () => {
    const { machine, moved, logins, move, expectNothingSent, untilConnected } = await startWithMovedService({
      staysSignedIn: true,
    });
    machine.simulator.faults.set('login', { kind: 'delay', milliseconds: 1_500 });
    const before = logins();
    const { auth } = machine.simulator.connections();
    const testApp = await machine.start({ managed: {} });
    await untilConnected(auth);
    await move(testApp);
    await untilKeyNeeded(testApp, moved);
    await eventually(() => expect(logins()).toBe(before + 1));
    expectNothingSent();
    await untilKeyNeeded(testApp, moved);
  });

  test('aborts a sign-in in progress, and no session with the old hosts begins', async () => {
    const { machine, moved, id, move, signInAgain, pasteKey, expectNothingSent, untilConnected } =
      await startWithMovedService({ staysSignedIn: false });
    const testApp = await machine.start({ managed: {} });
    await testApp.until('profiles', ({ entries }) => entries.length > 0);
    const { auth } = machine.simulator.connections();
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const signingIn = codeOf(signInAgain(testApp));
    await untilConnected(auth);
    await move(testApp);
    expect(await signingIn).toBe('cancelled');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(await errorOf(signInAgain(testApp))).toMatchObject(isChanged);
    expectNothingSent();
    await pasteKey(testApp);
    expect(testApp.topic('session')).toMatchObject({ profile: { id, hosts: moved.hosts } });
  });

  test('needs its key again when the clerk retries meanwhile', async () => {
    const { machine, moved, move, signInAgain, expectNothingSent, untilConnected } =
      await startWithMovedService({
        staysSignedIn: true,
      });
    machine.simulator.faults.set('login', { kind: 'reset', at: 'headers' });
    const testApp = await machine.start({ clock: createFakeClock(), managed: {} });
    await eventually(() => expect(testApp.topic('session').state).toBe('interrupted'));
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const { auth } = machine.simulator.connections();
    const signingIn = codeOf(signInAgain(testApp));
    await untilConnected(auth);
    await move(testApp);
    expect(await signingIn).toBe('cancelled');
    await untilKeyNeeded(testApp, moved);
    expectNothingSent();
  });
});
