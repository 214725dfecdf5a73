/** @file Rows of statements in a workbook: a cell becomes a number or a date only if nothing of it is lost. */
import { describe, expect, test } from 'vitest';
import { determineMeanings } from '../../../../src/main/statement-engine/columns/roles.ts';
import { encodeWorkbookRows } from '../../../../src/main/statement-engine/query/workbook-rows.ts';
import type { Table } from '../../../../src/main/statement-engine/read/table.ts';
import { type ReadCell, readWorkbook } from '../../../fakes/files/read-workbook.ts';
import { type StatementText, tableOf } from '../../../fakes/files/text-statement.ts';
import { writeInMemory } from '../../../fakes/files/written-workbook.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

/** Opens a CSV, writes all rows to a workbook and reads them back. */
async function exportRows(csv: StatementText, columns?: readonly number[]) {
  const table = tableOf(csv);
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const chosen = columns ?? table.columns.map((_, index) => index);
  const kept = { long: 0, other: 0 };
  let done = 0;
  const { bytes } = await writeInMemory({
    sheetName: 'Rows',
    columns: chosen.map((column) => ({ name: table.columns[column]?.name ?? '', width: 12 })),
    async readNext(sheetRow) {
      const page = encode(table, { rows: rows.subarray(done), columns: chosen, sheetRow });
      done += page.count;
      kept.long += page.kept.long;
      kept.other += page.kept.other;
      return { xml: Buffer.concat(page.parts), count: page.count, isLast: done === rows.length };
    },
  });
  const [sheet] = readWorkbook(bytes);
  return { cells: sheet?.rows.slice(1) ?? [], kept };
}

/** Encodes rows with their bytes, by default all rows and columns. */
function encode(table: Table, page: Partial<Parameters<typeof encodeWorkbookRows>[1]> = {}) {
  const parts: Uint8Array[] = [];
  const encoded = encodeWorkbookRows(
    { table, meanings: determineMeanings(table) },
    {
      rows: Uint32Array.from({ length: table.rows }, (_, row) => row),
      columns: table.columns.map((_, index) => index),
      sheetRow: 2,
      ...page,
    },
    (xml) => void parts.push(xml),
  );
  return { ...encoded, parts };
}

const quote = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
const asText = (text: string): ReadCell => ({ kind: 'text', text });
const asNumber = (text: string): ReadCell => ({ kind: 'number', text });
const asDate = (text: string): ReadCell => ({ kind: 'date', text });

/** Exports amounts; they are after enough plain ones for the column to be recognized. */
async function exportAmounts(cells: readonly string[], plain = '10.50') {
  const lines = [...Array.from({ length: 40 }, () => plain), ...cells].map(
    (cell) => `2026-01-05,${quote(cell)}`,
  );
  const { cells: rows, kept } = await exportRows(['Date,Amount', ...lines]);
  return { cells: rows.slice(40).map((row) => row[1]), ...kept };
}

const others = ['EUR 12.00', '12.00 DR', '0012.50', 'n/a', '007', '1e5', '12.00*'];
const long = ['1234567890123456.78', '-99999999999999.99'];

describe('amounts in a workbook', () => {
  test.each<[string, string[], (ReadCell | undefined)[], Partial<Record<'long' | 'other', number>>, string?]>(
    [
      [
        'are numbers with the decimals of their column',
        ['-0.125', '1,234.5', '(7.25)', '12.00-', '5', '−3.1'],
        ['-0.125', '1234.500', '-7.250', '-12.000', '5.000', '-3.100'].map(asNumber),
        {},
      ],
      [
        'with a decimal comma have the same value',
        ['-1.234,50', "1'000,00"],
        ['-1234.50', '1000.00'].map(asNumber),
        {},
        '10,50',
      ],
      [
        'with too many digits stay texts and are counted',
        [...long, '9999999999999.99'],
        [...long.map(asText), asNumber('9999999999999.99')],
        { long: 2 },
      ],
      ['stay texts when a number would say less', others, others.map(asText), { other: others.length }],
      ['that are empty are empty', ['', '  '], [undefined, asText('  ')], {}],
    ],
  )('%s', async (_, cells, expected, kept, plain) => {
    expect(await exportAmounts(cells, plain)).toEqual({ cells: expected, long: 0, other: 0, ...kept });
  });
});

test.each<[string, string[], (ReadCell | undefined)[], number]>([
  [
    'in the order of their column',
    ['31.01.2026', '05.02.2026', '', '-'],
    [asDate('2026-01-31'), asDate('2026-02-05'), undefined, asText('-')],
    1,
  ],
  [
    'with their time, and stay texts with anything else',
    [
      '2026-01-31 09:05:30',
      '2026-01-31T23:59',
      '2026-02-01',
      '2026-02-01 10:00:00.123',
      '2026-02-01T10:00:00Z',
      '2026-02-01 10:00:00 +02:00',
    ],
    [
      asDate('2026-01-31T09:05:30'),
      asDate('2026-01-31T23:59:00'),
      asDate('2026-02-01'),
      asText('2026-02-01 10:00:00.123'),
      asText('2026-02-01T10:00:00Z'),
      asText('2026-02-01 10:00:00 +02:00'),
    ],
    3,
  ],
])('dates in a workbook are dates %s', async (_, dates, expected, other) => {
  const { cells, kept } = await exportRows(['Date,Text', ...dates.map((cell) => `${quote(cell)},a`)]);
  expect(cells.map(([cell]) => cell)).toEqual(expected);
  expect(kept).toEqual({ long: 0, other });
});

