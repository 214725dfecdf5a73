import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect } from 'vitest';
import type { CommandResult } from '../../../src/shared/contract/index.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { harmReview } from '../../fakes/harmful-review.ts';
import { packParts, workbookParts } from '../../fakes/make-workbook.ts';
import { filesContaining, type StatementsFixture, startWithKeychain, test } from './statements-fixture.ts';

/** Returns the first rows of what is open, by column. */
async function readFacts(
  fixture: StatementsFixture,
  { handle, opened }: Pick<CommandResult<'review.openTable'>, 'handle' | 'opened'>,
) {
  const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 200 });
  const indexOf = (role: string) => opened.columns.findIndex((column) => column.role === role);
  const [date, reference, amount, name] = ['date', 'reference', 'amount', 'counterparty'].map(indexOf);
  return rows.map(({ cells }) => ({
    date: cells[date ?? -1] ?? '',
    reference: cells[reference ?? -1] ?? '',
    amount: cells[amount ?? -1] ?? '',
    name: cells[name ?? -1] ?? '',
  }));
}

/** Opens January, and returns its handle and its rows. */
async function openJanuary(fixture: StatementsFixture) {
  const statementId = await fixture.storeStatement();
  const opened = await fixture.call('review.open', { statementId, options: {} });
  return { statementId, handle: opened.handle, facts: await readFacts(fixture, opened) };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Writes a ledger of the rows, without a sign for payments, and chooses it in the next dialog. */
async function writeLedger(fixture: StatementsFixture, facts: Facts, name = 'ledger.csv'): Promise<string> {
  const lines = facts.map((row) => {
    const amount = row.amount.startsWith('-') ? row.amount.slice(1) : `-${row.amount}`;
    return `${row.date},${row.reference},"${row.name}",${amount}`;
  });
  const path = join(fixture.folder, name);
  await writeFile(path, ['Date,Reference,Payee,Amount', ...lines].join('\n'));
  fixture.platform.answers.fileToOpen = path;
  return path;
}

async function importLedger(fixture: StatementsFixture) {
  const imported = await fixture.call('review.ledger', { action: 'choose' });
  if (imported === null) throw new Error('A file was chosen');
  return imported;
}

const page = { offset: 0, limit: 200 } as const;
const openRowsOf = (fixture: StatementsFixture, handle: number, side: 'statement' | 'ledger') =>
  fixture.call('review.ledger', { action: 'rows', handle, side, only: 'all', ...page });

describe('a ledger', () => {
  test('is sealed, matched by rules, decided by hand, and its open rows are exported', async () => {
    const fixture = await startWithKeychain();
    const { statementId, handle, facts } = await openJanuary(fixture);
    const canary = 'CANARY-LEDGER-4711';
    const [first, second, third, ...rest] = facts;
    if (first === undefined || second === undefined || third === undefined) throw new Error('Too few rows');
    const source = await writeLedger(fixture, [
      { ...second, amount: `${second.amount}1` },
      { ...third, reference: canary, name: canary, amount: '1.11', date: '2020-01-01' },
      ...rest,
    ]);
    const { ledger, isKnown } = await importLedger(fixture);
    expect([ledger.name, isKnown]).toEqual(['ledger.csv', false]);
    // The clerk's own file is in the folder of the test too.
    await rm(source);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);

    const match = () =>
      fixture.call('review.ledger', { action: 'match', handle, ledgerId: ledger.id, settings: null });
    const { summary } = await match();
    expect(summary.signs).toMatchObject({ use: 'reversed', by: 'references' });
    expect(summary.matches.reference).toBe(rest.length);
    const statementRows = await openRowsOf(fixture, handle, 'statement');
    expect(statementRows.rows.map(({ row, reason }) => [row, reason])).toEqual([
      [0, null],
      [1, 'difference'],
      [2, null],
    ]);
    const ledgerRows = await openRowsOf(fixture, handle, 'ledger');
    expect(ledgerRows.rows.map(({ row, reason, candidate }) => [row, reason, candidate])).toEqual([
      [0, 'difference', 1],
      [1, null, null],
    ]);
    expect(ledgerRows.rows[1]?.ageDays).toBeGreaterThan(365);

    const linked = await fixture.call('review.ledger', {
      action: 'link',
      handle,
      rows: { statement: [1], ledger: [0] },
    });
    expect(linked.summary.matches['by-hand']).toBe(1);
    expect(
      await errorOf(
        fixture.call('review.ledger', { action: 'link', handle, rows: { statement: [1], ledger: [1] } }),
      ),
    ).toMatchObject({ code: 'ledger-rows-matched' });
    const separated = await fixture.call('review.ledger', {
      action: 'unlink',
      handle,
      side: 'statement',
      row: 3,
    });
    expect(separated.summary.matches.reference).toBe(rest.length - 1);
    expect((await match()).summary.matches).toMatchObject({ 'by-hand': 1, reference: rest.length - 1 });
    expect((await openRowsOf(fixture, handle, 'statement')).rows.at(-1)).toMatchObject({
      row: 3,
      reason: 'separated',
      candidate: 2,
    });
    const rejoined = await fixture.call('review.ledger', {
      action: 'rejoin',
      handle,
      side: 'ledger',
      row: 2,
    });
    expect(rejoined.summary.matches.reference).toBe(rest.length);

    const path = join(fixture.folder, 'open.csv');
    fixture.platform.answers.savePath = path;
    await fixture.call('review.ledger', { action: 'export', handle });
    const exported: string[][] = parse(await readFile(path, 'utf8'), { bom: true });
    await rm(path);
    expect(exported.slice(1).map(([file, row, , , reference]) => [file, row, reference])).toEqual([
      ['Statement', '1', first.reference],
      ['Statement', '3', third.reference],
      ['Ledger', '2', canary],
    ]);

    // The links of the clerk are there after a restart, and nothing of the ledger is unencrypted.
    await fixture.restart();
    const reopened = await fixture.call('review.open', { statementId, options: null });
    const again = await fixture.call('review.ledger', {
      action: 'match',
      handle: reopened.handle,
      ledgerId: ledger.id,
      settings: null,
    });
    expect(again.summary.matches['by-hand']).toBe(1);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
  });

  test('in a workbook is sealed with its original, and matched with exact amounts and dates', async ({
    fixture,
  }) => {
    const { handle, facts } = await openJanuary(fixture);
    const canary = 'CANARY-WORKBOOK-4711';
    const toCell = (text: string) => `<c t="inlineStr"><is><t>${text.replaceAll('&', '&amp;')}</t></is></c>`;
    const toDay = (date: string) => (Date.parse(date) - Date.UTC(1899, 11, 30)) / 86_400_000;
    const lines = facts.map(
      ({ date, reference, amount }) =>
        `<row><c s="1"><v>${toDay(date)}</v></c>${toCell(reference)}<c><v>${amount}</v></c></row>`,
    );
    const head = `<row>${['Booked', 'Voucher no', `Amount ${canary}`].map(toCell).join('')}</row>`;
    const styles = '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>';
    const bytes = packParts(workbookParts({ sheets: { Books: head + lines.join('') }, styles }));
    const path = join(fixture.folder, 'books.xlsx');
    await writeFile(path, bytes);
    fixture.platform.answers.fileToOpen = path;
    const { ledger, isKnown } = await importLedger(fixture);
    expect([ledger.name, ledger.size, isKnown]).toEqual(['books.xlsx', bytes.length, false]);
    expect(await importLedger(fixture)).toEqual({ ledger, isKnown: true, isDoubtful: false });
    await rm(path);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);

    const match = { action: 'match', handle, ledgerId: ledger.id, settings: null } as const;
    const { summary } = await fixture.call('review.ledger', match);
    expect(summary.matches.reference).toBe(facts.length);
    const { matches } = await fixture.call('review.ledger', {
      action: 'matches',
      handle,
      kinds: ['reference'],
      ...page,
    });
    expect(matches.map(({ ledger: [row] }) => row?.date)).toEqual(
      matches.map(({ statement: [row] }) => row?.date),
    );
  });

  test('in a damaged workbook is refused, and nothing of the file is stored', async ({ fixture }) => {
    const path = join(fixture.folder, 'books.xlsx');
    await writeFile(path, 'PK no archive');
    fixture.platform.answers.fileToOpen = path;
    expect(await errorOf(fixture.call('review.ledger', { action: 'choose' }))).toMatchObject({
      code: 'ledger-workbook',
      details: { problem: 'damaged' },
    });
    expect(await fixture.call('review.ledger', { action: 'list' })).toEqual({ ledgers: [] });
  });

  test('that is imported again is not stored twice, and is removed with its links', async ({ fixture }) => {
    const { handle, facts } = await openJanuary(fixture);
    await writeLedger(fixture, facts);
    const { ledger } = await importLedger(fixture);
    await writeLedger(fixture, facts, 'copy.csv');
    expect(await importLedger(fixture)).toEqual({ ledger, isKnown: true, isDoubtful: false });
    expect(await fixture.call('review.ledger', { action: 'list' })).toEqual({ ledgers: [ledger] });
    await fixture.call('review.ledger', { action: 'match', handle, ledgerId: ledger.id, settings: null });
    await fixture.call('review.ledger', { action: 'remove', ledgerId: ledger.id });
    expect(await fixture.call('review.ledger', { action: 'list' })).toEqual({ ledgers: [] });
    expect(await errorOf(openRowsOf(fixture, handle, 'ledger'))).toMatchObject({ code: 'review-closed' });
  });

  test.for([
    ['a text', 'Dear colleague,\nplease find the list attached.\n', 'ledger-not-table'],
    ['an empty file', '', 'ledger-not-table'],
  ] as const)('of %s is refused and not stored', async ([, text, code], { fixture }) => {
    const path = join(fixture.folder, 'file.csv');
    await writeFile(path, text);
    fixture.platform.answers.fileToOpen = path;
    expect(await errorOf(fixture.call('review.ledger', { action: 'choose' }))).toMatchObject({ code });
    expect(await fixture.call('review.ledger', { action: 'list' })).toEqual({ ledgers: [] });
  });
});

