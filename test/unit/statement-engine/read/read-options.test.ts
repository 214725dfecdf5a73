/** @file The clerk's options for reading a file. */
import { describe, expect, test } from 'vitest';
import {
  type ReadOptions,
  readOptionsSchema,
} from '../../../../src/shared/model/statements/open-statement.ts';
import { bytesOf, startEngine } from '../../../fakes/files/text-statement.ts';

const statement = [
  'Statement of account',
  'Wallet;1001;January',
  '',
  'Date;Text;Amount',
  '2026-01-02;a;1,50',
  '2026-01-03;b;2,50',
  '',
  '2026-01-04;c;3,50',
];

async function openWith(bytes: Uint8Array, options: ReadOptions) {
  const call = startEngine();
  const { opened } = await call('open', { handle: 1, source: { kind: 'bytes', bytes }, options });
  const before = await call('linesBefore', { handle: 1, most: 1000 });
  const cells = await call('rows', { handle: 1, choice: { kind: 'all' }, offset: 0, limit: 100 });
  return { ...opened, before, cells };
}

const openLines = (lines: readonly string[], options: ReadOptions) =>
  openWith(bytesOf(`${lines.join('\r\n')}\r\n`), options);

describe('a clerk’s choice', () => {
  test('of the header sets the column names, and all rows before it are returned unchanged', async () => {
    const opened = await openLines(statement, { header: 3, separator: ';' });
    expect(opened).toMatchObject({ header: 3, preamble: 3, rows: 4, blank: 1, ragged: 1 });
    expect(opened.columns.map(({ name }) => name)).toEqual(['Date', 'Text', 'Amount']);
    expect(opened.before).toEqual({ lines: statement.slice(0, 3), of: 3 });
  });

  test('of no header turns the detected header into a data row', async () => {
    const opened = await openLines(['Date;Text', 'a;b', 'c;d'], { header: 'none' });
    expect(opened).toMatchObject({ header: null, preamble: 0, rows: 3 });
    expect(opened.cells[0]).toEqual(['Date', 'Text']);
  });

  test('of a header row beyond the end of the file keeps all rows before the header', async () => {
    const opened = await openLines(statement, { header: 900, separator: ';' });
    expect(opened).toMatchObject({ header: null, rows: 0, preamble: 8, before: { lines: statement } });
  });

  test('about a column is reported for this column only', async () => {
    const options: ReadOptions = { columns: { 1: { role: 'description' } } };
    const opened = await openLines(statement.slice(3), options);
    expect(opened.options).toEqual(options);
    expect(opened.columns.map(({ isChosen }) => isChosen)).toEqual([false, true, false]);
  });

  test.each([
    ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
    ['iso-8859-15', [0xa4, 0xbd], '€œ'],
    ['shift_jis', [0x93, 0xfa, 0x95, 0x74], '日付'],
    ['gb18030', [0xc8, 0xd5, 0xc6, 0xda], '日期'],
    ['windows-1251', [0xc4, 0xe0, 0xf2, 0xe0], 'Дата'],
    ['koi8-r', [0xe4, 0xc1, 0xd4, 0xc1], 'Дата'],
  ] as const)('of the encoding %s decodes its letters', async (encoding, letters, name) => {
    const opened = await openWith(Uint8Array.of(...letters, ...bytesOf(',B\n1,2\n')), { encoding });
    expect([opened.encoding, opened.columns[0]?.name]).toEqual([encoding, name]);
  });

  test.each([{ header: 1001 }, { columns: { amount: { type: 'number' } } }])('%o is refused', (options) => {
    expect(readOptionsSchema.safeParse(options).success).toBe(false);
  });
});
