import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, vi } from 'vitest';
import type { CommandArgs, CommandResult } from '../../../../src/shared/contract/index.ts';
import { errorOf } from '../../../fakes/error-of.ts';
import { packParts, workbookParts } from '../../../fakes/files/make-workbook.ts';
import { filesContaining, type StatementsFixture, sharedTest as test } from './statements-fixture.ts';

/** Returns the first rows of what is open, by column. */
async function readFacts(
  fixture: StatementsFixture,
  { handle, opened }: Pick<CommandResult<'viewer.openCombined'>, 'handle' | 'opened'>,
) {
  const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 200 });
  const indexOf = (role: string) => opened.columns.findIndex((column) => column.role === role);
  const [date, reference, amount, name] = ['date', 'reference', 'amount', 'counterparty'].map(indexOf);
  return rows.map(({ cells }) => ({
    date: cells[date ?? -1] ?? '',
    reference: cells[reference ?? -1] ?? '',
    amount: cells[amount ?? -1] ?? '',
    name: cells[name ?? -1] ?? '',
  }));
}

/** Opens January of a wallet, and returns its handle and its rows. */
async function openJanuary(fixture: StatementsFixture, walletId: number) {
  const opened = await fixture.openStatement(await fixture.januaryStatement(walletId));
  const { statement, handle } = opened;
  return { statementId: statement.id, handle, facts: await readFacts(fixture, opened) };
}

type Facts = Awaited<ReturnType<typeof readFacts>>;

/** Writes a file and chooses it in the next dialog. */
async function chooseFile(fixture: StatementsFixture, name: string, bytes: string | Uint8Array) {
  const path = join(fixture.folder, name);
  await writeFile(path, bytes);
  fixture.platform.answers.fileToOpen = path;
  return path;
}

/** Writes a ledger of the rows, without a sign for payments, and chooses it in the next dialog. */
function writeLedger(fixture: StatementsFixture, facts: Facts, name = 'ledger.csv'): Promise<string> {
  const lines = facts.map((row) => {
    const amount = row.amount.startsWith('-') ? row.amount.slice(1) : `-${row.amount}`;
    return `${row.date},${row.reference},"${row.name}",${amount}`;
  });
  return chooseFile(fixture, name, ['Date,Reference,Payee,Amount', ...lines].join('\n'));
}

function requireLedger(imported: CommandResult<'viewer.ledger', 'choose'>) {
  if (imported === null || 'sheets' in imported) throw new Error('A ledger was chosen');
  return imported;
}

const choose = ({ call }: StatementsFixture) => call('viewer.ledger', { action: 'choose' });
const importLedger = async (fixture: StatementsFixture) => requireLedger(await choose(fixture));

const listLedgers = ({ call }: StatementsFixture) => call('viewer.ledger', { action: 'list' });
const match = ({ call }: StatementsFixture, handle: number, ledgerId: string) =>
  call('viewer.ledger', { action: 'match', handle, ledgerId, settings: null });
const link = (
  { call }: StatementsFixture,
  handle: number,
  rows: CommandArgs<'viewer.ledger', 'link'>['rows'],
) => call('viewer.ledger', { action: 'link', handle, rows });
const remove = ({ call }: StatementsFixture, ledgerId: string) =>
  call('viewer.ledger', { action: 'remove', ledgerId });

const page = { offset: 0, limit: 200 } as const;
const openRowsOf = ({ call }: StatementsFixture, handle: number, side: 'statement' | 'ledger') =>
  call('viewer.ledger', { action: 'rows', handle, side, only: 'all', ...page });

