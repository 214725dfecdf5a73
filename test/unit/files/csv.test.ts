import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, onTestFinished, test } from 'vitest';
import { writeFileAtomically } from '../../../src/main/atomic-file.ts';
import { type CsvRow, writeCsv } from '../../../src/main/csv.ts';
import { type WriteFileAtomically, withSaveErrors } from '../../../src/main/files/saving.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

async function createFolder(): Promise<string> {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  return temporary.path;
}

async function* rowsOf(...rows: CsvRow[]): AsyncGenerator<CsvRow> {
  yield* rows;
}

/** Writes rows to a CSV file and reads the file. */
async function writeAndRead(...rows: CsvRow[]): Promise<{ text: string; cells: string[][] }> {
  const path = join(await createFolder(), 'export.csv');
  await writeCsv(writeFileAtomically, path, ['Name', 'Size'], rowsOf(...rows));
  const text = await readFile(path, 'utf8');
  return { text, cells: parse(text, { bom: true, relax_column_count: true }) };
}

describe('a CSV file', () => {
  test('starts with a byte order mark and a header, and has Windows line ends', async () => {
    const { text } = await writeAndRead(['Rechnung für Müller.pdf', 12]);
    expect(text).toBe('\ufeff"Name","Size"\r\n"Rechnung für Müller.pdf",12\r\n');
  });

  test('keeps commas, quotes and line breaks inside their cell', async () => {
    const names = ['a,b.pdf', 'a"b.pdf', 'a\nb.pdf', 'a\r\nb.pdf', '  a ', ''];
    const { cells } = await writeAndRead(...names.map((name): CsvRow => [name, 1]));
    expect(cells.slice(1).map(([name]) => name)).toEqual(names);
  });

  test('has its header also without rows', async () => {
    expect((await writeAndRead()).cells).toEqual([['Name', 'Size']]);
  });

  test.each([
    '=1+1',
    '+1+1',
    '-1+1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '=cmd|"/c calc"!A1',
    '＝1+1',
    '＋1',
    '－1',
    '＠a',
  ])('has an apostrophe before the formula %j', async (formula) => {
    const { cells } = await writeAndRead([formula, 1]);
    expect(cells[1]?.[0]).toBe(`'${formula}`);
  });

  test.each([
    ['a;=1+1', "a;'=1+1"],
    ['a\t@b', "a\t'@b"],
    ['a";=cmd', 'a";\'=cmd'],
    ['a\n=1', "a\n'=1"],
    ['a|=1+1', "a|'=1+1"],
    ['a; b;-5;c', 'a; b;-5;c'],
  ])(
    'has an apostrophe before a formula in %j, also when semicolons, tabs or pipes are delimiters',
    async (text, safe) => {
      const { cells, text: fileText } = await writeAndRead([text, 1]);
      expect(cells[1]?.[0]).toBe(safe);
      for (const line of fileText.split(/\r\n/).slice(1, -1))
        for (const cell of line.split(/[;|\t\n]/)) expect(cell).not.toMatch(/^"?[=@]/);
    },
  );

  test.each(['-1', '+1', '-12.50', '-1,234.56', '-1.234,56', "-1'234.50", '-1\u00a0234,50'])(
    'keeps the signed amount %j a number',
    async (amount) => {
      const { cells } = await writeAndRead([amount, 1]);
      expect(cells[1]?.[0]).toBe(amount);
    },
  );

  test('has an apostrophe before a formula in a column name', async () => {
    const path = join(await createFolder(), 'guarded.csv');
    await writeCsv(writeFileAtomically, path, ['=1+1', 'Size'], rowsOf());
    expect(await readFile(path, 'utf8')).toBe('\ufeff"\'=1+1","Size"\r\n');
  });

  test('keeps harmless texts and numbers, and has an empty cell for null', async () => {
    const { cells } = await writeAndRead(['a=b.pdf', 5], ["'quoted", 0], [null, 1_234_567]);
    expect(cells.slice(1)).toEqual([
      ['a=b.pdf', '5'],
      ["'quoted", '0'],
      ['', '1234567'],
    ]);
  });
});

describe('a CSV file that cannot be written', () => {
  const write: WriteFileAtomically = (path, fill) => withSaveErrors(writeFileAtomically(path, fill));

  test('keeps the old file and leaves no temporary file when the rows fail halfway', async () => {
    const path = await createFolder();
    const target = join(path, 'export.csv');
    await writeFile(target, 'old content');
    async function* failingRows(): AsyncGenerator<CsvRow> {
      yield ['a.pdf', 1];
      throw new Error('canary');
    }
    const writing = writeCsv(write, target, ['Name', 'Size'], failingRows());
    await expect(writing).rejects.toMatchObject({ code: 'file-not-written' });
    expect(await readFile(target, 'utf8')).toBe('old content');
    expect(await readdir(path)).toEqual(['export.csv']);
  });

  test('is reported when its folder does not exist', async () => {
    const target = join(await createFolder(), 'missing', 'export.csv');
    await expect(writeCsv(write, target, ['Name'], rowsOf(['a']))).rejects.toMatchObject({
      code: 'file-not-written',
    });
  });

  test('is reported when a folder has the name of the file', async () => {
    const path = await createFolder();
    const target = join(path, 'export.csv');
    await mkdir(join(target, 'inside'), { recursive: true });
    await expect(writeCsv(write, target, ['Name'], rowsOf(['a']))).rejects.toMatchObject({
      code: 'file-not-written',
    });
    expect(await readdir(path)).toEqual(['export.csv']);
  });
});
