/** @file The statement engine when it crashes on a file, and when requests overlap. */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { noFilters } from '../../../../src/shared/model/statements/statement-search.ts';
import { errorOf } from '../../../fakes/error-of.ts';
import { eventually } from '../../../fakes/eventually.ts';
import { watchEngine } from '../../../fakes/statements/engine-process.ts';
import { harmEngine } from '../../../fakes/statements/harmful-engine.ts';
import {
  createSharedTest,
  openStatementsFixture,
  referencesOf,
  type StatementsFixture,
  tickRows,
} from './statements-fixture.ts';

const entireView = { sort: null, filters: [], find: '' };
/** A statement with more rows than are read at once. */
const twoYears = { since: '2024-01-01', till: '2025-12-31' };
const february = { since: '2026-02-01', till: '2026-02-28' };

const test = createSharedTest(async () => {
  const fixture = await openStatementsFixture({ hasKeychain: true });
  const engine = watchEngine(fixture.platform.processes);
  return Object.assign(fixture, { engine, harmful: harmEngine(fixture.platform.processes) });
});

const isUnreadable = async ({ call }: StatementsFixture, id: number) =>
  (await call('statements.get', { id })).unreadable;

const openErrorOf = (fixture: StatementsFixture, id: number) => errorOf(fixture.openStatement(id));

/** Searches all statements and waits for the end of the search. */
async function search(fixture: StatementsFixture, text: string) {
  const { search: searchNumber } = await fixture.call('viewer.search', {
    action: 'start',
    text,
    filters: noFilters,
  });
  return fixture.testApp.until('search', (value) => value.search === searchNumber && value.state === 'done');
}

const sha256Of = async ({ call }: StatementsFixture, id: number) =>
  (await call('statements.get', { id })).sha256;

