/** @file Ticks, notes and labels: durable, sealed, bound to the bytes of a statement, with a history. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { ChosenRows } from '../../../src/shared/contract/review.ts';
import type { Annotation } from '../../../src/shared/model/annotations.ts';
import type { View } from '../../../src/shared/model/review.ts';
import { noFilters } from '../../../src/shared/model/statement-search.ts';
import { eventually } from '../../fakes/eventually.ts';
import { harmReview } from '../../fakes/harmful-review.ts';
import {
  filesContaining,
  january,
  type StatementsFixture,
  startStatementsFixture,
  startWithKeychain,
  test,
} from './statements-fixture.ts';

const canary = 'Canary note 8802: the invoice is missing';
const tick: Annotation = { kind: 'tick', isTicked: true };
const wholeView: View = { sort: null, filters: [], find: '' };
const tickedView: View = { ...wholeView, filters: [{ kind: 'state', of: 'tick', values: [1] }] };

/** Opens the statement with what its rows have. */
async function openAnnotated({ call }: StatementsFixture, statementId: number) {
  const { handle, opened } = await call('review.open', { statementId, options: {} });
  const { counts } = await call('review.annotations', { action: 'show', handle });
  return { handle, opened, counts };
}

function annotate({ call }: StatementsFixture, handle: number, rows: ChosenRows, annotation: Annotation) {
  return call('review.annotations', { action: 'annotate', handle, rows, annotation });
}

/** Returns the numbers of the rows in a view. */
async function rowsOf({ call }: StatementsFixture, handle: number, view: View): Promise<number[]> {
  const { rows: count } = await call('review.view', { handle, view });
  if (count === 0) return [];
  return (await call('review.query', { action: 'numbers', handle, from: 0, to: count - 1 })).rows;
}

const some = (...rows: number[]): ChosenRows => ({ kind: 'some', rows });

