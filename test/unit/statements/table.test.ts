/** @file Opening statements: unusual and broken files, encodings, and notations of numbers. */
import { describe, expect, test } from 'vitest';
import { createRowTest, findHits, markRowsWith } from '../../../src/main/review/find.ts';
import { checkTable } from '../../../src/main/review/integrity.ts';
import { naturalOrder, sortRows } from '../../../src/main/review/order.ts';
import { buildDictionary, ColumnSums } from '../../../src/main/review/sums.ts';
import { type OpenOptions, openTable, type Table } from '../../../src/main/review/table.ts';

const tableOf = (text: string | Uint8Array, options: OpenOptions = {}): Table =>
  openTable(typeof text === 'string' ? new TextEncoder().encode(text) : text, options);
const all = (table: Table) => Array.from({ length: table.rows }, (_, row) => table.cells(row));
const kinds = (table: Table) => table.columns.map(({ kind }) => kind);
const values = (table: Table, column: number) => {
  const found = table.columns[column];
  return found?.kind === 'number' || found?.kind === 'date' ? [...found.values] : null;
};

describe('a file', () => {
  test.each<[string, string, number, number]>([
    ['that is empty', '', 0, 0],
    ['with a header only', 'Date,Amount\n', 0, 2],
    ['without a header', '2026-01-01,1.50\n2026-01-02,2.50\n', 2, 2],
    ['with a mark', '\ufeffDate,Amount\n2026-01-01,1.50\n', 1, 2],
    ['with all kinds of line ends', 'A,B\r\n1,2\n3,4\r5,6', 3, 2],
    ['with NUL bytes', 'A,B\nx\u0000y,2\n', 1, 2],
    [
      'with lines before its header',
      'Statement of account\n\nDate,Amount,Text\n2026-01-01,1.00,a\n2026-01-02,1.00,b\n',
      2,
      3,
    ],
  ])('%s has its rows and columns', (_, text, rows, columns) => {
    const table = tableOf(text);
    expect([table.rows, table.columns.length]).toEqual([rows, columns]);
  });

  test('with short, long and total rows keeps and marks all of them', () => {
    const table = tableOf(
      'Date,Text,Amount\n2026-01-01,a,1.00\n2026-01-02,b\n2026-01-03,c,2.00,more\n\nTotal,,3.00\n',
    );
    expect(all(table)).toEqual([
      ['2026-01-01', 'a', '1.00'],
      ['2026-01-02', 'b'],
      ['2026-01-03', 'c', '2.00', 'more'],
      [''],
      ['Total', '', '3.00'],
    ]);
    expect([...table.ragged]).toEqual([1, 2, 3]);
    expect(table.columns).toHaveLength(4);
  });

  test('with an unclosed quote loses no text', () => {
    const table = tableOf('A,B\n1,"open\n2,b\n3,c\n');
    expect(all(table)).toEqual([
      ['1', '"open'],
      ['2', 'b'],
      ['3', 'c'],
    ]);
    expect(table.tokens.openQuotes).toHaveLength(1);
  });

  test('whose columns have the same name keeps both', () => {
    expect(tableOf('A,A\n1,2\n').columns.map(({ name }) => name)).toEqual(['A', 'A']);
  });

  test('with 4,000 columns or one line of 20 MB is opened', () => {
    const wide = Array.from({ length: 4_000 }, (_, index) => `c${index}`).join(',');
    expect(tableOf(`${wide}\n${wide}\n`).columns).toHaveLength(4_000);
    const long = tableOf(`A,B\nx,${'y'.repeat(20_000_000)}\n`);
    expect(long.cells(0, 100)[1]).toHaveLength(100);
  });

  test.each<[string, Uint8Array, string]>([
    ['UTF-16 with a mark', Buffer.from('\ufeffName;Amount\r\nKärcher;1,50\r\n', 'utf16le'), 'utf-16le'],
    [
      'UTF-16 the other way round',
      Buffer.from('\ufeffName;Amount\r\nKärcher;1,50\r\n', 'utf16le').swap16(),
      'utf-16be',
    ],
    ['UTF-16 without a mark', Buffer.from('Name;Amount\r\nKärcher;1,50\r\n', 'utf16le'), 'utf-16le'],
    ['Windows-1252', Buffer.from('Name;Amount\r\nKärcher;1,50\r\n', 'latin1'), 'windows-1252'],
  ])('in %s has the same cells', (_, bytes, encoding) => {
    const table = tableOf(bytes);
    expect(table.encoding.encoding).toBe(encoding);
    expect(all(table)).toEqual([['Kärcher', '1,50']]);
    expect(values(table, 1)).toEqual([150]);
    expect([...findHits(table, 'KARCHER')]).toEqual([{ row: 0, column: 0 }]);
  });

  test('keeps its rows when it is read in another encoding', () => {
    const bytes = new TextEncoder().encode('Name,B\nKärcher,1\n');
    expect(tableOf(bytes, { encoding: 'windows-1252' }).cells(0)).toEqual(['KÃ¤rcher', '1']);
  });
});

