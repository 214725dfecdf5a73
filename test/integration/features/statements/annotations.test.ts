/** @file Ticks, notes and sign-offs: durable, sealed, bound to the bytes of a statement, with a history. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect } from 'vitest';
import type { CommandResult } from '../../../../src/shared/contract/index.ts';
import type { ChosenRows } from '../../../../src/shared/contract/viewer.ts';
import type { Annotation } from '../../../../src/shared/model/statements/annotations.ts';
import type { View } from '../../../../src/shared/model/statements/open-statement.ts';
import { codeOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import {
  filesContaining,
  january,
  type StatementsFixture,
  sharedTest as test,
} from './statements-fixture.ts';

const canary = 'Canary note 8802: the invoice is missing';
const tick: Annotation = { kind: 'tick', isTicked: true };
const entireView: View = { sort: null, filters: [], find: '' };
const tickedView: View = { ...entireView, filters: [{ kind: 'state', of: 'tick', values: [1] }] };
const some = (...rows: number[]): ChosenRows => ({ kind: 'some', rows });

/** Opens the statement with what its rows have and its sign-offs. */
async function openAnnotated({ call }: StatementsFixture, statementId: number) {
  const { handle, opened } = await call('viewer.open', { statementId, options: null });
  return { handle, opened, ...(await call('viewer.annotations', { action: 'show', handle })) };
}

function annotate({ call }: StatementsFixture, handle: number, rows: ChosenRows, annotation: Annotation) {
  return call('viewer.annotations', { action: 'annotate', handle, rows, annotation });
}

const undo = ({ call }: StatementsFixture, handle: number, act: string) =>
  call('viewer.annotations', { action: 'undo', handle, act });

/** Returns the numbers of the rows in a view. */
async function rowsOf({ call }: StatementsFixture, handle: number, view: View): Promise<number[]> {
  const { rows: count } = await call('viewer.view', { handle, view });
  if (count === 0) return [];
  return (await call('viewer.query', { action: 'numbers', handle, from: 0, to: count - 1 })).rows;
}

describe('ticks and notes', () => {
  test('are there after a restart, and never in the clear', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement(1001);
    const first = await openAnnotated(fixture, statementId);
    expect(first.counts).toEqual({ tick: 0, note: 0 });
    await annotate(fixture, first.handle, some(1, 2, 4), tick);
    await annotate(fixture, first.handle, some(2), { kind: 'note', text: canary });
    await fixture.restart();
    const { handle, counts } = await openAnnotated(fixture, statementId);
    expect(counts).toEqual({ tick: 3, note: 1 });
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([1, 2, 4]);
    await fixture.call('viewer.view', { handle, view: entireView });
    const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 2, limit: 2 });
    expect(rows.map(({ states }) => states)).toEqual([{ tick: 1, note: 1 }, {}]);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
  });

  test('are changed for all rows of a view at once, and undone as one', async ({ fixture }) => {
    const { handle, opened } = await openAnnotated(fixture, await fixture.januaryStatement(1002));
    const { act, rows, counts } = await annotate(fixture, handle, { kind: 'all' }, tick);
    expect({ rows, counts }).toEqual({ rows: opened.rows, counts: { tick: opened.rows, note: 0 } });
    await annotate(fixture, handle, some(0), { kind: 'tick', isTicked: false });
    expect((await rowsOf(fixture, handle, tickedView)).length).toBe(opened.rows - 1);
    expect((await undo(fixture, handle, act)).counts).toEqual({ tick: 0, note: 0 });
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([]);
  });

  test('have a history that nothing is removed from', async ({ fixture }) => {
    const { handle } = await openAnnotated(fixture, await fixture.januaryStatement(1003));
    const { act } = await annotate(fixture, handle, some(5), { kind: 'note', text: 'First' });
    await annotate(fixture, handle, some(5), { kind: 'note', text: '' });
    await undo(fixture, handle, act);
    const historyOf = async (row: number) =>
      (await fixture.call('viewer.annotations', { action: 'history', handle, row })).changes;
    const who = fixture.platform.info.osUser;
    expect(await historyOf(5)).toMatchObject([
      { annotation: { kind: 'note', text: '' }, who, isUndone: false },
      { annotation: { kind: 'note', text: 'First' }, who, isUndone: true },
    ]);
    expect(await historyOf(6)).toEqual([]);
  });

  test('belong to the bytes of a statement, and changing them ends a sign-off', async ({ fixture }) => {
    const statementIds = [
      await fixture.storeStatement(1004, { period: january }),
      await fixture.storeStatement(1004, { period: { since: '2026-02-01', till: '2026-02-28' } }),
    ];
    for (const id of statementIds) await signOff(fixture, id);
    const table = await fixture.call('viewer.openCombined', { statementIds });
    const [first, second] = table.statements;
    if (first === undefined || second === undefined) throw new Error('The table has two statements');
    const rows = some(second.firstRow - 1, second.firstRow + 3);
    const changed = await annotate(fixture, table.handle, rows, tick);
    expect(changed).toMatchObject({ reopened: 2, signOffs: [] });
    const { handle, signOffs } = await openAnnotated(fixture, second.statement.id);
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([3]);
    expect(signOffs.at(-1)?.type).toBe('reopened');
    expect((await openAnnotated(fixture, first.statement.id)).signOffs.at(-1)?.type).toBe('reopened');
  });

  test('are in an export of the rows, where a note runs nothing', async ({ fixture }) => {
    const { handle, opened } = await openAnnotated(fixture, await fixture.januaryStatement(1005));
    await annotate(fixture, handle, some(3), { kind: 'note', text: '=1+1' });
    const filter = { kind: 'state', of: 'note', values: [1] } as const;
    const filters = [{ ...filter, values: [...filter.values] }];
    await fixture.call('viewer.view', { handle, view: { ...entireView, filters } });
    const path = join(fixture.folder, 'noted.csv');
    fixture.platform.answers.savePath = path;
    await fixture.call('viewer.export', { action: 'view', handle, columns: [0], format: 'csv' });
    const [header = '', line = ''] = (await readFile(path, 'utf8')).split('\r\n');
    expect(header.replace('\uFEFF', '')).toBe(`"${opened.columns[0]?.name}","Ticked","Note","Noted"`);
    expect(line).toMatch(/,,"'=1\+1","\d{4}-[^"]+Z m\.hansen"$/);
  });
});

