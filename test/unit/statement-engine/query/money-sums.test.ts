/** @file Sums of incoming and outgoing amounts, and rows that are excluded from them. */
import { describe, expect, test } from 'vitest';
import { checkBalance } from '../../../../src/main/statement-engine/checks/balance.ts';
import { determineMeanings } from '../../../../src/main/statement-engine/columns/roles.ts';
import type { RowChoice } from '../../../../src/main/statement-engine/process/session.ts';
import { findExcludedRows } from '../../../../src/main/statement-engine/query/left-out.ts';
import {
  casesOf,
  datedFile,
  type StatementText,
  sessionOf,
  viewOf,
} from '../../../fakes/files/text-statement.ts';
import { rowsOf } from '../../rows-of.ts';

const allRows: RowChoice = { kind: 'all' };

/** Returns the currency, incoming, outgoing and net sum of each currency in minor units. */
function sumsOf(text: StatementText, column: number): string[] {
  const sums = sessionOf(text).sums(column, allRows);
  return sums.map(({ currency, incoming, outgoing, net }) =>
    `${currency} ${incoming} ${outgoing} ${net}`.trim(),
  );
}

/** Returns the sums, and the rows without a sum by reason. */
function sumsWithLeftOut(text: StatementText, column: number) {
  const { sums, leftOut } = sessionOf(text).sumsWithLeftOut(column, allRows);
  expect(leftOut.map(({ count }) => count)).toEqual(leftOut.map(({ rows }) => rows.length));
  return {
    sums: sums.map(({ rows, incoming, outgoing }) => `${rows}: ${incoming} ${outgoing}`),
    leftOut: leftOut.map(({ reason, rows }) => `${reason} ${rows.join()}`),
  };
}

/** The columns, two or more rows, the number of a column, and its sums: incoming, outgoing, net. */
const outgoing = `
in a column of debits without sign => Debit,Credit => 7.10, | ,1.00 => 1 => 100 -710 -610
in a column of debits with a sign => Debit,Credit => -7.10, | ,1.00 => 2 => 100 -710 -610
in a column of debits without decimals => Debit,Credit => 7, | ,1.25 => 1 => 125 -700 -575
in a column of debits alone => Withdrawal => 7.10 | 1.00 => 1 => 0 -810 -810
in a column of credits when it has a minus => Inflow => -7.10 | 1.00 => 1 => 100 -710 -610
except in a column of credits that all have a minus => Debit,Credit => 7.10, | ,-1.00 => 2 => 100 -710 -610
in a column of debits with a minus, in which a refund has none => Debit,Credit => -5.10, | -2.00, | 1.00, => 1 => 100 -710 -610
with D and C => Amount,D/C => 7.10,D | 1.00,C => 1 => 100 -710 -610
with Soll and Haben => Betrag,Soll/Haben => 7.10,S | 1.00,H => 1 => 100 -710 -610
with Af and Bij => Af Bij,Bedrag => Af,7.10 | Bij,1.00 => 2 => 100 -710 -610
with DBIT and CRDT => CreditDebit,Amount => DBIT,7.10 | CRDT,1.00 => 2 => 100 -710 -610
with + and - => +/-,Amount => -,7.10 | +,1.00 => 2 => 100 -710 -610
with directions and signs that agree => Amount,D/C => -7.10,D | 1.00,C => 1 => 100 -710 -610
with signs opposite to the directions => Amount,D/C => 7.10,D | -1.00,C => 1 => 100 -710 -610
with a direction, unless a minus marks a reversal => Amount,D/C => 7.10,D | 1.00,C | -3.00,D => 1 => 400 -710 -310
as a fee beside debits and credits => Fee,Debit,Credit => 0.50,7.10, | 0,,1.00 => 1 => 0 -50 -50
as a fee without sign => Amount,Fee => 7.10,0.50 | 1.00,0 => 2 => 0 -50 -50
`;

test('the sum of many rows is that of each of them, whichever rows are chosen', () => {
  const amounts = Array.from({ length: 20_000 }, (_, row) => (row % 9) + (row % 4_001));
  const session = sessionOf(['Date,Amount', ...amounts.map((amount) => `2026-01-05,${amount}.00`)]);
  const rows = [...amounts.keys()];
  for (const chosen of [rows, rows.slice(0, 8_192), rows.slice(8_192, 16_384), rows.slice(1, 16_385)]) {
    const net = 100 * chosen.reduce((sum, row) => sum + (amounts[row] ?? 0), 0);
    expect(session.sums(1, { kind: 'some', rows: chosen })).toMatchObject([{ net: String(net) }]);
    if (chosen === rows) expect(session.sums(1, allRows)).toMatchObject([{ net: String(net) }]);
  }
});

