/** @file Several statements as one table: columns, sums, excluded rows, repeated rows and balances from month to month. */
import { describe, expect, test } from 'vitest';
import { PaydeskError } from '../../../../src/shared/errors.ts';
import { startEngine } from '../../../fakes/files/text-statement.ts';
import { uniteStatements } from '../../../fakes/statements/united-statements.ts';
import { rowsOf } from '../../rows-of.ts';

const header = 'Date,Counterparty,Amount,Currency,Balance';
const january = {
  csv: `${header}\n2026-01-05,Åkesson,-10.00,EUR,90.00\n2026-01-09,Kärcher,25.50,EUR,115.50\n`,
};
const february = {
  csv: `${header}\n2026-02-02,Škoda,-5.25,EUR,110.25\n2026-02-03,Kärcher,1.00,EUR,111.25\n`,
  since: '2026-02-01',
  till: '2026-02-28',
};

/** Returns the cells of each row, with `|` between them. */
const cellsOf = (rows: readonly { readonly cells: readonly string[] }[]) =>
  rows.map(({ cells }) => cells.join('|'));

describe('the columns of a table of several statements', () => {
  test('are followed by the wallet, the period and the row in the statement', async () => {
    const table = await uniteStatements([january, february]);
    const names = [...header.split(','), 'Wallet', 'Period', 'Row'];
    expect(table.opened.columns.map(({ name }) => name)).toEqual(names);
    expect(table.parts).toEqual([
      { index: 0, firstRow: 0, rows: 2, head: 1 },
      { index: 1, firstRow: 2, rows: 2, head: 1 },
    ]);
    const rows = await table.rows();
    expect(cellsOf(rows)).toEqual([
      '2026-01-05|Åkesson|-10.00|EUR|90.00|Wallet 7|2026-01|1',
      '2026-01-09|Kärcher|25.50|EUR|115.50|Wallet 7|2026-01|2',
      '2026-02-02|Škoda|-5.25|EUR|110.25|Wallet 7|2026-02|1',
      '2026-02-03|Kärcher|1.00|EUR|111.25|Wallet 7|2026-02|2',
    ]);
    expect(rows[2]?.origin).toEqual({ index: 1, row: 0 });
  });

  test('are united by role when their headers differ, and by name', async () => {
    const german = {
      csv: 'Betrag;Währung;Buchungstag;Notiz;Auftraggeber\n-5,25;EUR;02.02.2026;x;Škoda\n1.000,00;EUR;03.02.2026;;Kärcher\n',
    };
    const table = await uniteStatements([january, german]);
    expect(table.opened.columns.slice(0, -3).map(({ name, role }) => `${name} ${role}`)).toEqual([
      'Date date',
      'Counterparty counterparty',
      'Amount amount',
      'Currency currency',
      'Balance balance',
      'Notiz description',
    ]);
    expect(cellsOf(await table.rows()).at(-1)).toBe('03.02.2026|Kärcher|1.000,00|EUR|||Wallet 7|2026-01|2');
    const sums = await table.sums('Amount');
    expect(sums).toMatchObject({ scale: 2, sums: [{ currency: 'EUR', net: '101025', rows: 4 }] });
  });

  test('of numbers are not united with a column of dates of the same name', async () => {
    const table = await uniteStatements([
      { csv: 'Value,Name\n1.50,a\n2.50,b\n' },
      { csv: 'Value,Name\n2026-01-05,c\n2026-01-06,d\n' },
    ]);
    const names = table.opened.columns.slice(0, -3).map(({ name, kind }) => `${name} ${kind}`);
    expect(names).toEqual(['Value number', 'Name text', 'Value date']);
    const cells = (await table.rows()).map((row) => row.cells.slice(0, 3).join('|'));
    expect(cells).toEqual(['1.50|a|', '2.50|b|', '|c|2026-01-05', '|d|2026-01-06']);
  });

  test('mark the texts of one statement in a column of numbers as unreadable', async () => {
    const csv =
      'Date,Counterparty,Amount,Currency\n2026-02-01,Ahlström,see letter,EUR\n2026-02-02,Ahlström,,EUR\n';
    const table = await uniteStatements([january, { csv }]);
    const amount = table.columnNamed('Amount');
    expect((await table.rows()).map(({ unread }) => unread)).toEqual([[], [], [amount], []]);
    expect((await table.sums('Amount')).leftOut).toMatchObject([
      { reason: 'other-meaning', count: 1, rows: [2] },
    ]);
  });
});

