import { describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import type { Clock } from '../../../../src/main/platform/platform.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import type { TestApp } from '../../../fakes/test-app.ts';
import { startSimulator } from '../../../practice/simulator.ts';
import { countLogins, createMachine, fieldsFor, signInToOwnProfile, signInWithStoredKey } from './support.ts';

/** The error of a session whose stored key belongs to the previous hosts. */
const keyChangedError = { code: 'api-key-needed', details: { changed: true } };

/**
 * Creates a profile that the clerk typed, signs in, optionally signs out, and quits; then starts a second service at other
 * hosts, to which the profile can move.
 */
async function startWithMovedService({ staysSignedIn = true } = {}) {
  const machine = await createMachine();
  const moved = await startSimulator({ credentials: machine.simulator.credentials });
  onTestFinished(() => moved.close());
  const firstRun = await machine.start({ managed: {} });
  const id = await signInToOwnProfile(firstRun, machine);
  if (!staysSignedIn) await firstRun.call('session.signOut', { forgetKey: false });
  await firstRun.close();
  const { hosts } = moved;
  return {
    machine,
    faults: machine.simulator.faults,
    id,
    hosts,
    start: (clock: Clock = systemClock) => machine.start({ clock, managed: {} }),
    saveMovedHosts: (testApp: TestApp) =>
      testApp.call('session.saveProfile', { id, fields: fieldsFor({ simulator: moved }) }),
    pasteKey(testApp: TestApp) {
      const { apiKey } = moved.credentials;
      return testApp.call('session.signIn', { profileId: id, apiKey, keep: 'keychain' });
    },
    /** Waits until the session requires the key to be pasted for the new hosts, to which nothing was sent. */
    async untilKeyNeeded(testApp: TestApp) {
      const needed = { state: 'interrupted', profile: { hosts }, error: keyChangedError };
      await eventually(() => expect(testApp.topic('session')).toMatchObject(needed));
      expect(moved.calls()).toEqual([]);
    },
    expectNothingSent: () => expect(moved.calls()).toEqual([]),
    /** Performs `signIn`, whose call to the service hangs, and waits until the call has arrived. */
    async holdSignIn<Result>(signIn: () => Result): Promise<{ readonly result: Result }> {
      const loginsBefore = countLogins(machine);
      machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
      const result = signIn();
      await eventually(() => expect(countLogins(machine)).toBeGreaterThan(loginsBefore));
      return { result };
    },
  };
}

const untilInterrupted = (testApp: TestApp) =>
  eventually(() => expect(testApp.topic('session').state).toBe('interrupted'));

describe('a profile whose hosts the clerk changes', () => {
  test('sends its key to no host until the key is pasted again, when the session was interrupted', async () => {
    const moved = await startWithMovedService();
    moved.faults.set('login', { kind: 'reset', at: 'headers' });
    const clock = createFakeClock();
    const testApp = await moved.start(clock);
    await untilInterrupted(testApp);
    moved.faults.clear();
    const loginsBefore = countLogins(moved.machine);
    await moved.saveMovedHosts(testApp);
    await moved.untilKeyNeeded(testApp);
    await clock.advance(10 * 60_000);
    moved.expectNothingSent();
    await moved.pasteKey(testApp);
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { hosts: moved.hosts } });
    expect(countLogins(moved.machine)).toBe(loginsBefore);
  });

  test('aborts the automatic sign-in at the start and needs its key again', async () => {
    const moved = await startWithMovedService();
    const { result } = await moved.holdSignIn(() => moved.start());
    const testApp = await result;
    await moved.saveMovedHosts(testApp);
    await moved.untilKeyNeeded(testApp);
    // Ends the aborted call at the service.
    moved.faults.clear();
    await expect(signInWithStoredKey(testApp, moved.id)).rejects.toMatchObject(keyChangedError);
    await moved.untilKeyNeeded(testApp);
  });

  test('aborts a sign-in in progress, and no session with the old hosts begins', async () => {
    const moved = await startWithMovedService({ staysSignedIn: false });
    const testApp = await moved.start();
    await testApp.until('profiles', ({ entries }) => entries.length > 0);
    const { result } = await moved.holdSignIn(() => codeOf(signInWithStoredKey(testApp, moved.id)));
    await moved.saveMovedHosts(testApp);
    expect(await result).toBe('cancelled');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    await expect(signInWithStoredKey(testApp, moved.id)).rejects.toMatchObject(keyChangedError);
    moved.expectNothingSent();
    await moved.pasteKey(testApp);
    expect(testApp.topic('session')).toMatchObject({ profile: { id: moved.id, hosts: moved.hosts } });
  });
});
