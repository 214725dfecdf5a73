/** @file Stored files past their retention period: what is listed, what a clerk removes, and what stays. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import type { ManagedFile } from '../../../src/shared/model/managed.ts';
import type { DueFile } from '../../../src/shared/model/retention.ts';
import { eventually } from '../../fakes/eventually.ts';
import { type StatementsFixture, startWithKeychain } from '../statements/statements-fixture.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const storedAt = Date.parse('2026-11-20T12:00:00Z');
const everythingDue = Date.parse('2027-11-21T00:00:00Z');
const oneYear = { statements: 1, proofs: 1, notes: 1 };

/**
 * Stores the January of two wallets, two proofs, and a tick in the first statement. `goTo` moves to another time without
 * running timers.
 */
async function startWithFiles(retention: Partial<ManagedFile['retention']> = oneYear) {
  let nowMs = storedAt;
  const fixture = await startWithKeychain({
    clock: { ...systemClock, now: () => nowMs },
    managed: { retention: { statements: null, proofs: null, notes: null, ...retention } },
  });
  const statementIds = [await fixture.storeStatement(1001), await fixture.storeStatement(1002)];
  const references = fixture.simulator.exampleReferences(2);
  await fixture.call('proofs.fetch', { references, refresh: false });
  await fixture.testApp.until('proofs', ({ counts, running }) => running === null && counts.saved === 2);
  const handle = await openStatement(fixture, statementIds[0] ?? 0);
  await fixture.call('review.annotations', {
    action: 'annotate',
    handle,
    rows: { kind: 'some', rows: [1] },
    annotation: { kind: 'tick', isTicked: true },
  });
  return {
    fixture,
    statementIds,
    references,
    goTo: (timeMs: number) => {
      nowMs = timeMs;
    },
  };
}

async function openStatement({ call }: StatementsFixture, statementId: number): Promise<number> {
  const { handle } = await call('review.open', { statementId, options: {} });
  await call('review.annotations', { action: 'show', handle });
  return handle;
}

const listDue = ({ call }: StatementsFixture) => call('needsYou.items', { action: 'listDue' });

const removeDue = ({ call }: StatementsFixture, files: readonly DueFile[]) =>
  call('needsYou.items', { action: 'removeDue', due: files.map(({ kind, id }) => ({ kind, id })) });

async function listRetentionNeeds({ call }: StatementsFixture) {
  const { rows } = await call('needsYou.list', { offset: 0, limit: 100 });
  return rows.filter(({ kind }) => kind === 'retention-due');
}

async function listRemovals({ call }: StatementsFixture): Promise<string[]> {
  const filter = { kind: 'retention-removal', outcome: null, text: '' } as const;
  const { rows } = await call('activity.list', { offset: 0, limit: 100, filter });
  return rows.map(({ subject }) => subject).toSorted();
}

async function listSealedFiles({ folder, testApp }: StatementsFixture): Promise<string[]> {
  const names = await readdir(join(testApp.dataFolder, 'library', 'files'));
  expect(dirname(folder)).toBe(testApp.dataFolder);
  return names.filter((name) => name.endsWith('.sealed'));
}

