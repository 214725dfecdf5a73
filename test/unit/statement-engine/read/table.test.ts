/** @file Opening statements: unusual and broken files, encodings, and notations of numbers. */
import { describe, expect, test } from 'vitest';
import { checkTable } from '../../../../src/main/statement-engine/checks/integrity.ts';
import { createRowTest, findHits, markRowsWith } from '../../../../src/main/statement-engine/query/find.ts';
import { sortRows } from '../../../../src/main/statement-engine/query/order.ts';
import type { Table } from '../../../../src/main/statement-engine/read/table.ts';
import { tableOf } from '../../../fakes/files/text-statement.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

const cellsOf = (table: Table) => Array.from({ length: table.rows }, (_, row) => table.cells(row));

describe('a file', () => {
  test.each<[string, string, number, number]>([
    ['that is empty', '', 0, 0],
    ['with a header only', 'Date,Amount\n', 0, 2],
    ['without a header', '2026-01-01,1.50\n2026-01-02,2.50\n', 2, 2],
    ['with a byte order mark', '\ufeffDate,Amount\n2026-01-01,1.50\n', 1, 2],
    ['with all kinds of line ends', 'A,B\r\n1,2\n3,4\r5,6', 3, 2],
    ['with NUL bytes', 'A,B\nx\u0000y,2\n', 1, 2],
  ])('%s has the expected number of rows and columns', (_, text, rows, columns) => {
    const table = tableOf(text);
    expect([table.rows, table.columns.length]).toEqual([rows, columns]);
  });

  test('with short, long and total rows keeps all rows and marks the rows with too few or too many cells', () => {
    const table = tableOf(
      'Date,Text,Amount\n2026-01-01,a,1.00\n2026-01-02,b\n2026-01-03,c,2.00,more\n\nTotal,,3.00\n',
    );
    expect(cellsOf(table)).toEqual([
      ['2026-01-01', 'a', '1.00'],
      ['2026-01-02', 'b'],
      ['2026-01-03', 'c', '2.00', 'more'],
      [''],
      ['Total', '', '3.00'],
    ]);
    expect([...table.ragged]).toEqual([1, 2, 3]);
    expect(table.columns).toHaveLength(4);
  });

  test('with an unclosed quote keeps all text', () => {
    const table = tableOf('A,B\n1,"open\n2,b\n3,c\n');
    expect(cellsOf(table)).toEqual([
      ['1', '"open'],
      ['2', 'b'],
      ['3', 'c'],
    ]);
    expect(table.tokens.openQuotes).toHaveLength(1);
  });

  test('whose columns have the same name keeps both columns', () => {
    expect(tableOf('A,A\n1,2\n').columns.map(({ name }) => name)).toEqual(['A', 'A']);
  });

  test('with 4,000 columns or a line of 20 MB can be opened', () => {
    const wide = Array.from({ length: 4_000 }, (_, index) => `c${index}`).join(',');
    expect(tableOf(`${wide}\n${wide}\n`).columns).toHaveLength(4_000);
    const long = tableOf(`A,B\nx,${'y'.repeat(20_000_000)}\n`);
    expect(long.cells(0, 100)[1]).toHaveLength(100);
  });

  const german = 'Name;Amount\r\nKärcher;1,50\r\n';
  test.each<[string, Uint8Array, string]>([
    ['UTF-16 with a byte order mark', Buffer.from(`\ufeff${german}`, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16', Buffer.from(`\ufeff${german}`, 'utf16le').swap16(), 'utf-16be'],
    ['UTF-16 without a byte order mark', Buffer.from(german, 'utf16le'), 'utf-16le'],
    ['Windows-1252', Buffer.from(german, 'latin1'), 'windows-1252'],
  ])('in %s has the cells of the same file in UTF-8', (_, bytes, encoding) => {
    const table = tableOf(bytes);
    expect(table.encoding.encoding).toBe(encoding);
    expect(cellsOf(table)).toEqual([['Kärcher', '1,50']]);
    expect(table.columns[1]).toMatchObject({ kind: 'number', values: Float64Array.of(150) });
    expect([...findHits(table, 'KARCHER')]).toEqual([{ row: 0, column: 0 }]);
  });
});

describe('rows', () => {
  const random = createNumbers(7);
  const names = 'Zoll|zoll|Škoda Lisovna|Skoda Lisovny||Hauptzollamt Hamburg|Hauptzollamt Hannover|Ä'.split(
    '|',
  );
  const rows = Array.from({ length: 500 }, (_, row) => [
    names[random(names.length)] ?? '',
    `${(random(2_000_000) - 1_000_000) / 100}`,
    String(row),
  ]);
  const table = tableOf(`Name,Amount,Row\n${rows.map((cells) => cells.join(',')).join('\n')}\n`);
  const amountOf = (row: number) => Math.round(Number(rows[row]?.[1]) * 100);
  const foldedNameOf = (row: number) =>
    (rows[row]?.[0] ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

  describe.each([true, false])('(descending: %s)', (descending) => {
    const sign = descending ? -1 : 1;
    const sorted = (column: number) => [...sortRows(table, { column, descending })];

    test('are sorted by a number, rows with equal numbers in their original order', () => {
      const expected = [...rows.keys()].sort(
        (one, two) => sign * (amountOf(one) - amountOf(two)) || one - two,
      );
      expect(sorted(1)).toEqual(expected);
    });

    test('are sorted by a text regardless of case and accents', () => {
      const compare = (one: string, two: string) => (one < two ? -1 : Number(one > two));
      const expected = [...rows.keys()].sort(
        (one, two) => sign * compare(foldedNameOf(one), foldedNameOf(two)) || one - two,
      );
      expect(sorted(0)).toEqual(expected);
    });

    test('are sorted by numbers whose difference a double cannot hold', () => {
      const nearlyEqual = ['0.4', '0.3', '0.2', '0.1'].map((end) => `9000000000000${end}`);
      const numbers = `900000000000000 ${nearlyEqual.join(' ')} -900000000000000 0.0 -0.0  x 0.1`.split(' ');
      const large = tableOf(`A,B\n${[...numbers, ...Array(600).fill('0')].join(',t\n')},t\n`);
      const zeros = [6, 7, ...Array.from({ length: 600 }, (_, row) => row + 11)];
      const order = descending ? [0, 1, 2, 3, 4, 10, ...zeros, 5] : [5, ...zeros, 10, 4, 3, 2, 1, 0];
      expect([...sortRows(large, { column: 0, descending })]).toEqual([...order, 8, 9]);
    });
  });

  test('are found in every column, including the last column, with the column of the hit', () => {
    expect([...findHits(table, '499')].some(({ row, column }) => row === 499 && column === 2)).toBe(true);
    const hits = [...findHits(table, 'zollamt')];
    expect(hits.map(({ row }) => row)).toEqual(
      rows.flatMap(([name], row) => (name?.includes('zollamt') ? [row] : [])),
    );
    expect([...findHits(table, 'name')]).toEqual([]);
    for (const text of ['zollamt', '499', '9', 'o', '', 'nowhere']) {
      const hits = [...findHits(table, text)];
      const { marks, cells } = markRowsWith(table, text);
      expect(cells).toBe(hits.length);
      expect([...marks].flatMap((mark, row) => (mark === 1 ? [row] : []))).toEqual([
        ...new Set(hits.map(({ row }) => row)),
      ]);
    }
  });

  type Filter = Parameters<typeof createRowTest>[1];
  test.each<[Filter, (cells: readonly string[], row: number) => boolean]>([
    [{ kind: 'contains', column: 0, text: 'SKODA' }, ([name]) => /koda/.test(name ?? '')],
    [{ kind: 'is', column: 0, text: 'zoll' }, ([name]) => /^zoll$/i.test(name ?? '')],
    [{ kind: 'starts', column: 0, text: 'haupt' }, ([name]) => /^haupt/i.test(name ?? '')],
    [{ kind: 'among', column: 0, texts: ['Ä', ''] }, ([name]) => name === 'Ä' || name === ''],
    [{ kind: 'over', column: 1, least: 500_000 }, (_, row) => Math.abs(amountOf(row)) >= 500_000],
    [
      { kind: 'between', column: 1, from: 0, to: 100_000 },
      (_, row) => amountOf(row) >= 0 && amountOf(row) <= 100_000,
    ],
  ])('are filtered by %o', (filter, isExpected) => {
    const matchesFilter = createRowTest(table, filter);
    expect([...rows.keys()].filter(matchesFilter)).toEqual(
      [...rows.entries()].flatMap(([row, cells]) => (isExpected(cells, row) ? [row] : [])),
    );
  });
});

describe('the integrity checklist', () => {
  const about = {
    walletId: 410_023,
    companyId: 'nordlicht',
    currency: null,
    since: '2026-01-01',
    till: '2026-01-31',
  };
  const file = { size: 1, sha256: 'a' };
  const facts = { ...about, ...file, transactions: 3 };
  const goodStatement =
    'Date,Reference,Wallet,Amount,Balance\n2026-01-01,R1,410023,-10.00,90.00\n2026-01-02,R2,410023,5.50,95.50\n2026-01-31,R3,410023,-0.50,95.00\n';
  const checkPointsOf = (text: string, otherFacts: Partial<typeof facts> = {}) =>
    Object.fromEntries(
      checkTable(tableOf(text), { ...facts, ...otherFacts }, file).map((point) => [point.id, point]),
    );

  test('passes a correct statement, oldest first or newest first', () => {
    const [head = '', ...lines] = goodStatement.trim().split('\n');
    const ids = 'rows dates belongs balance references encoding length unchanged'.split(' ');
    for (const text of [goodStatement, [head, ...lines.toReversed()].join('\n')]) {
      const points = checkPointsOf(text);
      expect(ids.filter((id) => points[id]?.result !== 'passed')).toEqual([]);
    }
    const balance = { opening: '10000', net: '-500', closing: '9500' };
    expect(checkPointsOf(goodStatement)['balance']?.facts).toMatchObject(balance);
  });

  test.each<[string, string, string, number[]]>([
    ['rows', goodStatement.replace('2026-01-31,R3,410023,-0.50,95.00\n', ''), 'failed', []],
    ['rows', `${goodStatement}Total,,,,\nEnd\n`, 'look', [3, 4]],
    ['rows', goodStatement.replace('2026-01-02,R2,410023,5.50,95.50\n', 'Total,,,,\n'), 'look', [1]],
    ['dates', goodStatement.replace('2026-01-31', '2026-02-01'), 'failed', [2]],
    ['belongs', goodStatement.replace('R2,410023', 'R2,410024'), 'failed', [1]],
    ['balance', goodStatement.replace('95.50', '95.51'), 'failed', [1, 2]],
    ['references', goodStatement.replace('R3', 'R1'), 'look', [0, 2]],
    ['balance', goodStatement.replace('Balance', 'Other').replaceAll(/,[\d.]+\n/g, ',x\n'), 'cannot', []],
    ['dates', goodStatement.replaceAll(/2026-01-\d\d/g, 'soon'), 'cannot', []],
  ])('reports the point %s of a wrong statement with its result and rows', (id, text, result, rows) => {
    expect(checkPointsOf(text)[id]).toMatchObject({ result, rows });
  });

  test('does not pass or fail a point that cannot be checked', () => {
    expect(checkPointsOf(goodStatement, { transactions: 4 })['rows']).toMatchObject({
      result: 'failed',
      facts: { announced: 4, read: 3 },
    });
    expect(checkPointsOf(goodStatement)['signature']?.result).toBe('cannot');
    expect(checkPointsOf(goodStatement, { sha256: 'b' })['unchanged']?.result).toBe('failed');
  });
});
