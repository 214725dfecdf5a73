import { createHash } from 'node:crypto';
import { describe, expect } from 'vitest';
import { noFilters } from '../../../../src/shared/model/statements/statement-search.ts';
import { referencesOf, sharedTest as test } from './statements-fixture.ts';

const entireView = { sort: null, filters: [], find: '' };

describe('a stored statement', () => {
  test('is opened, sorted, filtered, summed and checked without the service', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement();
    const callCount = fixture.simulator.calls().length;
    const { handle, opened, statement } = await fixture.openStatement(statementId);
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
    expect(await fixture.call('viewer.view', { handle, view })).toMatchObject({ rows: opened.rows, hits: 0 });
    const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 200 });
    const amounts = rows.map(({ cells }) => Number(cells[7]));
    expect(amounts).toEqual(amounts.toSorted((one, two) => two - one));
    const all = { kind: 'all' } as const;
    const { sums } = await fixture.call('viewer.query', { action: 'sums', handle, column: 7, rows: all });
    const cents = amounts.map((amount) => Math.round(amount * 100));
    expect(sums).toMatchObject([
      { currency: 'EUR', rows: opened.rows, net: String(cents.reduce((a, b) => a + b, 0)) },
    ]);
    const found = await fixture.call('viewer.view', { handle, view: { ...entireView, find: 'INVOICE' } });
    expect(found.rows).toBe(opened.rows);
    expect(found.hits).toBeGreaterThan(0);
    const filters = [{ kind: 'is', column: 2, text: 'payment' } as const];
    const filteredView = await fixture.call('viewer.view', { handle, view: { ...entireView, filters } });
    expect(filteredView.rows).toBeLessThan(opened.rows);
    const references = await referencesOf(fixture, handle, { kind: 'view' });
    expect(references).toHaveLength(filteredView.rows);
    const { points } = await fixture.call('viewer.query', { action: 'check', handle });
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
    expect(fixture.simulator.calls()).toHaveLength(callCount);
  });

  test('has the column layout of earlier statements of its wallet only', async ({ fixture }) => {
    const [statementId, otherStatementId] = [
      await fixture.januaryStatement(1003),
      await fixture.januaryStatement(1004),
    ];
    const { handle, layout: initialLayout } = await fixture.openStatement(statementId);
    expect(initialLayout).toBeNull();
    const layout = {
      columns: [{ name: 'Amount', nth: 0, hidden: false, pinned: 'right' as const, width: 140 }],
      reference: { name: 'Description', nth: 0 },
    };
    await fixture.call('viewer.keepLayout', { handle, layout });
    const references = await referencesOf(fixture, handle, { kind: 'some', rows: [0] });
    const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 1 });
    expect(references).toEqual([rows[0]?.cells[5]?.trim()]);
    expect(await fixture.openStatement(statementId)).toMatchObject({ layout });
    expect(await fixture.openStatement(otherStatementId)).toMatchObject({ layout: null });
  });

  test('is read with the options chosen for its wallet until they are reset', async ({ fixture }) => {
    const [statementId, otherStatementId] = [
      await fixture.januaryStatement(1005),
      await fixture.januaryStatement(1006),
    ];
    const options = { header: 'none' as const, columns: { 5: { role: 'reference' as const } } };
    const openRemembered = (id: number) => fixture.call('viewer.open', { statementId: id, options: null });
    const applied = { remembered: 'applied', opened: { header: null, options } };
    expect(await fixture.call('viewer.open', { statementId, options })).toMatchObject(applied);
    const notRemembered = { remembered: 'none', opened: { header: 0, options: {} } };
    expect(await openRemembered(otherStatementId)).toMatchObject(notRemembered);
    // The first row is data under these options, and the search finds it.
    await fixture.call('viewer.search', { action: 'start', text: 'Counterparty', filters: noFilters });
    const { hits } = await fixture.testApp.until('search', ({ state }) => state === 'done');
    expect(hits.filter((hit) => hit.statementId === statementId)).toMatchObject([{ row: 0 }]);
    await fixture.restart();
    expect(await openRemembered(statementId)).toMatchObject(applied);
    const february = { since: '2026-02-01', till: '2026-02-28' };
    expect(await openRemembered(await fixture.storeStatement(1005, { period: february }))).toMatchObject(
      applied,
    );
    await fixture.openStatement(statementId);
    expect(await openRemembered(statementId)).toMatchObject(notRemembered);
  });

  test('reports an error when it is no longer open or not stored', async ({ fixture }) => {
    const statementId = await fixture.januaryStatement();
    const firstOpening = await fixture.openStatement(statementId);
    await fixture.call('viewer.open', { statementId, options: { encoding: 'windows-1252' } });
    await expect(
      fixture.call('viewer.query', { action: 'window', handle: firstOpening.handle, offset: 0, limit: 1 }),
    ).rejects.toMatchObject({ code: 'statement-closed' });
    const { id: waitingId } = await fixture.requestStatement(1008);
    await expect(fixture.openStatement(waitingId)).rejects.toMatchObject({ code: 'statement-not-stored' });
  });
});

test('a stored PDF is served completely without the service, and has no rows', async ({ fixture }) => {
  const statementId = await fixture.storeStatement(1009, { format: 'pdf' });
  const { sha256 } = await fixture.call('statements.get', { id: statementId });
  const callCount = fixture.simulator.calls().length;
  const { address, statement, points } = await fixture.call('viewer.document', { statementId });
  expect(statement).toMatchObject({ id: statementId, format: 'pdf' });
  expect(points.map(({ id, result }) => [id, result])).toEqual([
    ['length', 'passed'],
    ['unchanged', 'passed'],
    ['seals', 'passed'],
    ...['rows', 'dates', 'belongs', 'amounts', 'balance', 'references', 'encoding', 'signature'].map((id) => [
      id,
      'cannot',
    ]),
  ]);
  expect(points[1]?.facts).toEqual({ sha256 });
  const content = await fixture.testApp.app.contents.load(address);
  expect(content?.mediaType).toBe('application/pdf');
  const bytes = content?.bytes ?? '';
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
  expect(fixture.simulator.calls()).toHaveLength(callCount);
  await expect(fixture.openStatement(statementId)).rejects.toMatchObject({ code: 'arguments-invalid' });
  await expect(
    fixture.call('viewer.document', { statementId: await fixture.januaryStatement() }),
  ).rejects.toMatchObject({ code: 'arguments-invalid' });
});
