/** @file Balance check: passes for every notation of banks, fails only if no interpretation fits. */
import { describe, expect, test } from 'vitest';
import { checkTable } from '../../../src/main/review/integrity.ts';
import { openTable } from '../../../src/main/review/table.ts';
import { balanceReading } from '../../../src/renderer/features/statements/balance-reading.ts';
import type { CheckPoint } from '../../../src/shared/model/review.ts';

const facts = {
  walletId: 410_023,
  companyId: 'c-1',
  since: '2026-01-01',
  till: '2026-01-31',
  transactions: null,
  size: null,
  sha256: null,
};

function pointOf(lines: readonly string[], id: CheckPoint['id'], more: Partial<Record<string, number>> = {}) {
  const table = openTable(new TextEncoder().encode(lines.join('\n')));
  return checkTable(table, { ...facts, ...more }, { size: 0, sha256: '' }).find((point) => point.id === id);
}

const plain = [
  'Date,Amount,Balance',
  '2026-01-05,-10.00,90.00',
  '2026-01-06,5.50,95.50',
  '2026-01-07,-0.50,95.00',
  '2026-01-08,2.00,97.00',
  '2026-01-09,-7.00,90.00',
];

/** The rows of {@link plain} under other columns. */
function rewritten(
  header: string,
  write: (day: string, amount: number, balance: number) => string,
): string[] {
  return [
    header,
    ...plain.slice(1).map((line) => {
      const [day = '', amount, balance] = line.split(',');
      return write(day, Number(amount), Number(balance));
    }),
  ];
}

describe('the balance adds up', () => {
  const size = (amount: number) => Math.abs(amount).toFixed(2);
  test.each<[string, string[], Partial<CheckPoint['facts']>]>([
    [
      'by the amount, oldest first',
      plain,
      { amounts: 'amount', order: 'oldest-first', opening: '10000', closing: '9000' },
    ],
    [
      'newest first',
      [plain[0] ?? '', ...plain.slice(1).toReversed()],
      { order: 'newest-first', opening: '10000', closing: '9000' },
    ],
    [
      'in another order within a day',
      [plain[0] ?? '', ...[1, 3, 2, 5, 4].map((row) => (plain[row] ?? '').replace(/^[^,]*/, '2026-01-05'))],
      { order: 'other-order' },
    ],
    [
      'by credits less debits',
      rewritten(
        'Date,Debit,Credit,Balance',
        (day, amount, balance) =>
          `${day},${amount < 0 ? size(amount) : ''},${amount < 0 ? '' : size(amount)},${balance}`,
      ),
      { amounts: 'debit-credit' },
    ],
    [
      'by amounts with a direction',
      rewritten(
        'Date,Amount,D/C,Balance',
        (day, amount, balance) => `${day},${size(amount)},${amount < 0 ? 'D' : 'C'},${balance}`,
      ),
      { amounts: 'amount' },
    ],
    [
      'by the amount less the fee',
      rewritten(
        'Date,Amount,Fee,Balance',
        (day, amount, balance) => `${day},${(amount + 1).toFixed(2)},1.00,${balance}`,
      ),
      { amounts: 'less-fee' },
    ],
    [
      'by the amount plus what is written as its fee',
      rewritten(
        'Date,Amount,Fee,Balance',
        (day, amount, balance) => `${day},${(amount - 1).toFixed(2)},1.00,${balance}`,
      ),
      { amounts: 'plus-fee' },
    ],
    [
      'by the opposite sign, as on cards',
      rewritten('Date,Amount,Balance', (day, amount, balance) => `${day},${(-amount).toFixed(2)},${balance}`),
      { amounts: 'reversed' },
    ],
    [
      'with the balance before each row',
      rewritten(
        'Date,Amount,Balance',
        (day, amount, balance) => `${day},${amount},${(balance - amount).toFixed(2)}`,
      ),
      { isBefore: 1 },
    ],
    [
      'by currency',
      [
        'Date,Amount,Currency,Balance',
        '2026-01-05,1.00,EUR,11.00',
        '2026-01-05,5.00,USD,25.00',
        '2026-01-06,2.00,EUR,13.00',
        '2026-01-07,-5.00,USD,20.00',
      ],
      { groupedBy: 'Currency' },
    ],
    [
      'in one currency, whatever that of the rows',
      [
        'Date,Amount,Currency,Balance',
        '2026-01-05,1.00,EUR,11.00',
        '2026-01-05,5.00,USD,16.00',
        '2026-01-06,2.00,EUR,18.00',
        '2026-01-07,-5.00,USD,13.00',
      ],
      { amounts: 'amount' },
    ],
    [
      'by account',
      [
        'Date,Account,Amount,Balance',
        '2026-01-05,A-1,1.00,11.00',
        '2026-01-05,B-2,5.00,25.00',
        '2026-01-06,A-1,2.00,13.00',
        '2026-01-07,B-2,-5.00,20.00',
      ],
      { groupedBy: 'Account' },
    ],
    [
      'where only the last row of a day has a balance',
      [
        'Date,Amount,Balance',
        '2026-01-05,1.00,',
        '2026-01-05,2.00,13.00',
        '2026-01-06,4.00,',
        '2026-01-06,-1.00,16.00',
        '2026-01-07,1.00,',
        '2026-01-07,1.00,18.00',
      ],
      { amounts: 'amount' },
    ],
    [
      'where rows that are not booked yet have none',
      [...plain, '2026-01-10,-3.00,', '2026-01-11,1.00,91.00'],
      { amounts: 'amount' },
    ],
    [
      'around a total',
      [...plain, ',Total,-10.00', '2026-01-11,1.00,91.00'].map((line) =>
        line.startsWith(',') ? ',-10.00,' : line,
      ),
      { amounts: 'amount' },
    ],
    [
      'by an opening and a closing balance in each row',
      [
        'Date,Opening balance,Amount,Closing balance',
        '2026-01-05,10.00,1.00,11.00',
        '2026-01-06,11.00,-2.00,9.00',
      ],
      { amounts: 'opening-closing' },
    ],
  ])('%s', (_, lines, expected) => {
    expect(pointOf(lines, 'balance')).toMatchObject({ result: 'passed', facts: expected, rows: [] });
  });

  test('and reports the interpretation', () => {
    const lines = rewritten(
      'Date,Amount,Fee,Balance',
      (day, amount, balance) => `${day},${(amount + 1).toFixed(2)},1.00,${balance}`,
    );
    const read = pointOf([lines[0] ?? '', ...lines.slice(1).toReversed()], 'balance')?.facts ?? {};
    expect(balanceReading(read)).toBe('Calculated from the amount less the fee, newest row first.');
  });
});

