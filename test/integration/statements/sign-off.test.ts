/** @file Sign-offs of statements: computed in main, explained, sealed, reopened by a change, withdrawn, never erased. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import type { CommandResult } from '../../../src/shared/contract/index.ts';
import type { Annotation } from '../../../src/shared/model/annotations.ts';
import { eventually } from '../../fakes/eventually.ts';
import { filesContaining, type StatementsFixture, startWithKeychain, test } from './statements-fixture.ts';

const canary = 'Canary explanation 5521: the service counts the fee as a row';
const tick: Annotation = { kind: 'tick', isTicked: true };

type Facts = CommandResult<'review.annotations', 'signOffFacts'>['facts'];

const factsOf = async ({ call }: StatementsFixture, statementId: number): Promise<Facts> =>
  (await call('review.annotations', { action: 'signOffFacts', statementId })).facts;

/** Signs a statement off, with the same explanation for every check that did not pass. */
async function signOff(fixture: StatementsFixture, statementId: number, text = canary) {
  const { openChecks } = await factsOf(fixture, statementId);
  const explanations = openChecks.map(({ id }) => ({ id, text }));
  return fixture.call('review.annotations', { action: 'signOff', statementId, explanations });
}

const withdraw = ({ call }: StatementsFixture, statementId: number, reason: string) =>
  call('review.annotations', { action: 'withdraw', statementId, reason });

async function open({ call }: StatementsFixture, statementId: number) {
  const { handle, opened } = await call('review.open', { statementId, options: null });
  const { signOffs } = await call('review.annotations', { action: 'show', handle });
  return { handle, opened, signOffs };
}

function annotate({ call }: StatementsFixture, handle: number, annotation: Annotation, ...rows: number[]) {
  const some = { kind: 'some' as const, rows };
  return call('review.annotations', { action: 'annotate', handle, rows: some, annotation });
}

async function cellOf({ call }: StatementsFixture, walletId: number) {
  const { rows } = await call('statements.coverage', { last: '2026-01', months: 1 });
  return rows.find(({ wallet }) => wallet.id === walletId)?.cells[0];
}

async function activityOf({ call }: StatementsFixture) {
  const filter = { kind: null, outcome: null, text: '', since: null, before: null };
  const { rows } = await call('activity.list', { filter, offset: 0, limit: 100 });
  return rows.filter(({ kind }) => kind.endsWith('sign-off')).map(({ kind, osUser }) => [kind, osUser]);
}

