/** @file Several stored statements: opened as one table, and compared row by row. */
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import type { ChosenRows } from '../../../../src/shared/contract/viewer.ts';
import { errorOf } from '../../../fakes/error-of.ts';
import {
  january,
  type StatementsFixture,
  saveAs,
  sharedTest as test,
  tickRows,
} from './statements-fixture.ts';

const entireView = { sort: null, filters: [], find: '' };
const months = [
  january,
  { since: '2026-02-01', till: '2026-02-28' },
  { since: '2026-03-01', till: '2026-03-31' },
];

const stored = new Map<number, Promise<number[]>>();

/** Returns the IDs of the statements of a wallet, one for each month, which the first call stores. */
function monthsOf(fixture: StatementsFixture, walletId: number): Promise<number[]> {
  const storeMonths = async () => {
    const ids: number[] = [];
    for (const period of months) ids.push(await fixture.storeStatement(walletId, { period }));
    return ids;
  };
  const ids = stored.get(walletId) ?? storeMonths();
  stored.set(walletId, ids);
  return ids;
}

async function netsOf({ call }: StatementsFixture, handle: number): Promise<Map<string, bigint>> {
  const rows: ChosenRows = { kind: 'all' };
  const { sums } = await call('viewer.query', { action: 'sums', handle, column: 7, rows });
  return new Map(sums.map(({ currency, net }) => [currency, BigInt(net)]));
}

describe('a table of stored statements', () => {
  test('has the rows of all of them without the service, and its sums are the sums of each', async ({
    fixture,
  }) => {
    const ids = [...(await monthsOf(fixture, 1001)), ...(await monthsOf(fixture, 1002))];
    const callCount = fixture.simulator.calls().length;
    const nets = new Map<string, bigint>();
    let rowCount = 0;
    for (const statementId of ids) {
      const { handle, opened } = await fixture.openStatement(statementId);
      rowCount += opened.rows;
      for (const [currency, net] of await netsOf(fixture, handle))
        nets.set(currency, (nets.get(currency) ?? 0n) + net);
    }
    const table = await fixture.call('viewer.openCombined', { statementIds: ids.toReversed() });
    expect(table.statements.map(({ statement }) => [statement.wallet.id, statement.since])).toEqual(
      [1001, 1002].flatMap((walletId) => months.map(({ since }) => [walletId, since])),
    );
    expect(table).toMatchObject({ left: [], repeated: null, opened: { rows: rowCount } });
    expect(table.opened.columns.slice(-3).map(({ name }) => name)).toEqual(['Wallet', 'Period', 'Row']);
    expect(await netsOf(fixture, table.handle)).toEqual(nets);
    const offset = table.statements[1]?.firstRow ?? 0;
    const window = { action: 'window', handle: table.handle, offset, limit: 1 } as const;
    const { rows } = await fixture.call('viewer.query', window);
    expect(rows[0]).toMatchObject({ origin: { index: 1, row: 0 } });
    expect(rows[0]?.cells.at(-2)).toBe('2026-02');
    expect(fixture.simulator.calls()).toHaveLength(callCount);
  });

  test('leaves out PDFs and statements that are not stored, and says which', async ({ fixture }) => {
    const csv = await fixture.storeStatement(1003);
    const pdf = await fixture.storeStatement(1003, { format: 'pdf' });
    const { id: waiting } = await fixture.requestStatement(1004);
    const open = (statementIds: number[]) => fixture.call('viewer.openCombined', { statementIds });
    const table = await open([csv, pdf, waiting]);
    expect(table.statements.map(({ statement }) => statement.id)).toEqual([csv]);
    expect(table.left.map(({ statement, reason }) => [statement.id, reason])).toEqual([
      [pdf, 'pdf'],
      [waiting, 'not-stored'],
    ]);
    await expect(open([pdf])).rejects.toMatchObject({ code: 'statement-not-stored' });
  });
});

const differences = ['changed', 'added', 'removed'] as const;

/** Stores January of a wallet, and again with one changed, one removed and one added row. */
async function storeReissued(fixture: StatementsFixture, walletId: number) {
  const earlierId = await fixture.storeStatement(walletId);
  const text = await (await fetch(fixture.eventsOf(walletId)[0]?.event.url ?? '')).text();
  const [header = '', first = '', second = '', third = '', ...rest] = text.trimEnd().split('\r\n');
  const changed = second.replace(/(\d)\.(\d\d)/, '$1$1.$2');
  const added = third.replace(/[A-Z]{2,}\d+/, 'ADDED0001');
  fixture.simulator.faults.set('statementDownload', {
    kind: 'status',
    status: 200,
    headers: { 'content-type': 'text/csv' },
    body: `${[header, first, changed, added, ...rest].join('\r\n')}\r\n`,
  });
  const laterId = await fixture.storeStatement(walletId);
  fixture.simulator.faults.clear();
  return { earlierId, laterId, second, changed, rows: rest.length + 3 };
}

const coverageCellOf = async ({ call }: StatementsFixture, walletId: number) =>
  (await call('statements.coverage', { last: '2026-01', months: 1 })).rows.find(
    ({ wallet }) => wallet.id === walletId,
  )?.cells[0];

const openComparison = ({ call }: StatementsFixture, statementId: number, otherId: number) =>
  call('viewer.compare', { action: 'open', statementId, otherId });

