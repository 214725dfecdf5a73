import { describe, expect, test } from 'vitest';
import { eventually } from '../../../fakes/eventually.ts';
import { filesWith } from './support.ts';
import {
  attachedNames,
  createTwoCompanies,
  sendDocuments,
  signInTo,
  statesOf,
  untilDone,
} from './two-companies.ts';

/** Holds calls until faults are cleared. */
const held = { kind: 'delay', milliseconds: 600_000 } as const;

/** Starts Paydesk with both profiles signed in. The uploads of `north`, whose profile is hidden, are held. */
async function startWithHiddenWork(documents: number) {
  const companies = await createTwoCompanies();
  const { north, south } = companies.simulators;
  const testApp = await companies.start();
  await signInTo(testApp, companies, 'north');
  north.faults.set('upload', held);
  const northBatchId = await sendDocuments(testApp, companies, 'north', documents);
  await signInTo(testApp, companies, 'south');
  const activate = (profileId: string) => testApp.call('session.activate', { action: 'profile', profileId });
  return { companies, north, south, testApp, northBatchId, activate };
}

describe('two profiles', () => {
  test('send at the same time, whichever is active, and every document goes to its own company', async () => {
    const { companies, north, south, testApp, northBatchId, activate } = await startWithHiddenWork(2);
    expect(statesOf(testApp)).toEqual({ north: 'signed-in', south: 'signed-in' });
    south.faults.set('upload', held);
    const southBatchId = await sendDocuments(testApp, companies, 'south', 2);
    // Before Paydesk quits, the work of both profiles is listed together.
    await eventually(async () => {
      await testApp.app.confirmQuit();
      expect(testApp.platform.seen.questions.at(-1)).toContain('4 files');
    });
    expect(testApp.app.isBusy()).toBe(true);
    north.faults.clear();
    await eventually(() => expect(attachedNames(north)).toEqual(['north-1.pdf', 'north-2.pdf']));
    expect(testApp.topic('batches').map(({ id }) => id)).toEqual([southBatchId]);
    south.faults.clear();
    await untilDone(testApp, southBatchId);
    await activate('north');
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: 'north' } });
    await untilDone(testApp, northBatchId);
    expect(attachedNames(south)).toEqual(['south-1.pdf', 'south-2.pdf']);
    expect([...north.violations(), ...south.violations()]).toEqual([]);
    expect(testApp.platform.seen.notifications.map(({ body }) => body).sort()).toEqual([
      expect.stringContaining('North Ltd'),
      expect.stringContaining('South Ltd'),
    ]);
  });

  test('stay independent when the service refuses the hidden profile: its work waits, and the active profile continues', async () => {
    const { companies, north, south, testApp, northBatchId, activate } = await startWithHiddenWork(6);
    north.revokeTokens();
    north.faults.set('login', { kind: 'status', status: 401 });
    north.faults.clear('upload');
    await testApp.until('profiles', () => statesOf(testApp)['north'] === 'interrupted');
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: 'south' } });
    await untilDone(testApp, await sendDocuments(testApp, companies, 'south', 2));
    await activate('north');
    expect(testApp.topic('session')).toMatchObject({ state: 'interrupted', profile: { id: 'north' } });
    await testApp.until(
      'batches',
      ([batch]) => batch?.id === northBatchId && batch.pauseReason === 'sign-in',
    );
    north.faults.clear();
    await signInTo(testApp, companies, 'north');
    await untilDone(testApp, northBatchId);
    expect(attachedNames(north)).toHaveLength(6);
    expect([...north.violations(), ...south.violations()]).toEqual([]);
  });

  test('are both resumed at the next start, which activates the profile that was active last, and leave no key in a file', async () => {
    const companies = await createTwoCompanies();
    const firstRun = await companies.start();
    await signInTo(firstRun, companies, 'south');
    await untilDone(firstRun, await sendDocuments(firstRun, companies, 'south', 1));
    await signInTo(firstRun, companies, 'south', 'keychain');
    await signInTo(firstRun, companies, 'north', 'keychain');
    const secondRun = await companies.start();
    await eventually(() => expect(statesOf(secondRun)).toEqual({ north: 'signed-in', south: 'signed-in' }));
    expect(secondRun.topic('session')).toMatchObject({ profile: { id: 'north' } });
    await secondRun.call('session.signOut', { profileId: 'north', forgetKey: false });
    expect(secondRun.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: 'south' } });
    const thirdRun = await companies.start();
    await eventually(() => expect(statesOf(thirdRun)).toEqual({ north: 'signed-out', south: 'signed-in' }));
    expect(thirdRun.topic('session')).toMatchObject({ profile: { id: 'south' } });
    await thirdRun.close();
    const { north, south } = companies.simulators;
    for (const secret of [north.credentials.apiKey, south.credentials.apiKey, 'pct_sandbox_'])
      expect(await filesWith(companies.folder, secret)).toEqual([]);
  });

  test('are signed out separately, and together when the computer is locked; a return to one stays while the other signs in', async () => {
    const companies = await createTwoCompanies();
    const { south } = companies.simulators;
    const testApp = await companies.start();
    const activate = (profileId: string) =>
      testApp.call('session.activate', { action: 'profile', profileId });
    await signInTo(testApp, companies, 'north');
    south.faults.set('login', held);
    const pendingSignIn = signInTo(testApp, companies, 'south');
    await testApp.until('profiles', () => statesOf(testApp)['south'] === 'signing-in');
    await activate('north');
    south.faults.clear();
    await pendingSignIn;
    expect(testApp.topic('session')).toMatchObject({ profile: { id: 'north' } });
    expect(statesOf(testApp)).toEqual({ north: 'signed-in', south: 'signed-in' });
    await activate('south');
    await testApp.call('session.signOut', { profileId: 'south', forgetKey: false });
    expect(testApp.topic('session')).toMatchObject({ state: 'signed-in', profile: { id: 'north' } });
    expect(statesOf(testApp)).toEqual({ north: 'signed-in', south: 'signed-out' });
    await expect(activate('south')).rejects.toMatchObject({ code: 'sign-in-needed' });
    await signInTo(testApp, companies, 'south');
    testApp.platform.lock();
    await testApp.until('session', ({ state }) => state === 'signed-out');
    expect(testApp.topic('session')).toEqual({ state: 'signed-out', locked: true });
    expect(statesOf(testApp)).toEqual({ north: 'signed-out', south: 'signed-out' });
  });
});