describe('outgoing money counts as outgoing', () => {
  test.each(rowsOf(outgoing))('%s', (_, columns = '', rows = '', column, sums) => {
    expect(sumsOf(datedFile(columns, rows.split(' | ')), Number(column))).toEqual([sums]);
  });

  test('in a filter for negative amounts even if the amount has no sign', () => {
    const session = sessionOf('Date,Amount,D/C\n2026-01-05,7.10,D\n2026-01-06,1.00,C\n2026-01-07,3.00,D');
    const rows = (from: number | null, to: number | null) =>
      session.setView(viewOf({ kind: 'between', column: 1, from, to })).rows;
    expect([rows(null, -1), rows(1, null), rows(710, 710)]).toEqual([2, 1, 1]);
  });
});

describe('letters and words for directions of amounts', () => {
  const sumWithDirections = (header: string, words: string) => {
    const rows = words.split(' ').map((word, row) => `2026-01-${10 + row};${2 ** row}.00;${word}`);
    return sumsWithLeftOut([`Date;Amount;${header}`, ...rows], 1);
  };

  test.each([
    ['Dare and Avere', 'D/A', 'D A D'],
    ['Ausgang and Eingang', 'Eingang/Ausgang', 'A E A'],
    ['Egreso and Ingreso', 'Signo', 'E I E'],
    ['Saída and Entrada', 'Natureza', 'S E S'],
    ['Tartozik and Követel', 'T/K', 'T K T'],
    ['Výdaj and Příjem', 'Směr', 'V P V'],
    ['Withdrawal and Deposit', 'Direction', 'W D W'],
  ])('determine the sign in %s', (_, header, words) => {
    expect(sumWithDirections(header, words)).toEqual({ sums: ['3: 200 -500'], leftOut: [] });
  });

  test.each([
    ['D/C', 'D C X'],
    ['Direction', 'out in sideways'],
    ['Type', 'Debit Credit Reversal'],
  ])('in a column %s with %s exclude and report an amount with an unknown word', (header, words) => {
    expect(sumWithDirections(header, words)).toEqual({ sums: ['2: 200 -100'], leftOut: ['undirected 2'] });
  });

  test.each([
    ['D/C', 'X Y X'],
    // Dutch Af (out) and Bij (in), or Turkish Alacak (in) and Borç (out).
    ['Direction', 'A B A'],
    ['Direction', 'D Z D'],
  ])('in a column %s with %s exclude and report every amount, because no word is known', (header, words) => {
    expect(sumWithDirections(header, words)).toEqual({ sums: [], leftOut: ['undirected 0,1,2'] });
  });
});

/** A column by its number, its rows and their incoming and outgoing sum, and the rows that are left out by reason. */
const excluded = `
the signs of amounts are unchanged when most outgoing amounts have a minus, even if a credit has one => 1: 4: 100 -1210
Date;Amount;D/C
2026-01-05;-7.10;D
2026-01-06;1.00;C
2026-01-07;-3.00;C
2026-01-08;-2.00;D

the signs of amounts are unchanged when all amounts have signs, even with an unknown word => 1: 3: 100 -1010
Date;Amount;Type
2026-01-05;-7.10;Debit
2026-01-06;1.00;Credit
2026-01-07;-3.00;Check

a payment that was not executed is not summed => 2: 2: 100 -710; unfinished 1,2
Date,Name,Amount,Status,Balance
2026-01-05,Rent,-7.10,Completed,92.90
2026-01-06,Shop,-50.00,Declined,92.90
2026-01-07,Shop,-30.00,FAILED,92.90
2026-01-08,Pay,1.00,Completed,93.90

a daily balance among the rows is not summed => 2: 9: 8000 -4520; total 1,10
05/01/2026;PIX TRANSF JOAO;-45,20
05/01/2026;SALDO DO DIA;954,80
14/01/2026;SALARIO;10,00
15/01/2026;SALARIO;10,00
16/01/2026;SALARIO;10,00
17/01/2026;SALARIO;10,00
18/01/2026;SALARIO;10,00
19/01/2026;SALARIO;10,00
20/01/2026;SALARIO;10,00
21/01/2026;SALARIO;10,00
25/01/2026;S A L D O;1.034,80

an amount without a direction is not summed => 1: 2: 300 -710; undirected 1
Date,Amount,D/C
2026-01-05,7.10,D
2026-01-06,1.00,
2026-01-07,3.00,C

a total is not summed in a file without dates => 2: 2: 200 0; total 2
Position,Cost,Amount
North,1.00,2.00
South,1.00,0.00
Total,2.00,2.00
`;

test.each(casesOf(excluded))('%s', (_, expected, file) => {
  const [wanted = '', ...leftOut] = expected.split('; ');
  const sums = [wanted.slice(wanted.indexOf(' ') + 1)];
  expect(sumsWithLeftOut(file, Number(wanted[0]))).toEqual({ sums, leftOut });
});

