/** @file Several stored statements that are opened as one table. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import type { ChosenRows } from '../../../src/shared/contract/review.ts';
import { harmReview } from '../../fakes/harmful-review.ts';
import { readWorkbook } from '../../fakes/read-workbook.ts';
import { type StatementsFixture, startWithKeychain, test } from './statements-fixture.ts';

const wholeView = { sort: null, filters: [], find: '' };
const months = [
  { since: '2026-01-01', till: '2026-01-31' },
  { since: '2026-02-01', till: '2026-02-28' },
  { since: '2026-03-01', till: '2026-03-31' },
];

/** Requests and stores one statement for each wallet and month. Returns the IDs, by wallet and month. */
async function storeMonths(
  fixture: StatementsFixture,
  walletIds: number[],
  overrides: { readonly format?: 'csv' | 'pdf'; readonly periods?: typeof months } = {},
): Promise<number[]> {
  const known = new Set((await fixture.list()).map(({ id }) => id));
  await fixture.request(walletIds, {
    periods: overrides.periods ?? months,
    format: overrides.format ?? 'csv',
  });
  for (const walletId of walletIds)
    for (const event of fixture.eventsOf(walletId)) await fixture.pasteEvent(event);
  const ids = (await fixture.list())
    .filter(({ id }) => !known.has(id))
    .toSorted((one, two) => one.wallet.id - two.wallet.id || one.since.localeCompare(two.since))
    .map(({ id }) => id);
  for (const id of ids) await fixture.until(id, 'stored');
  return ids;
}

async function sumsOf(fixture: StatementsFixture, handle: number, column: number, rows: ChosenRows) {
  return fixture.call('review.query', { action: 'sums', handle, column, rows });
}