test('a ledger whose dates could be read in two ways is matched as the clerk chose, also after a restart', async () => {
  const fixture = await startWithKeychain();
  const { statementId, handle } = await openJanuary(fixture);
  const path = join(fixture.folder, 'file.csv');
  const lines = Array.from(
    { length: 30 },
    (_, row) => `0${(row % 9) + 1}/0${(row % 8) + 1}/2026,R${row + 100},-1.50`,
  );
  await writeFile(path, `Date,Reference,Amount\n${lines.join('\n')}`);
  fixture.platform.answers.fileToOpen = path;
  const imported = await importLedger(fixture);
  expect(imported).toMatchObject({ isKnown: false, isDoubtful: true });
  const ledgerId = imported.ledger.id;
  const matchIn = (openHandle: number) =>
    fixture.call('review.ledger', { action: 'match', handle: openHandle, ledgerId, settings: null });
  expect(await errorOf(matchIn(handle))).toMatchObject({
    code: 'ledger-ambiguous',
    details: { side: 'ledger', columns: ['Date'] },
  });

  const { preview, isChosen } = await fixture.call('review.ledger', {
    action: 'preview',
    ledgerId,
    options: null,
  });
  expect([isChosen, preview.opened.columns.map(({ kind }) => kind)]).toEqual([
    false,
    ['undecided', 'text', 'number'],
  ]);
  await fixture.call('review.ledger', { action: 'read', ledgerId, options: { dates: 'day-first' } });
  await matchIn(handle);
  expect((await openRowsOf(fixture, handle, 'ledger')).rows[1]?.date).toBe('2026-02-02');
  expect((await openRowsOf(fixture, handle, 'ledger')).rows[9]?.date).toBe('2026-02-01');

  await fixture.restart();
  const reopened = await fixture.call('review.open', { statementId, options: null });
  await matchIn(reopened.handle);
  expect((await openRowsOf(fixture, reopened.handle, 'ledger')).rows[9]?.date).toBe('2026-02-01');
  // Another header has other row numbers, so that no match by hand is applied to other rows.
  await fixture.call('review.ledger', {
    action: 'link',
    handle: reopened.handle,
    rows: { statement: [0], ledger: [0] },
  });
  const options = { dates: 'day-first', header: 1 } as const;
  await fixture.call('review.ledger', { action: 'read', ledgerId, options });
  const { summary } = await matchIn(reopened.handle);
  expect([summary.matches['by-hand'], summary.unfitLinks]).toEqual([0, 1]);
  await fixture.call('review.ledger', { action: 'read', ledgerId, options: {} });
  expect(await errorOf(matchIn(reopened.handle))).toMatchObject({ code: 'ledger-ambiguous' });
});