test('a payment that was not executed does not break the balance', () => {
  const [, , file = ''] = casesOf(excluded).find(([title]) => title.includes('not executed')) ?? [];
  const { table } = sessionOf(file);
  const meanings = determineMeanings(table);
  expect(checkBalance(table, meanings, findExcludedRows(table, meanings)).result).toBe('passed');
});

test('a column that repeats the amounts without signs is not summed', () => {
  const session = sessionOf([
    'Дата операции;Сумма операции;Сумма операции с округлением',
    '05.11.2025;-1045,20;1045,20',
    '14.11.2025;50000,00;50000,00',
  ]);
  expect(session.describe().columns.map(({ isSummed }) => isSummed)).toEqual([false, true, false]);
});

const converted = 'Betrag (CHF),Originalbetrag,Originalwährung => -7.10,-8.00,EUR | -1.00,-1.10,USD';
const fees = 'Amount,Currency,Transfer Fee,Transfer Fee Currency => 0.04,BTC,2.00,USD | 0.01,BTC,0.38,USD';
const worded = 'Amount,Currency => 1.00,EUR | 2.00,kr. | 4.00,US Dollar';

/** The columns, the rows, the number of a column, and its sums by currency. */
const currencies = `
in the header => ${converted} => 1 => CHF 0 -810 -810
in the column next to original amounts => ${converted} => 2 => EUR 0 -800 -800, USD 0 -110 -110
in a column of currencies => ${fees} => 1 => BTC 5 0 5
in a column of currencies that is named after the column of money => ${fees} => 3 => USD 0 -238 -238
in the cells of debits and credits => Debit,Credit => 7.10 €,0 | 0,1.00 zł => 1 => EUR 0 -710 -710, PLN 100 0 100
in words, each of its own => ${worded} => 1 => EUR 100 0 100, kr. 200 0 200, US Dollar 400 0 400
`;

test.each(rowsOf(currencies))('sums have the currency %s', (_, columns = '', rows = '', column, sums) => {
  expect(sumsOf(datedFile(columns, rows.split(' | ')), Number(column)).join(', ')).toBe(sums);
});

describe('rows that are not transactions are excluded from sums and reported', () => {
  const head = 'Date,Text,Amount';
  const transactions = ['2026-01-05,Rent,-7.10', '2026-01-06,Pay,10.00', '2026-01-07,Fee,-0.90'];
  const statement = [head, ...transactions];
  const nothing = Array.from({ length: 60 }, () => '2026-01-08,Nothing,0.00');

  test.each<[string, string[], string[]]>([
    ['no row, if all rows are transactions', statement, []],
    ['a total', [...statement, ',Total,2.00'], ['total 3']],
    ['German totals', [...statement, ',Zwischensumme,2.00', ',Summe:,2.00'], ['total 3,4']],
    ['a row with the sum of all earlier rows and no label', [...statement, ',,2.00'], ['total 3']],
    [
      'dated balances at the beginning and the end',
      [head, '2026-01-01,Opening balance,5.00', ...transactions, '2026-01-31,Saldo final,7.00'],
      ['total 0,4'],
    ],
    [
      'a balance in the middle of many rows',
      [head, ...transactions, ...nothing, '2026-01-08,Saldo final,7.00', ...nothing],
      ['total 63'],
    ],
    ['a repeated header', [...statement, ...nothing, head], ['header 63']],
    ['rows with more or fewer cells', [...statement, 'End of file', '2026-01-08,Rent,-1.00,x'], ['odd 3,4']],
    ['a row without a date', [...statement, ',Pending,-5.00'], ['undated 3']],
  ])('%s', (_, lines, leftOut) => {
    expect(sumsWithLeftOut(lines, 2).leftOut).toEqual(leftOut);
    expect(sumsOf(lines, 2)).toEqual(['1000 -800 200']);
  });

  test('except a payee called Total, a blank line, and a row with additional empty cells', () => {
    const lines = [...statement, '', '2026-01-08,Total,-1.00', '2026-01-09,Rent,-1.00,,'];
    expect(sumsWithLeftOut(lines, 2)).toEqual({ sums: ['5: 1000 -1000'], leftOut: [] });
  });

  test('also in the sums of the view and of the selection', () => {
    const session = sessionOf([...statement, ',Total,2.00', ',Pending,-5.00']);
    expect(session.sumsWithLeftOut(2, { kind: 'some', rows: [1, 4] })).toMatchObject({
      sums: [{ net: '1000' }],
      leftOut: [{ reason: 'undated', count: 1, rows: [4] }],
    });
    session.setView(viewOf({ kind: 'contains', column: 1, text: 'total' }));
    expect(session.sumsWithLeftOut(2, { kind: 'view' })).toMatchObject({
      sums: [],
      leftOut: [{ reason: 'total', rows: [3] }],
    });
  });
});
