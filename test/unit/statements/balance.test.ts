/** @file The balance check passes for every notation of banks, and fails only if no interpretation fits. */
import { describe, expect, test } from 'vitest';
import { checkTable } from '../../../src/main/review/integrity.ts';
import { openTable } from '../../../src/main/review/table.ts';
import { balanceReading } from '../../../src/shared/messages/balance-reading.ts';
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

function pointOf(
  lines: readonly string[],
  id: CheckPoint['id'],
  otherFacts: Partial<Record<string, number>> = {},
) {
  const table = openTable(new TextEncoder().encode(lines.join('\n')));
  return checkTable(table, { ...facts, ...otherFacts }, { size: 0, sha256: '' }).find(
    (point) => point.id === id,
  );
}

const statementLines = [
  'Date,Amount,Balance',
  '2026-01-05,-10.00,90.00',
  '2026-01-06,5.50,95.50',
  '2026-01-07,-0.50,95.00',
  '2026-01-08,2.00,97.00',
  '2026-01-09,-7.00,90.00',
];

/** Returns the rows of {@link statementLines} with other columns. */
function rewriteRows(
  header: string,
  formatRow: (day: string, amount: number, balance: number) => string,
): string[] {
  return [
    header,
    ...statementLines.slice(1).map((line) => {
      const [day = '', amount, balance] = line.split(',');
      return formatRow(day, Number(amount), Number(balance));
    }),
  ];
}