describe('a balance that does not add up', () => {
  test.each<[string, string[], number[]]>([
    ['for a changed amount', plain.with(3, '2026-01-07,-0.60,95.00'), [2]],
    ['for a changed balance', plain.with(3, '2026-01-07,-0.50,96.00'), [2, 3]],
    ['for a missing row', plain.toSpliced(3, 1), [2]],
  ])('fails %s', (_, lines, rows) => {
    expect(pointOf(lines, 'balance')).toMatchObject({ result: 'failed', rows });
  });

  test.each<[string, string[]]>([
    [
      'hardly any row fits',
      [
        'Date,Amount,Balance',
        '2026-01-05,1.00,7.00',
        '2026-01-06,2.00,70.00',
        '2026-01-07,3.00,5.00',
        '2026-01-08,4.00,60.00',
      ],
    ],
    ['the order of the rows is not known', plain.with(3, '2026-01-02,-0.60,95.00')],
    [
      'the balance moves without an amount, too',
      [...plain.with(3, '2026-01-07,-0.60,95.00'), '2026-01-10,,80.00'],
    ],
    [
      'other currencies are rounded',
      rewritten(
        'Date,Amount,Balance,Original currency,Exchange rate',
        (day, amount, balance) => `${day},${amount},${balance},USD,1.1`,
      ).map((line) => line.replace('95.5,', '95.51,')),
    ],
  ])('needs a look when %s', (_, lines) => {
    expect(pointOf(lines, 'balance')?.result).toBe('look');
  });

  test.each(['Opening balance', 'Closing balance', 'Available balance', 'Initial balance'])(
    'cannot be found from a column %s alone',
    (name) => {
      expect(
        pointOf(plain.with(0, `Date,Amount,${name}`).with(3, '2026-01-07,-0.60,95.00'), 'balance')?.result,
      ).toBe('cannot');
    },
  );

  test('cannot be checked with a single row', () => {
    expect(pointOf(plain.slice(0, 2), 'balance')?.result).toBe('cannot');
  });
});

describe('another point fails only if the error is certain:', () => {
  const dated = (header: string, day: string) =>
    pointOf([header, '2026-01-05,2026-01-05,1.00', day], 'dates')?.result;

  test('a booking outside the period fails, but not if its value date is inside, and not for payment dates', () => {
    expect(dated('Booking date,Value date,Amount', '2026-02-01,2026-02-02,1.00')).toBe('failed');
    expect(dated('Booking date,Value date,Amount', '2026-02-01,2026-01-31,1.00')).toBe('look');
    expect(dated('Booking date,Value date,Amount', '2026-01-31,2026-02-02,1.00')).toBe('passed');
    expect(dated('Transaction date,Due date,Amount', '2025-12-30,2025-12-30,1.00')).toBe('look');
  });

  test('a wrong row count fails unless totals, blank lines or rows without a date explain it', () => {
    const rows = [...plain, '', ',Total,'];
    const result = (transactions: number) => pointOf(rows, 'rows', { transactions })?.result;
    expect([4, 5, 6, 7, 8].map(result)).toEqual(['failed', 'look', 'look', 'look', 'failed']);
  });

  test('another wallet fails, but neither a name nor leading zeros', () => {
    const wallets = (one: string, other: string) =>
      pointOf(['Date,Wallet,Amount', `2026-01-05,${one},1.00`, `2026-01-06,${other},2.00`], 'belongs')
        ?.result;
    expect(wallets('410023', '410024')).toBe('failed');
    expect(wallets('410023', '0410023')).toBe('passed');
    expect(wallets('Travel', 'Savings')).toBe('cannot');
    expect(wallets('410023', 'Savings')).toBe('look');
  });

  test('an unread cell is reported for columns of money only', () => {
    const many = Array.from({ length: 60 }, (_, row) => `2026-01-05,${row + 100},1.00`);
    expect(pointOf(['Date,Check Number,Amount', ...many, '2026-01-06,lost,2.00'], 'amounts')?.result).toBe(
      'passed',
    );
    expect(pointOf(['Date,Check Number,Amount', ...many, '2026-01-06,7,lost'], 'amounts')?.result).toBe(
      'look',
    );
  });
});