describe('numbers', () => {
  const column = (...cells: string[]) =>
    tableOf(`N;x\n${cells.map((cell) => `${cell};t`).join('\n')}\n`, { separator: ';' });
  test.each<[string, string[], number[] | null, string | null]>([
    ['with a point', ['-110.7', '1,234.56', '2'], [-11070, 123456, 200], 'point'],
    ['with a comma', ['-110,7', '1.234,56', '2'], [-11070, 123456, 200], 'comma'],
    ['whose thousands only one row tells apart', ['1.000', '2.500,00'], [100000, 250000], 'comma'],
    [
      'with blanks, apostrophes and true minus',
      ["1'234.50", '\u2212 3.25', '(4.00)', '5.00-'],
      [123450, -325, -400, -500],
      'point',
    ],
    ['with three decimals', ['1.234', '12.5', '0.001'], [1234, 12500, 1], 'point'],
    ['that are whole', ['1', '20', '300'], [1, 20, 300], 'integer'],
    ['that begin with a zero', ['007', '008'], null, null],
    ['that are too long to be exact', ['1234567890123456', '1'], null, null],
    ['like 12E45', ['12E45', '1'], null, null],
  ])('%s', (_, cells, expected, rule) => {
    const table = column(...cells);
    expect(values(table, 0)).toEqual(expected);
    const first = table.columns[0];
    expect(first?.kind === 'number' ? first.rule : null).toBe(rule);
    expect(all(table).map(([cell]) => cell)).toEqual(cells);
  });

  test('that are ambiguous are not read until the clerk decides', () => {
    const text = 'N;x\n1.000;t\n2.500;t\n';
    expect(kinds(tableOf(text))).toEqual(['undecided', 'text']);
    expect(values(tableOf(text, { decimals: 'comma' }), 0)).toEqual([1000, 2500]);
    expect(values(tableOf(text, { decimals: 'point' }), 0)).toEqual([1000, 2500]);
  });

  test('that are ambiguous use the notation of an unambiguous column', () => {
    const table = tableOf('A;B\n1.000;1,50\n2.500;2,75\n', { separator: ';' });
    expect(values(table, 0)).toEqual([1000, 2500]);
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
    ['year first', ['2026-01-31', '2026-02-01T10:00:00Z'], 'year-first', 20260131],
    ['with points', ['31.01.2026', '01.02.2026'], 'day-first', 20260131],
    ['where one tells that the day is first', ['31/01/2026', '01/02/2026'], 'day-first', 20260131],
    ['where one tells that the month is first', ['01/31/2026', '02/01/2026'], 'month-first', 20260131],
    ['where none tells', ['01/02/2026', '03/04/2026'], null, 0],
    ['that do not exist', ['2026-02-30', '2026-02-31'], null, 0],
  ])('%s', (_, cells, rule, first) => {
    const table = tableOf(`Date,T\n${cells.map((cell) => `${cell},t`).join('\n')}\n`);
    const column = table.columns[0];
    expect(column?.kind === 'date' ? [column.rule, column.values[0]] : [null, 0]).toEqual([rule, first]);
  });
});

