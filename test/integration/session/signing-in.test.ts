import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../fakes/clock.ts';
import { codeOf, errorOf } from '../../fakes/error-of.ts';
import { eventually } from '../../fakes/eventually.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { freePort } from '../../fakes/free-port.ts';
import { keychainSecrets } from '../../fakes/keychain-processes.ts';
import { profileOf } from '../../fakes/test-app.ts';
import { createMachine, entryOf, filesWith, profileId, signIn, until } from './support.ts';

describe('signing in', () => {
  test('with the right key opens a session with its company and expiry', async () => {
    const machine = await createMachine();
    const clock = createFakeClock('2026-03-02T08:00:00.000Z');
    const testApp = await machine.start({ clock });
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(await signIn(testApp, machine)).toEqual({ notKept: null });
    expect(testApp.topic('session')).toMatchObject({
      state: 'signed-in',
      companyId: 'practice-company',
      validUntil: '2026-03-02T09:00:00.000Z',
      profile: { id: profileId, origin: 'managed' },
    });
    expect(entryOf(testApp)).toMatchObject({
      keyPlace: 'session',
      lastSignedInAt: '2026-03-02T08:00:00.000Z',
    });
    expect(testApp.topic('profiles').lastUsed).toBe(profileId);
    expect(machine.simulator.violations()).toEqual([]);
  });

  test('for this session only stores the key in no file and no keychain', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine, 'session');
    await testApp.close();
    expect(await filesWith(machine.folder, machine.simulator.credentials.apiKey)).toEqual([]);
    expect(await filesWith(machine.folder, 'pct_sandbox_')).toEqual([]);
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    const restarted = await machine.start();
    await restarted.until('profiles', ({ entries }) => entries.length > 0);
    expect(restarted.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(entryOf(restarted)).toMatchObject({ keyPlace: 'none' });
    await expect(
      restarted.call('session.signIn', { profileId, apiKey: null, keep: 'keychain' }),
    ).rejects.toMatchObject({ code: 'api-key-needed' });
  });

  test('with a wrong key is refused with the service’s message, and stores nothing', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    const call = testApp.call('session.signIn', { profileId, apiKey: 'canary-wrong', keep: 'keychain' });
    const error = await errorOf(call);
    expect(error).toMatchObject({
      code: 'key-refused',
      details: { status: 401, message: 'Client identifier or API key is not right' },
    });
    expect(error.requestId).toEqual(expect.any(String));
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(entryOf(testApp)).toMatchObject({ keyPlace: 'none', lastSignedInAt: null });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
    await testApp.close();
    expect(await filesWith(machine.folder, 'canary-wrong')).toEqual([]);
  });

  test('to the wrong environment is reported as wrong environment', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({
      managed: { profiles: [{ ...profileOf(machine.simulator), clientId: 'practice-client-production' }] },
    });
    await expect(signIn(testApp, machine)).rejects.toMatchObject({ code: 'wrong-environment' });
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
  });

  test('to an unreachable host is reported as unreachable host', async () => {
    const machine = await createMachine();
    const profile = profileOf(machine.simulator);
    const auth = `http://127.0.0.1:${await freePort()}`;
    const testApp = await machine.start({
      managed: { profiles: [{ ...profile, hosts: { ...profile.hosts, auth } }] },
    });
    await expect(signIn(testApp, machine)).rejects.toMatchObject({
      code: 'host-unreachable',
      retryable: true,
      details: { host: auth.slice('http://'.length) },
    });
  });

  test('to a host that may not be used is refused before anything is sent', async () => {
    const machine = await createMachine();
    const profile = profileOf(machine.simulator);
    const testApp = await machine.start({
      managed: { profiles: [{ ...profile, hosts: { ...profile.hosts, wallet: 'http://wallet.example' } }] },
    });
    await expect(signIn(testApp, machine)).rejects.toMatchObject({
      code: 'profile-invalid',
      details: { fields: ['wallet'] },
    });
    expect(machine.simulator.calls()).toEqual([]);
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: false });
  });

  test('with an unknown answer reports the field names, and works once the profile names the right field', async () => {
    const machine = await createMachine({ loginTokenField: 'session.credential.value' });
    const testApp = await machine.start();
    const error = await errorOf(signIn(testApp, machine));
    expect(error).toMatchObject({
      code: 'answer-not-understood',
      details: { missing: 'token', fields: ['companyId', 'session', 'session.credential'] },
    });
    const tokenField = 'session.credential.value';
    const configuredApp = await machine.start({
      managed: { profiles: [profileOf(machine.simulator, { tokenField })] },
    });
    await signIn(configuredApp, machine);
    expect(configuredApp.topic('session').state).toBe('signed-in');
  });

  test('with an unknown profile or without a key is refused', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    const unknownProfile = testApp.call('session.signIn', {
      profileId: 'unknown',
      apiKey: 'x',
      keep: 'session',
    });
    await expect(unknownProfile).rejects.toMatchObject({ code: 'profile-unknown' });
    const withoutKey = testApp.call('session.signIn', { profileId, apiKey: null, keep: 'session' });
    await expect(withoutKey).rejects.toMatchObject({ code: 'api-key-needed', details: { lost: false } });
  });

  test('is shown in progress, and a failure while signed in leaves the session unchanged', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const hangingSignIn = codeOf(signIn(testApp, machine));
    await testApp.until('session', ({ state }) => state === 'signing-in');
    await eventually(() => {
      expect(machine.simulator.calls().some(({ fault }) => fault === 'hang')).toBe(true);
    });
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
    const machine = await createMachine();
    const testApp = await machine.start();
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
  test('is renewed automatically after 50 minutes, with its new expiry', async () => {
    const machine = await createMachine();
    const clock = createFakeClock('2026-03-02T08:00:00.000Z');
    const testApp = await machine.start({ clock });
    await signIn(testApp, machine);
    await clock.advance(50 * 60_000);
    await testApp.call('session.profile', { action: 'checkHosts', profileId });
    expect(testApp.topic('session')).toMatchObject({
      state: 'signed-in',
      validUntil: '2026-03-02T09:50:00.000Z',
    });
    expect(machine.simulator.calls().filter(({ route }) => route === 'login')).toHaveLength(2);
  });

  test('checks each of its hosts, with the token where a call changes nothing at the service', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine);
    const checks = await testApp.call('session.profile', { action: 'checkHosts', profileId });
    expect(checks.map(({ host, result }) => [host, result])).toEqual([
      ['auth', 'reached'],
      ['wallet', 'token-accepted'],
      ['beneficiary', 'token-accepted'],
      ['exchange', 'reached'],
      ['onboarding', 'reached'],
      ['legacy', 'token-accepted'],
      ['statement', 'reached'],
    ]);
    expect(machine.simulator.violations()).toEqual([]);
  });

  test('that the service no longer accepts is interrupted; the profile and its work stay visible', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    await signIn(testApp, machine);
    const paths = await writeFiles(join(machine.folder, 'drop'), { 'a.pdf': pdf('a') });
    const { id: beneficiaryId } = await testApp.call('beneficiaries.add', { label: 'B', recipientId: 'r1' });
    const batchId = await testApp.drop(paths);
    await testApp.until('batches', ([batch]) => batch?.counts.unassigned === 1);
    const selection = { kind: 'all' as const, filter: { group: null, text: '' } };
    await testApp.call('documents.change', { action: 'assign', batchId, selection, beneficiaryId });
    machine.simulator.revokeTokens();
    machine.simulator.faults.set('login', { kind: 'status', status: 401 });
    await testApp.call('documents.batch', { action: 'start', batchId, documents: 1, beneficiaries: 1 });
    const session = await testApp.until('session', ({ state }) => state === 'interrupted');
    expect(session).toMatchObject({ profile: { id: profileId }, error: { code: 'key-refused' } });
    const [batch] = await testApp.until('batches', ([batch]) => batch?.state === 'paused');
    expect(batch).toMatchObject({ id: batchId, pauseReason: 'sign-in' });
    machine.simulator.faults.clear();
    await signIn(testApp, machine);
    await testApp.until('batches', ([batch]) => batch?.state === 'done');
    expect(machine.simulator.violations()).toEqual([]);
  });

  test('is replaced by a newer sign-in of the same profile, and never returns', async () => {
    const machine = await createMachine();
    const testApp = await machine.start();
    machine.simulator.faults.set('login', { kind: 'hang', times: 1 });
    const firstSignIn = codeOf(signIn(testApp, machine));
    await testApp.until('session', ({ state }) => state === 'signing-in');
    await until(() => machine.simulator.connections().auth === 1);
    await signIn(testApp, machine);
    machine.simulator.faults.clear();
    expect(await firstSignIn).toBe('cancelled');
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: profileId } });
  });
});