describe('a ledger', () => {
  test('is sealed, matched by rules and by hand, and its open rows are exported', async ({ fixture }) => {
    const { statementId, handle, facts } = await openJanuary(fixture, 1001);
    const canary = 'CANARY-LEDGER-4711';
    const [first, second, third, ...rest] = facts;
    if (first === undefined || second === undefined || third === undefined) throw new Error('Too few rows');
    await writeLedger(fixture, [
      { ...second, amount: `${second.amount}1` },
      { ...third, reference: canary, name: canary, amount: '1.11', date: '2020-01-01' },
      ...rest,
    ]);
    const { ledger, isKnown } = await importLedger(fixture);
    expect([ledger.name, isKnown]).toEqual(['ledger.csv', false]);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);

    const { summary } = await match(fixture, handle, ledger.id);
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

    const linked = await link(fixture, handle, { statement: [1], ledger: [0] });
    expect(linked.summary.matches['by-hand']).toBe(1);
    expect(await errorOf(link(fixture, handle, { statement: [1], ledger: [1] }))).toMatchObject({
      code: 'ledger-rows-matched',
    });
    const decide = (action: 'unlink' | 'rejoin', side: 'statement' | 'ledger', row: number) =>
      fixture.call('viewer.ledger', { action, handle, side, row });
    expect((await decide('unlink', 'statement', 3)).summary.matches.reference).toBe(rest.length - 1);
    expect((await match(fixture, handle, ledger.id)).summary.matches).toMatchObject({
      'by-hand': 1,
      reference: rest.length - 1,
    });
    expect((await openRowsOf(fixture, handle, 'statement')).rows.at(-1)).toMatchObject({
      row: 3,
      reason: 'separated',
      candidate: 2,
    });
    expect((await decide('rejoin', 'ledger', 2)).summary.matches.reference).toBe(rest.length);

    const path = join(fixture.folder, 'open.csv');
    fixture.platform.answers.savePath = path;
    await fixture.call('viewer.ledger', { action: 'export', handle });
    const exported: string[][] = parse(await readFile(path, 'utf8'), { bom: true });
    expect(exported.slice(1).map(([file, row, , , reference]) => [file, row, reference])).toEqual([
      ['Statement', '1', first.reference],
      ['Statement', '3', third.reference],
      ['Ledger', '2', canary],
    ]);

    // The links of the clerk are there after a restart, and nothing of the ledger is unencrypted.
    await fixture.restart();
    const reopened = await fixture.openStatement(statementId);
    expect((await match(fixture, reopened.handle, ledger.id)).summary.matches['by-hand']).toBe(1);
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);
  });

  test('in a workbook is sealed, and matched with exact amounts and dates', async ({ fixture }) => {
    const { handle, facts } = await openJanuary(fixture, 1002);
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
    await chooseFile(fixture, 'books.xlsx', bytes);
    const { ledger, isKnown } = await importLedger(fixture);
    expect([ledger.name, ledger.size, isKnown]).toEqual(['books.xlsx', bytes.length, false]);
    expect(await importLedger(fixture)).toEqual({ ledger, isKnown: true, isDoubtful: false });
    expect(await filesContaining(fixture.testApp.dataFolder, canary)).toEqual([]);

    expect((await match(fixture, handle, ledger.id)).summary.matches.reference).toBe(facts.length);
    const args = { action: 'matches', handle, kinds: ['reference'], ...page } as const;
    const { matches } = await fixture.call('viewer.ledger', { ...args, kinds: [...args.kinds] });
    expect(matches.map(({ ledger: [row] }) => row?.date)).toEqual(
      matches.map(({ statement: [row] }) => row?.date),
    );
  });

  test('in a workbook with several sheets is the sheet that the clerk chooses', async ({ fixture }) => {
    const { handle, facts } = await openJanuary(fixture, 1005);
    const chooseSheet = async (sheet: string) =>
      requireLedger(await fixture.call('viewer.ledger', { action: 'chooseSheet', sheet }));
    const line = (cells: readonly string[]) =>
      `<row>${cells.map((text) => `<c t="str"><v>${text}</v></c>`).join('')}</row>`;
    const rows = facts.map(({ date, reference, amount }) => line([date, reference, amount]));
    const Books = line(['Booked', 'Voucher no', 'Amount']) + rows.join('');
    const sheets = { Notes: line(['Note', 'Amount']) + line(['NOTE-1', '1.5']), Books };
    await chooseFile(fixture, 'sheets.xlsx', packParts(workbookParts({ sheets })));
    expect(await choose(fixture)).toEqual({ name: 'sheets.xlsx', sheets: ['Notes', 'Books'] });
    const books = await chooseSheet('Books');
    expect([books.ledger.sheet, books.isKnown]).toEqual(['Books', false]);
    expect(await errorOf(chooseSheet('Absent'))).toMatchObject({ code: 'ledger-workbook' });
    // The same sheet is stored once, another one is a ledger of its own.
    expect(await chooseSheet('Books')).toMatchObject({ ledger: books.ledger, isKnown: true });
    expect(await chooseSheet('Notes')).toMatchObject({ ledger: { sheet: 'Notes' }, isKnown: false });
    expect((await match(fixture, handle, books.ledger.id)).summary.matches.reference).toBe(facts.length);
    await fixture.restart();
    expect((await listLedgers(fixture)).ledgers).toContainEqual(books.ledger);
    expect(await errorOf(chooseSheet('Books'))).toMatchObject({ code: 'ledger-unknown' });
  });

  test('that is imported again is not stored twice, and is removed with its links', async ({ fixture }) => {
    const { ledgers } = await listLedgers(fixture);
    const { handle, facts } = await openJanuary(fixture, 1002);
    await writeLedger(fixture, facts);
    const { ledger } = await importLedger(fixture);
    const file = await open(await writeLedger(fixture, facts, 'copy.csv'));
    await file.close();
    expect(await importLedger(fixture)).toEqual({ ledger, isKnown: true, isDoubtful: false });
    expect(new Set((await listLedgers(fixture)).ledgers)).toEqual(new Set([...ledgers, ledger]));
    // That the matching cannot be recorded on a full disk does not prevent it.
    const isFull = Object.assign(new Error('no space'), { code: 'ENOSPC' });
    const writing = vi.spyOn(Object.getPrototypeOf(file), 'writeFile').mockRejectedValueOnce(isFull);
    onTestFinished(() => writing.mockRestore());
    await match(fixture, handle, ledger.id);
    expect(writing).toHaveBeenCalledOnce();
    await remove(fixture, ledger.id);
    expect(await listLedgers(fixture)).toEqual({ ledgers });
    expect(await errorOf(openRowsOf(fixture, handle, 'ledger'))).toMatchObject({ code: 'statement-closed' });
    expect(await errorOf(match(fixture, handle, ledger.id))).toMatchObject({ code: 'ledger-unknown' });
  });

  test.for([
    ['a text', 'file.csv', 'Dear colleague,\nplease find the list attached.\n', { code: 'ledger-not-table' }],
    ['an empty file', 'file.csv', '', { code: 'ledger-not-table' }],
    [
      'a damaged workbook',
      'books.xlsx',
      'PK no archive',
      { code: 'ledger-workbook', details: { problem: 'damaged' } },
    ],
  ] as const)('of %s is refused and not stored', async ([, name, text, error], { fixture }) => {
    const before = await listLedgers(fixture);
    await chooseFile(fixture, name, text);
    expect(await errorOf(importLedger(fixture))).toMatchObject(error);
    expect(await listLedgers(fixture)).toEqual(before);
  });

  test('with ambiguous dates is matched as the clerk chose, also after a restart', async ({ fixture }) => {
    const { statementId, handle } = await openJanuary(fixture, 1003);
    const lines = Array.from(
      { length: 30 },
      (_, row) => `0${(row % 9) + 1}/0${(row % 8) + 1}/2026,R${row + 100},-1.50`,
    );
    await chooseFile(fixture, 'file.csv', `Date,Reference,Amount\n${lines.join('\n')}`);
    const imported = await importLedger(fixture);
    expect(imported).toMatchObject({ isKnown: false, isDoubtful: true });
    const ledgerId = imported.ledger.id;
    expect(await errorOf(match(fixture, handle, ledgerId))).toMatchObject({
      code: 'ledger-ambiguous',
      details: { side: 'ledger', columns: ['Date'] },
    });
    const { preview, isChosen } = await fixture.call('viewer.ledger', {
      action: 'preview',
      ledgerId,
      options: null,
    });
    const kinds = preview.opened.columns.map(({ kind }) => kind);
    expect([isChosen, kinds]).toEqual([false, ['undecided', 'text', 'number']]);
    const read = (options: CommandArgs<'viewer.ledger', 'read'>['options']) =>
      fixture.call('viewer.ledger', { action: 'read', ledgerId, options });
    await read({ dates: 'day-first' });
    await match(fixture, handle, ledgerId);
    const datesOf = async (openHandle: number) => {
      const { rows } = await openRowsOf(fixture, openHandle, 'ledger');
      return [rows[1]?.date, rows[9]?.date];
    };
    expect(await datesOf(handle)).toEqual(['2026-02-02', '2026-02-01']);

    await fixture.restart();
    const reopened = await fixture.openStatement(statementId);
    await match(fixture, reopened.handle, ledgerId);
    expect(await datesOf(reopened.handle)).toEqual(['2026-02-02', '2026-02-01']);
    // Another header has other row numbers, so that no match by hand is applied to other rows.
    await link(fixture, reopened.handle, { statement: [0], ledger: [0] });
    await read({ dates: 'day-first', header: 1 });
    const { summary } = await match(fixture, reopened.handle, ledgerId);
    expect([summary.matches['by-hand'], summary.unfitLinks]).toEqual([0, 1]);
    await read({});
    expect(await errorOf(match(fixture, reopened.handle, ledgerId))).toMatchObject({
      code: 'ledger-ambiguous',
    });
  });

  test('is matched with the open statement by the chosen column of references', async ({ fixture }) => {
    const { statementId, handle, facts } = await openJanuary(fixture, 1004);
    await writeLedger(fixture, facts.slice(1));
    const { ledger } = await importLedger(fixture);
    const matchedColumn = async () =>
      (await match(fixture, handle, ledger.id)).summary.statement.columns.reference;
    expect(await matchedColumn()).toBe('Reference');
    expect((await openRowsOf(fixture, handle, 'statement')).total).toBe(1);
    const layout = { columns: [], reference: { name: 'Description', nth: 0 } };
    await fixture.call('viewer.keepLayout', { handle, layout });
    expect(await matchedColumn()).toBe('Description');
    const reopened = await fixture.openStatement(statementId);
    expect(await errorOf(openRowsOf(fixture, reopened.handle, 'statement'))).toMatchObject({
      code: 'statement-closed',
    });
  });

  test('is matched with several statements that are open as one table', async ({ fixture }) => {
    const statementIds = [await fixture.januaryStatement(1001), await fixture.januaryStatement(1002)];
    const opened = await fixture.call('viewer.openCombined', { statementIds });
    const facts = await readFacts(fixture, opened);
    await writeLedger(fixture, facts.slice(1), 'several.csv');
    const { ledger } = await importLedger(fixture);
    const { summary } = await match(fixture, opened.handle, ledger.id);
    expect(summary.statement.rows).toBe(opened.opened.rows);
    expect(summary.matches.reference).toBe(facts.length - 1);
    const { rows } = await openRowsOf(fixture, opened.handle, 'statement');
    expect(rows[0]).toMatchObject({ row: 0, reference: facts[0]?.reference, reason: null });
  });
});