describe('codes in a workbook', () => {
  const codeOf = (index: number) => `${4_100_000 + ((index * 7_919) % 9_999)}`;
  const indexes = Array.from({ length: 50 }, (_, index) => index);

  test('stay texts in a column of references, also when they are digits', async () => {
    const rows = indexes.map((index) => `2026-01-05,${codeOf(index)},-1.00`);
    const { cells } = await exportRows(['Date,Reference,Amount', ...rows]);
    expect(cells[49]).toEqual([asDate('2026-01-05'), asText(codeOf(49)), asNumber('-1.00')]);
  });

  test('stay texts in a column without a meaning when they are long', async () => {
    const rows = indexes.map((index) => `${(index * 7_919) % 99},${430_000_000_000 + index * 7_919}`);
    const { cells } = await exportRows(['Foo,Bar', ...rows]);
    expect(cells[1]).toEqual([asNumber('98'), asText('430000007919')]);
  });

  test('stay texts among other digits', async () => {
    const codes = ['007', '12345678901234567890', '1e5', '=1+1', '+49 170 1234567', '💶', '_x0041_'];
    const { cells } = await exportRows(['Batch,Note', ...codes.map((code) => `${quote(code)},a`)]);
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
  const { parts, count } = encode(tableOf(['A,B', ...lines]));
  expect(parts.length).toBeGreaterThan(5);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThan(300_000);
  expect(count).toBeGreaterThan(10);
  expect(count).toBeLessThan(100);
});

test('a text that is too long for a cell is refused, and one of that length is written', () => {
  const encodeFirst = (length: number) =>
    encode(tableOf(`A,B\n1st,${'x'.repeat(length)}\n2nd,y\n`), { rows: Uint32Array.of(0) }).count;
  expect(encodeFirst(32_767)).toBe(1);
  expect(() => encodeFirst(32_768)).toThrow('too long');
});

describe('rows that are encoded from the bytes of the file', () => {
  const texts = 'a|Kärcher|Škoda|=1+1|="0012"|""|"| |  |a  b|a b| a|a |\u00a0'.split('|');
  const unusual = '_x000D_|_|<b>|&amp;|\t|a\nb|\r|\u0001|\u007f|\u0085|\u2028|\u3000|💶|߿|À'.split('|');
  const amounts = '-0.00|0.00|-0.01|1.50|01.50|1.5|1.505|1,234.50|.50|-.50|5.|(2.00)|+3.00'.split('|');
  const large =
    '9999999999999.99|-999999999999.99|123456789012.34|99999999999999.99|-9007199254740993.00'.split('|');
  const dates = '2026-01-05|20260105|2026-01-05 10:00|1899-12-31|05.01.2026|2026-13-45|-|2026-01-05Z'.split(
    '|',
  );
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

  /** Encodes all rows from their bytes, and from their texts. */
  function encodeBoth(table: Table) {
    expect(table.locate).not.toBeNull();
    return [table, { ...table, locate: null }].map((source) => {
      const { parts, ...page } = encode(source);
      return { ...page, xml: Buffer.concat(parts).toString() };
    });
  }

  test.each([
    ['times of dates with few digits', '05.01.26', ['5.1.26 1:00', '5.1.26 1:00:00']],
    ['times of dates without a colon', '2026-01-05', ['2026-01-05 10.30']],
    ['amounts with a decimal comma', '10,50', ['1,50', '-1,50', '0,50', '1.000,50']],
    ['codes with many digits', '7', ['12345678901', '1234567890']],
    ['text formulas', 'a', ['="a"', '="a"b"', '="', '="a', '"=""0012"""', '= "a"', ' ="a"']],
  ])('are those of its texts: %s', (_, usual, cells) => {
    const lines = [...Array.from({ length: 40 }, () => usual), ...cells].map((cell) => `${cell}|x`);
    const table = tableOf(['Word|Other', ...lines]);
    expect(table.columns).toHaveLength(2);
    const [fromBytes, fromTexts] = encodeBoth(table);
    expect(fromBytes).toEqual(fromTexts);
  });

  test.each([
    ['UTF-8', {}],
    ['UTF-8 by choice, with bytes that are none', { encoding: 'utf-8' }],
    ['Windows-1252', { encoding: 'windows-1252' }],
  ] as const)('are those of its texts, in %s', (name, options) => {
    const kinds: string[] = [];
    for (let file = 0; file < 15; file += 1) {
      const lines = Array.from({ length: 200 }, createRow);
      const bytes = Buffer.from(`Name,Date,Amount,Balance,Count,Note\r\n${lines.join('\r\n')}`);
      if (name.includes('none')) bytes[bytes.lastIndexOf('a')] = 0xc4;
      const table = tableOf(new Uint8Array(bytes), options);
      kinds.push(table.columns.map(({ kind }) => kind).join(' '));
      const [fromBytes, fromTexts] = encodeBoth(table);
      expect(fromBytes).toEqual(fromTexts);
    }
    expect(kinds).toContain('text date number number number text');
  });
});