type Facts = CommandResult<'viewer.annotations', 'signOffFacts'>['facts'];
type Explanations = readonly { readonly id: Facts['openChecks'][number]['id']; readonly text: string }[];

const factsOf = async ({ call }: StatementsFixture, statementId: number): Promise<Facts> =>
  (await call('viewer.annotations', { action: 'signOffFacts', statementId })).facts;

/** Signs a statement off, by default with the same explanation for every check that did not pass. */
async function signOff(fixture: StatementsFixture, statementId: number, explanations?: Explanations) {
  const { openChecks } = await factsOf(fixture, statementId);
  return fixture.call('viewer.annotations', {
    action: 'signOff',
    statementId,
    explanations: [...(explanations ?? openChecks.map(({ id }) => ({ id, text: canary })))],
  });
}

const withdraw = ({ call }: StatementsFixture, statementId: number, reason = 'Too early') =>
  call('viewer.annotations', { action: 'withdraw', statementId, reason });

/** Returns the steps of sign-offs that Activity has, the newest first. */
async function activityOf({ call, platform }: StatementsFixture, count: number) {
  const filter = { kind: null, outcome: null, text: '', since: null, before: null };
  const { rows } = await call('activity.list', { filter, offset: 0, limit: 200 });
  const steps = rows.filter(({ kind }) => kind.endsWith('sign-off')).slice(0, count);
  for (const { osUser } of steps) expect(osUser).toBe(platform.info.osUser);
  return steps.map(({ kind }) => kind);
}

const invalid = { code: 'arguments-invalid' };