describe('a sign-off', () => {
  test('has the figures of the statement, computed from the stored file and its ticks', async ({
    fixture,
  }) => {
    const statementId = await fixture.storeStatement();
    const { handle, opened } = await open(fixture, statementId);
    await annotate(fixture, handle, tick, 0, 1, 2);
    await annotate(fixture, handle, { kind: 'note', text: 'Fee' }, 1);
    const { points } = await fixture.call('review.query', { action: 'check', handle });
    const amount = opened.columns.findIndex(({ role }) => role === 'amount');
    const sums = await fixture.call('review.query', {
      action: 'sums',
      handle,
      column: amount,
      rows: { kind: 'all' },
    });
    const facts = await factsOf(fixture, statementId);
    expect(facts).toMatchObject({ rows: opened.rows, ticked: 3, notes: 1 });
    const minorUnits = (value: string) => value.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1');
    expect(
      facts.sums.map(({ currency, incoming, outgoing }) => [
        currency,
        minorUnits(incoming),
        minorUnits(outgoing),
      ]),
    ).toEqual(sums.sums.map(({ currency, incoming, outgoing }) => [currency, incoming, outgoing]));
    const { opening, closing } = points.find(({ id }) => id === 'balance')?.facts ?? {};
    expect([minorUnits(facts.balance?.opening ?? ''), minorUnits(facts.balance?.closing ?? '')]).toEqual([
      opening,
      closing,
    ]);
    const concerns = points.filter(({ result }) => result === 'look' || result === 'failed');
    expect(facts.openChecks.map(({ id }) => id)).toEqual(concerns.map(({ id }) => id));
    expect(facts.passed + facts.openChecks.length + facts.unchecked.length).toBe(points.length);
  });

  test('is there after a restart with its user, and its explanations are never in the clear', async () => {
    const fixture = await startWithKeychain();
    const statementId = await fixture.storeStatement();
    const { signOffs } = await signOff(fixture, statementId);
    const who = fixture.platform.info.osUser;
    expect(signOffs).toMatchObject([{ type: 'signed', who, facts: await factsOf(fixture, statementId) }]);
    await withdraw(fixture, statementId, `${canary} withdrawn`);
    await fixture.restart();
    const reopened = await open(fixture, statementId);
    expect(reopened.signOffs).toMatchObject([
      ...signOffs,
      { type: 'withdrawn', who, reason: `${canary} withdrawn` },
    ]);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });

  test('is refused while a check did not pass and is not explained, whatever the window says', async ({
    fixture,
  }) => {
    const statementId = await fixture.storeStatement();
    // Without its header, the file has one row more than the event announced.
    await fixture.call('review.open', { statementId, options: { header: 'none' } });
    const { openChecks } = await factsOf(fixture, statementId);
    expect(openChecks.length).toBeGreaterThan(0);
    const sign = (explanations: { id: (typeof openChecks)[number]['id']; text: string }[]) =>
      fixture.call('review.annotations', { action: 'signOff', statementId, explanations });
    await expect(sign([])).rejects.toMatchObject({ code: 'arguments-invalid' });
    const [, ...others] = openChecks;
    await expect(sign(others.map(({ id }) => ({ id, text: 'Checked' })))).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
    await expect(sign(openChecks.map(({ id }) => ({ id, text: ' ' })))).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
    expect((await open(fixture, statementId)).signOffs).toEqual([]);
    const { signOffs } = await signOff(fixture, statementId);
    expect(signOffs).toMatchObject([
      { explanations: openChecks.map(({ id }) => ({ id, text: canary })), facts: { openChecks } },
    ]);
  });

  test('cannot be given twice, and not withdrawn twice', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    await expect(withdraw(fixture, statementId, 'Too early')).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
    await signOff(fixture, statementId);
    await expect(signOff(fixture, statementId)).rejects.toMatchObject({ code: 'arguments-invalid' });
    await withdraw(fixture, statementId, 'Too early');
    await expect(withdraw(fixture, statementId, 'Too early')).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
    const { signOffs } = await signOff(fixture, statementId);
    expect(signOffs.map(({ type }) => type)).toEqual(['signed', 'withdrawn', 'signed']);
  });

  test('ends when a tick, note or label is changed, and undoing the change does not restore it', async ({
    fixture,
  }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await open(fixture, statementId);
    await annotate(fixture, handle, tick, 0);
    for (const annotation of [
      tick,
      { kind: 'note', text: 'Fee' },
      { kind: 'label', label: 'green' },
    ] as const) {
      await signOff(fixture, statementId);
      const changed = await annotate(fixture, handle, annotation, 4);
      expect(changed.reopened).toBe(1);
      const last = { type: 'reopened', who: fixture.platform.info.osUser, cause: annotation.kind };
      expect(changed.signOffs.at(-1)).toMatchObject(last);
      const again = await annotate(fixture, handle, annotation, 5);
      expect(again.reopened).toBe(0);
      const undone = await fixture.call('review.annotations', { action: 'undo', handle, act: changed.act });
      expect(undone.reopened).toBe(0);
      expect(undone.signOffs.at(-1)).toMatchObject(last);
    }
    await signOff(fixture, statementId);
    const { act } = await annotate(fixture, handle, tick, 7);
    await signOff(fixture, statementId);
    const undone = await fixture.call('review.annotations', { action: 'undo', handle, act });
    expect(undone.reopened).toBe(1);
  });

  test('ends when a row is ticked in a table of several statements', async ({ fixture }) => {
    const ids = [await fixture.storeStatement(1001), await fixture.storeStatement(1002)];
    for (const id of ids) await signOff(fixture, id);
    const table = await fixture.call('review.openTable', { statementIds: ids });
    const firstRows = table.statements.map(({ firstRow }) => firstRow);
    const changed = await annotate(fixture, table.handle, tick, ...firstRows);
    expect(changed).toMatchObject({ reopened: 2, signOffs: [] });
    for (const id of ids) expect((await open(fixture, id)).signOffs.at(-1)?.type).toBe('reopened');
  });

  test('counts the ticks at its moment, also when rows are ticked meanwhile', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await open(fixture, statementId);
    const { openChecks } = await factsOf(fixture, statementId);
    const explanations = openChecks.map(({ id }) => ({ id, text: canary }));
    const ticking = Array.from({ length: 6 }, (_, row) => annotate(fixture, handle, tick, row));
    await fixture.call('review.annotations', { action: 'signOff', statementId, explanations });
    await Promise.all(ticking);
    const { signOffs } = await open(fixture, statementId);
    const ticked = (await factsOf(fixture, statementId)).ticked;
    const [signed, ...later] = signOffs;
    const signedTicks = signed?.type === 'signed' ? signed.facts.ticked : null;
    expect(later.map(({ type }) => type)).toEqual(signedTicks === ticked ? [] : ['reopened']);
  });

  test('is recorded in Activity at the next start when Paydesk ended before it was recorded', async () => {
    const fixture = await startWithKeychain();
    const statementId = await fixture.storeStatement();
    await signOff(fixture, statementId);
    await withdraw(fixture, statementId, 'Too early');
    await signOff(fixture, statementId);
    const who = fixture.platform.info.osUser;
    const recorded = ['sign-off', 'withdraw-sign-off', 'sign-off'].map((kind) => [kind, who]);
    await eventually(async () => expect(await activityOf(fixture)).toEqual(recorded));
    await fixture.restart();
    await fixture.restart(async () => {
      const database = new DatabaseSync(join(fixture.testApp.dataFolder, 'paydesk.db'));
      database.exec(`DROP TRIGGER activity_is_not_removed;
        DELETE FROM activity WHERE id >= (SELECT max(id) FROM activity WHERE kind = 'sign-off');
        UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM activity) WHERE name = 'activity'`);
      database.close();
    });
    await eventually(async () => expect(await activityOf(fixture)).toEqual(recorded));
    expect((await fixture.call('activity.verify', {})).brokenAt).toBeNull();
    await fixture.restart();
    await open(fixture, statementId);
    expect(await activityOf(fixture)).toEqual(recorded);
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });

  test('shows a month as reviewed until it ends, and Activity names each step', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    expect(await cellOf(fixture, 1001)).toMatchObject({ state: 'stored', isReviewed: false });
    await signOff(fixture, statementId);
    expect(await cellOf(fixture, 1001)).toMatchObject({ state: 'stored', isReviewed: true });
    await withdraw(fixture, statementId, 'Too early');
    expect(await cellOf(fixture, 1001)).toMatchObject({ isReviewed: false });
    await signOff(fixture, statementId);
    const { handle } = await open(fixture, statementId);
    await annotate(fixture, handle, tick, 3);
    expect(await cellOf(fixture, 1001)).toMatchObject({ isReviewed: false });
    const who = fixture.platform.info.osUser;
    await eventually(async () =>
      expect(await activityOf(fixture)).toEqual([
        ['reopen-sign-off', who],
        ['sign-off', who],
        ['withdraw-sign-off', who],
        ['sign-off', who],
      ]),
    );
    expect((await fixture.call('activity.verify', {})).brokenAt).toBeNull();
  });
});
