import { describe, expect, test } from 'vitest';
import { eventually } from '../../fakes/eventually.ts';
import { filesWith } from './support.ts';
import {
  attachedNames,
  createTwoCompanies,
  sendDocuments,
  signInTo,
  statesOf,
  untilDone,
} from './two-companies.ts';

const namesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.pdf`).sort();

describe('two profiles', () => {
  test('send at the same time, whichever is active, and every document goes to its own company', async () => {
    const companies = await createTwoCompanies();
    const { north, south } = companies.simulators;
    const testApp = await companies.start();
    await signInTo(testApp, companies, 'north');
    north.faults.set('upload', { kind: 'delay', milliseconds: 100 });
    const northBatchId = await sendDocuments(testApp, companies, 'north', 40);
    await signInTo(testApp, companies, 'south');
    expect(statesOf(testApp)).toEqual({ north: 'signed-in', south: 'signed-in' });
    const northCallsBefore = north.calls().length;
    const southBatchId = await sendDocuments(testApp, companies, 'south', 20);
    await untilDone(testApp, southBatchId);
    expect(north.calls().length).toBeGreaterThan(northCallsBefore);
    expect(testApp.topic('batches').map(({ id }) => id)).toEqual([southBatchId]);
    await testApp.call('session.activate', { action: 'profile', profileId: 'north' });
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: 'north' } });
    await untilDone(testApp, northBatchId);
    expect(attachedNames(north)).toEqual(namesOf('north', 40));
    expect(attachedNames(south)).toEqual(namesOf('south', 20));
    expect([...north.violations(), ...south.violations()]).toEqual([]);
    expect(testApp.platform.seen.notifications.map(({ body }) => body).sort()).toEqual([
      expect.stringContaining('North Ltd'),
      expect.stringContaining('South Ltd'),
    ]);
  });

  test('are listed together before Paydesk quits when both are busy', async () => {
    const companies = await createTwoCompanies();
    const testApp = await companies.start();
    for (const name of ['north', 'south'] as const) {
      await signInTo(testApp, companies, name);
      companies.simulators[name].faults.set('upload', { kind: 'hang' });
      await sendDocuments(testApp, companies, name, 1);
    }
    await eventually(async () => {
      await testApp.app.confirmQuit();
      expect(testApp.platform.seen.questions.at(-1)).toContain('2 files');
    });
    expect(testApp.app.isBusy()).toBe(true);
  });

  test('stay independent when the service refuses the hidden profile: its work waits, and the active profile continues', async () => {
    const companies = await createTwoCompanies();
    const { north, south } = companies.simulators;
    const testApp = await companies.start();
    await signInTo(testApp, companies, 'north');
    north.faults.set('upload', { kind: 'delay', milliseconds: 50 });
    const northBatchId = await sendDocuments(testApp, companies, 'north', 60);
    await signInTo(testApp, companies, 'south');
    north.revokeTokens();
    north.faults.set('login', { kind: 'status', status: 401 });
    await testApp.until('profiles', () => statesOf(testApp)['north'] === 'interrupted');
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: 'south' } });
    await untilDone(testApp, await sendDocuments(testApp, companies, 'south', 5));
    await testApp.call('session.activate', { action: 'profile', profileId: 'north' });
    expect(testApp.topic('session')).toMatchObject({ state: 'interrupted', profile: { id: 'north' } });
    await testApp.until(
      'batches',
      ([batch]) => batch?.id === northBatchId && batch.pauseReason === 'sign-in',
    );
    north.faults.clear();
    await signInTo(testApp, companies, 'north');
    await untilDone(testApp, northBatchId);
    expect(attachedNames(north)).toEqual(namesOf('north', 60));
    expect([...north.violations(), ...south.violations()]).toEqual([]);
  });

  test('pause only the work of the hidden profile when its environment is wrong', async () => {
    const companies = await createTwoCompanies();
    const { north } = companies.simulators;
    const testApp = await companies.start();
    await signInTo(testApp, companies, 'north');
    north.faults.set('upload', { kind: 'delay', milliseconds: 50 });
    const northBatchId = await sendDocuments(testApp, companies, 'north', 60);
    await signInTo(testApp, companies, 'south');
    north.faults.set('services', { kind: 'wrong-environment' });
    await untilDone(testApp, await sendDocuments(testApp, companies, 'south', 5));
    await testApp.call('session.activate', { action: 'profile', profileId: 'north' });
    await testApp.until(
      'batches',
      ([batch]) => batch?.id === northBatchId && batch.pauseReason === 'wrong-environment',
    );
    expect(statesOf(testApp)).toEqual({ north: 'signed-in', south: 'signed-in' });
  });

  test('are both resumed at the next start, which activates the profile that was active last', async () => {
    const companies = await createTwoCompanies();
    const firstRun = await companies.start();
    await signInTo(firstRun, companies, 'north', 'keychain');
    await signInTo(firstRun, companies, 'south', 'keychain');
    await firstRun.call('session.activate', { action: 'profile', profileId: 'north' });
    const secondRun = await companies.start();
    await eventually(() => expect(statesOf(secondRun)).toEqual({ north: 'signed-in', south: 'signed-in' }));
    expect(secondRun.topic('session')).toMatchObject({ profile: { id: 'north' } });
    await secondRun.call('session.signOut', { profileId: 'north', forgetKey: false });
    const thirdRun = await companies.start();
    await eventually(() => expect(statesOf(thirdRun)).toEqual({ north: 'signed-out', south: 'signed-in' }));
    expect(thirdRun.topic('session')).toMatchObject({ profile: { id: 'south' } });
  });

  test('leave no key in a file, whichever profile is active', async () => {
    const companies = await createTwoCompanies();
    const testApp = await companies.start();
    await signInTo(testApp, companies, 'north', 'keychain');
    await signInTo(testApp, companies, 'south', 'session');
    await untilDone(testApp, await sendDocuments(testApp, companies, 'south', 2));
    await testApp.call('session.activate', { action: 'profile', profileId: 'north' });
    await testApp.close();
    for (const { credentials } of Object.values(companies.simulators)) {
      expect(await filesWith(companies.folder, credentials.apiKey)).toEqual([]);
    }
    expect(await filesWith(companies.folder, 'pct_sandbox_')).toEqual([]);
  });

  test('are both signed out when the computer is locked', async () => {
    const companies = await createTwoCompanies();
    const testApp = await companies.start();
    await signInTo(testApp, companies, 'north');
    await signInTo(testApp, companies, 'south');
    testApp.platform.lock();
    await testApp.until('session', ({ state }) => state === 'signed-out');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: true });
    expect(statesOf(testApp)).toEqual({ north: 'signed-out', south: 'signed-out' });
  });

  test('are signed out separately: when the active profile signs out, the other profile becomes active', async () => {
    const companies = await createTwoCompanies();
    const testApp = await companies.start();
    await signInTo(testApp, companies, 'north');
    await signInTo(testApp, companies, 'south');
    await testApp.call('session.signOut', { profileId: 'south', forgetKey: false });
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: 'north' } });
    expect(statesOf(testApp)).toEqual({ north: 'signed-in', south: 'signed-out' });
    await expect(
      testApp.call('session.activate', { action: 'profile', profileId: 'south' }),
    ).rejects.toMatchObject({ code: 'sign-in-needed' });
  });

  test('keep the profile active to which the clerk returns while the other profile signs in', async () => {
    const companies = await createTwoCompanies();
    const testApp = await companies.start();
    await signInTo(testApp, companies, 'north');
    companies.simulators.south.faults.set('login', { kind: 'delay', milliseconds: 300 });
    const pendingSignIn = signInTo(testApp, companies, 'south');
    await testApp.until('profiles', () => statesOf(testApp)['south'] === 'signing-in');
    await testApp.call('session.activate', { action: 'profile', profileId: 'north' });
    await pendingSignIn;
    expect(testApp.topic('session')).toMatchObject({ profile: { id: 'north' } });
    expect(statesOf(testApp)).toEqual({ north: 'signed-in', south: 'signed-in' });
  });
});