describe('a statement that crashes the process that reads it', () => {
  test('is unreadable after two attempts and a restart, and exported unchanged', async ({ fixture }) => {
    const { harmful } = fixture;
    const crashingId = await fixture.storeStatement(1001);
    const readableId = await fixture.storeStatement(1002);
    const before = harmful.readGuard.length;
    harmful.harm(await sha256Of(fixture, crashingId));
    expect(await openErrorOf(fixture, crashingId)).toMatchObject({ code: 'statement-unreadable' });
    expect(harmful.readGuard.slice(before)).toEqual(['open', 'open']);
    expect(await isUnreadable(fixture, crashingId)).toBe(true);
    await fixture.restart();
    expect(await isUnreadable(fixture, crashingId)).toBe(true);
    expect(await openErrorOf(fixture, crashingId)).toMatchObject({ code: 'statement-unreadable' });
    const { searched, statements, gaps } = await search(fixture, 'invoice');
    expect(searched).toBe(statements);
    expect(gaps).toContainEqual(
      expect.objectContaining({ statementId: crashingId, reasons: ['unreadable'] }),
    );
    const { handle } = await fixture.openStatement(readableId);
    await fixture.call('viewer.query', { action: 'duplicateReferences', handle });
    expect(harmful.readGuard).toHaveLength(before + 2);
    expect(await isUnreadable(fixture, readableId)).toBe(false);
    fixture.platform.answers.savePath = join(fixture.folder, 'original.csv');
    await fixture.call('viewer.export', { action: 'original', statementId: crashingId });
    expect((await readFile(join(fixture.folder, 'original.csv'))).length).toBeGreaterThan(0);
    expect(fixture.unexpectedLogLines()).toEqual([]);
  });

  test('is read once more when the clerk retries, until the crash is gone', async ({ fixture }) => {
    const { harmful } = fixture;
    const id = await fixture.storeStatement(1003);
    const sha256 = await sha256Of(fixture, id);
    const before = harmful.readGuard.length;
    harmful.harm(sha256);
    await openErrorOf(fixture, id);
    await fixture.call('statements.retry', { action: 'read', id });
    expect(await isUnreadable(fixture, id)).toBe(false);
    await openErrorOf(fixture, id);
    expect(harmful.readGuard).toHaveLength(before + 3);
    expect(await isUnreadable(fixture, id)).toBe(true);
    harmful.heal(sha256);
    await fixture.call('statements.retry', { action: 'read', id });
    expect((await fixture.openStatement(id)).opened.rows).toBeGreaterThan(0);
  });

  test.for(['csv', 'pdf'] as const)(
    'is left out of a search (%s), and the open statement stays',
    async (format, { fixture }) => {
      const { harmful } = fixture;
      const wallets = format === 'csv' ? [1004, 1005] : [1006, 1007];
      const [crashingId, readableId] = [
        await fixture.storeStatement(wallets[0], { format }),
        await fixture.storeStatement(wallets[1]),
      ];
      const { handle } = await fixture.openStatement(readableId);
      await fixture.call('viewer.annotations', { action: 'show', handle });
      await tickRows(fixture, handle, 2, 5);
      const filters = [{ kind: 'state' as const, of: 'tick' as const, values: [1] }];
      const view = { sort: { column: 7, descending: true }, filters, find: '' };
      await fixture.call('viewer.view', { handle, view });
      const shown = () => fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 20 });
      const before = await shown();
      expect(before.rows).toHaveLength(2);
      harmful.harm(await sha256Of(fixture, crashingId));
      const { hits, failed, gaps } = await search(fixture, 'invoice');
      expect(failed).toBeGreaterThan(0);
      expect(gaps).toContainEqual(
        expect.objectContaining({ statementId: crashingId, reasons: ['unreadable'] }),
      );
      const found = new Set(hits.map(({ statementId }) => statementId));
      expect([found.has(readableId), found.has(crashingId)]).toEqual([true, false]);
      expect(await isUnreadable(fixture, crashingId)).toBe(true);
      expect(await isUnreadable(fixture, readableId)).toBe(false);
      expect(await shown()).toEqual(before);
      const readingCount = harmful.readGuard.length;
      await search(fixture, 'rent');
      expect(harmful.readGuard).toHaveLength(readingCount);
    },
  );

  test('is excluded from the comparison with other statements of its wallet', async ({ fixture }) => {
    const { harmful } = fixture;
    const readableId = await fixture.storeStatement(1008);
    const otherId = await fixture.storeStatement(1008, { period: february });
    const { handle } = await fixture.openStatement(readableId);
    harmful.harm(await sha256Of(fixture, otherId));
    const before = harmful.readGuard.length;
    for (let count = 0; count < 2; count += 1)
      expect(await fixture.call('viewer.query', { action: 'duplicateReferences', handle })).toMatchObject({
        compared: 0,
        left: 1,
      });
    expect(harmful.readGuard.slice(before)).toEqual(['duplicateReferences', 'duplicateReferences']);
    expect(await isUnreadable(fixture, otherId)).toBe(true);
    expect(await isUnreadable(fixture, readableId)).toBe(false);
  });

  test('is left out of a table after two attempts, and the others are opened', async ({ fixture }) => {
    const ids = [
      await fixture.storeStatement(1009),
      await fixture.storeStatement(1009, { period: february }),
    ];
    const [readableId = 0, crashingId = 0] = ids;
    fixture.harmful.harm(await sha256Of(fixture, crashingId));
    const table = await fixture.call('viewer.openCombined', { statementIds: ids });
    expect(table.statements.map(({ statement }) => statement.id)).toEqual([readableId]);
    expect(table.left.map(({ statement, reason }) => [statement.id, reason])).toEqual([
      [crashingId, 'unreadable'],
    ]);
    expect(await isUnreadable(fixture, crashingId)).toBe(true);
    expect(await isUnreadable(fixture, readableId)).toBe(false);
  });
});

test('a ledger that crashes its process is read again when the clerk retries', async ({ fixture }) => {
  const { harmful } = fixture;
  const { handle } = await fixture.openStatement(await fixture.storeStatement(1010));
  const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 200 });
  const lines = rows.map(({ cells }) => `${cells[0]},${cells[1]},${cells[7]}`);
  const bytes = ['Date,Reference,Amount', ...lines].join('\n');
  const path = join(fixture.folder, 'ledger.csv');
  await writeFile(path, bytes);
  fixture.platform.answers.fileToOpen = path;
  const imported = await fixture.call('viewer.ledger', { action: 'choose' });
  const ledgerId = imported !== null && 'ledger' in imported ? imported.ledger.id : '';
  const match = () => fixture.call('viewer.ledger', { action: 'match', handle, ledgerId, settings: null });
  const retry = () => fixture.call('viewer.ledger', { action: 'retry', ledgerId });
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const before = harmful.readGuard.length;
  const unreadable = { code: 'ledger-unreadable' };
  harmful.harm(sha256);
  expect(await errorOf(match())).toMatchObject(unreadable);
  expect(harmful.readGuard.slice(before)).toEqual(['matchLedger', 'matchLedger']);
  await retry();
  expect(await errorOf(match())).toMatchObject(unreadable);
  expect(harmful.readGuard).toHaveLength(before + 4);
  harmful.heal(sha256);
  expect(await errorOf(match())).toMatchObject(unreadable);
  await retry();
  expect((await match()).summary.matches.reference).toBe(rows.length);

  // A process that ends later takes the matching with it, which is made again, also during a call.
  const matches = { action: 'matches', handle, offset: 0, limit: 1 } as const;
  const count = async () => (await fixture.call('viewer.ledger', { ...matches, kinds: ['reference'] })).total;
  fixture.engine.end();
  await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 1 });
  expect(await count()).toBe(rows.length);
  const delayed = fixture.engine.delayNext('ledgerMatches');
  const listing = count();
  await eventually(() => expect(delayed.isDelayed()).toBe(true));
  fixture.engine.end();
  expect(await listing).toBe(rows.length);
});

