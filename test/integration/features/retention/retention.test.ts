/** @file Stored files past their retention period: what is listed, what a clerk removes, and what stays. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { systemClock } from '../../../../src/main/concurrency/clock.ts';
import type { DueFile } from '../../../../src/shared/model/retention.ts';
import { eventually } from '../../../fakes/eventually.ts';
import {
  createSharedTest,
  openStatementsFixture,
  type StatementsFixture,
  tickRows,
} from '../statements/statements-fixture.ts';

const everythingDue = Date.parse('2027-11-21T00:00:00Z');
const storedAt = Date.parse('2026-11-20T12:00:00Z');
let nowMs = storedAt;

/** The January of two wallets, two proofs, and a tick in the first statement, all stored on 20 November 2026. */
async function openWithFiles() {
  nowMs = storedAt;
  const fixture = await openStatementsFixture({
    hasKeychain: true,
    simulator: { time: () => nowMs },
    clock: { ...systemClock, now: () => nowMs },
    managed: { retention: { statements: 1, proofs: 1, notes: 1 } },
  });
  const statementIds = [await fixture.januaryStatement(1001), await fixture.januaryStatement(1002)];
  const { pdf, text } = fixture.simulator.exampleOfEachKind();
  const references = [pdf, text];
  await fixture.call('proofs.fetch', { references, refresh: false });
  await fixture.testApp.until('proofs', ({ counts, running }) => running === null && counts.saved === 2);
  await tickRows(fixture, await openAnnotated(fixture), 1);
  return Object.assign(fixture, { statementIds, references });
}

const test = createSharedTest(openWithFiles);
/** Tests with another Paydesk, whose files they remove. */
const removalTest = createSharedTest(openWithFiles);

/** Opens the statement of the first wallet with its notes. */
async function openAnnotated(fixture: StatementsFixture): Promise<number> {
  const { handle } = await fixture.openStatement();
  await fixture.call('viewer.annotations', { action: 'show', handle });
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

async function listSealedFiles({ testApp }: StatementsFixture): Promise<string[]> {
  const names = await readdir(join(testApp.dataFolder, 'library', 'files'));
  return names.filter((name) => name.endsWith('.sealed'));
}

/** Restarts Paydesk with retention periods, and waits for its library. */
async function restartWith(fixture: StatementsFixture, years: number | null): Promise<void> {
  Object.assign(fixture.managed, { retention: { statements: years, proofs: years, notes: years } });
  await fixture.restart();
  await fixture.testApp.until('library', ({ state }) => state === 'kept');
}

describe('stored files past their retention period', () => {
  test('stay when one of them is not due, and when the policy has ended', async ({ fixture }) => {
    nowMs = everythingDue;
    const { rows } = await listDue(fixture);
    expect(rows.find(({ kind }) => kind === 'notes')?.statement?.walletId).toBe(1001);
    const changed = { code: 'retention-changed' };
    nowMs = Date.parse('2027-02-01T00:00:00Z');
    await expect(removeDue(fixture, rows)).rejects.toMatchObject(changed);
    expect((await listDue(fixture)).total).toBe(2);
    nowMs = everythingDue;
    await restartWith(fixture, null);
    expect(await listDue(fixture)).toEqual({ total: 0, rows: [] });
    await expect(removeDue(fixture, rows)).rejects.toMatchObject(changed);
    expect(await listRetentionNeeds(fixture)).toEqual([]);
    expect(await fixture.list()).toHaveLength(2);
    expect(await listRemovals(fixture)).toEqual([]);
    await restartWith(fixture, 1);
  });

  removalTest(
    'are one line of Needs you and gone for good when a clerk removed them, also from the review, and everything else stays',
    async ({ fixture }) => {
      const { references, statementIds } = fixture;
      nowMs = everythingDue;
      await restartWith(fixture, 1);
      expect(await fixture.call('settings.about', {})).toMatchObject({
        retention: { statements: 1, proofs: 1, notes: 1 },
      });
      const need = {
        kind: 'retention-due',
        profileId: 'test-profile',
        since: '2027-02-01T00:00:00.000Z',
        items: 5,
        target: { screen: 'settings', section: 'retention' },
      };
      await eventually(async () => expect(await listRetentionNeeds(fixture)).toEqual([need]));
      const handle = await openAnnotated(fixture);
      const filesBefore = await listSealedFiles(fixture);
      const chosen = (await listDue(fixture)).rows.filter(
        ({ statement, kind, reference }) =>
          (kind === 'statement' && statement?.walletId === 1001) || reference === references[0],
      );
      expect(chosen).toHaveLength(2);
      expect(await removeDue(fixture, chosen)).toEqual({ removed: 2 });
      await expect(
        fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 1 }),
      ).rejects.toMatchObject({ code: 'statement-closed' });
      await expect(fixture.openStatement(statementIds[0])).rejects.toMatchObject({
        code: 'statement-unknown',
      });
      const checkLists = async () => {
        expect((await fixture.list()).map(({ id }) => id)).toEqual([statementIds[1]]);
        const proofs = await fixture.call('proofs.list', { offset: 0, limit: 10, state: null, search: '' });
        expect(proofs.rows.map(({ reference, state }) => [reference, state])).toEqual([
          [references[1], 'saved'],
        ]);
        const left = (await listDue(fixture)).rows.map(({ kind, statement }) => [kind, statement?.walletId]);
        expect(new Set(left)).toEqual(
          new Set([
            ['notes', undefined],
            ['proof', undefined],
            ['statement', 1002],
          ]),
        );
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
      await restartWith(fixture, 1);
      await checkLists();
      expect(fixture.testApp.topic('library')).toMatchObject({ state: 'kept', missing: 0, foreign: 0 });
      const needs = await fixture.call('needsYou.list', { offset: 0, limit: 100 });
      expect(needs.rows.map(({ kind }) => kind).toSorted()).toEqual(['recovery-unsaved', 'retention-due']);
      expect(await fixture.call('activity.verify', {})).toMatchObject({ brokenAt: null });
      expect(await listRemovals(fixture)).toHaveLength(2);
      expect(await removeDue(fixture, (await listDue(fixture)).rows)).toEqual({ removed: 3 });
      expect(await listSealedFiles(fixture)).toEqual([]);
      expect(fixture.testApp.topic('library')).toMatchObject({ items: 0 });
      await eventually(async () => expect(await listRetentionNeeds(fixture)).toEqual([]));
      expect(fixture.unexpectedLogLines()).toEqual([]);
    },
  );
});
