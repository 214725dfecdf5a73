/** @file Sums of incoming and outgoing amounts, and rows that are excluded from them. */
import { describe, expect, test } from 'vitest';
import { checkBalance } from '../../../src/main/review/balance.ts';
import { findExcludedRows } from '../../../src/main/review/left-out.ts';
import { determineMeanings } from '../../../src/main/review/roles.ts';
import { ReviewSession } from '../../../src/main/review/session.ts';
import { openTable } from '../../../src/main/review/table.ts';

const allRows = { kind: 'all' } as const;

function sessionOf(lines: readonly string[]): ReviewSession {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return new ReviewSession({ bytes, table: openTable(bytes) });
}

function balanceOf({ table }: ReviewSession): string {
  const meanings = determineMeanings(table);
  return checkBalance(table, meanings, findExcludedRows(table, meanings)).result;
}

/** Returns the currency, incoming, outgoing and net sum of each currency. */
function sumsOf(lines: readonly string[], column: number) {
  return sessionOf(lines)
    .sums(column, allRows)
    .map(({ currency, incoming, outgoing, net }) => [currency, incoming, outgoing, net]);
}

/** Sums of 1.00 incoming and 7.10 outgoing, without a currency, in hundredths. */
const sumsOfInAndOut = ['', '100', '-710', '-610'];

describe('outgoing money counts as outgoing', () => {
  test.each<[string, string[], number, string[]]>([
    [
      'in a column of debits without sign',
      ['Date,Debit,Credit', '2026-01-05,7.10,', '2026-01-06,,1.00'],
      1,
      sumsOfInAndOut,
    ],
    [
      'in a column of debits with a sign',
      ['Date,Debit,Credit', '2026-01-05,-7.10,', '2026-01-06,,1.00'],
      2,
      sumsOfInAndOut,
    ],
    [
      'in a column of debits alone',
      ['Date,Withdrawal', '2026-01-05,7.10', '2026-01-06,1.00'],
      1,
      ['', '0', '-810', '-810'],
    ],
    [
      'in a column of credits when it has a minus',
      ['Date,Inflow', '2026-01-05,-7.10', '2026-01-06,1.00'],
      1,
      sumsOfInAndOut,
    ],
    [
      'except in a column of credits that all have a minus',
      ['Date,Debit,Credit', '2026-01-05,7.10,', '2026-01-06,,-1.00'],
      2,
      sumsOfInAndOut,
    ],
    [
      'in a column of debits with a minus, in which a refund has none',
      ['Date,Debit,Credit', '2026-01-05,-5.10,', '2026-01-06,-2.00,', '2026-01-07,1.00,'],
      1,
      sumsOfInAndOut,
    ],
    ['with D and C', ['Date,Amount,D/C', '2026-01-05,7.10,D', '2026-01-06,1.00,C'], 1, sumsOfInAndOut],
    [
      'with Soll and Haben',
      ['Datum;Betrag;Soll/Haben', '05.01.2026;7,10;S', '06.01.2026;1,00;H'],
      1,
      sumsOfInAndOut,
    ],
    [
      'with Af and Bij',
      ['Datum;Af Bij;Bedrag', '05-01-2026;Af;7,10', '06-01-2026;Bij;1,00'],
      2,
      sumsOfInAndOut,
    ],
    [
      'with DBIT and CRDT',
      ['Date,CreditDebit,Amount', '2026-01-05,DBIT,7.10', '2026-01-06,CRDT,1.00'],
      2,
      sumsOfInAndOut,
    ],
    ['with + and -', ['Date,+/-,Amount', '2026-01-05,-,7.10', '2026-01-06,+,1.00'], 2, sumsOfInAndOut],
    [
      'with directions and signs that agree',
      ['Date,Amount,D/C', '2026-01-05,-7.10,D', '2026-01-06,1.00,C'],
      1,
      sumsOfInAndOut,
    ],
    [
      'with signs opposite to the directions',
      ['Date,Amount,D/C', '2026-01-05,7.10,D', '2026-01-06,-1.00,C'],
      1,
      sumsOfInAndOut,
    ],
    [
      'as a fee without sign',
      ['Date,Amount,Fee', '2026-01-05,7.10,0.50', '2026-01-06,1.00,0'],
      2,
      ['', '0', '-50', '-50'],
    ],
  ])('%s', (_, lines, column, expected) => {
    expect(sumsOf(lines, column)).toEqual([expected]);
  });

  test('in a filter for negative amounts even if the amount has no sign', () => {
    const session = sessionOf([
      'Date,Amount,D/C',
      '2026-01-05,7.10,D',
      '2026-01-06,1.00,C',
      '2026-01-07,3.00,D',
    ]);
    const rows = (from: number | null, to: number | null) =>
      session.setView({ sort: null, filters: [{ kind: 'between', column: 1, from, to }], find: '' }).rows;
    expect(rows(null, -1)).toBe(2);
    expect(rows(1, null)).toBe(1);
    expect(rows(710, 710)).toBe(1);
  });
});

