/** @file Several statements as one table: columns, sums, excluded rows, repeated rows and balances from month to month. */
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/main/review/engine.ts';
import { type MethodName, reviewMethods } from '../../../src/main/review/messages.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import type { View } from '../../../src/shared/model/review.ts';

const handle = 1;
const names = { wallet: 'Wallet', period: 'Period', row: 'Row' };
const wholeView: View = { sort: null, filters: [], find: '' };

interface StatementFile {
  readonly csv: string;
  readonly walletId?: number;
  readonly since?: string;
  readonly till?: string;
  readonly currency?: string;
}

/** Opens statements as one table, and returns calls about it. */
async function openTable(files: readonly StatementFile[]) {
  const engine = createEngine();
  async function call<Name extends MethodName>(name: Name, args: unknown) {
    return reviewMethods[name].result.parse(await engine({ name, args }));
  }
  const sources = files.map(({ csv }) => ({ kind: 'bytes', bytes: new TextEncoder().encode(csv) }) as const);
  const facts = files.map(({ walletId = 7, since = '2026-01-01', till = '2026-01-31' }) => ({
    walletId,
    since,
    till,
  }));
  const origins = facts.map((fact, index) => ({
    ...fact,
    wallet: `Wallet ${fact.walletId}`,
    period: fact.since.slice(0, 7),
    currency: files[index]?.currency ?? 'unknown',
  }));
  await call('unite', { handle, names, origins, bytes: 1_000 });
  for (const [index, source] of sources.entries())
    await call('uniteNext', { handle, index, source, remembered: null });
  const ended = reviewMethods.uniteEnd.result.parse(await engine({ name: 'uniteEnd', args: { handle } }));
  await call('view', { handle, view: wholeView });
  return {
    ...ended,
    async rows(view: Partial<View> = {}) {
      const args = { handle, view: { ...wholeView, ...view } };
      reviewMethods.view.result.parse(await engine({ name: 'view', args }));
      const window = { handle, offset: 0, limit: 200 };
      return reviewMethods.window.result.parse(await engine({ name: 'window', args: window }));
    },
    async sums(name: string, choice: unknown = { kind: 'view' }) {
      const column = ended.opened.columns.findIndex((found) => found.name === name);
      return reviewMethods.sums.result.parse(
        await engine({ name: 'sums', args: { handle, column, choice } }),
      );
    },
    async check() {
      const all = facts.map((fact) => ({
        ...fact,
        companyId: 'c',
        transactions: null,
        size: null,
        sha256: null,
      }));
      return reviewMethods.checkUnion.result.parse(
        await engine({ name: 'checkUnion', args: { handle, facts: all } }),
      );
    },
    columnNamed: (name: string) => ended.opened.columns.findIndex((found) => found.name === name),
  };
}

const january = {
  csv: 'Date,Counterparty,Amount,Currency,Balance\n2026-01-05,Åkesson,-10.00,EUR,90.00\n2026-01-09,Kärcher,25.50,EUR,115.50\n',
};
const february = {
  csv: 'Date,Counterparty,Amount,Currency,Balance\n2026-02-02,Škoda,-5.25,EUR,110.25\n2026-02-03,Kärcher,1.00,EUR,111.25\n',
  since: '2026-02-01',
  till: '2026-02-28',
};

