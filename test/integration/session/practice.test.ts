import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Desk } from '../../fakes/desk.ts';
import { pdf, writeFiles } from '../../fakes/files.ts';
import { keptIn } from '../../fakes/keychain-processes.ts';
import { codeOf, createMachine } from './support.ts';

const practiceId = 'practice-company';

async function attachOne(desk: Desk, folder: string): Promise<void> {
  const paths = await writeFiles(join(folder, 'drop'), { 'a.pdf': pdf('a') });
  const { id } = await desk.call('beneficiaries.add', { label: 'Balticum', recipientId: 'rcp_1' });
  const { batchId } = await desk.call('documents.add', { references: desk.references(paths) });
  await desk.until('batches', ([batch]) => batch?.state === 'draft' && batch.counts.unassigned === 1);
  const filter = { group: null, text: '' };
  const selection = { kind: 'all' as const, filter };
  await desk.call('documents.assign', { batchId, selection, beneficiaryId: id });
  await desk.call('documents.start', { batchId, documents: 1, beneficiaries: 1 });
  await desk.until('batches', ([batch]) => batch?.state === 'done');
}

describe('the practice company', () => {
  test('is explored without any key, looks like every other profile, and goes on after a restart', async () => {
    const machine = await createMachine();
    const desk = await machine.start({ managed: {} });
    await desk.until('profiles', ({ practiceOffered }) => practiceOffered);
    expect(desk.topic('profiles').entries).toEqual([]);
    await desk.call('session.explore', {});
    expect(desk.topic('session')).toMatchObject({
      state: 'signed-in',
      profile: { id: practiceId, origin: 'practice', environment: 'sandbox' },
    });
    expect(desk.topic('profiles')).toMatchObject({ lastUsed: practiceId, entries: [{ id: practiceId }] });
    await attachOne(desk, machine.folder);
    const again = await machine.start({ managed: {} });
    await again.until('session', ({ state }) => state === 'signed-in');
    expect(again.topic('session')).toMatchObject({ profile: { id: practiceId } });
    const list = await again.call('beneficiaries.list', { offset: 0, limit: 10, search: '' });
    expect(list.rows).toMatchObject([{ label: 'Balticum', recipientId: 'rcp_1', attached: 1 }]);
    await again.call('session.signOut', { forgetKey: false });
    const third = await machine.start({ managed: {} });
    await third.until('keychain', ({ name }) => name !== '');
    expect(third.topic('session')).toEqual({ state: 'signed-out', locked: false });
    expect(keptIn(machine.keychain)).toEqual([]);
  });

  test('can also be signed in to by its profile, and checked like any other', async () => {
    const machine = await createMachine();
    const desk = await machine.start({ managed: {} });
    await desk.call('session.signIn', { profileId: practiceId, apiKey: null, keep: 'session' });
    const checks = await desk.call('session.checkHosts', { profileId: practiceId });
    expect(new Set(checks.map(({ result }) => result))).toEqual(new Set(['reached', 'token-accepted']));
  });

  test('cannot be changed or removed', async () => {
    const machine = await createMachine();
    const desk = await machine.start({ managed: {} });
    await desk.call('session.explore', {});
    await desk.call('session.signOut', { forgetKey: false });
    expect(await codeOf(desk.call('session.removeProfile', { profileId: practiceId }))).toBe(
      'profile-managed',
    );
  });

  test('does not exist when the managed file says so', async () => {
    const machine = await createMachine();
    const desk = await machine.start({ managed: { practiceCompany: 'off' } });
    expect(desk.topic('profiles').practiceOffered).toBe(false);
    expect(await codeOf(desk.call('session.explore', {}))).toBe('profile-unknown');
    const byId = desk.call('session.signIn', { profileId: practiceId, apiKey: 'x', keep: 'session' });
    expect(await codeOf(byId)).toBe('profile-unknown');
  });

  test('is what Paydesk starts with when the managed file says so, until the clerk signs in elsewhere', async () => {
    const machine = await createMachine();
    const desk = await machine.start({ managed: { practiceCompany: 'opened' } });
    const session = await desk.until('session', ({ state }) => state === 'signed-in');
    expect(session).toMatchObject({ profile: { id: practiceId } });
  });
});