test('a ledger is matched with the statement that is open', async ({ fixture }) => {
  const { statementId, handle, facts } = await openJanuary(fixture);
  await writeLedger(fixture, facts.slice(1));
  const { ledger } = await importLedger(fixture);
  await fixture.call('review.ledger', { action: 'match', handle, ledgerId: ledger.id, settings: null });
  expect((await openRowsOf(fixture, handle, 'statement')).total).toBe(1);
  const reopened = await fixture.call('review.open', { statementId, options: null });
  expect(await errorOf(openRowsOf(fixture, reopened.handle, 'statement'))).toMatchObject({
    code: 'review-closed',
  });
});

test('a ledger is matched with several statements that are open as one table', async ({ fixture }) => {
  const statementIds = [await fixture.storeStatement(1001), await fixture.storeStatement(1002)];
  const opened = await fixture.call('review.openTable', { statementIds });
  const facts = await readFacts(fixture, opened);
  await writeLedger(fixture, facts.slice(1));
  const { ledger } = await importLedger(fixture);
  const { summary } = await fixture.call('review.ledger', {
    action: 'match',
    handle: opened.handle,
    ledgerId: ledger.id,
    settings: null,
  });
  expect(summary.statement.rows).toBe(opened.opened.rows);
  expect(summary.matches.reference).toBe(facts.length - 1);
  const { rows } = await openRowsOf(fixture, opened.handle, 'statement');
  expect(rows[0]).toMatchObject({ row: 0, reference: facts[0]?.reference, reason: null });
});

