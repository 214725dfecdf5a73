/** @file Unreadable cells of number columns: their count next to the sums, their rows, and their point of the checklist. */
import { describe, expect, test } from 'vitest';
import type { StatementSession } from '../../../../src/main/statement-engine/process/session.ts';
import type { CheckPoint, StatementFilter } from '../../../../src/shared/model/statements/open-statement.ts';
import { sessionOf, viewOf } from '../../../fakes/files/text-statement.ts';
import { pointOf as pointIn } from '../../../fakes/statements/check-points.ts';

const all = { kind: 'all' } as const;

/** Creates a statement of `rows` rows whose balance adds up, and replaces the amounts of some rows. */
function statement(rows: number, replacedAmounts: Readonly<Record<number, string>>): StatementSession {
  const lines = Array.from({ length: rows }, (_, row) => {
    const amount = replacedAmounts[row] ?? '1.50';
    return `2026-01-05,${amount},${((row + 1) * 1.5).toFixed(2)},EUR`;
  });
  return sessionOf(['Date,Amount,Balance,Currency', ...lines]);
}

const pointOf = ({ table }: StatementSession, id: CheckPoint['id']) => pointIn(table, id);

describe('an amount that cannot be read', () => {
  test('is counted and listed with the sums of all rows, of the view and of the selection', () => {
    const session = statement(200, { 7: 'n/a', 90: '1.5.0' });
    expect(session.sums(1, all)[0]?.rows).toBe(198);
    expect(session.unreadableCells(1, all)).toEqual({ cells: 2, rows: [7, 90] });
    const evenRows = { kind: 'some', rows: Array.from({ length: 100 }, (_, row) => row * 2) } as const;
    expect(session.unreadableCells(1, evenRows)).toEqual({ cells: 1, rows: [90] });
    session.setView({ ...viewOf({ kind: 'rows', rows: [5, 6, 7] }), sort: { column: 1, descending: true } });
    expect(session.unreadableCells(1, { kind: 'view' })).toEqual({ cells: 1, rows: [7] });
    expect(session.unreadableCells(1, { kind: 'all-except', rows: [7] })).toEqual({ cells: 0, rows: [] });
  });

  test('has its own point in the checklist', () => {
    expect(pointOf(statement(200, {}), 'amounts')).toMatchObject({ result: 'passed', inQuestion: 0 });
    expect(pointOf(statement(200, { 7: 'n/a', 90: 'n/a' }), 'amounts')).toMatchObject({
      result: 'look',
      rows: [7, 90],
      inQuestion: 2,
      facts: { cells: 2 },
      columns: [{ index: 1, name: 'Amount' }],
    });
  });

  test('is reported with the position of its column when the column has no name', () => {
    const lines = Array.from(
      { length: 30 },
      (_, row) => `2026-01-05;${row === 7 ? 'n/a' : `-${row}.50`};EUR`,
    );
    const columns = { 1: { type: 'number', role: 'amount' } } as const;
    expect(pointOf(sessionOf(lines, { header: 'none', columns }), 'amounts')).toMatchObject({
      facts: { cells: 1 },
      columns: [{ index: 1, name: '' }],
    });
  });

  test('asks the clerk to look at the balance, unless another row makes the balance fail', () => {
    expect(pointOf(statement(200, {}), 'balance')).toMatchObject({ result: 'passed' });
    expect(pointOf(statement(200, { 7: 'n/a' }), 'balance')).toMatchObject({ result: 'look', rows: [7] });
    expect(pointOf(statement(200, { 7: 'n/a', 100: '9.00' }), 'balance')).toMatchObject({ result: 'failed' });
  });

  test('is not counted when the cell is empty', () => {
    const session = statement(200, { 7: '', 8: '  ' });
    expect(session.unreadableCells(1, all)).toEqual({ cells: 0, rows: [] });
    expect(pointOf(session, 'amounts')).toMatchObject({ result: 'passed' });
  });

  test('is counted when the amount has too many decimals', () => {
    const session = statement(200, { 7: '1.1234567890123456789', 8: '1.123456789' });
    expect(session.unreadableCells(1, all)).toEqual({ cells: 1, rows: [7] });
  });
});