describe('stored files past their retention period', () => {
  test('are listed from the day after their period, by kind', async () => {
    const { fixture, goTo, references } = await startWithFiles();
    expect(await listDue(fixture)).toEqual({ total: 0, rows: [] });
    goTo(Date.parse('2027-01-31T23:59:59.999Z'));
    expect((await listDue(fixture)).total).toBe(0);
    goTo(Date.parse('2027-02-01T00:00:00Z'));
    const statement = { since: '2026-01-01', till: '2026-01-31', format: 'csv' };
    const { rows } = await listDue(fixture);
    expect(rows).toHaveLength(2);
    expect(rows.map((row) => row.statement?.walletId).toSorted((a = 0, b = 0) => a - b)).toEqual([
      1001, 1002,
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        kind: 'statement',
        statement,
        reference: null,
        storedOn: '2026-11-20',
        dueSince: '2027-02-01',
        isSignedOff: false,
      });
    goTo(Date.parse('2027-11-20T23:59:59.999Z'));
    expect((await listDue(fixture)).total).toBe(2);
    goTo(everythingDue);
    const { total, rows: all } = await listDue(fixture);
    expect(total).toBe(5);
    expect(all.flatMap(({ reference }) => reference ?? []).toSorted()).toEqual([...references].toSorted());
    expect(all.filter(({ kind }) => kind === 'notes')).toMatchObject([
      { statement: { walletId: 1001 }, storedOn: '2026-11-20', dueSince: '2027-11-21' },
    ]);
  }, 60_000);

  test('are one line of Needs you, which disappears with them', async () => {
    const { fixture, goTo } = await startWithFiles();
    expect(await listRetentionNeeds(fixture)).toEqual([]);
    goTo(everythingDue);
    await fixture.restart();
    await eventually(async () =>
      expect(await listRetentionNeeds(fixture)).toEqual([
        {
          kind: 'retention-due',
          profileId: 'test-profile',
          since: '2027-02-01T00:00:00.000Z',
          items: 5,
          target: { screen: 'settings', section: 'retention' },
        },
      ]),
    );
    await removeDue(fixture, (await listDue(fixture)).rows);
    await eventually(async () => expect(await listRetentionNeeds(fixture)).toEqual([]));
  }, 60_000);

  test('are gone for good when a clerk removed them, and everything else stays', async () => {
    const { fixture, goTo, statementIds, references } = await startWithFiles();
    const filesBefore = await listSealedFiles(fixture);
    goTo(everythingDue);
    const { rows } = await listDue(fixture);
    const chosen = rows.filter(
      ({ statement, kind, reference }) =>
        (kind === 'statement' && statement?.walletId === 1001) || reference === references[0],
    );
    expect(chosen).toHaveLength(2);
    expect(await removeDue(fixture, chosen)).toEqual({ removed: 2 });
    const checkLists = async () => {
      expect((await fixture.list()).map(({ id }) => id)).toEqual([statementIds[1]]);
      const proofs = await fixture.call('proofs.list', { offset: 0, limit: 10, state: null, search: '' });
      expect(proofs.rows.map(({ reference, state }) => [reference, state])).toEqual([
        [references[1], 'saved'],
      ]);
      const left = await listDue(fixture);
      expect(
        left.rows.map(({ kind, statement }) => `${kind} ${statement?.walletId ?? ''}`).toSorted(),
      ).toEqual(['notes ', 'proof ', 'statement 1002']);
    };
    await checkLists();
    expect(await listRemovals(fixture)).toEqual([
      `Proof of ${references[0]}, fetched 2026-11-20`,
      'Statement: wallet 1001, 2026-01-01 to 2026-01-31',
    ]);
    const filesAfter = await listSealedFiles(fixture);
    expect(filesBefore.filter((name) => filesAfter.includes(name)).length).toBeLessThanOrEqual(
      filesBefore.length - 2,
    );
    await fixture.restart();
    await fixture.testApp.until('library', ({ state }) => state === 'kept');
    await checkLists();
    expect(fixture.testApp.topic('library')).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
    const needs = await fixture.call('needsYou.list', { offset: 0, limit: 100 });
    expect(needs.rows.map(({ kind }) => kind).toSorted()).toEqual(['recovery-unsaved', 'retention-due']);
    expect(await fixture.call('activity.verify', {})).toMatchObject({ brokenAt: null });
    expect(await listRemovals(fixture)).toHaveLength(2);
    const last = await listDue(fixture);
    expect(await removeDue(fixture, last.rows)).toEqual({ removed: 3 });
    expect(await listSealedFiles(fixture)).toEqual([]);
    expect(fixture.testApp.topic('library')).toMatchObject({ items: 0 });
    expect(fixture.unexpectedLogLines()).toEqual([]);
  }, 90_000);

  test('can be removed while they are open in the review, which is closed then', async () => {
    const { fixture, goTo, statementIds } = await startWithFiles();
    const handle = await openStatement(fixture, statementIds[0] ?? 0);
    goTo(everythingDue);
    const { rows } = await listDue(fixture);
    await removeDue(
      fixture,
      rows.filter(({ kind }) => kind === 'statement'),
    );
    await expect(
      fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 1 }),
    ).rejects.toMatchObject({ code: 'review-closed' });
    await expect(
      fixture.call('review.open', { statementId: statementIds[0] ?? 0, options: {} }),
    ).rejects.toMatchObject({ code: 'statement-unknown' });
  }, 60_000);

  test('stay when one of the chosen files is not due, and when the administrator ended the policy', async () => {
    const { fixture, goTo } = await startWithFiles();
    goTo(everythingDue);
    const { rows } = await listDue(fixture);
    goTo(Date.parse('2027-02-01T00:00:00Z'));
    await expect(removeDue(fixture, rows)).rejects.toMatchObject({ code: 'retention-changed' });
    expect((await listDue(fixture)).total).toBe(2);
    goTo(everythingDue);
    Object.assign(fixture.managed, { retention: { statements: null, proofs: null, notes: null } });
    await fixture.restart();
    await fixture.testApp.until('library', ({ state }) => state === 'kept');
    expect(await listDue(fixture)).toEqual({ total: 0, rows: [] });
    await expect(removeDue(fixture, rows)).rejects.toMatchObject({ code: 'retention-changed' });
    expect(await listRetentionNeeds(fixture)).toEqual([]);
    expect(await fixture.list()).toHaveLength(2);
    expect(await listRemovals(fixture)).toEqual([]);
  }, 60_000);

  test('are shown in the settings as years that the administrator set', async () => {
    const { fixture } = await startWithFiles({ statements: 7 });
    expect(await fixture.call('settings.about', {})).toMatchObject({
      retention: { statements: 7, proofs: null, notes: null },
    });
  }, 60_000);
});
