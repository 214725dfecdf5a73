/** @file Rows of statements in a workbook: a cell becomes a number or a date only if nothing of it is lost. */
import { describe, expect, test } from 'vitest';
import { determineMeanings } from '../../../src/main/review/roles.ts';
import { openTable } from '../../../src/main/review/table.ts';
import { encodeWorkbookRows } from '../../../src/main/review/workbook-rows.ts';
import { writeWorkbook } from '../../../src/main/workbook/workbook.ts';
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
          const page = encodeWorkbookRows({ table, meanings: determineMeanings(table) }, next);
          done += page.count;
          kept.long += page.kept.long;
          kept.other += page.kept.other;
          return { xml: page.xml, count: page.count, isLast: done === rows.length };
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
  const page = encodeWorkbookRows(
    { table, meanings: determineMeanings(table) },
    { rows, columns: [0, 1], sheetRow: 2 },
  );
  expect(page.count).toBeGreaterThan(10);
  expect(page.count).toBeLessThan(100);
});
