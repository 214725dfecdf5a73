import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createFakeClock } from '../../../fakes/clock.ts';
import { codeOf, errorOf } from '../../../fakes/error-of.ts';
import { keychainSecrets } from '../../../fakes/platform/keychain-processes.ts';
import type { TestApp } from '../../../fakes/test-app.ts';
import {
  countLogins,
  createMachine,
  entryOf,
  filesWith,
  type Machine,
  openMachine,
  profileId,
  signIn,
  signInWithStoredKey,
  signOutAll,
  until,
} from './support.ts';

let machine: Machine;
let testApp: TestApp;

beforeAll(async () => {
  const opened = await openMachine();
  machine = opened;
  testApp = await opened.start();
  return () => opened.end();
});

afterEach(() => signOutAll(testApp, machine));

/** Number of calls that were held and not answered. */
const countHanging = () => machine.simulator.calls().filter(({ fault }) => fault === 'hang').length;

const signedOut = { state: 'signed-out', locked: false };

describe('signing in', () => {
  test('with the right key opens a session with its company and expiry, which is renewed after 50 minutes', async () => {
    const own = await createMachine();
    const clock = createFakeClock('2026-03-02T08:00:00.000Z');
    const first = await own.start({ clock });
    expect(first.topic('session')).toEqual(signedOut);
    expect(await signIn(first, own)).toEqual({ notKept: null });
    expect(first.topic('session')).toMatchObject({
      state: 'signed-in',
      companyId: 'practice-company',
      validUntil: '2026-03-02T09:00:00.000Z',
      profile: { id: profileId, origin: 'managed' },
    });
    expect(entryOf(first)).toMatchObject({
      keyPlace: 'session',
      lastSignedInAt: '2026-03-02T08:00:00.000Z',
    });
    expect(first.topic('profiles').lastUsed).toBe(profileId);
    await clock.advance(50 * 60_000);
    await first.call('session.profile', { action: 'checkHosts', profileId });
    const validUntil = '2026-03-02T09:50:00.000Z';
    expect(first.topic('session')).toMatchObject({ state: 'signed-in', validUntil });
    expect(countLogins(own)).toBe(2);
    expect(own.simulator.violations()).toEqual([]);
  });

  test('with a wrong key is refused and stores nothing, and for this session only stores the key in no file and no keychain', async () => {
    const own = await createMachine();
    const first = await own.start();
    const call = first.call('session.signIn', { profileId, apiKey: 'canary-wrong', keep: 'keychain' });
    const error = await errorOf(call);
    expect(error).toMatchObject({
      code: 'key-refused',
      details: { status: 401, message: 'Client identifier or API key is not right' },
    });
    expect(error.requestId).toEqual(expect.any(String));
    expect(first.topic('session')).toEqual(signedOut);
    expect(entryOf(first)).toMatchObject({ keyPlace: 'none', lastSignedInAt: null });
    expect(keychainSecrets(own.keychain)).toEqual([]);
    await signIn(first, own, 'session');
    await first.close();
    for (const secret of ['canary-wrong', own.simulator.credentials.apiKey, 'pct_sandbox_'])
      expect(await filesWith(own.folder, secret)).toEqual([]);
    expect(keychainSecrets(own.keychain)).toEqual([]);
    const restarted = await own.start();
    await restarted.until('profiles', ({ entries }) => entries.length > 0);
    expect(restarted.topic('session')).toEqual(signedOut);
    expect(entryOf(restarted)).toMatchObject({ keyPlace: 'none' });
    await expect(signInWithStoredKey(restarted)).rejects.toMatchObject({ code: 'api-key-needed' });
  });

  test('is shown in progress, and a failure while signed in leaves the session unchanged', async () => {
    const hangingBefore = countHanging();
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const hangingSignIn = codeOf(signIn(testApp, machine));
    await testApp.until('session', ({ state }) => state === 'signing-in');
    await until(() => countHanging() > hangingBefore);
    machine.simulator.faults.clear();
    expect(await hangingSignIn).toBe('connection-lost');
    expect(testApp.topic('session').state).toBe('signed-out');
    await signIn(testApp, machine);
    const sessionBefore = testApp.topic('session');
    const refusedSignIn = testApp.call('session.signIn', { profileId, apiKey: 'wrong', keep: 'session' });
    await expect(refusedSignIn).rejects.toMatchObject({ code: 'key-refused' });
    expect(testApp.topic('session')).toEqual(sessionBefore);
  });

  test('fails when it cannot be recorded, and leaves no half-open session', async () => {
    const database = new DatabaseSync(join(machine.folder, 'paydesk.db'));
    database.exec("CREATE TRIGGER full BEFORE INSERT ON profile_use BEGIN SELECT RAISE (ABORT, 'no'); END");
    await expect(signIn(testApp, machine)).rejects.toMatchObject({ code: 'unexpected' });
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    await expect(testApp.call('documents.choose', { what: 'files' })).rejects.toMatchObject({
      code: 'sign-in-needed',
    });
    database.exec('DROP TRIGGER full');
    database.close();
    await signIn(testApp, machine);
    expect(testApp.topic('session').state).toBe('signed-in');
  });
});

describe('a session', () => {
  test('is replaced by a newer sign-in of the same profile, and never returns', async () => {
    const hangingBefore = countHanging();
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const firstSignIn = codeOf(signIn(testApp, machine));
    await testApp.until('session', ({ state }) => state === 'signing-in');
    await until(() => countHanging() > hangingBefore);
    await signIn(testApp, machine);
    machine.simulator.faults.clear();
    expect(await firstSignIn).toBe('cancelled');
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: profileId } });
  });
});