test('the states of rows end with the ledger that they come from', async ({ fixture }) => {
  const { handle, facts } = await openJanuary(fixture, 1005);
  await writeLedger(fixture, facts.slice(1));
  const { ledger } = await importLedger(fixture);
  await writeLedger(fixture, facts.slice(2), 'other.csv');
  const other = (await importLedger(fixture)).ledger;
  await match(fixture, handle, ledger.id);
  const statesOf = async () => {
    const { rows } = await fixture.call('viewer.query', { action: 'window', handle, offset: 0, limit: 3 });
    return rows.map(({ states }) => states);
  };
  const matched = [{}, { ledger: 1 }, { ledger: 1 }];
  expect(await statesOf()).toEqual(matched);
  expect(await remove(fixture, other.id)).toEqual({ wasMatched: false });
  expect(await statesOf()).toEqual(matched);
  expect(await remove(fixture, ledger.id)).toEqual({ wasMatched: true });
  expect(await statesOf()).toEqual([{}, {}, {}]);
});

test('proposals of a group are matched at once, undone at once, and matched again', async ({ fixture }) => {
  const { handle, facts } = await openJanuary(fixture, 1001);
  await writeLedger(
    fixture,
    facts.map((row, index) => (index < 2 ? { ...row, amount: `-${90 + index}.01` } : row)),
  );
  const { ledger } = await importLedger(fixture);
  const { summary } = await match(fixture, handle, ledger.id);
  const { groups } = await fixture.call('viewer.ledger', { action: 'groups', handle });
  const group = groups.find(({ against }) => against.includes('difference'));
  if (group === undefined) throw new Error('No group of differences');
  const { rule, against, proposals } = group;
  const decide = (row: number | null, isConfirmed = true) =>
    fixture.call('viewer.ledger', { action: 'decide', handle, rule, against, row, isConfirmed });
  const undo = () => fixture.call('viewer.ledger', { action: 'undo', handle });
  expect((await decide(null)).summary.matches['by-hand']).toBe(proposals);
  expect((await undo()).summary).toEqual(summary);

  // One of them is refused, and the others are matched.
  const list = () => fixture.call('viewer.ledger', { action: 'proposals', handle, rule, against, ...page });
  const listed = await list();
  expect(listed.total).toBe(proposals);
  const [first] = listed.proposals;
  const difference = expect.stringMatching(/^\d+\.\d\d$/);
  expect(first).toMatchObject({ kind: rule, against, isSameReference: true, days: 0, difference });
  await decide(first?.statement[0]?.row ?? -1, false);
  expect((await list()).total).toBe(proposals - 1);
  expect((await decide(null)).summary.matches['by-hand']).toBe(proposals - 1);
});