describe('a sign-off', () => {
  test('has the figures of the stored statement and its ticks', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement(1007);
    const { handle, opened } = await openAnnotated(fixture, statementId);
    await annotate(fixture, handle, some(0, 1, 2), tick);
    await annotate(fixture, handle, some(1), { kind: 'note', text: 'Fee' });
    const { points } = await fixture.call('viewer.query', { action: 'check', handle });
    const column = opened.columns.findIndex(({ role }) => role === 'amount');
    const all = { kind: 'all' } as const;
    const { sums } = await fixture.call('viewer.query', { action: 'sums', handle, column, rows: all });
    const facts = await factsOf(fixture, statementId);
    expect(facts).toMatchObject({ rows: opened.rows, ticked: 3, notes: 1 });
    const minorUnits = (value = '') => value.replace('.', '').replace(/^(-?)0+(?=\d)/, '$1');
    expect(
      facts.sums.map(({ currency, incoming, outgoing }) => [
        currency,
        minorUnits(incoming),
        minorUnits(outgoing),
      ]),
    ).toEqual(sums.map(({ currency, incoming, outgoing }) => [currency, incoming, outgoing]));
    const { opening, closing } = points.find(({ id }) => id === 'balance')?.facts ?? {};
    const { balance } = facts;
    expect([minorUnits(balance?.opening), minorUnits(balance?.closing)]).toEqual([opening, closing]);
    const concerns = points.filter(({ result }) => result === 'look' || result === 'failed');
    expect(facts.openChecks.map(({ id }) => id)).toEqual(concerns.map(({ id }) => id));
    expect(facts.passed + facts.openChecks.length + facts.unchecked.length).toBe(points.length);
  });

  test('is refused while a check is not explained, and is given and withdrawn once', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement(1008);
    // Without its header, the file has one row more than the event announced.
    await fixture.call('viewer.open', { statementId, options: { header: 'none' } });
    const { openChecks } = await factsOf(fixture, statementId);
    expect(openChecks.length).toBeGreaterThan(0);
    const explain = (text: string) => openChecks.map(({ id }) => ({ id, text }));
    for (const explanations of [[], explain('Checked').slice(1), explain(' ')])
      await expect(signOff(fixture, statementId, explanations)).rejects.toMatchObject(invalid);
    await expect(withdraw(fixture, statementId)).rejects.toMatchObject(invalid);
    expect((await openAnnotated(fixture, statementId)).signOffs).toEqual([]);
    // A sign-off whose statement was measured for a profile that is no longer active is not given.
    const explanations = explain(canary);
    const late = codeOf(fixture.call('viewer.annotations', { action: 'signOff', statementId, explanations }));
    await fixture.call('session.signOut', { forgetKey: false });
    expect(await late).toBe('sign-in-needed');
    await fixture.signIn();
    expect((await openAnnotated(fixture, statementId)).signOffs).toEqual([]);
    // A check that passed needs no explanation, and gets none.
    const passed = [...explain(canary), { id: 'length' as const, text: canary }];
    expect((await signOff(fixture, statementId, passed)).signOffs).toMatchObject([
      { explanations: explain(canary), facts: { openChecks } },
    ]);
    await expect(signOff(fixture, statementId)).rejects.toMatchObject(invalid);
    await withdraw(fixture, statementId);
    await expect(withdraw(fixture, statementId)).rejects.toMatchObject(invalid);
    const { signOffs } = await signOff(fixture, statementId);
    expect(signOffs.map(({ type }) => type)).toEqual(['signed', 'withdrawn', 'signed']);
  });

  test('ends when a tick or note changes, also when the change is undone', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement(1009);
    const { handle } = await openAnnotated(fixture, statementId);
    await annotate(fixture, handle, some(0), tick);
    for (const annotation of [tick, { kind: 'note', text: 'Fee' }] as const) {
      await signOff(fixture, statementId);
      const changed = await annotate(fixture, handle, some(4), annotation);
      expect(changed.reopened).toBe(1);
      const last = { type: 'reopened', who: fixture.platform.info.osUser, cause: annotation.kind };
      expect(changed.signOffs.at(-1)).toMatchObject(last);
      expect((await annotate(fixture, handle, some(5), annotation)).reopened).toBe(0);
      const undone = await undo(fixture, handle, changed.act);
      expect(undone.reopened).toBe(0);
      expect(undone.signOffs.at(-1)).toMatchObject(last);
    }
    await signOff(fixture, statementId);
    const { act } = await annotate(fixture, handle, some(7), tick);
    await signOff(fixture, statementId);
    expect((await undo(fixture, handle, act)).reopened).toBe(1);
  });

  test('counts the ticks at its moment, also when rows are ticked meanwhile', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement(1010);
    const { handle } = await openAnnotated(fixture, statementId);
    const { openChecks } = await factsOf(fixture, statementId);
    const explanations = openChecks.map(({ id }) => ({ id, text: canary }));
    const ticking = Array.from({ length: 6 }, (_, row) => annotate(fixture, handle, some(row), tick));
    await fixture.call('viewer.annotations', { action: 'signOff', statementId, explanations });
    await Promise.all(ticking);
    const [signed, ...later] = (await openAnnotated(fixture, statementId)).signOffs;
    const { ticked } = await factsOf(fixture, statementId);
    const signedTicks = signed?.type === 'signed' ? signed.facts.ticked : null;
    expect(later.map(({ type }) => type)).toEqual(signedTicks === ticked ? [] : ['reopened']);
  });

  test('shows no month as reviewed whose file is damaged', async ({ fixture }) => {
    // The library has its folder when something is stored in it.
    await fixture.januaryStatement(1005);
    const folder = join(fixture.testApp.dataFolder, 'library', 'files');
    const before = new Set(await readdir(folder));
    const statementId = await fixture.januaryStatement(1006);
    const stored = (await readdir(folder)).filter((name) => !before.has(name));
    const isReviewed = async () => {
      const { rows } = await fixture.call('statements.coverage', { last: '2026-01', months: 1 });
      const cell = rows.find(({ wallet }) => wallet.id === 1006)?.cells[0];
      return cell?.isDamaged === true ? 'damaged' : cell?.isReviewed;
    };
    await signOff(fixture, statementId);
    expect(await isReviewed()).toBe(true);
    const path = join(folder, stored[0] ?? '');
    const bytes = await readFile(path);
    await writeFile(
      path,
      bytes.map((byte, offset) => (offset === bytes.length - 1 ? byte ^ 1 : byte)),
    );
    expect(await isReviewed()).toBe(false);

    // What a read found is remembered, wherever in the file it is, until one succeeds.
    expect(await codeOf(fixture.openStatement(statementId))).toBe('library-item-damaged');
    await writeFile(path, bytes);
    expect(await isReviewed()).toBe('damaged');
    await fixture.openStatement(statementId);
    expect(await isReviewed()).toBe(true);
  });

  test('shows a month as reviewed until it ends, and Activity names each step', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement(1011);
    const isReviewed = async () => {
      const { rows } = await fixture.call('statements.coverage', { last: '2026-01', months: 1 });
      const cell = rows.find(({ wallet }) => wallet.id === 1011)?.cells[0];
      expect(cell?.state).toBe('stored');
      return cell?.isReviewed;
    };
    expect(await isReviewed()).toBe(false);
    await signOff(fixture, statementId);
    expect(await isReviewed()).toBe(true);
    await withdraw(fixture, statementId);
    expect(await isReviewed()).toBe(false);
    await signOff(fixture, statementId);
    const { handle } = await openAnnotated(fixture, statementId);
    await annotate(fixture, handle, some(3), tick);
    expect(await isReviewed()).toBe(false);
    const steps = ['reopen-sign-off', 'sign-off', 'withdraw-sign-off', 'sign-off'];
    await eventually(async () => expect(await activityOf(fixture, 4)).toEqual(steps));
    expect((await fixture.call('activity.verify', {})).brokenAt).toBeNull();
  });

  test('is there after a restart, never in the clear, and recorded later', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement(1012);
    const { signOffs } = await signOff(fixture, statementId);
    const who = fixture.platform.info.osUser;
    const signed = { type: 'signed', who, facts: await factsOf(fixture, statementId) };
    expect(signOffs).toMatchObject([signed]);
    await withdraw(fixture, statementId, `${canary} withdrawn`);
    await signOff(fixture, statementId);
    const recorded = ['sign-off', 'withdraw-sign-off', 'sign-off'];
    await eventually(async () => expect(await activityOf(fixture, 3)).toEqual(recorded));
    const stepCount = (await activityOf(fixture, 100)).length;
    await fixture.restart(async () => {
      const database = new DatabaseSync(join(fixture.testApp.dataFolder, 'paydesk.db'));
      database.exec(`DROP TRIGGER activity_is_not_removed;
        DELETE FROM activity WHERE id >= (SELECT max(id) FROM activity WHERE kind = 'sign-off');
        UPDATE sqlite_sequence SET seq = (SELECT max(id) FROM activity) WHERE name = 'activity'`);
      database.close();
    });
    await eventually(async () => expect(await activityOf(fixture, 100)).toHaveLength(stepCount));
    expect(await activityOf(fixture, 3)).toEqual(recorded);
    expect((await fixture.call('activity.verify', {})).brokenAt).toBeNull();
    await fixture.restart();
    expect((await openAnnotated(fixture, statementId)).signOffs).toMatchObject([
      signed,
      { type: 'withdrawn', who, reason: `${canary} withdrawn` },
      { type: 'signed', who },
    ]);
    expect(await activityOf(fixture, 100)).toHaveLength(stepCount);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });
});