describe('letters and words for directions of amounts', () => {
  const sessionWithDirections = (header: string, words: readonly string[]) =>
    sessionOf([
      `Date;Amount;${header}`,
      ...words.map((word, index) => `2026-01-${10 + index};${2 ** index}.00;${word}`),
    ]);
  const sumWithDirections = (header: string, words: readonly string[]) => {
    const { sums, leftOut } = sessionWithDirections(header, words).sumsWithLeftOut(1, allRows);
    return {
      sums: sums.map(({ incoming, outgoing }) => [incoming, outgoing]),
      leftOut: leftOut.map(({ reason, rows }) => [reason, rows]),
    };
  };

  test.each<[string, string, string[]]>([
    ['Dare and Avere', 'D/A', ['D', 'A', 'D']],
    ['Ausgang and Eingang', 'Eingang/Ausgang', ['A', 'E', 'A']],
    ['Egreso and Ingreso', 'Signo', ['E', 'I', 'E']],
    ['Saída and Entrada', 'Natureza', ['S', 'E', 'S']],
    ['Tartozik and Követel', 'T/K', ['T', 'K', 'T']],
    ['Výdaj and Příjem', 'Směr', ['V', 'P', 'V']],
    ['Withdrawal and Deposit', 'Direction', ['W', 'D', 'W']],
  ])('determine the sign in %s', (_, header, words) => {
    expect(sumWithDirections(header, words)).toEqual({ sums: [['200', '-500']], leftOut: [] });
  });

  test('exclude and report an amount with an unknown word', () => {
    const expected = { sums: [['200', '-100']], leftOut: [['undirected', [2]]] };
    expect(sumWithDirections('D/C', ['D', 'C', 'X'])).toEqual(expected);
    expect(sumWithDirections('Direction', ['out', 'in', 'sideways'])).toEqual(expected);
    expect(sumWithDirections('Type', ['Debit', 'Credit', 'Reversal'])).toEqual(expected);
  });

  test('exclude and report every amount when no word is known', () => {
    const leftOut = [['undirected', [0, 1, 2]]];
    expect(sumWithDirections('D/C', ['X', 'Y', 'X'])).toEqual({ sums: [], leftOut });
    // A and B are ambiguous: Dutch Af (out) and Bij (in), or Turkish Alacak (in) and Borç (out).
    expect(sumWithDirections('Direction', ['A', 'B', 'A'])).toEqual({ sums: [], leftOut });
    expect(sumWithDirections('Direction', ['D', 'Z', 'D'])).toEqual({ sums: [], leftOut });
  });

  test('leave the signs of amounts unchanged when most outgoing amounts have a minus, even if a credit has a minus too', () => {
    const session = sessionOf([
      'Date;Amount;D/C',
      '2026-01-05;-7.10;D',
      '2026-01-06;1.00;C',
      '2026-01-07;-3.00;C',
      '2026-01-08;-2.00;D',
    ]);
    expect(session.sumsWithLeftOut(1, allRows)).toMatchObject({
      sums: [{ incoming: '100', outgoing: '-1210' }],
    });
  });

  test('leave the signs of amounts unchanged when all amounts have signs, even with an unknown word', () => {
    const file = sessionOf([
      'Date;Amount;Type',
      '2026-01-05;-7.10;Debit',
      '2026-01-06;1.00;Credit',
      '2026-01-07;-3.00;Check',
    ]);
    expect(file.sumsWithLeftOut(1, allRows)).toMatchObject({
      sums: [{ incoming: '100', outgoing: '-1010' }],
      leftOut: [],
    });
  });
});