describe('a cell that cannot be read in a column of dates or amounts', () => {
  const lines = Array.from({ length: 100 }, (_, row) =>
    [row === 40 ? 'soon' : '2026-01-05', row === 60 || row === 70 ? 'n/a' : '1.50', 'n/a'].join(','),
  );
  const session = sessionOf(['Date,Amount,Text', ...lines]);
  const rowsUnder = (filter: StatementFilter) => {
    session.setView(viewOf(filter));
    return session.window(0, 200).map(({ row }) => row);
  };

  test('is reported with its row, unlike all other cells', () => {
    session.setView(viewOf());
    const rows = session.window(0, 200);
    expect(rows.filter(({ unread }) => unread.length > 0).map(({ row, unread }) => [row, unread])).toEqual([
      [40, [0]],
      [60, [1]],
      [70, [1]],
    ]);
    expect(session.describe().columns.map(({ bad }) => bad)).toEqual([1, 2, 0]);
  });

  test('is listed by a filter for its column and by a filter for all columns', () => {
    expect(rowsUnder({ kind: 'unread', column: 1 })).toEqual([60, 70]);
    expect(rowsUnder({ kind: 'unread', column: 2 })).toEqual([]);
    expect(rowsUnder({ kind: 'unread', column: null })).toEqual([40, 60, 70]);
  });
});

test.each([
  ['without a date', ',x,1.00'],
  ['of unknown state', '2026-01-07,Zab,1.00'],
])('amounts were not all read while a row %s is in no sum', (_, row) => {
  const session = sessionOf(`Date,Status,Amount\n2026-01-05,Done,1.00\n2026-01-06,Done,1.00\n${row}`);
  expect(pointOf(session, 'amounts')).toMatchObject({ result: 'look', rows: [2], inQuestion: 1 });
});

test('sums near the largest exact integer of a double are exact', () => {
  const values = [...Array.from({ length: 13 }, () => '3000000000000.01'), '90071992547409'];
  const session = sessionOf(['Amount,x', ...values.map((value) => `${value},a`)]);
  expect(session.unreadableCells(0, all).cells).toBe(0);
  const net = String(13n * 300_000_000_000_001n + 9_007_199_254_740_900n);
  expect(session.sums(0, all)).toMatchObject([{ net }]);
});

test('sums of amounts with more digits than a double holds are exact', () => {
  const cells =
    '12345678901234567.89|-0.01|98765432109876543210.12|1,234,567,890,123,456.78|99999999999999|0.10'.split(
      '|',
    );
  const lines = [...cells, ...Array.from({ length: 9_000 }, () => '0.01')].map((cell) => `"${cell}",EUR`);
  const session = sessionOf(['Amount,Currency', ...lines]);
  const incoming =
    1_234_567_890_123_456_789n +
    9_876_543_210_987_654_321_012n +
    123_456_789_012_345_678n +
    9_999_999_999_999_900n +
    9_010n;
  const net = String(incoming - 1n);
  expect(session.sums(0, all)).toEqual([
    { currency: 'EUR', rows: 9_006, incoming: String(incoming), outgoing: '-1', net },
  ]);
  expect(session.unreadableCells(0, all).cells).toBe(0);
});

test('amounts with currencies in their cells are summed by currency', () => {
  const cells = ['€ 10,50', '12,50 EUR', '$1,50', '-144,75 kr', '3,00', 'USD 2,00'];
  const sums = sessionOf(['Amount;x', ...cells.map((cell) => `${cell};a`)]).sums(0, all);
  expect(sums.map(({ currency, net }) => `${currency} ${net}`)).toEqual([
    ' 300',
    'EUR 2300',
    '$ 150',
    'kr -14475',
    'USD 200',
  ]);
});
