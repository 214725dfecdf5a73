/** @file The search over sealed statements of both formats, with filters, and what it says about files it could not search. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { noFilters, type SearchFilters } from '../../../src/shared/model/statement-search.ts';
import { harmReview } from '../../fakes/harmful-review.ts';
import { january, type StatementsFixture, startStatementsFixture, test } from './statements-fixture.ts';

async function storeAs(
  fixture: StatementsFixture,
  walletId: number,
  format: 'csv' | 'pdf',
  period = january,
) {
  const known = new Set((await fixture.list()).map(({ id }) => id));
  await fixture.request([walletId], { format, periods: [period] });
  const id = (await fixture.list()).find((statement) => !known.has(statement.id))?.id ?? 0;
  await fixture.pasteEvent(fixture.eventsOf(walletId).at(-1) ?? {});
  await fixture.until(id, 'stored');
  return id;
}

/** Searches all statements and waits for the end of the search. */
async function search(fixture: StatementsFixture, text: string, filters: Partial<SearchFilters> = {}) {
  const started = await fixture.call('review.search', {
    action: 'start',
    text,
    filters: { ...noFilters, ...filters },
  });
  return fixture.testApp.until(
    'search',
    (value) => value.search === started.search && value.state === 'done',
  );
}

/** Returns the rows of a stored CSV statement. */
async function rowsOf(fixture: StatementsFixture, statementId: number): Promise<string[][]> {
  const { handle } = await fixture.call('review.open', { statementId, options: null });
  const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 200 });
  return rows.map(({ cells }) => cells);
}

describe('the search in all statements', () => {
  test('finds the same payment in the rows of a CSV file and on the page of a PDF', async ({ fixture }) => {
    const csv = await storeAs(fixture, 1001, 'csv');
    const pdf = await storeAs(fixture, 1001, 'pdf');
    const reference = (await rowsOf(fixture, csv)).at(-1)?.[1] ?? '';
    const { hits, statements, failed, gaps } = await search(fixture, reference);
    expect([statements, failed, gaps]).toEqual([2, 0, []]);
    expect(hits.toSorted((one, other) => one.statementId - other.statementId)).toMatchObject([
      { kind: 'cell', statementId: csv, columnName: 'Reference' },
      { kind: 'page', statementId: pdf, text: expect.stringContaining(reference) },
    ]);
    // The second search answers from the cached texts.
    expect((await search(fixture, reference)).hits).toHaveLength(2);
  });

  test('filters rows by exact amount and date, and names the PDF that has no rows to compare', async ({
    fixture,
  }) => {
    const csv = await storeAs(fixture, 1001, 'csv');
    const pdf = await storeAs(fixture, 1001, 'pdf');
    const rows = await rowsOf(fixture, csv);
    const [date = '', , , , , , , amount = ''] = rows[3] ?? [];
    const absolute = amount.replace('-', '');
    const same = rows.filter((cells) => cells[7]?.replace('-', '') === absolute);
    const found = await search(fixture, '', { amount: { from: absolute, to: absolute, eitherSign: true } });
    expect(found.hits.map((hit) => (hit.kind === 'cell' ? hit.cells : []))).toEqual(same);
    expect(found.gaps).toMatchObject([{ statementId: pdf, reasons: ['pages'] }]);
    const onDay = await search(fixture, '', { from: date, till: date });
    expect(onDay.hits.map((hit) => (hit.kind === 'cell' ? hit.date : ''))).toEqual(
      rows.filter((cells) => cells[0] === date).map(() => date),
    );
  });

  test('does not read statements that cannot have hits because of wallet, period or currency', async ({
    fixture,
  }) => {
    const [euro, other] = [await storeAs(fixture, 1001, 'csv'), await storeAs(fixture, 1003, 'csv')];
    // The currencies of wallets are known once the service has listed them.
    await fixture.call('statements.wallets', {});
    const { wallet } = await fixture.call('statements.get', { id: other });
    expect(wallet.currency).toBe('USD');
    for (const filters of [{ walletIds: [1001] }, { currency: 'EUR' }]) {
      const { hits, statements, excluded } = await search(fixture, 'PC100', filters);
      expect([statements, excluded]).toEqual([1, 1]);
      expect(new Set(hits.map(({ statementId }) => statementId))).toEqual(new Set([euro]));
    }
    expect(await search(fixture, 'PC100', { from: '2026-02-01' })).toMatchObject({ excluded: 2, hits: [] });
    const { wallets } = await fixture.call('review.search', { action: 'prepare' });
    expect(wallets.map(({ id }) => id)).toEqual([1001, 1003]);
  });

  test('exports the listed hits in the given order, and formulas are harmless', async ({ fixture }) => {
    const csv = await storeAs(fixture, 1001, 'csv');
    const { hits, search: number } = await search(fixture, 'PC1001');
    fixture.platform.answers.savePath = join(fixture.folder, 'hits.csv');
    const indexes = [2, 0];
    await fixture.call('review.search', { action: 'export', search: number, hits: indexes });
    const lines = (await readFile(join(fixture.folder, 'hits.csv'), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    for (const [line, index] of indexes.entries()) {
      const hit = hits[index];
      expect(hit?.statementId).toBe(csv);
      expect(lines[line + 1]).toContain(hit?.kind === 'cell' ? hit.cells[1] : '');
    }
    await search(fixture, 'rent');
    await expect(
      fixture.call('review.search', { action: 'export', search: number, hits: [0] }),
    ).rejects.toMatchObject({ code: 'arguments-invalid' });
  });

  test('sets a PDF aside that ends the process twice, and finds all hits in the other statements', async () => {
    const fixture = await startStatementsFixture();
    const review = harmReview(fixture.platform.processes);
    const [csv, pdf, harmless] = [
      await storeAs(fixture, 1001, 'csv'),
      await storeAs(fixture, 1001, 'pdf'),
      await storeAs(fixture, 1002, 'pdf'),
    ];
    review.harm((await fixture.call('statements.get', { id: pdf })).sha256);
    const { hits, failed, gaps } = await search(fixture, 'PC100');
    expect(new Set(hits.map(({ statementId }) => statementId))).toEqual(new Set([csv, harmless]));
    expect([failed, gaps]).toMatchObject([1, [{ statementId: pdf, reasons: ['unreadable'] }]]);
    expect((await fixture.call('statements.get', { id: pdf })).unreadable).toBe(true);
    const readings = review.readings.length;
    expect((await search(fixture, 'PC100')).failed).toBe(1);
    expect(review.readings).toHaveLength(readings);
  });
});