test('a ledger is matched by the column of references that the clerk chose last', async ({ fixture }) => {
  const { handle, facts } = await openJanuary(fixture);
  await writeLedger(fixture, facts);
  const { ledger } = await importLedger(fixture);
  const matchedColumn = async () => {
    const args = { action: 'match', handle, ledgerId: ledger.id, settings: null } as const;
    return (await fixture.call('review.ledger', args)).summary.statement.columns.reference;
  };
  expect(await matchedColumn()).toBe('Reference');
  const layout = { columns: [], reference: { name: 'Description', nth: 0 } };
  await fixture.call('review.keepLayout', { handle, layout });
  expect(await matchedColumn()).toBe('Description');
});

test('the states of rows end with the ledger that they come from', async ({ fixture }) => {
  const { handle, facts } = await openJanuary(fixture);
  await writeLedger(fixture, facts.slice(1));
  const { ledger } = await importLedger(fixture);
  await writeLedger(fixture, facts.slice(2), 'other.csv');
  const other = (await importLedger(fixture)).ledger;
  await fixture.call('review.ledger', { action: 'match', handle, ledgerId: ledger.id, settings: null });
  const statesOf = async () => {
    const { rows } = await fixture.call('review.query', { action: 'window', handle, offset: 0, limit: 3 });
    return rows.map(({ states }) => states);
  };
  const matched = [{}, { ledger: 1 }, { ledger: 1 }];
  expect(await statesOf()).toEqual(matched);
  const remove = (ledgerId: string) => fixture.call('review.ledger', { action: 'remove', ledgerId });
  expect(await remove(other.id)).toEqual({ wasMatched: false });
  expect(await statesOf()).toEqual(matched);
  expect(await remove(ledger.id)).toEqual({ wasMatched: true });
  expect(await statesOf()).toEqual([{}, {}, {}]);
});

test('a ledger that crashes the process that reads it is read again when the clerk retries', async () => {
  const fixture = await startWithKeychain();
  const review = harmReview(fixture.platform.processes);
  const { handle, facts } = await openJanuary(fixture);
  const path = await writeLedger(fixture, facts);
  const { ledger } = await importLedger(fixture);
  const sha256 = createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
  const match = () =>
    fixture.call('review.ledger', { action: 'match', handle, ledgerId: ledger.id, settings: null });
  const retry = () => fixture.call('review.ledger', { action: 'retry', ledgerId: ledger.id });
  review.harm(sha256);
  expect(await errorOf(match())).toMatchObject({ code: 'ledger-unreadable' });
  expect(review.readings).toEqual(['matchLedger', 'matchLedger']);
  await retry();
  expect(await errorOf(match())).toMatchObject({ code: 'ledger-unreadable' });
  expect(review.readings).toHaveLength(4);
  review.heal(sha256);
  expect(await errorOf(match())).toMatchObject({ code: 'ledger-unreadable' });
  await retry();
  expect((await match()).summary.matches.reference).toBe(facts.length);
});
