/** @file Opening statements: unusual and broken files, encodings, and notations of numbers. */
import { describe, expect, test } from 'vitest';
import { createRowTest, findHits, markRowsWith } from '../../../src/main/review/find.ts';
import { checkTable } from '../../../src/main/review/integrity.ts';
import { naturalOrder, sortRows } from '../../../src/main/review/order.ts';
import { buildDictionary, ColumnSums } from '../../../src/main/review/sums.ts';
import { type OpenOptions, openTable, type Table } from '../../../src/main/review/table.ts';
import { createNumbers } from '../../fakes/random-numbers.ts';

const tableOf = (text: string | Uint8Array, options: OpenOptions = {}): Table =>
  openTable(typeof text === 'string' ? new TextEncoder().encode(text) : text, options);
const cellsOf = (table: Table) => Array.from({ length: table.rows }, (_, row) => table.cells(row));
const kindsOf = (table: Table) => table.columns.map(({ kind }) => kind);
const valuesOf = (table: Table, column: number) => {
  const found = table.columns[column];
  return found?.kind === 'number' || found?.kind === 'date' ? [...found.values] : null;
};

describe('a file', () => {
  test.each<[string, string, number, number]>([
    ['that is empty', '', 0, 0],
    ['with a header only', 'Date,Amount\n', 0, 2],
    ['without a header', '2026-01-01,1.50\n2026-01-02,2.50\n', 2, 2],
    ['with a byte order mark', '\ufeffDate,Amount\n2026-01-01,1.50\n', 1, 2],
    ['with all kinds of line ends', 'A,B\r\n1,2\n3,4\r5,6', 3, 2],
    ['with NUL bytes', 'A,B\nx\u0000y,2\n', 1, 2],
    [
      'with lines before its header',
      'Statement of account\n\nDate,Amount,Text\n2026-01-01,1.00,a\n2026-01-02,1.00,b\n',
      2,
      3,
    ],
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

  test.each<[string, Uint8Array, string]>([
    [
      'UTF-16 with a byte order mark',
      Buffer.from('\ufeffName;Amount\r\nKärcher;1,50\r\n', 'utf16le'),
      'utf-16le',
    ],
    [
      'big-endian UTF-16 with a byte order mark',
      Buffer.from('\ufeffName;Amount\r\nKärcher;1,50\r\n', 'utf16le').swap16(),
      'utf-16be',
    ],
    [
      'UTF-16 without a byte order mark',
      Buffer.from('Name;Amount\r\nKärcher;1,50\r\n', 'utf16le'),
      'utf-16le',
    ],
    ['Windows-1252', Buffer.from('Name;Amount\r\nKärcher;1,50\r\n', 'latin1'), 'windows-1252'],
  ])('in %s has the cells of the same file in UTF-8', (_, bytes, encoding) => {
    const table = tableOf(bytes);
    expect(table.encoding.encoding).toBe(encoding);
    expect(cellsOf(table)).toEqual([['Kärcher', '1,50']]);
    expect(valuesOf(table, 1)).toEqual([150]);
    expect([...findHits(table, 'KARCHER')]).toEqual([{ row: 0, column: 0 }]);
  });

  test('keeps its rows when the clerk chooses another encoding', () => {
    const bytes = new TextEncoder().encode('Name,B\nKärcher,1\n');
    expect(tableOf(bytes, { encoding: 'windows-1252' }).cells(0)).toEqual(['KÃ¤rcher', '1']);
  });
});

describe('numbers', () => {
  const tableWithColumn = (...cells: string[]) =>
    tableOf(`N;x\n${cells.map((cell) => `${cell};t`).join('\n')}\n`, { separator: ';' });
  test.each<[string, string[], number[] | null, string | null]>([
    ['with a point', ['-110.7', '1,234.56', '2'], [-11070, 123456, 200], 'point'],
    ['with a comma', ['-110,7', '1.234,56', '2'], [-11070, 123456, 200], 'comma'],
    [
      'with a separator that only one row shows to be for thousands',
      ['1.000', '2.500,00'],
      [100000, 250000],
      'comma',
    ],
    [
      'with blanks, apostrophes and true minus',
      ["1'234.50", '\u2212 3.25', '(4.00)', '5.00-'],
      [123450, -325, -400, -500],
      'point',
    ],
    ['with three decimals', ['1.234', '12.5', '0.001'], [1234, 12500, 1], 'point'],
    ['that are whole', ['1', '20', '300'], [1, 20, 300], 'integer'],
    ['that begin with a zero', ['007', '008'], null, null],
    ['that are too long for a double, as identifiers are', ['1234567890123456', '1'], null, null],
    ['like 12E45', ['12E45', '1'], null, null],
  ])('%s are read, or stay text, as expected', (_, cells, expected, rule) => {
    const table = tableWithColumn(...cells);
    expect(valuesOf(table, 0)).toEqual(expected);
    const column = table.columns[0];
    expect(column?.kind === 'number' ? column.rule : null).toBe(rule);
    expect(cellsOf(table).map(([cell]) => cell)).toEqual(cells);
  });

  test('with an ambiguous notation are not read until the clerk decides', () => {
    const text = 'N;x\n1.000;t\n2.500;t\n';
    expect(kindsOf(tableOf(text))).toEqual(['undecided', 'text']);
    expect(valuesOf(tableOf(text, { decimals: 'comma' }), 0)).toEqual([1000, 2500]);
    expect(valuesOf(tableOf(text, { decimals: 'point' }), 0)).toEqual([1000, 2500]);
  });

  test('with an ambiguous notation use the notation of an unambiguous column', () => {
    const table = tableOf('A;B\n1.000;1,50\n2.500;2,75\n', { separator: ';' });
    expect(valuesOf(table, 0)).toEqual([1000, 2500]);
  });

  test('are summed exactly, by currency', () => {
    const table = tableOf(
      'Amount,Currency\n0.10,EUR\n0.20,EUR\n-0.30,EUR\n9007199254740.91,USD\n9007199254740.91,USD\n',
    );
    const amounts = table.columns[0];
    if (amounts?.kind !== 'number') throw new Error('No numbers');
    const sums = new ColumnSums(amounts, buildDictionary(table, 1));
    expect(sums.of(naturalOrder(table.rows))).toMatchObject([
      { currency: 'EUR', rows: 3, incoming: '30', outgoing: '-30', net: '0', least: '-30', largest: '20' },
      { currency: 'USD', rows: 2, net: '1801439850948182' },
    ]);
  });
});

describe('dates', () => {
  test.each<[string, string[], string | null, number]>([
    ['with the year first', ['2026-01-31', '2026-02-01T10:00:00Z'], 'year-first', 20260131],
    ['with points', ['31.01.2026', '01.02.2026'], 'day-first', 20260131],
    ['of which one shows that the day is first', ['31/01/2026', '01/02/2026'], 'day-first', 20260131],
    ['of which one shows that the month is first', ['01/31/2026', '02/01/2026'], 'month-first', 20260131],
    ['of which none shows the order', ['01/02/2026', '03/04/2026'], null, 0],
    ['that do not exist', ['2026-02-30', '2026-02-31'], null, 0],
  ])('%s have the expected rule', (_, cells, rule, firstDate) => {
    const table = tableOf(`Date,T\n${cells.map((cell) => `${cell},t`).join('\n')}\n`);
    const column = table.columns[0];
    expect(column?.kind === 'date' ? [column.rule, column.values[0]] : [null, 0]).toEqual([rule, firstDate]);
  });
});

describe('rows', () => {
  const random = createNumbers(7);
  const names = [
    'Zoll',
    'zoll',
    'Škoda Lisovna',
    'Skoda Lisovny',
    '',
    'Hauptzollamt Hamburg',
    'Hauptzollamt Hannover',
    'Ä',
  ];
  const rows = Array.from({ length: 500 }, (_, row) => [
    names[random(names.length)] ?? '',
    `${(random(2_000_000) - 1_000_000) / 100}`,
    String(row),
  ]);
  const table = tableOf(`Name,Amount,Row\n${rows.map((cells) => cells.join(',')).join('\n')}\n`);
  const amountOf = (row: number) => Math.round(Number(rows[row]?.[1]) * 100);

  test.each([true, false])(
    'are sorted by a number, rows with equal numbers in their original order (descending: %s)',
    (descending) => {
      const order = [...sortRows(table, { column: 1, descending })];
      const sign = descending ? -1 : 1;
      const expected = rows
        .map((_, row) => row)
        .sort((one, two) => sign * (amountOf(one) - amountOf(two)) || one - two);
      expect(order).toEqual(expected);
    },
  );

  test.each([true, false])(
    'are sorted by numbers whose difference a double cannot hold (descending: %s)',
    (descending) => {
      const nearlyEqualNumbers = ['0.4', '0.3', '0.2', '0.1'].map((end) => `9000000000000${end}`);
      const numbers = [
        '900000000000000',
        ...nearlyEqualNumbers,
        '-900000000000000',
        '0.0',
        '-0.0',
        '',
        'x',
        '0.1',
      ];
      const tableOfLargeNumbers = tableOf(`A,B\n${[...numbers, ...Array(600).fill('0')].join(',t\n')},t\n`);
      const rowsOfZeros = [6, 7, ...Array.from({ length: 600 }, (_, row) => row + 11)];
      const ascendingRows = [5, ...rowsOfZeros, 10, 4, 3, 2, 1, 0];
      const descendingRows = [0, 1, 2, 3, 4, 10, ...rowsOfZeros, 5];
      expect([...sortRows(tableOfLargeNumbers, { column: 0, descending })]).toEqual([
        ...(descending ? descendingRows : ascendingRows),
        8,
        9,
      ]);
    },
  );

  test.each([true, false])(
    'are sorted by a text regardless of case and accents (descending: %s)',
    (descending) => {
      const sortKeyOf = (row: number) =>
        (rows[row]?.[0] ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const sign = descending ? -1 : 1;
      const expected = rows
        .map((_, row) => row)
        .sort(
          (one, two) =>
            sign * (sortKeyOf(one) < sortKeyOf(two) ? -1 : sortKeyOf(one) > sortKeyOf(two) ? 1 : 0) ||
            one - two,
        );
      expect([...sortRows(table, { column: 0, descending })]).toEqual(expected);
    },
  );

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

  test('are filtered by text, by whole cells and by number', () => {
    const count = (filter: Parameters<typeof createRowTest>[1]) => {
      const matchesFilter = createRowTest(table, filter);
      return rows.filter((_, row) => matchesFilter(row)).length;
    };
    const countMatching = (matches: (cells: string[], row: number) => boolean) =>
      rows.filter((cells, row) => matches(cells, row)).length;
    expect(count({ kind: 'contains', column: 0, text: 'SKODA' })).toBe(
      countMatching(([name]) => /koda/.test(name ?? '')),
    );
    expect(count({ kind: 'is', column: 0, text: 'zoll' })).toBe(
      countMatching(([name]) => /^zoll$/i.test(name ?? '')),
    );
    expect(count({ kind: 'starts', column: 0, text: 'haupt' })).toBe(
      countMatching(([name]) => /^haupt/i.test(name ?? '')),
    );
    expect(count({ kind: 'among', column: 0, texts: ['Ä', ''] })).toBe(
      countMatching(([name]) => name === 'Ä' || name === ''),
    );
    expect(count({ kind: 'over', column: 1, least: 500_000 })).toBe(
      countMatching((_, row) => Math.abs(amountOf(row)) >= 500_000),
    );
    expect(count({ kind: 'between', column: 1, from: 0, to: 100_000 })).toBe(
      countMatching((_, row) => amountOf(row) >= 0 && amountOf(row) <= 100_000),
    );
  });
});

describe('the integrity checklist', () => {
  const facts = {
    walletId: 410_023,
    companyId: 'nordlicht',
    since: '2026-01-01',
    till: '2026-01-31',
    transactions: 3,
    size: 1,
    sha256: 'a',
  };
  const file = { size: 1, sha256: 'a' };
  const goodStatement =
    'Date,Reference,Wallet,Amount,Balance\n2026-01-01,R1,410023,-10.00,90.00\n2026-01-02,R2,410023,5.50,95.50\n2026-01-31,R3,410023,-0.50,95.00\n';
  const checkPointsOf = (text: string, otherFacts: Partial<typeof facts> = {}) =>
    Object.fromEntries(
      checkTable(tableOf(text), { ...facts, ...otherFacts }, file).map((point) => [point.id, point]),
    );

  test('passes a correct statement, oldest first or newest first', () => {
    const [head = '', ...lines] = goodStatement.trim().split('\n');
    for (const text of [goodStatement, [head, ...lines.toReversed()].join('\n')]) {
      const points = checkPointsOf(text);
      for (const id of [
        'rows',
        'dates',
        'belongs',
        'balance',
        'references',
        'encoding',
        'length',
        'unchanged',
      ]) {
        expect([id, points[id]?.result]).toEqual([id, 'passed']);
      }
    }
    expect(checkPointsOf(goodStatement)['balance']?.facts).toMatchObject({
      opening: '10000',
      net: '-500',
      closing: '9500',
    });
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
  ])(
    'reports the point %s of a wrong statement with its result and its rows in question',
    (id, text, result, rows) => {
      expect(checkPointsOf(text)[id]).toMatchObject({ result, rows });
    },
  );

  test('does not pass or fail a point that cannot be checked', () => {
    expect(checkPointsOf(goodStatement, { transactions: 4 })['rows']).toMatchObject({
      result: 'failed',
      facts: { announced: 4, read: 3 },
    });
    expect(checkPointsOf(goodStatement)['signature']?.result).toBe('cannot');
    expect(checkPointsOf(goodStatement, { sha256: 'b' })['unchanged']?.result).toBe('failed');
  });
});
