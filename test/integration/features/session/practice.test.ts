import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createPracticeCompany, maxIdleMs } from '../../../../src/main/app/practice.ts';
import { createFakeClock } from '../../../fakes/clock.ts';
import { entries } from '../../../fakes/entries.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { pdf } from '../../../fakes/files/files.ts';
import { keychainSecrets } from '../../../fakes/platform/keychain-processes.ts';
import { type TestApp, temporaryFolder } from '../../../fakes/test-app.ts';
import { createMovingClock } from '../documents/moving-clock.ts';
import { createMachine, sendFiles } from './support.ts';

const practiceId = 'practice-company';

async function attachOneDocument(testApp: TestApp, folder: string): Promise<void> {
  const beneficiary = { label: 'Balticum', recipientId: 'rcp_1' };
  await sendFiles(testApp, join(folder, 'drop'), { 'a.pdf': pdf('a') }, beneficiary);
  await testApp.until('batches', ([batch]) => batch?.state === 'done');
}

/** Returns true when a server listens at an address. */
async function isReachable(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  );
}

describe('the thread of the practice company', () => {
  test('ends when no profile was signed in for long, and starts again with the same state', async () => {
    const clock = createFakeClock();
    const folder = await temporaryFolder();
    const company = createPracticeCompany({
      entry: entries.practice,
      journal: join(folder.path, 'practice.jsonl'),
      clock,
    });
    onTestFinished(async () => {
      await company.close();
      await folder.remove();
    });
    const listens = () => isReachable(company.profile()?.hosts.auth ?? '');
    await company.open();
    const clientId = company.profile()?.clientId;
    company.follow(true);
    await clock.advance(2 * maxIdleMs);
    expect(await listens()).toBe(true);
    company.follow(false);
    await clock.advance(maxIdleMs - 1);
    expect(await listens()).toBe(true);
    await clock.advance(1);
    await eventually(async () => expect(await listens()).toBe(false));
    await company.open();
    expect(await listens()).toBe(true);
    expect(company.profile()?.clientId).toBe(clientId);
    // No profile signs in, for example when only the connection was checked.
    await clock.advance(maxIdleMs);
    await eventually(async () => expect(await listens()).toBe(false));
    expect(clock.waiting()).toBe(0);
  });
});

describe('the practice company', () => {
  test('needs no key, behaves like every other profile, and resumes after a restart', async () => {
    const machine = await createMachine();
    const testApp = await machine.start({ managed: {} });
    await testApp.until('profiles', ({ practiceOffered }) => practiceOffered);
    expect(testApp.topic('profiles').entries).toEqual([]);
    await testApp.call('session.activate', { action: 'practiceCompany' });
    expect(testApp.topic('session')).toMatchObject({
      state: 'signed-in',
      profile: { id: practiceId, origin: 'practice', environment: 'sandbox' },
    });
    expect(testApp.topic('profiles')).toMatchObject({ lastUsed: practiceId, entries: [{ id: practiceId }] });
    await attachOneDocument(testApp, machine.folder);
    const secondRun = await machine.start({ managed: {} });
    await secondRun.until('session', ({ state }) => state === 'signed-in');
    expect(secondRun.topic('session')).toMatchObject({ profile: { id: practiceId } });
    const beneficiaries = await secondRun.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
    expect(beneficiaries.rows).toMatchObject([{ label: 'Balticum', recipientId: 'rcp_1', attached: 1 }]);
    await secondRun.call('session.signOut', { forgetKey: false });
    const thirdRun = await machine.start({ managed: {} });
    await thirdRun.until('keychain', ({ name }) => name !== '');
    expect(thirdRun.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(keychainSecrets(machine.keychain)).toEqual([]);
  });

  test('supports sign-in with its profile ID and the connection check, also after it has ended, and cannot be removed', async () => {
    const clock = createMovingClock();
    const machine = await createMachine();
    const testApp = await machine.start({ clock, managed: {} });
    async function checkHosts() {
      const checks = await testApp.call('session.profile', { action: 'checkHosts', profileId: practiceId });
      return new Set(checks.map(({ result }) => result));
    }
    await testApp.call('session.signIn', { profileId: practiceId, apiKey: null, keep: 'session' });
    expect(await checkHosts()).toEqual(new Set(['reached', 'token-accepted']));
    await testApp.call('session.signOut', { forgetKey: false });
    clock.skip(maxIdleMs);
    expect(await checkHosts()).toEqual(new Set(['reached']));
    const removal = testApp.call('session.profile', { action: 'remove', profileId: practiceId });
    await expect(removal).rejects.toMatchObject({ code: 'profile-managed' });
  });

  test('does not exist or is opened at the start when the administrator’s policy requires that', async () => {
    const machine = await createMachine();
    const withoutPractice = await machine.start({ managed: { practiceCompany: 'off' } });
    expect(withoutPractice.topic('profiles').practiceOffered).toBe(false);
    for (const call of [
      () => withoutPractice.call('session.activate', { action: 'practiceCompany' }),
      () => withoutPractice.call('session.signIn', { profileId: practiceId, apiKey: 'x', keep: 'session' }),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'profile-unknown' });
    const opened = await machine.start({ managed: { practiceCompany: 'opened' } });
    const session = await opened.until('session', ({ state }) => state === 'signed-in');
    expect(session).toMatchObject({ profile: { id: practiceId } });
  });
});