describe('the columns of a table of several statements', () => {
  test('are followed by the wallet, the period and the row in the statement', async () => {
    const table = await openTable([january, february]);
    expect(table.opened.columns.map(({ name }) => name)).toEqual([
      'Date',
      'Counterparty',
      'Amount',
      'Currency',
      'Balance',
      'Wallet',
      'Period',
      'Row',
    ]);
    expect(table.parts).toEqual([
      { index: 0, firstRow: 0, rows: 2, head: 1 },
      { index: 1, firstRow: 2, rows: 2, head: 1 },
    ]);
    const rows = await table.rows();
    expect(rows.map(({ cells }) => cells.slice(-3))).toEqual([
      ['Wallet 7', '2026-01', '1'],
      ['Wallet 7', '2026-01', '2'],
      ['Wallet 7', '2026-02', '1'],
      ['Wallet 7', '2026-02', '2'],
    ]);
    expect(rows[2]).toMatchObject({
      cells: expect.arrayContaining(['Škoda', '-5.25']),
      origin: { index: 1, row: 0 },
    });
  });

  test('are united by role when their headers differ, and by name', async () => {
    const german = {
      csv: 'Betrag;Währung;Buchungstag;Notiz;Auftraggeber\n-5,25;EUR;02.02.2026;x;Škoda\n1.000,00;EUR;03.02.2026;;Kärcher\n',
    };
    const table = await openTable([january, german]);
    const fileColumns = table.opened.columns.slice(0, -3);
    expect(fileColumns.map(({ name, role }) => [name, role])).toEqual([
      ['Date', 'date'],
      ['Counterparty', 'counterparty'],
      ['Amount', 'amount'],
      ['Currency', 'currency'],
      ['Balance', 'balance'],
      ['Notiz', 'description'],
    ]);
    const rows = await table.rows();
    expect(rows[3]?.cells).toEqual([
      '03.02.2026',
      'Kärcher',
      '1.000,00',
      'EUR',
      '',
      '',
      'Wallet 7',
      '2026-01',
      '2',
    ]);
    const sums = await table.sums('Amount');
    expect(sums).toMatchObject({ scale: 2, sums: [{ currency: 'EUR', net: '101025', rows: 4 }] });
  });

  test('of numbers are not united with a column of dates of the same name', async () => {
    const table = await openTable([
      { csv: 'Value,Name\n1.50,a\n2.50,b\n' },
      { csv: 'Value,Name\n2026-01-05,c\n2026-01-06,d\n' },
    ]);
    expect(table.opened.columns.slice(0, -3).map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'Value number',
      'Name text',
      'Value date',
    ]);
    expect((await table.rows()).map(({ cells }) => cells.slice(0, 3))).toEqual([
      ['1.50', 'a', ''],
      ['2.50', 'b', ''],
      ['', 'c', '2026-01-05'],
      ['', 'd', '2026-01-06'],
    ]);
  });

  test('mark the texts of one statement in a column of numbers as unreadable', async () => {
    const table = await openTable([
      january,
      {
        csv: 'Date,Counterparty,Amount,Currency\n2026-02-01,Ahlström,see letter,EUR\n2026-02-02,Ahlström,,EUR\n',
      },
    ]);
    const amount = table.columnNamed('Amount');
    expect((await table.rows()).map(({ unread }) => unread)).toEqual([[], [], [amount], []]);
    expect((await table.sums('Amount')).leftOut).toEqual([{ reason: 'other-meaning', count: 1, rows: [2] }]);
  });
});

describe('sums of several statements', () => {
  test('use the finest minor units, and stay exact beyond the whole numbers of a double', async () => {
    const table = await openTable([
      { csv: 'Date,Amount,Currency\n2026-01-01,90071992547409.93,EUR\n2026-01-02,0.01,EUR\n' },
      { csv: 'Date,Amount,Currency\n2026-01-03,0.0005,EUR\n2026-01-04,90071992547409.9301,EUR\n' },
    ]);
    expect(await table.sums('Amount')).toMatchObject({
      scale: 4,
      sums: [{ currency: 'EUR', net: '1801439850948198706', rows: 4 }],
    });
  });

  test('read the signs of each statement by its own columns', async () => {
    const table = await openTable([
      { csv: 'Date,Amount,Direction,Currency\n2026-01-01,10.00,Debit,EUR\n2026-01-02,4.00,Credit,EUR\n' },
      { csv: 'Date,Amount,Currency\n2026-02-01,-1.00,EUR\n2026-02-02,2.00,EUR\n' },
    ]);
    expect((await table.sums('Amount')).sums).toMatchObject([
      { currency: 'EUR', incoming: '600', outgoing: '-1100', net: '-500' },
    ]);
  });

  test('never add amounts of different wallets without a currency', async () => {
    const withoutCurrency = 'Date,Amount\n2026-01-01,10.00\n2026-01-02,4.00\n';
    const table = await openTable([
      { csv: withoutCurrency, walletId: 1, currency: 'CHF' },
      { csv: withoutCurrency, walletId: 2, currency: 'wallet 2' },
      { csv: 'Date,Amount,Currency\n2026-01-01,1.00,chf\n2026-01-02,1.00,chf\n', walletId: 3 },
    ]);
    const { sums } = await table.sums('Amount');
    expect(sums.map(({ currency, net }) => [currency, net])).toEqual([
      ['CHF', '1600'],
      ['wallet 2', '1400'],
    ]);
  });

  test('leave out the totals of each statement', async () => {
    const total = { ...january, csv: `${january.csv},Total,15.50,EUR,\n` };
    const table = await openTable([total, february]);
    const sums = await table.sums('Amount');
    expect(sums.sums).toMatchObject([{ net: '1125', rows: 4 }]);
    expect(sums.leftOut).toEqual([{ reason: 'total', count: 1, rows: [2] }]);
  });
});

