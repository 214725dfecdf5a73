/** @file Rows of statements in a workbook: a cell becomes a number or a date only if nothing of it is lost. */
import { describe, expect, test } from 'vitest';
import { determineMeanings } from '../../../src/main/review/roles.ts';
import { openTable, type Table } from '../../../src/main/review/table.ts';
import { encodeWorkbookRows } from '../../../src/main/review/workbook-rows.ts';
import { writeWorkbook } from '../../../src/main/workbook/workbook.ts';
import { createNumbers } from '../../fakes/random-numbers.ts';
import { type ReadCell, readWorkbook } from '../../fakes/read-workbook.ts';

/** Opens a CSV, writes all rows to a workbook and reads them back. */
async function exportRows(csv: string, columns?: readonly number[]) {
  const table = openTable(new Uint8Array(Buffer.from(csv)));
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const chosen = columns ?? table.columns.map((_, index) => index);
  const chunks: Uint8Array[] = [];
  const kept = { long: 0, other: 0 };
  let done = 0;
  await writeWorkbook(
    { writeFile: async (data) => void chunks.push(Buffer.from(data)) },
    {
      table: {
        sheetName: 'Rows',
        columns: chosen.map((column) => ({ name: table.columns[column]?.name ?? '', width: 12 })),
        async readNext(sheetRow) {
          const next = { rows: rows.subarray(done), columns: chosen, sheetRow };
          const parts: Uint8Array[] = [];
          const source = { table, meanings: determineMeanings(table) };
          const page = encodeWorkbookRows(source, next, (xml) => void parts.push(xml));
          done += page.count;
          kept.long += page.kept.long;
          kept.other += page.kept.other;
          return { xml: Buffer.concat(parts), count: page.count, isLast: done === rows.length };
        },
      },
      originName: 'Origin',
      describeOrigin: () => [['Origin']],
      writtenAt: Date.UTC(2026, 0, 31),
    },
  );
  const [sheet] = readWorkbook(Buffer.concat(chunks));
  return { cells: sheet?.rows.slice(1) ?? [], kept, table };
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const asText = (text: string): ReadCell => ({ kind: 'text', text });

/** A statement with a column of amounts; the cells to test are after enough plain ones for the column to be recognized. */
const withAmounts = (cells: readonly string[], plain = '10.50') =>
  [
    'Date,Amount',
    ...[...Array.from({ length: 40 }, () => plain), ...cells].map((cell) => `2026-01-05,${quote(cell)}`),
  ].join('\n');

async function exportAmounts(cells: readonly string[], plain?: string) {
  const { cells: rows, kept } = await exportRows(withAmounts(cells, plain));
  return { cells: rows.slice(40).map((row) => row[1]), kept };
}

describe('amounts in a workbook', () => {
  test('are numbers with the decimals of their column', async () => {
    const { cells, kept } = await exportAmounts(['-0.125', '1,234.5', '(7.25)', '12.00-', '5', '−3.1']);
    expect(cells).toEqual(
      ['-0.125', '1234.500', '-7.250', '-12.000', '5.000', '-3.100'].map((text) => ({
        kind: 'number',
        text,
      })),
    );
    expect(kept).toEqual({ long: 0, other: 0 });
  });

  test('with a decimal comma have the same value', async () => {
    const { cells } = await exportAmounts(['-1.234,50', "1'000,00"], '10,50');
    expect(cells).toEqual(['-1234.50', '1000.00'].map((text) => ({ kind: 'number', text })));
  });

  test('with too many digits stay texts and are counted', async () => {
    const long = ['1234567890123456.78', '-99999999999999.99'];
    const { cells, kept } = await exportAmounts([...long, '9999999999999.99']);
    expect(cells).toEqual([...long.map(asText), { kind: 'number', text: '9999999999999.99' }]);
    expect(kept).toEqual({ long: 2, other: 0 });
  });

  test('stay texts when a number would say less', async () => {
    const others = ['EUR 12.00', '12.00 DR', '0012.50', 'n/a', '007', '1e5', '12.00*'];
    const { cells, kept } = await exportAmounts(others);
    expect(cells).toEqual(others.map(asText));
    expect(kept).toEqual({ long: 0, other: others.length });
  });

  test('that are empty are empty', async () => {
    const { cells, kept } = await exportAmounts(['', '  ']);
    expect(cells).toEqual([undefined, asText('  ')]);
    expect(kept).toEqual({ long: 0, other: 0 });
  });
});

describe('dates in a workbook', () => {
  const withDates = (cells: readonly string[]) =>
    ['Date,Text', ...cells.map((cell) => `${quote(cell)},a`)].join('\n');

  test('are dates in the order of their column', async () => {
    const { cells } = await exportRows(withDates(['31.01.2026', '05.02.2026', '', '-']));
    expect(cells.map(([cell]) => cell)).toEqual([
      { kind: 'date', text: '2026-01-31' },
      { kind: 'date', text: '2026-02-05' },
      undefined,
      asText('-'),
    ]);
  });

  test('keep their time, and stay texts with anything else', async () => {
    const { cells, kept } = await exportRows(
      withDates([
        '2026-01-31 09:05:30',
        '2026-01-31T23:59',
        '2026-02-01',
        '2026-02-01 10:00:00.123',
        '2026-02-01T10:00:00Z',
        '2026-02-01 10:00:00 +02:00',
      ]),
    );
    expect(cells.map(([cell]) => cell)).toEqual([
      { kind: 'date', text: '2026-01-31T09:05:30' },
      { kind: 'date', text: '2026-01-31T23:59:00' },
      { kind: 'date', text: '2026-02-01' },
      asText('2026-02-01 10:00:00.123'),
      asText('2026-02-01T10:00:00Z'),
      asText('2026-02-01 10:00:00 +02:00'),
    ]);
    expect(kept).toEqual({ long: 0, other: 3 });
  });
});

describe('codes in a workbook', () => {
  test('stay texts in a column of references, also when they are digits', async () => {
    const rows = Array.from(
      { length: 50 },
      (_, index) => `2026-01-05,${4_100_000 + ((index * 7_919) % 9_999)},-1.00`,
    );
    const { cells, table } = await exportRows(['Date,Reference,Amount', ...rows].join('\n'));
    expect(table.columns).toHaveLength(3);
    expect(cells[49]?.slice(1)).toEqual([
      asText(`${4_100_000 + ((49 * 7_919) % 9_999)}`),
      { kind: 'number', text: '-1.00' },
    ]);
  });

  test('stay texts in a column without a meaning when they are long', async () => {
    const rows = Array.from(
      { length: 50 },
      (_, index) => `${(index * 7_919) % 99},${430_000_000_000 + index * 7_919}`,
    );
    const { cells } = await exportRows(['Foo,Bar', ...rows].join('\n'));
    expect(cells[1]).toEqual([{ kind: 'number', text: '98' }, asText('430000007919')]);
  });

  test('stay texts among other digits', async () => {
    const codes = ['007', '12345678901234567890', '1e5', '=1+1', '+49 170 1234567', '💶', '_x0041_'];
    const { cells } = await exportRows(['Batch,Note', ...codes.map((code) => `${quote(code)},a`)].join('\n'));
    expect(cells.map(([cell]) => cell)).toEqual(codes.map(asText));
  });

  test('are in the chosen columns only, in their order', async () => {
    const { cells } = await exportRows('A,B,C\nx,y,z\n1st,,3rd\n', [2, 0]);
    expect(cells.map((row) => row.map((cell) => cell?.text))).toEqual([
      ['z', 'x'],
      ['3rd', '1st'],
    ]);
  });
});

test('a page of rows ends early when its rows are long', () => {
  const lines = Array.from({ length: 200 }, (_, row) => `${row},${'x'.repeat(30_000)}`);
  const table = openTable(new Uint8Array(Buffer.from(`A,B\n${lines.join('\n')}\n`)));
  const rows = Uint32Array.from({ length: 200 }, (_, row) => row);
  const parts: number[] = [];
  const page = encodeWorkbookRows(
    { table, meanings: determineMeanings(table) },
    { rows, columns: [0, 1], sheetRow: 2 },
    (xml) => void parts.push(xml.length),
  );
  expect(parts.length).toBeGreaterThan(5);
  expect(Math.max(...parts)).toBeLessThan(300_000);
  expect(page.count).toBeGreaterThan(10);
  expect(page.count).toBeLessThan(100);
});

test('a text that is too long for a cell is refused, and one of that length is written', () => {
  const encode = (length: number) => {
    const table = openTable(new Uint8Array(Buffer.from(`A,B\n1st,${'x'.repeat(length)}\n2nd,y\n`)));
    const page = { rows: Uint32Array.of(0), columns: [0, 1], sheetRow: 2 };
    return encodeWorkbookRows({ table, meanings: determineMeanings(table) }, page, () => undefined).count;
  };
  expect(encode(32_767)).toBe(1);
  expect(() => encode(32_768)).toThrow('too long');
});

describe('rows that are encoded from the bytes of the file', () => {
  const texts = [
    'a',
    'Kärcher',
    'Škoda',
    '=1+1',
    '="0012"',
    '""',
    '"',
    ' ',
    '  ',
    'a  b',
    'a b',
    ' a',
    'a ',
    '\u00a0',
  ];
  const unusual = [
    '_x000D_',
    '_',
    '<b>',
    '&amp;',
    '\t',
    'a\nb',
    '\r',
    '\u0001',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u3000',
    '💶',
    '߿',
    'À',
  ];
  const amounts = [
    '-0.00',
    '0.00',
    '-0.01',
    '1.50',
    '01.50',
    '1.5',
    '1.505',
    '1,234.50',
    '.50',
    '-.50',
    '5.',
    '(2.00)',
    '+3.00',
  ];
  const large = [
    '9999999999999.99',
    '-999999999999.99',
    '123456789012.34',
    '99999999999999.99',
    '-9007199254740993.00',
  ];
  const dates = [
    '2026-01-05',
    '20260105',
    '2026-01-05 10:00',
    '1899-12-31',
    '05.01.2026',
    '2026-13-45',
    '-',
    '2026-01-05Z',
  ];
  const random = createNumbers(20_261_127);
  const pick = (list: readonly string[]) => list[random(list.length)] ?? '';
  const counts = ['0', '-0', '007', '1234567890', '12345678901', '-12', '1.5'];
  const plain = ['a', '2026-01-05', '10.50', '3.25', '7', 'b'];
  const cellsOf = [texts, dates, amounts, [...amounts, ...large], counts, unusual];

  /** A row in which one cell may be unusual, so that columns stay columns of numbers and dates. */
  function createRow(): string {
    const place = random(plain.length);
    const others = random(10) < 8 ? (cellsOf[place] ?? []) : [...texts, ...unusual];
    const unusualCell = place === 0 ? `${pick(texts)}${pick(unusual)}${pick(texts)}` : pick(others);
    const cells = plain.map((cell, column) => (column === place && random(5) === 0 ? unusualCell : cell));
    const written = cells.map((cell) => (/[",\r\n]/.test(cell) || random(10) < 2 ? quote(cell) : cell));
    return written.slice(0, random(30) === 0 ? 4 : written.length).join(',');
  }

  /** Encodes all rows, with the bytes of the cells or with their texts only. */
  function encode(table: Table) {
    const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
    const columns = table.columns.map((_, index) => index);
    const parts: Uint8Array[] = [];
    const source = { table, meanings: determineMeanings(table) };
    const page = encodeWorkbookRows(source, { rows, columns, sheetRow: 2 }, (xml) => void parts.push(xml));
    return { ...page, xml: Buffer.concat(parts).toString() };
  }

  test.each([
    ['times of dates with few digits', '05.01.26', ['5.1.26 1:00', '5.1.26 1:00:00']],
    ['times of dates without a colon', '2026-01-05', ['2026-01-05 10.30']],
    ['amounts with a decimal comma', '10,50', ['1,50', '-1,50', '0,50', '1.000,50']],
    ['codes with many digits', '7', ['12345678901', '1234567890']],
    ['text formulas', 'a', ['="a"', '="a"b"', '="', '="a', '"=""0012"""', '= "a"', ' ="a"']],
  ])('are those of its texts: %s', (_, usual, cells) => {
    const lines = [...Array.from({ length: 40 }, () => usual), ...cells].map((cell) => `${cell}|x`);
    const table = openTable(new Uint8Array(Buffer.from(`Word|Other\n${lines.join('\n')}\n`)));
    expect(table.columns).toHaveLength(2);
    expect(encode(table)).toEqual(encode({ ...table, locate: null }));
  });

  test.each([
    ['UTF-8', {}],
    ['UTF-8 by choice, with bytes that are none', { encoding: 'utf-8' }],
    ['Windows-1252', { encoding: 'windows-1252' }],
  ] as const)('are those of its texts, in %s', (name, options) => {
    const kinds: string[] = [];
    for (let file = 0; file < 40; file += 1) {
      const lines = Array.from({ length: 200 }, createRow);
      const bytes = Buffer.from(`Name,Date,Amount,Balance,Count,Note\r\n${lines.join('\r\n')}`);
      if (name.includes('none')) bytes[bytes.lastIndexOf('a')] = 0xc4;
      const table = openTable(new Uint8Array(bytes), options);
      kinds.push(table.columns.map(({ kind }) => kind).join(' '));
      expect(table.locate).not.toBeNull();
      expect(encode(table)).toEqual(encode({ ...table, locate: null }));
    }
    expect(kinds).toContain('text date number number number text');
  });
});
