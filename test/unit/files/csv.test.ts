import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, onTestFinished, test } from 'vitest';
import { writeFileAtomically } from '../../../src/main/files/saving-server.ts';
import { type CsvRow, writeCsv } from '../../../src/main/formats/csv/csv-writer.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

async function* rowsOf(...rows: CsvRow[]): AsyncGenerator<CsvRow> {
  yield* rows;
}

/** Writes rows to a CSV file, which also has a column of sizes, and returns its text and its cells. */
async function writeAndRead(name = 'Name', ...rows: CsvRow[]): Promise<{ text: string; cells: string[][] }> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  await writeCsv(writeFileAtomically, join(path, 'export.csv'), [name, 'Size'], rowsOf(...rows));
  const text = await readFile(join(path, 'export.csv'), 'utf8');
  return { text, cells: parse(text, { bom: true, relax_column_count: true }) };
}

/** Returns the first cells of rows, without their header. */
async function writeNames(...names: readonly string[]): Promise<(string | undefined)[]> {
  const { cells } = await writeAndRead('Name', ...names.map((name): CsvRow => [name, 1]));
  return cells.slice(1).map(([name]) => name);
}

test('a CSV file starts with a byte order mark and a header, and has Windows line ends', async () => {
  const { text } = await writeAndRead('Name', ['Rechnung für Müller.pdf', 12]);
  expect(text).toBe('\ufeff"Name","Size"\r\n"Rechnung für Müller.pdf",12\r\n');
  expect((await writeAndRead()).cells).toEqual([['Name', 'Size']]);
});

test('commas, quotes, line breaks and harmless texts stay in their cell', async () => {
  const names = ['a,b.pdf', 'a"b.pdf', 'a\nb.pdf', 'a\r\nb.pdf', '  a ', '', 'a=b.pdf', "'quoted"];
  expect(await writeNames(...names)).toEqual(names);
});

test('a formula has an apostrophe', async () => {
  const formulas = ['=1+1', '+1+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '=cmd|"/c calc"!A1'];
  const wideFormulas = ['＝1+1', '＋1', '－1', '＠a'];
  const expected = [...formulas, ...wideFormulas].map((formula) => `'${formula}`);
  expect(await writeNames(...formulas, ...wideFormulas)).toEqual(expected);
  expect((await writeAndRead('=1+1')).text).toBe('\ufeff"\'=1+1","Size"\r\n');
});

test.each([
  ['a;=1+1', "a;'=1+1"],
  ['a\t@b', "a\t'@b"],
  ['a";=cmd', 'a";\'=cmd'],
  ['a\n=1', "a\n'=1"],
  ['a|=1+1', "a|'=1+1"],
  ['a;\u200b =1', "a;'\u200b =1"],
  ['a; b;-5;c', 'a; b;-5;c'],
])('a formula in %j has an apostrophe, also after semicolons, tabs or pipes', async (text, safe) => {
  const { cells, text: fileText } = await writeAndRead('Name', [text, 1]);
  expect(cells[1]?.[0]).toBe(safe);
  for (const line of fileText.split(/\r\n/).slice(1, -1))
    for (const cell of line.split(/[;|\t\n]/)) expect(cell).not.toMatch(/^"?[=@]/);
});

test('signed amounts and numbers stay numbers, and null is an empty cell', async () => {
  const amounts = ['-1', '+1', '-12.50', '-1,234.56', '-1.234,56', "-1'234.50", '-1\u00a0234,50'];
  expect(await writeNames(...amounts)).toEqual(amounts);
  expect((await writeAndRead('Name', ['a', 0], [null, 1_234_567])).cells.slice(1)).toEqual([
    ['a', '0'],
    ['', '1234567'],
  ]);
});
