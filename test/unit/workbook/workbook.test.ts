/** @file Workbooks, read back by another reader of ZIP and XML: no cell changes, and no text becomes a formula. */
import { describe, expect, test } from 'vitest';
import type { CellFormat } from '../../../src/main/workbook/cell-styles.ts';
import { RowEncoder } from '../../../src/main/workbook/row-encoder.ts';
import { createTextRowReader } from '../../../src/main/workbook/text-rows.ts';
import { maxSheetRows, type WorkbookTable, writeWorkbook } from '../../../src/main/workbook/workbook.ts';
import { readWorkbook } from '../../fakes/read-workbook.ts';

const writtenAt = Date.UTC(2026, 0, 31, 12);

async function write(table: WorkbookTable, originLines: (string | number)[][] = [['Exported rows', 1]]) {
  const chunks: Uint8Array[] = [];
  let sheets = 0;
  await writeWorkbook(
    { writeFile: async (data) => void chunks.push(Buffer.from(data)) },
    {
      table,
      originName: 'Origin',
      describeOrigin: (sheetCount) => {
        sheets = sheetCount;
        return originLines;
      },
      writtenAt,
    },
  );
  return { bytes: Buffer.concat(chunks), writes: chunks.length, sheets };
}

async function* toRows(rows: readonly (readonly string[])[]) {
  yield* rows;
}

async function writeTexts(rows: readonly (readonly string[])[], formats: readonly CellFormat[]) {
  let longNumbers = 0;
  const { bytes } = await write({
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

describe('a text in a workbook', () => {
  test.each([
    ['a formula', '=cmd|/c calc!A1'],
    ['a sum', '+1+1'],
    ['a negative term', '-2+3'],
    ['a function', '@SUM(A1)'],
    ['a full-width formula', '＝1+1'],
    ['leading zeros', '007'],
    ['twenty digits', '12345678901234567890'],
    ['an exponent', '1e5'],
    ['XML', '<c t="str"><f>1</f></c> & ]]>'],
    ['control characters', 'a\u0000b\u0001c\u001fd\u007fe\u0085f'],
    ['line breaks and tabs', 'a\r\nb\rc\nd\te'],
    ['blanks at both ends', '  two  '],
    ['the escape of a character', '_x000D_ _x0041_ _xZZZZ_'],
    ['emoji', '💶 👩‍👩‍👧 é'],
    ['characters that are none', '\ufffe\uffff \ud800 \udc00'],
    ['right-to-left text', 'שלום \u202e123'],
    ['as many characters as a cell can have', 'x'.repeat(32_767)],
  ])('with %s is read back unchanged', async (_, cell) => {
    const { sheet } = await writeTexts([[cell]], [text]);
    expect(sheet?.rows[1]?.[0]).toEqual({ kind: 'text', text: cell });
  });

  test('that is too long for a cell is refused, with the name of the cell', async () => {
    await expect(writeTexts([['a'], ['x'.repeat(32_768)]], [text])).rejects.toMatchObject({
      code: 'workbook-cell-too-long',
      details: { cell: 'A3', length: 32_768, max: 32_767 },
    });
  });
});

describe('a number in a workbook', () => {
  test.each(['-0.125', '1234567.890', '0.001', '-999999999999.999', '123456789012345.000', '7.000'])(
    '%s keeps its value and its decimals',
    async (cell) => {
      const { sheet, longNumbers } = await writeTexts([[cell]], [amount]);
      expect(sheet?.rows[1]?.[0]).toEqual({ kind: 'number', text: cell });
      expect(longNumbers).toBe(0);
    },
  );

  test.each([
    '1234567890123.456',
    '-12345678901234567890.000',
    '1234567890123450000.000',
    '0.1234567890123456',
  ])('%s has more digits than a spreadsheet keeps, so it stays a text and is counted', async (cell) => {
    const { sheet, longNumbers } = await writeTexts([[cell]], [amount]);
    expect(sheet?.rows[1]?.[0]).toEqual({ kind: 'text', text: cell });
    expect(longNumbers).toBe(1);
  });
});

describe('a date in a workbook', () => {
  test.each(['1900-03-01', '1999-12-31', '2024-02-29', '2026-01-31', '2999-12-31'])(
    '%s is a date',
    async (cell) => {
      const { sheet } = await writeTexts([[cell]], [date]);
      expect(sheet?.rows[1]?.[0]).toEqual({ kind: 'date', text: cell });
    },
  );

  test('on which spreadsheets disagree stays a text', async () => {
    const { sheet } = await writeTexts([['1900-02-28'], ['']], [date]);
    expect(sheet?.rows[1]?.[0]).toEqual({ kind: 'text', text: '1900-02-28' });
    expect(sheet?.rows[2]).toEqual([]);
  });
});

describe('a workbook', () => {
  test('has a frozen header with a filter, and a sheet with its origin', async () => {
    const formats = [text, ...Array.from({ length: 27 }, () => amount)];
    const { bytes } = await write(
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

  test('continues on a second sheet after the last row of a sheet, and is written in parts', async () => {
    const count = maxSheetRows + 1;
    const rowsPerRead = 50_000;
    let done = 0;
    const { bytes, writes, sheets } = await write({
      sheetName: 'Rows',
      columns: [{ name: 'Number', width: 12 }],
      async readNext(sheetRow, maxRows) {
        const encoder = new RowEncoder(1);
        const rows = Math.min(maxRows, rowsPerRead, count - done);
        for (let index = 0; index < rows; index += 1) {
          encoder.beginRow(sheetRow + index);
          encoder.addNumber(0, String(done + index), 0, false);
          encoder.endRow();
        }
        done += rows;
        return { xml: encoder.take(), count: rows, isLast: done === count };
      },
    });
    expect(sheets).toBe(2);
    expect(writes).toBeGreaterThan(10);
    const [first, second, origin] = readWorkbook(bytes);
    expect([first?.name, second?.name, origin?.name]).toEqual(['Rows', 'Rows 2', 'Origin']);
    expect(first?.rows).toHaveLength(maxSheetRows);
    expect(first?.rows.at(-1)?.[0]?.text).toBe(String(maxSheetRows - 2));
    expect(second?.rows.map((cells) => cells[0]?.text)).toEqual([
      'Number',
      String(maxSheetRows - 1),
      String(maxSheetRows),
    ]);
  });

  test('is not written further when its file cannot be written', async () => {
    const failure = new Error('The drive is full');
    let reads = 0;
    const writing = writeWorkbook(
      { writeFile: () => Promise.reject(failure) },
      {
        table: {
          sheetName: 'Rows',
          columns: [{ name: 'A', width: 1 }],
          async readNext() {
            reads += 1;
            return {
              xml: new Uint8Array(1_000_000).map(() => Math.random() * 64 + 32),
              count: 1,
              isLast: false,
            };
          },
        },
        originName: 'Origin',
        describeOrigin: () => [],
        writtenAt,
      },
    );
    await expect(writing).rejects.toBe(failure);
    expect(reads).toBeLessThan(20);
  });
});