test('a payment that was not executed is not summed, and does not break the balance', () => {
  const session = sessionOf([
    'Date,Name,Amount,Status,Balance',
    '2026-01-05,Rent,-7.10,Completed,92.90',
    '2026-01-06,Shop,-50.00,Declined,92.90',
    '2026-01-07,Shop,-30.00,FAILED,92.90',
    '2026-01-08,Pay,1.00,Completed,93.90',
  ]);
  expect(session.sumsWithLeftOut(2, allRows)).toMatchObject({
    sums: [{ rows: 2, incoming: '100', outgoing: '-710' }],
    leftOut: [{ reason: 'unfinished', count: 2, rows: [1, 2] }],
  });
  expect(balanceOf(session)).toBe('passed');
});

test('a daily balance among the rows is not summed', () => {
  const lines = [
    '05/01/2026;PIX TRANSF JOAO;-45,20',
    '05/01/2026;SALDO DO DIA;954,80',
    ...Array.from({ length: 8 }, (_, day) => `${14 + day}/01/2026;SALARIO;10,00`),
    '25/01/2026;S A L D O;1.034,80',
  ];
  expect(sessionOf(lines).sumsWithLeftOut(2, allRows)).toMatchObject({
    sums: [{ rows: 9, incoming: '8000', outgoing: '-4520' }],
    leftOut: [{ reason: 'total', count: 2, rows: [1, 10] }],
  });
});

test('a column that repeats the amounts without signs is not summed', () => {
  const session = sessionOf([
    'Дата операции;Сумма операции;Сумма операции с округлением',
    '05.11.2025;-1045,20;1045,20',
    '14.11.2025;50000,00;50000,00',
  ]);
  expect(session.describe().columns.map(({ isSummed }) => isSummed)).toEqual([false, true, false]);
});

test('an amount without a direction is not summed, and is reported', () => {
  const session = sessionOf([
    'Date,Amount,D/C',
    '2026-01-05,7.10,D',
    '2026-01-06,1.00,',
    '2026-01-07,3.00,C',
  ]);
  expect(session.sumsWithLeftOut(1, allRows)).toMatchObject({
    sums: [{ rows: 2, net: '-410' }],
    leftOut: [{ reason: 'undirected', count: 1, rows: [1] }],
  });
});

test('sums use the currency in the header, and for original amounts the currency in the column next to them', () => {
  const lines = [
    'Date;Betrag (CHF);Originalbetrag;Originalwährung',
    '05.01.2026;-7,10;-8,00;EUR',
    '06.01.2026;-1,00;-1,10;USD',
  ];
  expect(sumsOf(lines, 1)).toEqual([['CHF', '0', '-810', '-810']]);
  expect(sumsOf(lines, 2).map(([currency, , , net]) => [currency, net])).toEqual([
    ['EUR', '-800'],
    ['USD', '-110'],
  ]);
});

test('a currency column that is named after a column of money applies to that column only', () => {
  const lines = [
    'Date,Amount,Currency,Transfer Fee,Transfer Fee Currency',
    '2026-01-05,0.04,BTC,2.00,USD',
    '2026-01-06,0.01,BTC,0.38,USD',
  ];
  expect(sumsOf(lines, 1)).toEqual([['BTC', '5', '0', '5']]);
  expect(sumsOf(lines, 3)).toEqual([['USD', '0', '-238', '-238']]);
});

