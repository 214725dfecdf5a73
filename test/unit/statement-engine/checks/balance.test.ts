/** @file The balance check passes for every notation of banks, and fails only if no interpretation fits. */
import { describe, expect, test } from 'vitest';
import type { StatementFacts } from '../../../../src/main/statement-engine/process/methods/check-methods.ts';
import { balanceInterpretation } from '../../../../src/shared/messages/balance-interpretation.ts';
import { describeCheckFacts } from '../../../../src/shared/messages/check-points.ts';
import type { CheckPoint } from '../../../../src/shared/model/statements/open-statement.ts';
import { casesOf, type StatementText, tableOf } from '../../../fakes/files/text-statement.ts';
import { pointOf as pointIn } from '../../../fakes/statements/check-points.ts';

const pointOf = (text: StatementText, id: CheckPoint['id'], facts: Partial<StatementFacts> = {}) =>
  pointIn(tableOf(text), id, facts);

const resultOf = (...args: Parameters<typeof pointOf>) => pointOf(...args)?.result;

const bookings = [
  ['2026-01-05', -10, 90],
  ['2026-01-06', 5.5, 95.5],
  ['2026-01-07', -0.5, 95],
  ['2026-01-08', 2, 97],
  ['2026-01-09', -7, 90],
] as const;

/** Writes the bookings with other columns, whose cells `row` describes. */
function write(header: string, row: string): string[] {
  const lines = bookings.map(([day, amount, balance]) => {
    const size = Math.abs(amount).toFixed(2);
    const cells: Readonly<Record<string, string>> = {
      day,
      amount: amount.toFixed(2),
      balance: balance.toFixed(2),
      size,
      debit: amount < 0 ? size : '',
      credit: amount < 0 ? '' : size,
      letter: amount < 0 ? 'D' : 'C',
      more: (amount + 1).toFixed(2),
      less: (amount - 1).toFixed(2),
      opposite: (-amount).toFixed(2),
      before: (balance - amount).toFixed(2),
    };
    return row
      .split(',')
      .map((name) => cells[name] ?? name)
      .join(',');
  });
  return [header, ...lines];
}

const statement = write('Date,Amount,Balance', 'day,amount,balance');
const [head = '', ...rows] = statement;

const groups = `
with a balance for each currency => groupedBy Currency
Date,Amount,Currency,Balance
2026-01-05,1.00,EUR,11.00
2026-01-05,5.00,USD,25.00
2026-01-06,2.00,EUR,13.00
2026-01-07,-5.00,USD,20.00

with a balance for each account => groupedBy Account
Date,Account,Amount,Balance
2026-01-05,A-1,1.00,11.00
2026-01-05,B-2,5.00,25.00
2026-01-06,A-1,2.00,13.00
2026-01-07,B-2,-5.00,20.00

with a balance for each account in each currency => amounts amount
Date,Account,Currency,Amount,Balance
2026-01-05,A-1,EUR,1.00,11.00
2026-01-05,A-1,USD,5.00,25.00
2026-01-05,B-2,EUR,2.00,42.00
2026-01-05,B-2,USD,3.00,63.00
2026-01-06,A-1,EUR,1.00,12.00
2026-01-06,A-1,USD,-5.00,20.00
2026-01-07,B-2,EUR,-2.00,40.00
2026-01-07,B-2,USD,1.00,64.00

where only the last row of a day has a balance => amounts amount
Date,Amount,Balance
2026-01-05,1.00,
2026-01-05,2.00,13.00
2026-01-06,4.00,
2026-01-06,-1.00,16.00
2026-01-07,1.00,
2026-01-07,1.00,18.00

by an opening and a closing balance in each row => amounts opening-closing
Date,Opening balance,Amount,Closing balance
2026-01-05,10.00,1.00,11.00
2026-01-06,11.00,-2.00,9.00
`;

