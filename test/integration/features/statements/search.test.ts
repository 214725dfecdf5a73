/** @file The search over sealed statements of both formats, with filters, and what it says about files it could not search. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { noFilters, type SearchFilters } from '../../../../src/shared/model/statements/statement-search.ts';
import { createSharedTest, openStatementsFixture, type StatementsFixture } from './statements-fixture.ts';

/** January of a wallet in euros as CSV and PDF, and of a wallet in dollars as CSV. */
const test = createSharedTest(async () => {
  const fixture = await openStatementsFixture({ hasKeychain: true });
  const [csv, pdf, dollars] = [
    await fixture.storeStatement(1001),
    await fixture.storeStatement(1001, { format: 'pdf' }),
    await fixture.storeStatement(1003),
  ];
  return Object.assign(fixture, { csv, pdf, dollars });
});

/** Searches all statements and waits for the end of the search. */
async function search(fixture: StatementsFixture, text: string, filters: Partial<SearchFilters> = {}) {
  const started = await fixture.call('viewer.search', {
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
  const { handle } = await fixture.openStatement(statementId);
  const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 200 });
  return rows.map(({ cells }) => cells);
}

describe('the search in all statements', () => {
  test('finds the same payment in the rows of a CSV file and on the page of a PDF', async ({ fixture }) => {
    const { csv, pdf } = fixture;
    const reference = (await rowsOf(fixture, csv)).at(-1)?.[1] ?? '';
    const { hits, statements, failed, gaps } = await search(fixture, reference);
    expect([statements, failed, gaps]).toEqual([3, 0, []]);
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
    const rows = await rowsOf(fixture, fixture.csv);
    const [date = '', , , , , , , amount = ''] = rows[3] ?? [];
    const absolute = amount.replace('-', '');
    const same = rows.filter((cells) => cells[7]?.replace('-', '') === absolute);
    const inWallet = { walletIds: [1001] };
    const range = { from: absolute, to: absolute, eitherSign: true };
    const found = await search(fixture, '', { ...inWallet, amount: range });
    expect(found.hits.map((hit) => (hit.kind === 'cell' ? hit.cells : []))).toEqual(same);
    expect(found.gaps).toMatchObject([{ statementId: fixture.pdf, reasons: ['pages'] }]);
    const onDay = await search(fixture, '', { ...inWallet, from: date, till: date });
    expect(onDay.hits.map((hit) => (hit.kind === 'cell' ? hit.date : ''))).toEqual(
      rows.filter((cells) => cells[0] === date).map(() => date),
    );
  });

  test('does not read statements that cannot have hits because of wallet, period or currency', async ({
    fixture,
  }) => {
    // The currencies of wallets are known once the service has listed them.
    await fixture.call('statements.wallets', {});
    const { wallet } = await fixture.call('statements.get', { id: fixture.dollars });
    expect(wallet.currency).toBe('USD');
    for (const filters of [{ walletIds: [1003] }, { currency: 'USD' }]) {
      const { hits, statements, excluded } = await search(fixture, 'PC100', filters);
      expect([statements, excluded]).toEqual([1, 2]);
      expect(new Set(hits.map(({ statementId }) => statementId))).toEqual(new Set([fixture.dollars]));
    }
    expect(await search(fixture, 'PC100', { from: '2026-02-01' })).toMatchObject({ excluded: 3, hits: [] });
    const { wallets } = await fixture.call('viewer.search', { action: 'prepare' });
    expect(wallets.map(({ id }) => id)).toEqual([1001, 1003]);
  });

  test('exports listed hits in the given order, and only of the last search', async ({ fixture }) => {
    const { hits, search: number } = await search(fixture, 'PC1003');
    fixture.platform.answers.savePath = join(fixture.folder, 'hits.csv');
    const indexes = [2, 0];
    await fixture.call('viewer.search', { action: 'export', search: number, hits: indexes });
    const lines = (await readFile(join(fixture.folder, 'hits.csv'), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(3);
    for (const [line, index] of indexes.entries()) {
      const hit = hits[index];
      expect(hit?.statementId).toBe(fixture.dollars);
      expect(lines[line + 1]).toContain(hit?.kind === 'cell' ? hit.cells[1] : '');
    }
    await search(fixture, 'rent');
    await expect(
      fixture.call('viewer.search', { action: 'export', search: number, hits: [0] }),
    ).rejects.toMatchObject({ code: 'arguments-invalid' });
  });

  test('keeps its hits until the sign-out, so that the next user does not see them', async ({ fixture }) => {
    expect((await search(fixture, 'rent')).hits).not.toEqual([]);
    await fixture.call('session.signOut', { forgetKey: false });
    const { text, hits } = await fixture.testApp.until('search', ({ state }) => state === 'idle');
    expect([text, hits]).toEqual(['', []]);
    await fixture.signIn();
  });
});