describe('the balance check passes', () => {
  const formatMagnitude = (amount: number) => Math.abs(amount).toFixed(2);
  test.each<[string, string[], Partial<CheckPoint['facts']>]>([
    [
      'by the amount, oldest first',
      statementLines,
      { amounts: 'amount', order: 'oldest-first', opening: '10000', closing: '9000' },
    ],
    [
      'by the amount, newest first',
      [statementLines[0] ?? '', ...statementLines.slice(1).toReversed()],
      { order: 'newest-first', opening: '10000', closing: '9000' },
    ],
    [
      'with rows in another order within a day',
      [
        statementLines[0] ?? '',
        ...[1, 3, 2, 5, 4].map((row) => (statementLines[row] ?? '').replace(/^[^,]*/, '2026-01-05')),
      ],
      { order: 'other-order' },
    ],
    [
      'by credits minus debits',
      rewriteRows(
        'Date,Debit,Credit,Balance',
        (day, amount, balance) =>
          `${day},${amount < 0 ? formatMagnitude(amount) : ''},${amount < 0 ? '' : formatMagnitude(amount)},${balance}`,
      ),
      { amounts: 'debit-credit' },
    ],
    [
      'by amounts with a direction',
      rewriteRows(
        'Date,Amount,D/C,Balance',
        (day, amount, balance) => `${day},${formatMagnitude(amount)},${amount < 0 ? 'D' : 'C'},${balance}`,
      ),
      { amounts: 'amount' },
    ],
    [
      'by the amount minus the fee',
      rewriteRows(
        'Date,Amount,Fee,Balance',
        (day, amount, balance) => `${day},${(amount + 1).toFixed(2)},1.00,${balance}`,
      ),
      { amounts: 'less-fee' },
    ],
    [
      'by the amount plus the fee',
      rewriteRows(
        'Date,Amount,Fee,Balance',
        (day, amount, balance) => `${day},${(amount - 1).toFixed(2)},1.00,${balance}`,
      ),
      { amounts: 'plus-fee' },
    ],
    [
      'by amounts with the opposite sign, as on card statements',
      rewriteRows(
        'Date,Amount,Balance',
        (day, amount, balance) => `${day},${(-amount).toFixed(2)},${balance}`,
      ),
      { amounts: 'reversed' },
    ],
    [
      'with a balance from before each transaction',
      rewriteRows(
        'Date,Amount,Balance',
        (day, amount, balance) => `${day},${amount},${(balance - amount).toFixed(2)}`,
      ),
      { isBefore: 1 },
    ],
    [
      'with a balance for each currency',
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
      'with one balance for rows of several currencies',
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
      'with a balance for each account',
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
      'where rows that are not booked yet have no balance',
      [...statementLines, '2026-01-10,-3.00,', '2026-01-11,1.00,91.00'],
      { amounts: 'amount' },
    ],
    [
      'with a total between the rows',
      [...statementLines, ',Total,-10.00', '2026-01-11,1.00,91.00'].map((line) =>
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

  test('and reports how the balance was calculated', () => {
    const lines = rewriteRows(
      'Date,Amount,Fee,Balance',
      (day, amount, balance) => `${day},${(amount + 1).toFixed(2)},1.00,${balance}`,
    );
    const balanceFacts = pointOf([lines[0] ?? '', ...lines.slice(1).toReversed()], 'balance')?.facts ?? {};
    expect(balanceReading(balanceFacts)).toBe('Calculated from the amount less the fee, newest row first.');
  });
});

describe('the balance check', () => {
  test.each<[string, string[], number[]]>([
    ['for a changed amount', statementLines.with(3, '2026-01-07,-0.60,95.00'), [2]],
    ['for a changed balance', statementLines.with(3, '2026-01-07,-0.50,96.00'), [2, 3]],
    ['for a missing row', statementLines.toSpliced(3, 1), [2]],
  ])('fails %s', (_, lines, rows) => {
    expect(pointOf(lines, 'balance')).toMatchObject({ result: 'failed', rows });
  });

  test.each<[string, string[]]>([
    [
      'the balance fits hardly any row',
      [
        'Date,Amount,Balance',
        '2026-01-05,1.00,7.00',
        '2026-01-06,2.00,70.00',
        '2026-01-07,3.00,5.00',
        '2026-01-08,4.00,60.00',
      ],
    ],
    ['the order of the rows is not known', statementLines.with(3, '2026-01-02,-0.60,95.00')],
    [
      'the balance also changes without an amount',
      [...statementLines.with(3, '2026-01-07,-0.60,95.00'), '2026-01-10,,80.00'],
    ],
    [
      'amounts are converted from another currency and rounded',
      rewriteRows(
        'Date,Amount,Balance,Original currency,Exchange rate',
        (day, amount, balance) => `${day},${amount},${balance},USD,1.1`,
      ).map((line) => line.replace('95.5,', '95.51,')),
    ],
  ])('asks the clerk to look when a row does not add up and %s', (_, lines) => {
    expect(pointOf(lines, 'balance')?.result).toBe('look');
  });

  test.each(['Opening balance', 'Closing balance', 'Available balance', 'Initial balance'])(
    'is impossible when the only balance is a column %s',
    (name) => {
      expect(
        pointOf(statementLines.with(0, `Date,Amount,${name}`).with(3, '2026-01-07,-0.60,95.00'), 'balance')
          ?.result,
      ).toBe('cannot');
    },
  );

  test('is impossible with a single row', () => {
    expect(pointOf(statementLines.slice(0, 2), 'balance')?.result).toBe('cannot');
  });
});

describe('another point of the checklist fails only if the error is certain:', () => {
  const resultOfDates = (header: string, day: string) =>
    pointOf([header, '2026-01-05,2026-01-05,1.00', day], 'dates')?.result;

  test('a booking outside the period fails, but not if its value date is inside, and not for payment dates', () => {
    expect(resultOfDates('Booking date,Value date,Amount', '2026-02-01,2026-02-02,1.00')).toBe('failed');
    expect(resultOfDates('Booking date,Value date,Amount', '2026-02-01,2026-01-31,1.00')).toBe('look');
    expect(resultOfDates('Booking date,Value date,Amount', '2026-01-31,2026-02-02,1.00')).toBe('passed');
    expect(resultOfDates('Transaction date,Due date,Amount', '2025-12-30,2025-12-30,1.00')).toBe('look');
  });

  test('a wrong row count fails unless totals, blank lines or rows without a date explain it', () => {
    const rows = [...statementLines, '', ',Total,'];
    const resultWithRowCount = (transactions: number) => pointOf(rows, 'rows', { transactions })?.result;
    expect([4, 5, 6, 7, 8].map(resultWithRowCount)).toEqual(['failed', 'look', 'look', 'look', 'failed']);
  });

  test('a second wallet ID fails, but a name or leading zeros do not', () => {
    const resultOfWallets = (firstWallet: string, secondWallet: string) =>
      pointOf(
        ['Date,Wallet,Amount', `2026-01-05,${firstWallet},1.00`, `2026-01-06,${secondWallet},2.00`],
        'belongs',
      )?.result;
    expect(resultOfWallets('410023', '410024')).toBe('failed');
    expect(resultOfWallets('410023', '0410023')).toBe('passed');
    expect(resultOfWallets('Travel', 'Savings')).toBe('cannot');
    expect(resultOfWallets('410023', 'Savings')).toBe('look');
  });

  test('an unread cell is reported for columns of money only', () => {
    const goodRows = Array.from({ length: 60 }, (_, row) => `2026-01-05,${row + 100},1.00`);
    expect(
      pointOf(['Date,Check Number,Amount', ...goodRows, '2026-01-06,lost,2.00'], 'amounts')?.result,
    ).toBe('passed');
    expect(pointOf(['Date,Check Number,Amount', ...goodRows, '2026-01-06,7,lost'], 'amounts')?.result).toBe(
      'look',
    );
  });
});