describe('ticks, notes and labels', () => {
  test('are there after a restart, and never in the clear', async () => {
    const fixture = await startWithKeychain();
    const statementId = await fixture.storeStatement();
    const first = await openAnnotated(fixture, statementId);
    expect(first.counts).toEqual({ tick: 0, note: 0, label: 0 });
    await annotate(fixture, first.handle, some(1, 2, 4), tick);
    await annotate(fixture, first.handle, some(2), { kind: 'note', text: canary });
    await annotate(fixture, first.handle, some(3), { kind: 'label', label: 'green' });
    await fixture.restart();
    const { handle, counts } = await openAnnotated(fixture, statementId);
    expect(counts).toEqual({ tick: 3, note: 1, label: 1 });
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([1, 2, 4]);
    await fixture.call('review.view', { handle, view: wholeView });
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 2, limit: 2 });
    expect(rows.map(({ states }) => states)).toEqual([{ tick: 1, note: 1 }, { label: 3 }]);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });

  test('are changed for all rows of a view at once, and undone as one', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle, opened } = await openAnnotated(fixture, statementId);
    const { act, rows, counts } = await annotate(fixture, handle, { kind: 'all' }, tick);
    expect({ rows, counts }).toEqual({ rows: opened.rows, counts: { tick: opened.rows, note: 0, label: 0 } });
    await annotate(fixture, handle, some(0), { kind: 'tick', isTicked: false });
    expect((await rowsOf(fixture, handle, tickedView)).length).toBe(opened.rows - 1);
    const undone = await fixture.call('review.annotations', { action: 'undo', handle, act });
    expect(undone.counts).toEqual({ tick: 0, note: 0, label: 0 });
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([]);
  });

  test('have a history that nothing is removed from', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await openAnnotated(fixture, statementId);
    const { act } = await annotate(fixture, handle, some(5), { kind: 'note', text: 'First' });
    await annotate(fixture, handle, some(5), { kind: 'note', text: '' });
    await fixture.call('review.annotations', { action: 'undo', handle, act });
    const history = () => fixture.call('review.annotations', { action: 'history', handle, row: 5 });
    const who = fixture.platform.info.osUser;
    expect((await history()).changes).toMatchObject([
      { annotation: { kind: 'note', text: '' }, who, isUndone: false },
      { annotation: { kind: 'note', text: 'First' }, who, isUndone: true },
    ]);
    expect(await fixture.call('review.annotations', { action: 'history', handle, row: 6 })).toEqual({
      changes: [],
    });
  });

  test('stay at their row of the file when its header is read differently', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const first = await openAnnotated(fixture, statementId);
    await annotate(fixture, first.handle, some(7), tick);
    const options = { header: 'none' as const };
    const { handle, opened } = await fixture.call('review.open', { statementId, options });
    await fixture.call('review.annotations', { action: 'show', handle });
    const shift = first.opened.preamble + first.opened.headerRows - opened.preamble;
    expect(shift).toBeGreaterThan(0);
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([7 + shift]);
  });

  test('belong to the bytes of a statement, in a table of several too', async ({ fixture }) => {
    const februaryDays = { since: '2026-02-01', till: '2026-02-28' };
    await fixture.request([1001], { periods: [january, februaryDays] });
    for (const event of fixture.eventsOf(1001)) await fixture.pasteEvent(event);
    const ids = (await fixture.list()).map(({ id }) => id);
    for (const id of ids) await fixture.until(id, 'stored');
    const table = await fixture.call('review.openTable', { statementIds: ids });
    const [, second] = table.statements;
    if (second === undefined) throw new Error('The table has two statements');
    await annotate(fixture, table.handle, some(second.firstRow - 1, second.firstRow + 3), tick);
    const { handle } = await openAnnotated(fixture, second.statement.id);
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([3]);
  });

  test('are in an export of the rows, where a note runs nothing', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle, opened } = await openAnnotated(fixture, statementId);
    const view = { kind: 'state', of: 'note', values: [1] } as const;
    await annotate(fixture, handle, some(3), { kind: 'note', text: '=1+1' });
    await annotate(fixture, handle, some(3), { kind: 'label', label: 'amber' });
    await fixture.call('review.view', {
      handle,
      view: { ...wholeView, filters: [{ ...view, values: [1] }] },
    });
    const path = join(fixture.folder, 'noted.csv');
    fixture.platform.answers.savePath = path;
    await fixture.call('review.export', { action: 'view', handle, columns: [0], format: 'csv' });
    const [header = '', line = ''] = (await readFile(path, 'utf8')).split('\r\n');
    expect(header.replace('\uFEFF', '')).toBe(`"${opened.columns[0]?.name}","Ticked","Label","Note","Noted"`);
    expect(line).toMatch(/,,"Amber label","'=1\+1","\d{4}-[^"]+Z m\.hansen"$/);
  });

  test('keep more entries than there are files for', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await openAnnotated(fixture, statementId);
    // A clerk ticks rows faster than the small files of the changes are joined.
    await Promise.all(Array.from({ length: 40 }, (_, row) => annotate(fixture, handle, some(row), tick)));
    const reopened = await openAnnotated(fixture, statementId);
    expect(reopened.counts.tick).toBe(40);
    const history = { action: 'history', handle: reopened.handle, row: 0 } as const;
    expect((await fixture.call('review.annotations', history)).changes).toHaveLength(1);
  });

  test('come back when the review process ended', async () => {
    const fixture = await startStatementsFixture();
    const review = harmReview(fixture.platform.processes);
    const statementId = await fixture.storeStatement();
    const otherId = await fixture.storeStatement(1002);
    const { handle } = await openAnnotated(fixture, statementId);
    await annotate(fixture, handle, some(2), tick);
    await fixture.call('review.view', { handle, view: tickedView });
    review.harm((await fixture.call('statements.get', { id: otherId })).sha256);
    await fixture.call('review.search', { action: 'start', text: 'a', filters: noFilters });
    await eventually(() => {
      if (review.readings.length === 0) throw new Error('The process was not killed');
    });
    expect(await rowsOf(fixture, handle, tickedView)).toEqual([2]);
  });
});