describe('sums of several statements', () => {
  const withoutCurrency = 'Date,Amount\n2026-01-01,10.00\n2026-01-02,4.00\n';

  test.each([
    [
      'use the finest minor units, and stay exact beyond the whole numbers of a double',
      [
        { csv: 'Date,Amount,Currency\n2026-01-01,90071992547409.93,EUR\n2026-01-02,0.01,EUR\n' },
        { csv: 'Date,Amount,Currency\n2026-01-03,0.0005,EUR\n2026-01-04,90071992547409.9301,EUR\n' },
      ],
      ['EUR 4: 1801439850948198706 0 1801439850948198706'],
      4,
    ],
    [
      'read the signs of each statement by its own columns',
      [
        { csv: 'Date,Amount,Direction,Currency\n2026-01-01,10.00,Debit,EUR\n2026-01-02,4.00,Credit,EUR\n' },
        { csv: 'Date,Amount,Currency\n2026-02-01,-1.00,EUR\n2026-02-02,2.00,EUR\n' },
      ],
      ['EUR 4: 600 -1100 -500'],
      2,
    ],
    [
      'never add amounts of different wallets without a currency',
      [
        { csv: withoutCurrency, walletId: 1, currency: 'CHF' },
        { csv: withoutCurrency, walletId: 2, currency: 'wallet 2' },
        { csv: 'Date,Amount,Currency\n2026-01-01,1.00,chf\n2026-01-02,1.00,chf\n', walletId: 3 },
      ],
      ['CHF 4: 1600 0 1600', 'wallet 2 2: 1400 0 1400'],
      2,
    ],
  ])('%s', async (_, files, expected, scale) => {
    const found = await (await uniteStatements(files)).sums('Amount');
    expect(found.scale).toBe(scale);
    expect(
      found.sums.map(
        ({ currency, rows, incoming, outgoing, net }) =>
          `${currency} ${rows}: ${incoming} ${outgoing} ${net}`,
      ),
    ).toEqual(expected);
  });

  test('leave out the totals of each statement', async () => {
    const total = { ...january, csv: `${january.csv},Total,15.50,EUR,\n` };
    const sums = await (await uniteStatements([total, february])).sums('Amount');
    expect(sums.sums).toMatchObject([{ net: '1125', rows: 4 }]);
    expect(sums.leftOut).toMatchObject([{ reason: 'total', count: 1, rows: [2] }]);
  });
});

test('a table of several statements finds and sorts rows by wallet and row, but not by a find text', async () => {
  const table = await uniteStatements([january, { ...february, walletId: 8 }]);
  const wallet = table.columnNamed('Wallet');
  const rowsOf = async (...[view]: Parameters<typeof table.rows>) =>
    (await table.rows(view)).map(({ row }) => row);
  expect(await rowsOf({ filters: [{ kind: 'contains', column: wallet, text: 'LET 8' }] })).toEqual([2, 3]);
  expect(await rowsOf({ sort: { column: wallet, descending: true } })).toEqual([2, 3, 0, 1]);
  const byRow = { column: table.columnNamed('Row'), descending: true };
  expect(await rowsOf({ sort: byRow })).toEqual([1, 3, 0, 2]);
});