describe('a statement that was fetched again with other rows', () => {
  test('names the earlier file, is marked in the coverage and compared row by row, and the differences are exported', async ({
    fixture,
  }) => {
    const { earlierId, laterId, second, changed, rows } = await storeReissued(fixture, 1005);
    const { earlierVersion } = await fixture.call('statements.get', { id: laterId });
    expect(earlierVersion).toMatchObject({ id: earlierId, isIdentical: false });
    expect((await fixture.call('statements.get', { id: earlierId })).earlierVersion).toBeNull();
    expect(await coverageCellOf(fixture, 1005)).toMatchObject({ csv: laterId, differs: true });

    const { handle, summary, ...opened } = await openComparison(fixture, laterId, earlierId);
    expect([opened.earlier.id, opened.later.id, opened.isIdentical]).toEqual([earlierId, laterId, false]);
    expect(summary.counts).toEqual({ same: rows - 2, notation: 0, changed: 1, added: 1, removed: 1 });
    expect(summary.key).not.toBeNull();
    const chosen = { handle, differences: [...differences] };
    const list = await fixture.call('viewer.compare', { action: 'rows', ...chosen, offset: 0, limit: 100 });
    expect(list.total).toBe(3);
    const changedRow = list.rows.find(({ difference }) => difference === 'changed');
    const [cellsBefore = [], cellsAfter = []]: string[][] = parse([second, changed].join('\n'));
    expect(changedRow).toMatchObject({
      earlier: { row: 1, cells: cellsBefore },
      later: { row: 1, cells: cellsAfter },
    });
    expect(changedRow?.changed.map((index) => cellsBefore[index] === cellsAfter[index])).toEqual([false]);

    const all = { handle, differences: ['same' as const, ...differences] };
    const next = (from: number, isBackward: boolean) =>
      fixture.call('viewer.compare', { action: 'next', ...all, from, isBackward });
    expect(await next(-1, false)).toEqual({ place: 1 });
    expect(await next(1, true)).toEqual({ place: 3 });

    const file = await saveAs(fixture, 'differences.csv', () =>
      fixture.call('viewer.compare', { action: 'export', ...chosen }),
    );
    const exported: string[][] = parse(file, { bom: true });
    expect(exported.map(([difference, name]) => `${difference} ${name}`)).toEqual([
      'Difference File',
      'Changed Earlier file',
      'Changed Later file',
      'Removed Earlier file',
      'Added Later file',
    ]);
    expect(exported.slice(1, 3).map((cells) => cells.slice(4))).toEqual([cellsBefore, cellsAfter]);

    await fixture.call('viewer.compare', { action: 'close', handle });
    expect(await errorOf(next(-1, false))).toMatchObject({ code: 'statement-closed' });
  });

  test('gets the ticks of the earlier file at the rows that are the same', async ({ fixture }) => {
    const { earlierId, laterId } = await storeReissued(fixture, 1010);
    const open = async (statementId: number) => {
      const { handle } = await fixture.openStatement(statementId);
      return { handle, ...(await fixture.call('viewer.annotations', { action: 'show', handle })) };
    };
    const earlier = await open(earlierId);
    await tickRows(fixture, earlier.handle, 0, 1, 2, 5);
    const { handle, ...later } = await open(laterId);
    expect(later).toMatchObject({ counts: { tick: 0 }, earlierRows: 4 });
    expect(await fixture.call('viewer.annotations', { action: 'carryOver', handle })).toMatchObject({
      carried: 2,
      lost: 2,
      counts: { tick: 2 },
    });
    const filters = [{ kind: 'state' as const, of: 'tick' as const, values: [1] }];
    await fixture.call('viewer.view', { handle, view: { ...entireView, filters } });
    const ticked = await fixture.call('viewer.query', { action: 'numbers', handle, from: 0, to: 1 });
    expect(ticked.rows).toEqual([0, 5]);
    expect((await open(earlierId)).counts.tick).toBe(4);
    // The rows of a table have no text of their own, so nothing is offered there.
    const table = await fixture.call('viewer.openCombined', { statementIds: [laterId] });
    const shown = await fixture.call('viewer.annotations', { action: 'show', handle: table.handle });
    expect(shown).toMatchObject({ counts: { tick: 2 }, earlierRows: 0 });
  });
});

test('a statement that was fetched again with the same bytes is called identical and has no differences', async ({
  fixture,
}) => {
  const [earlierId, laterId] = [await fixture.storeStatement(1007), await fixture.storeStatement(1007)];
  const { earlierVersion } = await fixture.call('statements.get', { id: laterId });
  expect(earlierVersion).toMatchObject({ id: earlierId, isIdentical: true });
  expect((await coverageCellOf(fixture, 1007))?.differs).toBe(false);
  const { isIdentical, summary } = await openComparison(fixture, earlierId, laterId);
  expect(isIdentical).toBe(true);
  expect(summary.counts).toMatchObject({ changed: 0, added: 0, removed: 0 });
});

test('overlapping statements of a wallet are compared in the days of both, and the others are offered after them', async ({
  fixture,
}) => {
  const januaryId = await fixture.storeStatement(1008);
  const otherWalletId = await fixture.storeStatement(1009);
  const period = { since: '2026-01-20', till: '2026-02-10' };
  const overlappingId = await fixture.storeStatement(1008, { period });
  const args = { action: 'statements', statementId: januaryId, text: '' } as const;
  const { statements } = await fixture.call('viewer.compare', args);
  const [first, ...others] = statements.map(({ id, relation }) => [id, relation]);
  expect(first).toEqual([overlappingId, 'overlapping']);
  expect(others).toContainEqual([otherWalletId, 'other']);
  expect(new Set(others.map(([, relation]) => relation))).toEqual(new Set(['other']));
  const { overlap, summary } = await openComparison(fixture, januaryId, overlappingId);
  expect(overlap).toEqual({ since: '2026-01-20', till: '2026-01-31' });
  expect(summary).toMatchObject({ days: 'overlap', counts: { changed: 0, added: 0, removed: 0 } });
  expect(Math.min(summary.counts.same, summary.outside.earlier, summary.outside.later)).toBeGreaterThan(0);
});
