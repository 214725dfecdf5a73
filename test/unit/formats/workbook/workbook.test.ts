/** @file Workbooks, read back by another reader of ZIP and XML: no cell changes, and no text becomes a formula. */
import { describe, expect, test } from 'vitest';
import type { CellFormat } from '../../../../src/main/formats/workbook/cell-styles.ts';
import { createTextRowReader } from '../../../../src/main/formats/workbook/text-rows.ts';
import { maxSheetRows, writeWorkbook } from '../../../../src/main/formats/workbook/workbook.ts';
import { readWorkbook } from '../../../fakes/files/read-workbook.ts';
import { writeInMemory, writeNumbers } from '../../../fakes/files/written-workbook.ts';
import { createNumbers } from '../../../fakes/random-numbers.ts';

async function* toRows(rows: readonly (readonly string[])[]) {
  yield* rows;
}

async function writeTexts(rows: readonly (readonly string[])[], formats: readonly CellFormat[]) {
  let longNumbers = 0;
  const { bytes } = await writeInMemory({
    sheetName: 'Groups',
    columns: formats.map((_, index) => ({ name: `Column ${index + 1}`, width: 12 })),
    readNext: createTextRowReader(toRows(rows), formats, () => {
      longNumbers += 1;
    }),
  });
  const [sheet] = readWorkbook(bytes);
  return { sheet, longNumbers };
}

const text: CellFormat = { kind: 'text' };
const amount: CellFormat = { kind: 'number', decimals: 3, isGrouped: true };
const date: CellFormat = { kind: 'date' };

test.each([
  ['a formula', '=cmd|/c calc!A1'],
  ['leading zeros', '007'],
  ['an exponent', '1e5'],
  ['XML', '<c t="str"><f>1</f></c> & ]]>'],
  ['control characters', 'a\u0000b\u0001c\u001fd\u007fe\u0085f'],
  ['line breaks and tabs', 'a\r\nb\rc\nd\te'],
  ['blanks at both ends', '  two  '],
  ['the escape of a character', '_x000D_ _x0041_ _xZZZZ_'],
  ['emoji', '💶 👩‍👩‍👧 é'],
  ['characters that are none', '\ufffe\uffff \ud800 \udc00'],
  ['as many characters as a cell can have', 'x'.repeat(32_767)],
])('a text with %s is read back unchanged', async (_, cell) => {
  const { sheet } = await writeTexts([[cell]], [text]);
  expect(sheet?.rows[1]?.[0]).toEqual({ kind: 'text', text: cell });
});

test('a text that is too long for a cell is refused, with the name of the cell', async () => {
  await expect(writeTexts([['a'], ['x'.repeat(32_768)]], [text])).rejects.toMatchObject({
    code: 'workbook-cell-too-long',
    details: { cell: 'A3', length: 32_768, max: 32_767 },
  });
});

const numbers = '-0.125 1234567.890 0.001 -999999999999.999 123456789012345.000 7.000'.split(' ');
// More digits than a spreadsheet keeps.
const long = '1234567890123.456 -12345678901234567890.000 1234567890123450000.000 0.1234567890123456'.split(
  ' ',
);
const dates = '1900-03-01 1999-12-31 2024-02-29 2026-01-31 2999-12-31'.split(' ');

test.each<[string, readonly string[], CellFormat, 'text' | 'number' | 'date']>([
  ['numbers keep their values and decimals', numbers, amount, 'number'],
  ['numbers of many digits stay texts and are counted', long, amount, 'text'],
  ['dates are dates', dates, date, 'date'],
  // Spreadsheets disagree on it.
  ['a date before March 1900 stays a text', ['1900-02-28'], date, 'text'],
])('%s', async (_, cells, format, kind) => {
  const { sheet, longNumbers } = await writeTexts(
    [...cells, ''].map((cell) => [cell]),
    [format],
  );
  expect(sheet?.rows.slice(1)).toEqual([...cells.map((cell) => [{ kind, text: cell }]), []]);
  expect(longNumbers).toBe(cells === long ? long.length : 0);
});

describe('a workbook', () => {
  test('has a frozen header with a filter, and a sheet with its origin', async () => {
    const formats = [text, ...Array.from({ length: 27 }, () => amount)];
    const { bytes } = await writeInMemory(
      {
        sheetName: 'Rows & <more>',
        columns: formats.map((_, index) => ({ name: index === 1 ? '' : `=Column ${index}`, width: 12 })),
        readNext: createTextRowReader(toRows([['a'], ['b']]), formats, () => undefined),
      },
      [['Exported rows', 2], [], ['Filters', '=none']],
    );
    const [rows, origin, ...others] = readWorkbook(bytes);
    expect(others).toEqual([]);
    expect(rows).toMatchObject({
      name: 'Rows & <more>',
      frozenRows: 1,
      filter: 'A1:AB3',
      namedFilter: "'Rows & <more>'!$A$1:$AB$3",
    });
    expect(rows?.rows[0]?.[0]).toEqual({ kind: 'text', text: '=Column 0' });
    expect(rows?.rows[0]?.[1]).toBeUndefined();
    expect(rows?.rows[0]?.[27]).toEqual({ kind: 'text', text: '=Column 27' });
    expect(origin).toMatchObject({ name: 'Origin', frozenRows: 0, filter: null, namedFilter: null });
    expect(origin?.rows.map((cells) => cells.map((cell) => cell?.text))).toEqual([
      ['Exported rows', '2'],
      [],
      ['Filters', '=none'],
    ]);
  });

  test('without rows has its header', async () => {
    const { sheet } = await writeTexts([], [text]);
    expect(sheet).toMatchObject({ filter: 'A1:A1', rows: [[{ text: 'Column 1' }]] });
  });

  test('continues on a second sheet after the last row of a sheet', async () => {
    const { bytes, sheets } = await writeNumbers(maxSheetRows + 1, 50_000, true);
    expect(sheets).toBe(2);
    const [first, second, origin] = readWorkbook(bytes);
    expect([first?.name, second?.name, origin?.name]).toEqual(['Rows', 'Rows 2', 'Origin']);
    expect(first?.rows).toHaveLength(maxSheetRows);
    expect(first?.rows.at(-1)?.[0]?.text).toBe(String(maxSheetRows - 2));
    const numbersAfter = [maxSheetRows - 1, maxSheetRows].map(String);
    expect(second?.rows.map((cells) => cells[0]?.text)).toEqual(['Number', ...numbersAfter]);
  });

  test('of many rows is written in parts', async () => {
    expect((await writeNumbers(150_000, 50_000, false)).writes).toBeGreaterThan(2);
  });

  test('is not written further when its file cannot be written', async () => {
    const failure = new Error('The drive is full');
    // Content that cannot be compressed.
    const content = new Uint8Array(1_000_000);
    const random = createNumbers(1);
    for (let at = 0; at < content.length; at += 1) content[at] = 32 + random(64);
    let reads = 0;
    const writing = writeWorkbook(
      { writeFile: () => Promise.reject(failure) },
      {
        table: {
          sheetName: 'Rows',
          columns: [{ name: 'A', width: 1 }],
          async readNext() {
            reads += 1;
            return { xml: content, count: 1, isLast: false };
          },
        },
        originName: 'Origin',
        describeOrigin: () => [],
        writtenAt: Date.UTC(2026, 0, 31),
      },
    );
    await expect(writing).rejects.toBe(failure);
    expect(reads).toBeLessThan(20);
  });
});
