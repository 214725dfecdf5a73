import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, vi } from 'vitest';
import { noFilters } from '../../../src/shared/model/statement-search.ts';
import { readWorkbook } from '../../fakes/read-workbook.ts';
import { startStatementsFixture, test } from './statements-fixture.ts';

const entireView = { sort: null, filters: [], find: '' };

describe('a stored statement', () => {
  test('is previewed with other options and stays open with its own options', async () => {
    const fixture = await startStatementsFixture({ simulator: { transactionsPerDay: 100 } });
    const statementId = await fixture.storeStatement();
    const { handle, opened } = await fixture.call('review.open', { statementId, options: {} });
    const options = { encoding: 'koi8-r', header: 'none', columns: { 7: { type: 'text' } } } as const;
    const preview = await fixture.call('review.query', { action: 'preview', handle, options });
    expect(preview.lines[0]?.slice(0, 3)).toEqual(['Date', 'Reference', 'Type']);
    expect(preview.rows[0]).toEqual(preview.lines[0]);
    expect(preview.opened).toMatchObject({ encoding: 'koi8-r', header: null, options });
    expect(preview.found).toMatchObject({ encoding: 'utf-8', separator: ',', header: 0 });
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 1 });
    expect(rows[0]?.cells.length).toBe(opened.columns.length);
    expect(rows[0]?.cells[0]).not.toBe('Date');
  });

  test('is opened, sorted, filtered, summed, searched and checked without the service', async ({
    fixture,
  }) => {
    const statementId = await fixture.storeStatement();
    await fixture.simulator.close();
    const { handle, opened, statement } = await fixture.call('review.open', { statementId, options: {} });
    expect(opened).toMatchObject({
      rows: statement.transactions,
      encoding: 'utf-8',
      separator: ',',
      header: 0,
      ragged: 0,
    });
    expect(opened.columns.map(({ name, kind, role }) => [name, kind, role])).toEqual([
      ['Date', 'date', 'date'],
      ['Reference', 'text', 'reference'],
      ['Type', 'text', null],
      ['Counterparty', 'text', 'counterparty'],
      ['Account', 'text', null],
      ['Description', 'text', 'description'],
      ['Currency', 'text', 'currency'],
      ['Amount', 'number', 'amount'],
      ['Balance', 'number', 'balance'],
    ]);
    const view = { ...entireView, sort: { column: 7, descending: true } };
    expect(await fixture.call('review.view', { handle, view })).toMatchObject({ rows: opened.rows, hits: 0 });
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 200 });
    const amounts = rows.map(({ cells }) => Number(cells[7]));
    expect(amounts).toEqual(amounts.toSorted((one, two) => two - one));
    const { sums } = await fixture.call('review.query', {
      action: 'sums',
      handle,
      column: 7,
      rows: { kind: 'all' },
    });
    const cents = amounts.map((amount) => Math.round(amount * 100));
    expect(sums).toMatchObject([
      { currency: 'EUR', rows: opened.rows, net: String(cents.reduce((a, b) => a + b, 0)) },
    ]);
    const searchResult = await fixture.call('review.view', {
      handle,
      view: { ...entireView, find: 'INVOICE' },
    });
    expect(searchResult.rows).toBe(opened.rows);
    expect(searchResult.hits).toBeGreaterThan(0);
    const payments = { kind: 'is', column: 2, text: 'payment' } as const;
    const filteredView = await fixture.call('review.view', {
      handle,
      view: { ...entireView, filters: [payments] },
    });
    expect(filteredView.rows).toBeLessThan(opened.rows);
    const { references } = await fixture.call('review.query', {
      action: 'references',
      handle,
      rows: { kind: 'view' },
    });
    expect(references).toHaveLength(filteredView.rows);
    const { points } = await fixture.call('review.query', { action: 'check', handle });
    expect(points.map(({ id, result }) => [id, result])).toEqual([
      ['length', 'passed'],
      ['unchanged', 'passed'],
      ['seals', 'passed'],
      ['rows', 'passed'],
      ['dates', 'passed'],
      ['belongs', 'cannot'],
      ['amounts', 'passed'],
      ['balance', 'passed'],
      ['references', 'passed'],
      ['encoding', 'passed'],
      ['signature', 'cannot'],
    ]);
  });

  test('is exported unchanged, and its view in a form that is safe for spreadsheets', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const { handle } = await fixture.call('review.open', { statementId, options: {} });
    fixture.platform.answers.savePath = join(fixture.folder, 'original.csv');
    await fixture.call('review.export', { action: 'original', statementId });
    const original = await readFile(join(fixture.folder, 'original.csv'));
    const [event] = fixture.eventsOf(1001);
    const sentBytes = await (await fetch(event?.event.url ?? '')).arrayBuffer();
    expect(original.equals(Buffer.from(sentBytes))).toBe(true);
    fixture.platform.answers.savePath = join(fixture.folder, 'view.csv');
    await fixture.call('review.export', { action: 'view', handle, columns: [1, 7], format: 'csv' });
    const view = await readFile(join(fixture.folder, 'view.csv'), 'utf8');
    expect(view.startsWith('\ufeff"Reference","Amount"\r\n')).toBe(true);
    const rows = { kind: 'some' as const, rows: [0] };
    expect(await fixture.call('review.copy', { handle, rows, columns: [1], names: false })).toEqual({
      rows: 1,
      of: 1,
    });
    expect(fixture.platform.seen.copied[0]).toMatch(/^PC1001\d+$/);
    // A signed amount stays a number, in the file and on the clipboard.
    expect(view).toMatch(/,-\d+\.\d\d\r\n/);
  });

  test('is exported as a workbook with its origin, and no cell differs from the CSV export', async ({
    fixture,
  }) => {
    const statementId = await fixture.storeStatement();
    const { handle, opened } = await fixture.call('review.open', { statementId, options: {} });
    const view = {
      sort: { column: 7, descending: true },
      filters: [{ kind: 'between', column: 7, from: -1_000_000, to: null } as const],
      find: '',
    };
    const { rows: count } = await fixture.call('review.view', { handle, view });
    const columns = opened.columns.map((_, index) => index);
    for (const format of ['csv', 'xlsx'] as const) {
      fixture.platform.answers.savePath = join(fixture.folder, `view.${format}`);
      await fixture.call('review.export', { action: 'view', handle, columns, format });
    }
    const csv: string[][] = parse(await readFile(join(fixture.folder, 'view.csv')), { bom: true });
    const [rows, origin] = readWorkbook(await readFile(join(fixture.folder, 'view.xlsx')));
    expect(count).toBeGreaterThan(10);
    expect(rows?.rows).toHaveLength(count + 1);
    expect(rows?.rows.map((cells) => columns.map((column) => cells[column]?.text ?? ''))).toEqual(csv);
    expect(rows?.rows[1]?.map((cell) => cell?.kind)).toEqual(
      opened.columns.map(({ kind, role }) => (role === 'reference' ? 'text' : kind)),
    );
    const facts = new Map(origin?.rows.map(([name, value]) => [name?.text, value?.text]));
    expect(facts.get('Exported rows')).toBe(String(count));
    expect(facts.get('Rows before filtering')).toBe(String(opened.rows));
    expect(facts.get('Order')).toBe('Amount, descending');
    expect(facts.get('Filters')).toBe('Amount is at least -10000.00');
    expect(facts.get('Exported at')).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} [+-]\d{2}:\d{2}$/);
    const { sha256, wallet } = await fixture.call('statements.get', { id: statementId });
    expect(origin?.rows.at(-1)?.map((cell) => cell?.text)).toEqual([
      wallet.name ?? undefined,
      '1001',
      '2026-01-01',
      '2026-01-31',
      wallet.currency ?? undefined,
      sha256,
    ]);
  });

  test.for([
    ['signs out', false],
    ['switches to the practice company', true],
  ] as const)(
    'is not exported when the clerk %s while the save dialog is open',
    async ([, isSwitching], { fixture }) => {
      const statementId = await fixture.storeStatement();
      const path = join(fixture.folder, 'original.csv');
      vi.spyOn(fixture.platform.dialogs, 'chooseSavePath').mockImplementation(async () => {
        await fixture.call('session.signOut', { forgetKey: false });
        if (isSwitching) await fixture.call('session.activate', { action: 'practiceCompany' });
        return path;
      });
      await expect(fixture.call('review.export', { action: 'original', statementId })).rejects.toMatchObject({
        code: 'sign-in-needed',
      });
      expect(existsSync(path)).toBe(false);
    },
  );

  test('is copied by positions in the view, with the column names', async ({ fixture }) => {
    const { handle } = await fixture.call('review.open', {
      statementId: await fixture.storeStatement(),
      options: {},
    });
    const sort = { column: 7, descending: false };
    await fixture.call('review.view', { handle, view: { ...entireView, sort } });
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 2, limit: 3 });
    const positions = { kind: 'places', from: 2, to: 4 } as const;
    const copyResult = await fixture.call('review.copy', {
      handle,
      rows: positions,
      columns: [7, 1],
      names: true,
    });
    expect(copyResult).toEqual({ rows: 3, of: 3 });
    const lines = rows.map(({ cells }) => `${cells[7]}\t${cells[1]}`);
    expect(fixture.platform.seen.copied.at(-1)).toBe(['Amount\tReference', ...lines].join('\n'));
    const { rows: numbers } = await fixture.call('review.query', {
      action: 'numbers',
      handle,
      from: 2,
      to: 4,
    });
    expect(numbers).toEqual(rows.map(({ row }) => row));
  });

  test('has the column layout of earlier statements of its wallet only', async ({ fixture }) => {
    const [statementId, otherStatementId] = [
      await fixture.storeStatement(),
      await fixture.storeStatement(1002),
    ];
    const { handle, layout: initialLayout } = await fixture.call('review.open', {
      statementId,
      options: {},
    });
    expect(initialLayout).toBeNull();
    const layout = {
      columns: [{ name: 'Amount', nth: 0, hidden: false, pinned: 'right' as const, width: 140 }],
      reference: { name: 'Description', nth: 0 },
    };
    await fixture.call('review.keepLayout', { handle, layout });
    const { references } = await fixture.call('review.query', {
      action: 'references',
      handle,
      rows: { kind: 'some', rows: [0] },
    });
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 1 });
    expect(references).toEqual([rows[0]?.cells[5]?.trim()]);
    expect(await fixture.call('review.open', { statementId, options: {} })).toMatchObject({ layout });
    expect(await fixture.call('review.open', { statementId: otherStatementId, options: {} })).toMatchObject({
      layout: null,
    });
  });

  test('is read with the options that the clerk chose for its wallet, also by a search, until the options are reset', async ({
    fixture,
  }) => {
    const [statementId, otherStatementId] = [
      await fixture.storeStatement(),
      await fixture.storeStatement(1002),
    ];
    const options = { header: 'none' as const, columns: { 5: { role: 'reference' as const } } };
    const firstOpening = await fixture.call('review.open', { statementId, options });
    expect(firstOpening).toMatchObject({ remembered: 'applied', opened: { header: null, options } });
    expect(await fixture.call('review.open', { statementId: otherStatementId, options: null })).toMatchObject(
      {
        remembered: 'none',
        opened: { header: 0, options: {} },
      },
    );
    const reopened = await fixture.call('review.open', { statementId, options: null });
    expect(reopened).toMatchObject({ remembered: 'applied', opened: { header: null, options } });
    // The first row is data under these options, and the search finds it.
    await fixture.call('review.search', { action: 'start', text: 'Counterparty', filters: noFilters });
    const { hits } = await fixture.testApp.until('search', ({ state }) => state === 'done');
    expect(hits).toMatchObject([{ statementId, row: 0 }]);
    await fixture.call('review.open', { statementId, options: {} });
    expect(await fixture.call('review.open', { statementId, options: null })).toMatchObject({
      remembered: 'none',
      opened: { header: 0, options: {} },
    });
  });

  test('is read with the options that the clerk chose for its wallet after a restart', async ({
    fixture,
  }) => {
    const options = { header: 'none' as const };
    await fixture.call('review.open', { statementId: await fixture.storeStatement(), options });
    await fixture.restart();
    // Without a keychain the library is new after a restart; the options still apply to the next statement of the wallet.
    await fixture.request([1001], { periods: [{ since: '2026-02-01', till: '2026-02-28' }] });
    const nextStatementId = (await fixture.list()).find(({ since }) => since === '2026-02-01')?.id ?? 0;
    const event = fixture.eventsOf(1001).at(-1);
    if (event !== undefined) await fixture.pasteEvent(event);
    await fixture.until(nextStatementId, 'stored');
    const reopened = await fixture.call('review.open', { statementId: nextStatementId, options: null });
    expect(reopened).toMatchObject({ remembered: 'applied', opened: { header: null, options } });
  });

  test('has no duplicate references when it overlaps with another statement of its wallet', async ({
    fixture,
  }) => {
    const quarter = { since: '2026-01-01', till: '2026-03-31' };
    await fixture.request([1001], { periods: [quarter] });
    const quarterId = (await fixture.list())[0]?.id ?? 0;
    const event = fixture.eventsOf(1001).at(-1);
    if (event !== undefined) await fixture.pasteEvent(event);
    await fixture.until(quarterId, 'stored');
    const statementId = await fixture.storeStatement();
    const { handle } = await fixture.call('review.open', { statementId, options: {} });
    expect(await fixture.call('review.query', { action: 'duplicateReferences', handle })).toEqual({
      compared: 1,
      left: 0,
      found: [],
    });
  });

  test('is found by a search over all statements', async ({ fixture }) => {
    const ids = [
      await fixture.storeStatement(1001),
      await fixture.storeStatement(1002),
      await fixture.storeStatement(1005),
    ];
    await fixture.call('review.search', { action: 'start', text: 'rent', filters: noFilters });
    const { hits, statements, failed } = await fixture.testApp.until(
      'search',
      ({ state }) => state === 'done',
    );
    expect([statements, failed]).toEqual([3, 0]);
    expect(new Set(hits.map((hit) => (hit.kind === 'cell' ? hit.columnName : '')))).toEqual(
      new Set(['Description']),
    );
    for (const { statementId } of hits) expect(ids).toContain(statementId);
    // The hits stay until the sign-out: the next user of this computer must not see them.
    await fixture.call('session.signOut', { forgetKey: false });
    const searchAfterSignOut = await fixture.testApp.until('search', ({ state }) => state === 'idle');
    expect([searchAfterSignOut.text, searchAfterSignOut.hits]).toEqual(['', []]);
  });

  test('reports an error when it is no longer open or not stored', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    const firstOpening = await fixture.call('review.open', { statementId, options: {} });
    await fixture.call('review.open', { statementId, options: { encoding: 'windows-1252' } });
    await expect(
      fixture.call('review.query', { action: 'window', handle: firstOpening.handle, offset: 0, limit: 1 }),
    ).rejects.toMatchObject({ code: 'review-closed' });
    await fixture.request([1002]);
    const waitingId = (await fixture.list()).find(({ state }) => state === 'waiting')?.id ?? 0;
    await expect(fixture.call('review.open', { statementId: waitingId, options: {} })).rejects.toMatchObject({
      code: 'statement-not-stored',
    });
  });
});