describe('a statement opened while another statement is still opening', () => {
  test('stays open when the other one opens later, which is closed', async ({ fixture }) => {
    const { engine } = fixture;
    const [first, second] = [await fixture.januaryStatement(1011), await fixture.januaryStatement(1012)];
    const before = engine.requests.length;
    const delayedOpen = engine.delayNext('open');
    const firstError = openErrorOf(fixture, first);
    await eventually(() => expect(delayedOpen.isDelayed()).toBe(true));
    const { handle } = await fixture.openStatement(second);
    delayedOpen.release();
    expect(await firstError).toMatchObject({ code: 'statement-closed' });
    const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 1 });
    expect(rows).toHaveLength(1);
    const requests = engine.requests.slice(before);
    const opened = requests.find(({ name }) => name === 'open');
    const closed = requests.filter(({ name }) => name === 'close').map(({ args }) => args);
    expect(closed.slice(-1)).toMatchObject([{ handle: Reflect.get(Object(opened?.args), 'handle') }]);
  });
});

test('a comparison whose process ends during a call is repeated', async ({ fixture }) => {
  const [statementId, otherId] = [await fixture.storeStatement(1011), await fixture.storeStatement(1012)];
  const compare = { action: 'open', statementId, otherId } as const;
  const { handle, summary } = await fixture.call('viewer.compare', compare);
  const list = { action: 'rows', handle, differences: ['added', 'removed'], offset: 0, limit: 1 } as const;
  const delayed = fixture.engine.delayNext('comparedRows');
  const listing = fixture.call('viewer.compare', { ...list, differences: [...list.differences] });
  await eventually(() => expect(delayed.isDelayed()).toBe(true));
  fixture.engine.end();
  expect((await listing).total).toBe(summary.counts.added + summary.counts.removed);
});

test.for(['exported', 'copied'] as const)(
  'a view that changes is %s as it was at the start',
  async (use, { fixture }) => {
    const { engine, platform } = fixture;
    const statementId = await fixture.storeStatement(1011, { period: twoYears });
    const { handle } = await fixture.openStatement(statementId);
    const viewByAmount = { ...entireView, sort: { column: 7, descending: true } };
    const shownRows = { kind: 'view' } as const;
    const { rows } = await fixture.call('viewer.view', { handle, view: viewByAmount });
    expect(rows).toBeGreaterThan(1_000);
    const references = await referencesOf(fixture, handle, shownRows);
    expect(references).toHaveLength(rows);
    const firstRead = engine.delayNext('rows');
    const path = join(fixture.folder, 'view.csv');
    platform.answers.savePath = path;
    const reading =
      use === 'exported'
        ? fixture.call('viewer.export', { action: 'view', handle, columns: [1], format: 'csv' })
        : fixture.call('viewer.copy', { handle, rows: shownRows, columns: [1], names: false });
    await eventually(() => expect(firstRead.isDelayed()).toBe(true));
    const secondRead = engine.delayNext('rows');
    firstRead.release();
    // The first thousand rows were read; now the order is reversed and most rows are filtered out.
    await eventually(() => expect(secondRead.isDelayed()).toBe(true));
    const filters = [{ kind: 'is', column: 2, text: 'payment' } as const];
    const sort = { column: 7, descending: false };
    await fixture.call('viewer.view', { handle, view: { sort, filters, find: '' } });
    secondRead.release();
    await reading;
    const lines =
      use === 'exported'
        ? (await readFile(path, 'utf8')).trim().split('\r\n').slice(1)
        : platform.seen.copied[0]?.split('\n');
    expect(lines).toEqual(use === 'exported' ? references.map((reference) => `"${reference}"`) : references);
  },
);
