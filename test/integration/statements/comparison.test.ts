import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import { errorOf } from '../../fakes/error-of.ts';
import { january, type StatementsFixture, test } from './statements-fixture.ts';

const differences = ['changed', 'added', 'removed'] as const;

/** Requests January again and stores `file`, or the unchanged file, as its statement; returns its ID. */
async function storeAgain(
  fixture: StatementsFixture,
  file: string | null,
  period: typeof january = january,
): Promise<number> {
  await fixture.request([1001], { periods: [period] });
  const event = fixture.eventsOf(1001).at(-1);
  const id = Math.max(...(await fixture.list()).map((statement) => statement.id));
  if (event === undefined) throw new Error('The statement was not requested');
  if (file !== null) {
    const headers = { 'content-type': 'text/csv' };
    fixture.simulator.faults.set('statementDownload', { kind: 'status', status: 200, headers, body: file });
  }
  await fixture.pasteEvent(event);
  await fixture.until(id, 'stored');
  fixture.simulator.faults.clear();
  return id;
}

/** The file of January as the practice company sends it, as lines. */
async function fetchLines(fixture: StatementsFixture): Promise<string[]> {
  const [event] = fixture.eventsOf(1001);
  const text = await (await fetch(event?.event.url ?? '')).text();
  return text.split('\r\n').filter((line) => line !== '');
}

/** Stores January, and again with one changed, one removed and one added row. */
async function storeReissued(fixture: StatementsFixture) {
  const earlierId = await fixture.storeStatement();
  const [header = '', first = '', second = '', third = '', ...rest] = await fetchLines(fixture);
  const changed = second.replace(/(\d)\.(\d\d)/, '$1$1.$2');
  const added = third.replace(/[A-Z]{2,}\d+/, 'ADDED0001');
  const file = [header, first, changed, added, ...rest].join('\r\n');
  const laterId = await storeAgain(fixture, `${file}\r\n`);
  return { earlierId, laterId, second, changed, third, added, rows: rest.length + 3 };
}