describe('a table of stored statements', () => {
  test('has the rows of all of them without the service, and its sums are the sums of each', async ({
    fixture,
  }) => {
    const ids = await storeMonths(fixture, [1001, 1002]);
    await fixture.simulator.close();
    const nets = new Map<string, bigint>();
    let rowCount = 0;
    for (const statementId of ids) {
      const { handle, opened } = await fixture.call('review.open', { statementId, options: {} });
      rowCount += opened.rows;
      for (const { currency, net } of (await sumsOf(fixture, handle, 7, { kind: 'all' })).sums)
        nets.set(currency, (nets.get(currency) ?? 0n) + BigInt(net));
    }
    const table = await fixture.call('review.openTable', { statementIds: ids.toReversed() });
    expect(table.statements.map(({ statement }) => [statement.wallet.id, statement.since])).toEqual(
      [1001, 1002].flatMap((walletId) => months.map(({ since }) => [walletId, since])),
    );
    expect(table).toMatchObject({ left: [], repeated: 0, opened: { rows: rowCount } });
    expect(table.opened.columns.slice(-3).map(({ name }) => name)).toEqual(['Wallet', 'Period', 'Row']);
    const { sums } = await sumsOf(fixture, table.handle, 7, { kind: 'all' });
    expect(new Map(sums.map(({ currency, net }) => [currency, BigInt(net)]))).toEqual(nets);
    const second = table.statements[1];
    const { rows } = await fixture.call('review.query', {
      action: 'window',
      handle: table.handle,
      offset: second?.firstRow ?? 0,
      limit: 1,
    });
    expect(rows[0]).toMatchObject({ origin: { index: 1, row: 0 } });
    expect(rows[0]?.cells.at(-2)).toBe('2026-02');
  });

  test('is checked statement by statement, and from month to month', async ({ fixture }) => {
    const ids = await storeMonths(fixture, [1001]);
    const { handle } = await fixture.call('review.openTable', { statementIds: ids });
    const checks = await fixture.call('review.query', { action: 'checkTable', handle });
    expect(checks.statements).toHaveLength(3);
    for (const points of checks.statements)
      expect(points.find(({ id }) => id === 'unchanged')).toMatchObject({ result: 'passed' });
    expect(checks.succession.map(({ before, after }) => [before, after])).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  test('is exported with the wallet, the period and the row of each row', async ({ fixture }) => {
    const ids = await storeMonths(fixture, [1001]);
    const { handle, opened } = await fixture.call('review.openTable', { statementIds: ids });
    await fixture.call('review.view', { handle, view: wholeView });
    const path = join(fixture.folder, 'table.csv');
    fixture.platform.answers.savePath = path;
    const columns = [opened.columns.length - 3, opened.columns.length - 2, opened.columns.length - 1, 7];
    await fixture.call('review.export', { action: 'view', handle, columns, format: 'csv' });
    const lines: string[][] = parse(await readFile(path), { bom: true });
    expect(lines).toHaveLength(opened.rows + 1);
    expect(lines[0]).toEqual(['Wallet', 'Period', 'Row', 'Amount']);
    expect(lines[1]?.slice(0, 3)).toEqual(['1001', '2026-01', '1']);

    fixture.platform.answers.savePath = join(fixture.folder, 'table.xlsx');
    await fixture.call('review.export', { action: 'view', handle, columns, format: 'xlsx' });
    const [rows, origin] = readWorkbook(await readFile(join(fixture.folder, 'table.xlsx')));
    expect(rows?.rows).toHaveLength(opened.rows + 1);
    expect(rows?.rows[1]?.map((cell) => cell?.kind)).toEqual(['text', 'text', 'number', 'number']);
    expect(rows?.rows.map((cells) => cells[2]?.text)).toEqual(lines.map((line) => line[2]));
    const statements = origin?.rows.slice(-3).map((cells) => cells.map((cell) => cell?.text));
    expect(statements?.map((cells) => cells[2])).toEqual(months.map(({ since }) => since));
    for (const cells of statements ?? []) expect(cells.at(-1)).toMatch(/^[\da-f]{64}$/);
  });

  test('leaves out PDFs and statements that are not stored, and says which', async ({ fixture }) => {
    const [january] = months;
    const csvIds = await storeMonths(fixture, [1001], { periods: january === undefined ? [] : [january] });
    const pdfIds = await storeMonths(fixture, [1002], {
      format: 'pdf',
      periods: january === undefined ? [] : [january],
    });
    await fixture.request([1003]);
    const waiting = (await fixture.list()).find(({ wallet }) => wallet.id === 1003);
    const table = await fixture.call('review.openTable', {
      statementIds: [...csvIds, ...pdfIds, waiting?.id ?? 0],
    });
    expect(table.statements.map(({ statement }) => statement.id)).toEqual(csvIds);
    expect(table.left.map(({ statement, reason }) => [statement.id, reason])).toEqual([
      [pdfIds[0], 'pdf'],
      [waiting?.id, 'not-stored'],
    ]);
    await expect(fixture.call('review.openTable', { statementIds: pdfIds })).rejects.toMatchObject({
      code: 'statement-not-stored',
    });
  });
});

describe('a statement that ends the process when it is read', () => {
  test('is left out of the table after two attempts, and the others are opened', async () => {
    const fixture = await startWithKeychain();
    const review = harmReview(fixture.platform.processes);
    const ids = await storeMonths(fixture, [1001]);
    const { sha256 } = await fixture.call('statements.get', { id: ids[1] ?? 0 });
    review.harm(sha256);
    const table = await fixture.call('review.openTable', { statementIds: ids });
    expect(table.statements.map(({ statement }) => statement.id)).toEqual([ids[0], ids[2]]);
    expect(table.left.map(({ statement, reason }) => [statement.id, reason])).toEqual([
      [ids[1], 'unreadable'],
    ]);
    expect(await fixture.call('statements.get', { id: ids[1] ?? 0 })).toMatchObject({ unreadable: true });
    expect(await fixture.call('statements.get', { id: ids[0] ?? 0 })).toMatchObject({ unreadable: false });
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });
});