describe('the balance check', () => {
  test.each<[string, string, StatementText]>([
    ['by amounts, oldest first', 'amounts amount order oldest-first opening 10000 closing 9000', statement],
    [
      'by amounts, newest first',
      'order newest-first opening 10000 closing 9000',
      [head, ...rows.toReversed()],
    ],
    [
      'with rows in another order within a day',
      'order other-order',
      [head, ...[0, 2, 1, 4, 3].map((row) => (rows[row] ?? '').replace(/^[^,]*/, '2026-01-05'))],
    ],
    [
      'by both columns',
      'amounts debit-credit',
      write('Date,Debit,Credit,Balance', 'day,debit,credit,balance'),
    ],
    [
      'by both columns in the opposite sense',
      'amounts reversed',
      write('Date,Debit,Credit,Balance', 'day,credit,debit,balance'),
    ],
    ['with balances without decimals', 'amounts amount', statement.map((line) => line.replace(/\.\d+$/, ''))],
    ['by directed amounts', 'amounts amount', write('Date,Amount,D/C,Balance', 'day,size,letter,balance')],
    ['by amounts less fees', 'amounts less-fee', write('Date,Amount,Fee,Balance', 'day,more,1.00,balance')],
    ['by amounts plus fees', 'amounts plus-fee', write('Date,Amount,Fee,Balance', 'day,less,1.00,balance')],
    [
      'by amounts with the opposite sign, as on card statements',
      'amounts reversed',
      write('Date,Amount,Balance', 'day,opposite,balance'),
    ],
    [
      'with a balance before each transaction',
      'isBefore 1',
      write('Date,Amount,Balance', 'day,amount,before'),
    ],
    [
      'where rows that are not booked yet have no balance',
      'amounts amount',
      [...statement, '2026-01-10,-3.00,', '2026-01-11,1.00,91.00'],
    ],
    ['with a total between the rows', 'amounts amount', [...statement, ',-10.00,', '2026-01-11,1.00,91.00']],
    ...casesOf(groups),
  ])('passes %s', (_, expected, text) => {
    const pairs = expected.matchAll(/(\S+) (\S+)/g).map(([, name = '', value = '']) => [name, value]);
    const point = pointOf(text, 'balance');
    expect(point).toMatchObject({ result: 'passed', rows: [] });
    const found = Object.entries(point?.facts ?? {}).map(([name, value]) => [name, String(value)]);
    expect(Object.fromEntries(found)).toMatchObject(Object.fromEntries(pairs));
  });

  test('leaves amounts in another currency to the clerk, although the numbers add up', () => {
    const text = (currency: string) => [
      'Date,Amount,Currency,Balance',
      ...['10.00,EUR,110.00', `-5.00,${currency},105.00`, '1.00,EUR,106.00', '2.00,EUR,108.00'].map(
        (cells, day) => `2026-01-0${day + 1},${cells}`,
      ),
    ];
    expect(pointOf(text('EUR'), 'balance')).toMatchObject({ result: 'passed' });
    expect(pointOf(text(''), 'balance')).toMatchObject({ result: 'passed' });
    expect(pointOf(text('USD'), 'balance')).toMatchObject({ result: 'look', rows: [1] });
  });

  test('reports how the balance was calculated', () => {
    const [header = '', ...others] = write('Date,Amount,Fee,Balance', 'day,more,1.00,balance');
    const balanceFacts = pointOf([header, ...others.toReversed()], 'balance')?.facts ?? {};
    expect(balanceInterpretation(balanceFacts)).toBe(
      'Calculated from the amount less the fee, newest row first.',
    );
  });

  const wrongAmount = statement.with(3, '2026-01-07,-0.60,95.00');

  test.each<[string, string[], number[], string]>([
    ['a changed amount', wrongAmount, [2], 'expected 94.90, stated 95.00, difference 0.10.'],
    [
      'a changed amount less a fee',
      write('Date,Amount,Fee,Balance', 'day,more,1.00,balance').with(3, '2026-01-07,0.60,1.00,95.00'),
      [2],
      'expected 95.10, stated 95.00, difference −0.10.',
    ],
    [
      'a changed balance',
      statement.with(3, '2026-01-07,-0.50,96.00'),
      [2, 3],
      'expected 95.00, stated 96.00, difference 1.00.',
    ],
    ['a missing row', statement.toSpliced(3, 1), [2], 'expected 97.50, stated 97.00, difference −0.50.'],
  ])('fails for %s, and says by how much', (_, lines, found, figures) => {
    const point = pointOf(lines, 'balance');
    expect(point).toMatchObject({ result: 'failed', rows: found });
    expect(point && describeCheckFacts(point)).toContain(figures);
  });

  test.each<[string, StatementText]>([
    [
      'the balance fits hardly any row',
      [
        head,
        '2026-01-05,1.00,7.00',
        '2026-01-06,2.00,70.00',
        '2026-01-07,3.00,5.00',
        '2026-01-08,4.00,60.00',
      ],
    ],
    ['a column has an unknown name', wrongAmount.with(0, 'Date,Movimento,Balance')],
    [
      'amounts have the opposite sign',
      write('Date,Amount,Balance', 'day,opposite,balance').with(3, '2026-01-07,0.60,95.00'),
    ],
    ['the order of the rows is not known', statement.with(3, '2026-01-02,-0.60,95.00')],
    ['the balance also changes without an amount', [...wrongAmount, '2026-01-10,,80.00']],
    [
      'amounts are converted from another currency and rounded',
      write('Date,Amount,Balance,Original currency,Exchange rate', 'day,amount,balance,USD,1.1').map((line) =>
        line.replace('95.50,', '95.51,'),
      ),
    ],
  ])('asks the clerk to look when a row does not add up and %s', (_, text) => {
    expect(resultOf(text, 'balance')).toBe('look');
  });

  test.each(['Opening balance', 'Closing balance', 'Available balance', 'Initial balance'])(
    'is impossible when the only balance is a column %s',
    (name) => {
      expect(resultOf(wrongAmount.with(0, `Date,Amount,${name}`), 'balance')).toBe('cannot');
    },
  );

  test('is impossible with a single row', () => {
    expect(resultOf(statement.slice(0, 2), 'balance')).toBe('cannot');
  });
});