describe('a statement that was fetched again with other rows', () => {
  test('names the earlier file in its details and is marked in the coverage', async ({ fixture }) => {
    const { earlierId, laterId } = await storeReissued(fixture);
    expect((await fixture.call('statements.get', { id: laterId })).earlierVersion).toMatchObject({
      id: earlierId,
      isIdentical: false,
    });
    expect((await fixture.call('statements.get', { id: earlierId })).earlierVersion).toBeNull();
    const coverage = await fixture.call('statements.coverage', { last: '2026-01', months: 1 });
    const cell = coverage.rows.find(({ wallet }) => wallet.id === 1001)?.cells[0];
    expect(cell).toMatchObject({ csv: laterId, differs: true });
  });

  test('gets the ticks of the earlier file at the rows that are the same', async ({ fixture }) => {
    const { earlierId, laterId } = await storeReissued(fixture);
    const open = async (statementId: number) => {
      const { handle } = await fixture.call('review.open', { statementId, options: {} });
      return { handle, ...(await fixture.call('review.annotations', { action: 'show', handle })) };
    };
    const annotation = { kind: 'tick', isTicked: true } as const;
    const rows = { kind: 'some' as const, rows: [0, 1, 2, 5] };
    const earlier = await open(earlierId);
    await fixture.call('review.annotations', {
      action: 'annotate',
      handle: earlier.handle,
      rows,
      annotation,
    });
    const later = await open(laterId);
    expect(later).toMatchObject({ counts: { tick: 0 }, earlierRows: 4 });
    const { handle } = later;
    expect(await fixture.call('review.annotations', { action: 'carryOver', handle })).toMatchObject({
      carried: 2,
      lost: 2,
      counts: { tick: 2 },
    });
    const filter = { kind: 'state' as const, of: 'tick' as const, values: [1] };
    await fixture.call('review.view', { handle, view: { sort: null, filters: [filter], find: '' } });
    const ticked = await fixture.call('review.query', { action: 'numbers', handle, from: 0, to: 1 });
    expect(ticked.rows).toEqual([0, 5]);
    expect((await open(earlierId)).counts.tick).toBe(4);
    // The rows of a table have no text of their own, so nothing is offered there.
    const table = await fixture.call('review.openTable', { statementIds: [laterId] });
    const shown = await fixture.call('review.annotations', { action: 'show', handle: table.handle });
    expect(shown).toMatchObject({ counts: { tick: 2 }, earlierRows: 0 });
  });

  test('is compared row by row, and the differences are exported', async ({ fixture }) => {
    const { earlierId, laterId, second, changed, rows } = await storeReissued(fixture);
    const opened = await fixture.call('review.compare', {
      action: 'open',
      statementId: laterId,
      otherId: earlierId,
    });
    const { handle, summary } = opened;
    expect([opened.earlier.id, opened.later.id, opened.isIdentical]).toEqual([earlierId, laterId, false]);
    expect(summary.counts).toEqual({ same: rows - 2, notation: 0, changed: 1, added: 1, removed: 1 });
    expect(summary.key).not.toBeNull();
    const list = await fixture.call('review.compare', {
      action: 'rows',
      handle,
      differences: [...differences],
      offset: 0,
      limit: 100,
    });
    expect(list.total).toBe(3);
    const changedRow = list.rows.find(({ difference }) => difference === 'changed');
    const [cellsBefore = [], cellsAfter = []]: string[][] = parse([second, changed].join('\n'));
    expect(changedRow).toMatchObject({
      earlier: { row: 1, cells: cellsBefore },
      later: { row: 1, cells: cellsAfter },
    });
    expect(changedRow?.changed.map((index) => cellsBefore[index] === cellsAfter[index])).toEqual([false]);

    const next = (from: number, isBackward: boolean) =>
      fixture.call('review.compare', {
        action: 'next',
        handle,
        differences: ['same', ...differences],
        from,
        isBackward,
      });
    expect(await next(-1, false)).toEqual({ place: 1 });
    expect(await next(1, true)).toEqual({ place: 3 });

    fixture.platform.answers.savePath = join(fixture.folder, 'differences.csv');
    await fixture.call('review.compare', { action: 'export', handle, differences: [...differences] });
    const exported: string[][] = parse(await readFile(join(fixture.folder, 'differences.csv'), 'utf8'), {
      bom: true,
    });
    expect(exported.map(([difference, file]) => `${difference} ${file}`)).toEqual([
      'Difference File',
      'Changed Earlier file',
      'Changed Later file',
      'Removed Earlier file',
      'Added Later file',
    ]);
    expect(exported[1]?.slice(4)).toEqual(cellsBefore);
    expect(exported[2]?.slice(4)).toEqual(cellsAfter);

    await fixture.call('review.compare', { action: 'close', handle });
    expect(await errorOf(next(-1, false))).toMatchObject({ code: 'review-closed' });
  });
});

test('a statement that was fetched again with the same bytes is called identical and has no differences', async ({
  fixture,
}) => {
  const earlierId = await fixture.storeStatement();
  const laterId = await storeAgain(fixture, null);
  expect((await fixture.call('statements.get', { id: laterId })).earlierVersion).toMatchObject({
    id: earlierId,
    isIdentical: true,
  });
  const coverage = await fixture.call('statements.coverage', { last: '2026-01', months: 1 });
  expect(coverage.rows.find(({ wallet }) => wallet.id === 1001)?.cells[0]?.differs).toBe(false);
  const { isIdentical, summary } = await fixture.call('review.compare', {
    action: 'open',
    statementId: earlierId,
    otherId: laterId,
  });
  expect(isIdentical).toBe(true);
  expect(summary.counts).toMatchObject({ changed: 0, added: 0, removed: 0 });
});

test('overlapping statements of a wallet are compared in the days of both, and the others are offered after them', async ({
  fixture,
}) => {
  const januaryId = await fixture.storeStatement();
  const otherWalletId = await fixture.storeStatement(1002);
  const overlappingId = await storeAgain(fixture, null, { since: '2026-01-20', till: '2026-02-10' });
  const { statements } = await fixture.call('review.compare', {
    action: 'statements',
    statementId: januaryId,
    text: '',
  });
  expect(statements.map(({ id, relation }) => [id, relation])).toEqual([
    [overlappingId, 'overlapping'],
    [otherWalletId, 'other'],
  ]);
  const { overlap, summary } = await fixture.call('review.compare', {
    action: 'open',
    statementId: januaryId,
    otherId: overlappingId,
  });
  expect(overlap).toEqual({ since: '2026-01-20', till: '2026-01-31' });
  expect(summary).toMatchObject({ days: 'overlap', counts: { changed: 0, added: 0, removed: 0 } });
  expect(Math.min(summary.counts.same, summary.outside.earlier, summary.outside.later)).toBeGreaterThan(0);
});