test('rows that are matched by hand say that their names are of one party, until they are separated or the names removed', async ({
  fixture,
}) => {
  const { handle, facts } = await openJanuary(fixture, 1003);
  const importWith = async (name: string, file: string) => {
    await writeLedger(
      fixture,
      facts.map((row, index) => (index === 0 ? { ...row, name } : row)),
      file,
    );
    return (await importLedger(fixture)).ledger.id;
  };
  const [first, second] = [
    await importWith('Zyx Wvut', 'one.csv'),
    await importWith('ZYX Wvut Ltd', 'two.csv'),
  ];
  const ledgerCall = (args: CommandArgs<'viewer.ledger'>) => fixture.call('viewer.ledger', args);
  const { settings, summary } = await match(fixture, handle, first);
  expect(summary.matches.reference).toBe(facts.length - 1);
  await link(fixture, handle, { statement: [0], ledger: [0] });
  expect((await match(fixture, handle, second)).summary.matches.reference).toBe(facts.length);

  // What was concluded stays until the next decision about the other ledger.
  await match(fixture, handle, first);
  await ledgerCall({ action: 'unlink', handle, side: 'statement', row: 0 });
  expect((await match(fixture, handle, second)).summary.matches.reference).toBe(facts.length);
  await ledgerCall({ action: 'match', handle, ledgerId: second, settings });
  expect((await match(fixture, handle, second)).summary.matches.reference).toBe(facts.length - 1);

  // Names can also be removed, from the match of another ledger too.
  await match(fixture, handle, first);
  await link(fixture, handle, { statement: [0], ledger: [0] });
  const rematched = await fixture.call('viewer.ledger', {
    action: 'match',
    handle,
    ledgerId: second,
    settings,
  });
  expect(rematched.summary.matches.reference).toBe(facts.length);
  const listed = () => fixture.call('viewer.ledger', { action: 'aliases', handle });
  const { aliases } = await listed();
  expect(aliases).toEqual([[facts[0]?.name, 'Zyx Wvut']]);
  await ledgerCall({ action: 'removeAliases', aliases });
  const without = await fixture.call('viewer.ledger', {
    action: 'match',
    handle,
    ledgerId: second,
    settings,
  });
  expect(without.summary.matches.reference).toBe(facts.length - 1);
  expect((await listed()).aliases).toEqual([]);
  expect((await match(fixture, handle, first)).summary.matches['by-hand']).toBe(1);
});