describe('rows that are in two statements of a wallet whose periods overlap', () => {
  const repeated = '2026-01-09,Kärcher,25.50,EUR,115.50';
  const overlapping = {
    csv: `${header}\n${repeated}\n${repeated}\n2026-02-02,Škoda,-5.25,EUR,110.25\n`,
    since: '2026-01-09',
    till: '2026-02-08',
  };
  const marksOf = (rows: readonly { readonly isRepeated: boolean }[]) =>
    rows.map(({ isRepeated }) => Number(isRepeated));

  test('are marked once for each time the other statement has them, and can be counted once', async () => {
    const table = await uniteStatements([january, overlapping]);
    expect(table.repeated).toBe(1);
    expect(marksOf(await table.rows())).toEqual([0, 0, 1, 0, 0]);
    await table.rows({ filters: [{ kind: 'repeated', show: 'once' }] });
    expect((await table.sums('Amount')).sums).toMatchObject([{ rows: 4, net: '3575' }]);
    const only = await table.rows({ filters: [{ kind: 'repeated', show: 'only' }] });
    expect(only.map(({ row }) => row)).toEqual([2]);
  });

  test('are not looked for in statements of other wallets', async () => {
    expect((await uniteStatements([january, { ...overlapping, walletId: 8 }])).repeated).toBeNull();
  });

  test.each<[string, string, number[]]>([
    [
      'their columns in another order',
      'Amount,Date,Balance,Currency,Counterparty\n25.50,2026-01-09,115.50,EUR,Kärcher\n-5.25,2026-02-02,110.25,EUR,Škoda',
      [1, 0],
    ],
    [
      'another notation, and a running balance of their own',
      'Date;Counterparty;Amount;Currency;Balance\n09.01.2026;KÄRCHER;25,500;EUR;25,500\n02.02.2026;Škoda;-1.005,250;EUR;-979,750',
      [1, 0],
    ],
    ['fewer columns', 'Date,Amount\n2026-01-09,25.50\n2026-02-02,-5.25', [1, 0]],
    ...rowsOf(`
another amount => 01-09,Kärcher,25.51,EUR,115.51 => 02-02,Škoda,-5.25,EUR,110.26
another direction => 01-09,Kärcher,-25.50,EUR,64.50 => 02-02,Škoda,-5.25,EUR,59.25
another currency => 01-09,Kärcher,25.50,USD,115.50 => 02-02,Škoda,-5.25,USD,110.25
another name => 01-09,Škoda,25.50,EUR,115.50 => 02-02,Škoda,-5.25,EUR,110.25
another day => 01-10,Kärcher,25.50,EUR,115.50 => 02-02,Škoda,-5.25,EUR,110.25
`).map(([what = '', ...rows]): [string, string, number[]] => [
      what,
      [header, ...rows.map((row) => `2026-${row}`)].join('\n'),
      [0, 0],
    ]),
  ])('with %s are compared by value', async (_, csv, marks) => {
    const table = await uniteStatements([january, { ...overlapping, csv }]);
    expect(marksOf(await table.rows())).toEqual([0, 0, ...marks]);
    expect(table.repeated).toBe(marks[0]);
  });

  test.each([
    ['the same reference and another name', 'PX-2,Karcher GmbH', 1],
    ['another reference', 'PX-3,Kärcher', 0],
  ])('with %s', async (_, cells, repeated) => {
    const columns = 'Date,Reference,Counterparty,Amount,Currency';
    const table = await uniteStatements([
      { csv: `${columns}\n2026-01-05,PX-1,Åkesson,-10.00,EUR\n2026-01-09,PX-2,Kärcher,25.50,EUR\n` },
      { ...overlapping, csv: `${columns}\n2026-01-09,${cells},25.50,EUR\n2026-02-02,PX-9,Škoda,-5.25,EUR\n` },
    ]);
    expect(table.repeated).toBe(repeated);
  });
});

test('the check of several statements finds that each month begins with the balance before', async () => {
  const { succession, statements } = await (await uniteStatements([january, february])).check();
  const balances = { currency: 'EUR', closing: 11_550, opening: 11_550, scale: 2 };
  expect(succession).toEqual([{ before: 0, after: 1, result: 'passed', balances }]);
  expect(statements[1]?.find(({ id }) => id === 'balance')).toMatchObject({ result: 'passed' });
});

test('the check of several statements fails when a month begins with another balance, and shows both', async () => {
  const shifted = {
    ...february,
    csv: `${header}\n2026-02-02,Škoda,-5.25,EUR,111.25\n2026-02-03,Kärcher,1.00,EUR,112.25\n`,
  };
  const { succession } = await (await uniteStatements([january, shifted])).check();
  expect(succession).toMatchObject([{ result: 'failed', balances: { closing: 11_550, opening: 11_650 } }]);
});

test('the check of several statements cannot compare months between which days are missing, nor overlapping ones', async () => {
  const march = { ...february, since: '2026-03-01', till: '2026-03-31' };
  const { succession } = await (await uniteStatements([january, march, march])).check();
  expect(succession).toMatchObject([{ before: 0, after: 1, result: 'cannot', balances: null }]);
});

const names = { wallet: 'Wallet', period: 'Period', row: 'Row' };

test('a statement that does not exist among the announced ones is refused', async () => {
  const call = startEngine();
  await call('unite', { handle: 1, names, origins: [], bytes: 0 });
  const source = { kind: 'bytes', bytes: new Uint8Array() };
  const next = call('uniteNext', { handle: 1, index: 0, source, remembered: null });
  await expect(next).rejects.toThrow(PaydeskError);
});

test('files of more than 1 GB are refused before the first one is read', async () => {
  const unite = { handle: 1, names, origins: [], bytes: 1_000_000_001 };
  await expect(startEngine()('unite', unite)).rejects.toMatchObject({
    code: 'statement-too-large',
    details: { size: 1_000_000_001, max: 1_000_000_000 },
  });
});

test('statements with more than 4,000 columns together are refused', async () => {
  const files = ['a', 'b'].map((prefix) => ({
    csv: `${Array.from({ length: 2_001 }, (_, index) => `${prefix}${index}`).join(',')}\n1\n`,
  }));
  await expect(uniteStatements(files)).rejects.toMatchObject({ code: 'statement-too-large' });
});