test('currencies that are not written as codes have separate sums', () => {
  const lines = [
    'Date,Amount,Currency',
    '2026-01-05,1.00,EUR',
    '2026-01-06,2.00,kr.',
    '2026-01-07,4.00,US Dollar',
  ];
  expect(sumsOf(lines, 1).map(([currency, , , net]) => [currency, net])).toEqual([
    ['EUR', '100'],
    ['kr.', '200'],
    ['US Dollar', '400'],
  ]);
});

describe('rows that are not transactions are excluded from sums and reported', () => {
  const headerLine = 'Date,Text,Amount';
  const transactionLines = ['2026-01-05,Rent,-7.10', '2026-01-06,Pay,10.00', '2026-01-07,Fee,-0.90'];
  test.each<[string, string[], { reason: string; rows: number[] }[]]>([
    ['no row, if all rows are transactions', [headerLine, ...transactionLines], []],
    [
      'a total in a file without dates',
      ['Position,Cost,Amount', 'North,1.00,2.00', 'South,1.00,0.00', 'Total,2.00,2.00'],
      [{ reason: 'total', rows: [2] }],
    ],
    ['a total', [headerLine, ...transactionLines, ',Total,2.00'], [{ reason: 'total', rows: [3] }]],
    [
      'a total in German and its subtotal',
      [headerLine, ...transactionLines, ',Zwischensumme,2.00', ',Summe:,2.00'],
      [{ reason: 'total', rows: [3, 4] }],
    ],
    [
      'a row with the sum of all earlier rows and no label',
      [headerLine, ...transactionLines, ',,2.00'],
      [{ reason: 'total', rows: [3] }],
    ],
    [
      'dated balances at the beginning and the end',
      [headerLine, '2026-01-01,Opening balance,5.00', ...transactionLines, '2026-01-31,Saldo final,7.00'],
      [{ reason: 'total', rows: [0, 4] }],
    ],
    [
      'a repeated header',
      [
        headerLine,
        ...transactionLines,
        ...Array.from({ length: 60 }, () => '2026-01-08,Nothing,0.00'),
        headerLine,
      ],
      [{ reason: 'header', rows: [63] }],
    ],
    [
      'rows with more or fewer cells',
      [headerLine, ...transactionLines, 'End of file', '2026-01-08,Rent,-1.00,x'],
      [{ reason: 'odd', rows: [3, 4] }],
    ],
    [
      'a row without a date',
      [headerLine, ...transactionLines, ',Pending,-5.00'],
      [{ reason: 'undated', rows: [3] }],
    ],
  ])('%s', (_, lines, expected) => {
    const { sums, leftOut } = sessionOf(lines).sumsWithLeftOut(2, allRows);
    expect(sums[0]?.net).toBe('200');
    expect(leftOut).toEqual(expected.map((excluded) => ({ ...excluded, count: excluded.rows.length })));
  });

  test('except a payee called Total, a blank line, and a row with additional empty cells', () => {
    const { sums, leftOut } = sessionOf([
      headerLine,
      ...transactionLines,
      '',
      '2026-01-08,Total,-1.00',
      '2026-01-09,Rent,-1.00,,',
    ]).sumsWithLeftOut(2, allRows);
    expect([sums[0]?.net, leftOut]).toEqual(['0', []]);
  });

  test('also in the sums of the view and of the selection', () => {
    const session = sessionOf([headerLine, ...transactionLines, ',Total,2.00', ',Pending,-5.00']);
    expect(session.sumsWithLeftOut(2, { kind: 'some', rows: [1, 4] })).toMatchObject({
      sums: [{ net: '1000' }],
      leftOut: [{ reason: 'undated', count: 1, rows: [4] }],
    });
    session.setView({ sort: null, filters: [{ kind: 'contains', column: 1, text: 'total' }], find: '' });
    expect(session.sumsWithLeftOut(2, { kind: 'view' })).toMatchObject({
      sums: [],
      leftOut: [{ reason: 'total', rows: [3] }],
    });
  });
});