describe('rows', () => {
  const random = (() => {
    let state = 7;
    return (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
  })();
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
    'are put in order of a number, equal ones as they stand (descending: %s)',
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
    'are put in order of numbers that lie too far apart for a difference (descending: %s)',
    (descending) => {
      const large = ['0.4', '0.3', '0.2', '0.1'].map((end) => `9000000000000${end}`);
      const numbers = ['900000000000000', ...large, '-900000000000000', '0.0', '-0.0', '', 'x', '0.1'];
      const far = tableOf(`A,B\n${[...numbers, ...Array(600).fill('0')].join(',t\n')},t\n`);
      const zeros = [6, 7, ...Array.from({ length: 600 }, (_, row) => row + 11)];
      const up = [5, ...zeros, 10, 4, 3, 2, 1, 0];
      const down = [0, 1, 2, 3, 4, 10, ...zeros, 5];
      expect([...sortRows(far, { column: 0, descending })]).toEqual([...(descending ? down : up), 8, 9]);
    },
  );

  test.each([true, false])(
    'are put in order of a text without regard to case and accents (descending: %s)',
    (descending) => {
      const key = (row: number) =>
        (rows[row]?.[0] ?? '').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
      const sign = descending ? -1 : 1;
      const expected = rows
        .map((_, row) => row)
        .sort((one, two) => sign * (key(one) < key(two) ? -1 : key(one) > key(two) ? 1 : 0) || one - two);
      expect([...sortRows(table, { column: 0, descending })]).toEqual(expected);
    },
  );

  test('are found in every column, with their column, including the last one', () => {
    expect([...findHits(table, '499')].some(({ row, column }) => row === 499 && column === 2)).toBe(true);
    const hits = [...findHits(table, 'zollamt')];
    expect(hits.map(({ row }) => row)).toEqual(
      rows.flatMap(([name], row) => (name?.includes('zollamt') ? [row] : [])),
    );
    expect([...findHits(table, 'name')]).toEqual([]);
    for (const text of ['zollamt', '499', '9', 'o', '', 'nowhere']) {
      const places = [...findHits(table, text)];
      const { marks, cells } = markRowsWith(table, text);
      expect(cells).toBe(places.length);
      expect([...marks].flatMap((mark, row) => (mark === 1 ? [row] : []))).toEqual([
        ...new Set(places.map(({ row }) => row)),
      ]);
    }
  });

  test('are filtered by text, by whole cells and by number', () => {
    const count = (filter: Parameters<typeof createRowTest>[1]) => {
      const fits = createRowTest(table, filter);
      return rows.filter((_, row) => fits(row)).length;
    };
    const expected = (fits: (cells: string[], row: number) => boolean) =>
      rows.filter((cells, row) => fits(cells, row)).length;
    expect(count({ kind: 'contains', column: 0, text: 'SKODA' })).toBe(
      expected(([name]) => /koda/.test(name ?? '')),
    );
    expect(count({ kind: 'is', column: 0, text: 'zoll' })).toBe(
      expected(([name]) => /^zoll$/i.test(name ?? '')),
    );
    expect(count({ kind: 'starts', column: 0, text: 'haupt' })).toBe(
      expected(([name]) => /^haupt/i.test(name ?? '')),
    );
    expect(count({ kind: 'among', column: 0, texts: ['Ä', ''] })).toBe(
      expected(([name]) => name === 'Ä' || name === ''),
    );
    expect(count({ kind: 'over', column: 1, least: 500_000 })).toBe(
      expected((_, row) => Math.abs(amountOf(row)) >= 500_000),
    );
    expect(count({ kind: 'between', column: 1, from: 0, to: 100_000 })).toBe(
      expected((_, row) => amountOf(row) >= 0 && amountOf(row) <= 100_000),
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
  const good =
    'Date,Reference,Wallet,Amount,Balance\n2026-01-01,R1,410023,-10.00,90.00\n2026-01-02,R2,410023,5.50,95.50\n2026-01-31,R3,410023,-0.50,95.00\n';
  const check = (text: string, more: Partial<typeof facts> = {}) =>
    Object.fromEntries(
      checkTable(tableOf(text), { ...facts, ...more }, file).map((point) => [point.id, point]),
    );

  test('passes a good statement, oldest first or newest first', () => {
    const [head = '', ...lines] = good.trim().split('\n');
    for (const text of [good, [head, ...lines.toReversed()].join('\n')]) {
      const points = check(text);
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
    expect(check(good)['balance']?.facts).toMatchObject({ opening: '10000', net: '-500', closing: '9500' });
  });

  test.each<[string, string, string, number[]]>([
    ['rows', good.replace('2026-01-31,R3,410023,-0.50,95.00\n', ''), 'failed', []],
    ['rows', `${good}Total,,,,\nEnd\n`, 'look', [3, 4]],
    ['rows', good.replace('2026-01-02,R2,410023,5.50,95.50\n', 'Total,,,,\n'), 'look', [1]],
    ['dates', good.replace('2026-01-31', '2026-02-01'), 'failed', [2]],
    ['belongs', good.replace('R2,410023', 'R2,410024'), 'failed', [1]],
    ['balance', good.replace('95.50', '95.51'), 'failed', [1, 2]],
    ['references', good.replace('R3', 'R1'), 'look', [0, 2]],
    ['balance', good.replace('Balance', 'Other').replaceAll(/,[\d.]+\n/g, ',x\n'), 'cannot', []],
    ['dates', good.replaceAll(/2026-01-\d\d/g, 'soon'), 'cannot', []],
  ])('reports the result of the point %s, and its rows in question', (id, text, result, rows) => {
    expect(check(text)[id]).toMatchObject({ result, rows });
  });

  test('does not pass or fail a point that cannot be checked', () => {
    expect(check(good, { transactions: 4 })['rows']).toMatchObject({
      result: 'failed',
      facts: { announced: 4, read: 3 },
    });
    expect(check(good)['signature']?.result).toBe('cannot');
    expect(check(good, { sha256: 'b' })['unchanged']?.result).toBe('failed');
  });
});