describe('a sign-off', () => {
  test('ends with a change of the matching or of the reading, which Activity has too', async ({
    fixture,
  }) => {
    const { statementId, handle, facts } = await openJanuary(fixture, 1002);
    await writeLedger(fixture, facts, 'signed.csv');
    const ledgerId = (await importLedger(fixture)).ledger.id;
    const { settings } = await match(fixture, handle, ledgerId);
    const history = () => fixture.call('viewer.annotations', { action: 'show', handle });
    const signOff = async () => {
      const { facts: figures } = await fixture.call('viewer.annotations', {
        action: 'signOffFacts',
        statementId,
      });
      const explanations = figures.openChecks.map(({ id }) => ({ id, text: 'Checked' }));
      await fixture.call('viewer.annotations', { action: 'signOff', statementId, explanations });
    };
    const lastOf = async () => (await history()).signOffs.at(-1);
    const side = { side: 'statement' as const, row: 0 };
    const ledgerCall = (args: CommandArgs<'viewer.ledger'>) => fixture.call('viewer.ledger', args);
    const rematch = (tolerance: string) =>
      ledgerCall({ action: 'match', handle, ledgerId, settings: { ...settings, tolerance } });
    const noGroup = { rule: 'fee' as const, against: ['twins' as const] };
    const changes: readonly (readonly [string | null, () => Promise<unknown>])[] = [
      [null, () => match(fixture, handle, ledgerId)],
      [null, () => rematch(settings.tolerance)],
      [null, () => ledgerCall({ action: 'undo', handle })],
      [null, () => ledgerCall({ action: 'rejoin', handle, ...side })],
      [null, () => ledgerCall({ action: 'decide', handle, ...noGroup, row: null, isConfirmed: true })],
      ['matching', () => ledgerCall({ action: 'unlink', handle, ...side })],
      ['matching', () => ledgerCall({ action: 'rejoin', handle, ...side })],
      ['matching', () => rematch('0.05')],
      ['matching', () => ledgerCall({ action: 'read', ledgerId, options: { header: 0 } })],
      ['matching', () => remove(fixture, ledgerId)],
    ];
    for (const [cause, change] of changes) {
      await signOff();
      await change();
      expect(await lastOf()).toMatchObject(cause === null ? { type: 'signed' } : { type: 'reopened', cause });
      if (cause === null)
        await fixture.call('viewer.annotations', { action: 'withdraw', statementId, reason: 'Next' });
    }
    await signOff();
    const layout = (await fixture.call('viewer.open', { statementId, options: {} })).handle;
    expect(
      (await fixture.call('viewer.annotations', { action: 'show', handle: layout })).signOffs.at(-1)?.type,
    ).toBe('signed');
    const again = await fixture.call('viewer.open', { statementId, options: { header: 'none' } });
    const ended = await fixture.call('viewer.annotations', { action: 'show', handle: again.handle });
    expect(ended.signOffs.at(-1)).toMatchObject({ type: 'reopened', cause: 'reading' });
    const filter = { kind: null, outcome: null, text: '', since: null, before: null };
    const { rows } = await fixture.call('activity.list', { offset: 0, limit: 200, filter });
    expect(rows.filter(({ kind }) => kind === 'reopen-sign-off')).toHaveLength(6);
    expect(
      rows.flatMap(({ kind, subject }) =>
        kind === 'match-settings' && subject.startsWith('signed') ? [subject] : [],
      ),
    ).toEqual([
      expect.stringMatching(/^signed\.csv: .*allowed difference: 0\.05/),
      expect.stringMatching(/^signed\.csv: Reference and amount .*allowed difference: 0$/),
    ]);
    await fixture.call('viewer.open', { statementId, options: {} });
  });
});