describe('another point of the checklist fails only if the error is certain:', () => {
  test.each([
    ['Booking date,Value date,Amount', '2026-02-01,2026-02-02,1.00', 'failed'],
    ['Booking date,Value date,Amount', '2026-02-01,2026-01-31,1.00', 'look'],
    ['Booking date,Value date,Amount', '2026-01-31,2026-02-02,1.00', 'passed'],
    ['Transaction date,Due date,Amount', '2025-12-30,2025-12-30,1.00', 'look'],
  ])('dates of %s with %s: %s', (header, line, result) => {
    expect(resultOf([header, '2026-01-05,2026-01-05,1.00', line], 'dates')).toBe(result);
  });

  test('a wrong row count fails unless totals, blank lines or rows without a date explain it', () => {
    const resultWithRowCount = (transactions: number) =>
      resultOf([...statement, '', ',Total,'], 'rows', { transactions });
    expect([4, 5, 6, 7, 8].map(resultWithRowCount)).toEqual(['failed', 'look', 'look', 'look', 'failed']);
  });

  test.each([
    ['410023', '410024', 'failed'],
    ['410023', '0410023', 'passed'],
    ['Travel', 'Savings', 'cannot'],
    ['410023', 'Savings', 'look'],
  ])('the wallets %s and %s: %s', (one, other, result) => {
    const lines = ['Date,Wallet,Amount', `2026-01-05,${one},1.00`, `2026-01-06,${other},2.00`];
    expect(resultOf(lines, 'belongs')).toBe(result);
  });

  test.each([
    ['EUR', 'passed'],
    ['eur', 'passed'],
    ['USD', 'look'],
    [null, 'passed'],
  ])(
    'the currency EUR of a wallet in %s: %s, and without a column of wallets nothing is proven',
    (currency, result) => {
      const lines = [
        'Date,Wallet,Amount,Currency',
        '2026-01-05,410023,1.00,EUR',
        '2026-01-06,410023,2.00,EUR',
      ];
      expect(resultOf(lines, 'belongs', { currency })).toBe(result);
      const unnamed = lines.map((line) => line.replace(/,(Wallet|410023)/, ''));
      expect(resultOf(unnamed, 'belongs', { currency })).toBe(result === 'look' ? 'look' : 'cannot');
      const ofCompany = lines.map((line) => line.replace('Wallet', 'Company').replace('410023', 'c-1'));
      expect(resultOf(ofCompany, 'belongs', { currency })).toBe(result === 'look' ? 'look' : 'cannot');
    },
  );

  test.each([
    ['no money', 'lost,2.00', 'passed'],
    ['money', '7,lost', 'look'],
  ])('an unread cell in a column of %s: %3$s', (_, cells, result) => {
    const goodRows = Array.from({ length: 60 }, (_unused, row) => `2026-01-05,${row + 100},1.00`);
    const lines = ['Date,Check Number,Amount', ...goodRows, `2026-01-06,${cells}`];
    expect(resultOf(lines, 'amounts')).toBe(result);
  });
});