describe('a filter of a table of several statements', () => {
  test('finds rows by wallet, and the find text does not match the names of wallets', async () => {
    const table = await openTable([january, { ...february, walletId: 8 }]);
    const wallet = table.columnNamed('Wallet');
    const found = await table.rows({ filters: [{ kind: 'contains', column: wallet, text: 'LET 8' }] });
    expect(found.map(({ row }) => row)).toEqual([2, 3]);
    const sorted = await table.rows({ sort: { column: wallet, descending: true } });
    expect(sorted.map(({ row }) => row)).toEqual([2, 3, 0, 1]);
    const byRow = await table.rows({ sort: { column: table.columnNamed('Row'), descending: true } });
    expect(byRow.map(({ row }) => row)).toEqual([1, 3, 0, 2]);
  });
});

describe('rows that are in two statements of a wallet whose periods overlap', () => {
  const overlapping = {
    csv: 'Date,Counterparty,Amount,Currency,Balance\n2026-01-09,Kärcher,25.50,EUR,115.50\n2026-01-09,Kärcher,25.50,EUR,115.50\n2026-02-02,Škoda,-5.25,EUR,110.25\n',
    since: '2026-01-09',
    till: '2026-02-08',
  };

  test('are marked once for each time the other statement has them, and can be counted once', async () => {
    const table = await openTable([january, overlapping]);
    expect(table.repeated).toBe(1);
    expect((await table.rows()).map(({ isRepeated }) => isRepeated)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
    await table.rows({ filters: [{ kind: 'repeated', show: 'once' }] });
    expect((await table.sums('Amount')).sums).toMatchObject([{ rows: 4, net: '3575' }]);
    const only = await table.rows({ filters: [{ kind: 'repeated', show: 'only' }] });
    expect(only.map(({ row }) => row)).toEqual([2]);
  });

  test('are not looked for in statements of other wallets', async () => {
    const table = await openTable([january, { ...overlapping, walletId: 8 }]);
    expect(table.repeated).toBe(0);
  });

  test('are found when the statements have their columns in another order', async () => {
    const reordered = {
      ...overlapping,
      csv: 'Amount,Date,Balance,Currency,Counterparty\n25.50,2026-01-09,115.50,EUR,Kärcher\n-5.25,2026-02-02,110.25,EUR,Škoda\n',
    };
    const table = await openTable([january, reordered]);
    expect((await table.rows()).map(({ isRepeated }) => isRepeated)).toEqual([false, false, true, false]);
  });
});

describe('the check of a table of several statements', () => {
  test('compares the closing balance of each month with the opening balance of the next', async () => {
    const table = await openTable([january, february]);
    const { succession, statements } = await table.check();
    expect(succession).toEqual([
      {
        before: 0,
        after: 1,
        result: 'passed',
        balances: { currency: 'EUR', closing: 11_550, opening: 11_550, scale: 2 },
      },
    ]);
    expect(statements[1]?.find(({ id }) => id === 'balance')).toMatchObject({ result: 'passed' });
  });

  test('fails when a month begins with another balance, and shows both', async () => {
    const shifted = {
      ...february,
      csv: february.csv
        .replace('110.25', '111.25')
        .replace('111.25\n2026-02-03,Kärcher,1.00,EUR,111.25', '111.25\n2026-02-03,Kärcher,1.00,EUR,112.25'),
    };
    const { succession } = await (await openTable([january, shifted])).check();
    expect(succession).toMatchObject([{ result: 'failed', balances: { closing: 11_550, opening: 11_650 } }]);
  });

  test('cannot compare months between which days are missing, and says nothing about overlapping statements', async () => {
    const march = { ...february, since: '2026-03-01', till: '2026-03-31' };
    const { succession } = await (await openTable([january, march, march])).check();
    expect(succession).toMatchObject([{ before: 0, after: 1, result: 'cannot', balances: null }]);
  });
});

test('a statement that does not exist among the announced ones is refused', async () => {
  const engine = createEngine();
  await engine({ name: 'unite', args: { handle, names, origins: [], bytes: 0 } });
  const source = { kind: 'bytes', bytes: new Uint8Array() };
  await expect(
    engine({ name: 'uniteNext', args: { handle, index: 0, source, remembered: null } }),
  ).rejects.toThrow(PaydeskError);
});

test('files of more than 1 GB are refused before the first one is read', async () => {
  const unite = { handle, names, origins: [], bytes: 1_000_000_001 };
  await expect(createEngine()({ name: 'unite', args: unite })).rejects.toMatchObject({
    code: 'review-too-large',
    details: { size: 1_000_000_001, max: 1_000_000_000 },
  });
});

test('statements with more than 4,000 columns together are refused', async () => {
  const wide = (prefix: string) =>
    Array.from({ length: 2 }, () =>
      Array.from({ length: 2_500 }, (_, index) => `${prefix}${index}`).join(','),
    ).join('\n');
  await expect(openTable([{ csv: wide('a') }, { csv: wide('b') }])).rejects.toMatchObject({
    code: 'review-too-large',
  });
});