describe('a stored PDF', () => {
  test('is served completely at its own address without the service, and has no rows', async ({
    fixture,
  }) => {
    await fixture.request([1001], { format: 'pdf' });
    const statementId = (await fixture.list())[0]?.id ?? 0;
    const [event] = fixture.eventsOf(1001);
    if (event !== undefined) await fixture.pasteEvent(event);
    const { sha256, format } = await fixture.until(statementId, 'stored');
    expect(format).toBe('pdf');
    await fixture.simulator.close();
    const { address, statement, points } = await fixture.call('review.document', { statementId });
    expect(statement.id).toBe(statementId);
    expect(points.map(({ id, result }) => [id, result])).toEqual([
      ['length', 'passed'],
      ['unchanged', 'passed'],
      ['seals', 'passed'],
      ...['rows', 'dates', 'belongs', 'amounts', 'balance', 'references', 'encoding', 'signature'].map(
        (id) => [id, 'cannot'],
      ),
    ]);
    expect(points[1]?.facts).toEqual({ sha256 });
    const content = await fixture.testApp.app.contents.load(address);
    expect(content?.mediaType).toBe('application/pdf');
    expect(
      createHash('sha256')
        .update(content?.bytes ?? '')
        .digest('hex'),
    ).toBe(sha256);
    await expect(fixture.call('review.open', { statementId, options: {} })).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
  });

  test('is the only format that is shown as a document', async ({ fixture }) => {
    const statementId = await fixture.storeStatement();
    await expect(fixture.call('review.document', { statementId })).rejects.toMatchObject({
      code: 'arguments-invalid',
    });
  });
});
