/** @file Workbooks of a ledger as CSV: values as they are stored, and archives that are hostile or damaged are refused. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { CellFormat } from '../../../src/main/formats/workbook/cell-styles.ts';
import { createTextRowReader } from '../../../src/main/formats/workbook/text-rows.ts';
import { convertWorkbook } from '../../../src/main/formats/xlsx/convert-workbook.ts';
import { maxBytesBetweenElements, maxDepth } from '../../../src/main/formats/xlsx/xml-part.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { convertSheet } from '../../fakes/files/converted-sheet.ts';
import { packParts, type WorkbookFiles, workbookParts } from '../../fakes/files/make-workbook.ts';
import { writeInMemory } from '../../fakes/files/written-workbook.ts';
import { temporaryFolder } from '../../fakes/test-app.ts';

const cellOf = (attributes: string, value: string) => `<c ${attributes}><v>${value}</v></c>`;
const inline = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
const row = (...cells: string[]) => `<row>${cells.join('')}</row>`;

async function convert(parts: WorkbookFiles, sheet: string | null = null): Promise<string> {
  return (await convertSheet(packParts(workbookParts(parts)), sheet)).text;
}

/** Returns why a workbook is refused, and the names that the reason has. */
async function problemOf(bytes: Uint8Array): Promise<string> {
  const { code, details } = await errorOf(convertWorkbook(bytes, null));
  const problem = z.object({ problem: z.string(), names: z.array(z.string()) }).parse(details);
  expect(code).toBe('ledger-workbook');
  return [problem.problem, ...problem.names].join(' ');
}

const sheetsOf = (parts: WorkbookFiles) => convertWorkbook(packParts(workbookParts(parts)), null);
const problemIn = (parts: WorkbookFiles) => problemOf(packParts(workbookParts(parts)));

describe('a workbook', () => {
  test('is read with shared, rich and inline texts, and quoted where CSV needs it', async () => {
    const texts =
      '<si><t>Payee</t></si><si><r><t>Müller, </t></r><r><t xml:space="preserve">&quot;Söhne&quot;</t></r><rPh><t>reading</t></rPh></si><si><t>two_x000A_lines</t></si>';
    const rows =
      row(cellOf('t="s"', '0'), inline('Amount &amp; fee')) +
      row(cellOf('t="s"', '1'), cellOf('', '-1.5')) +
      row(cellOf('t="s"', '2'), cellOf('t="str"', 'a'));
    expect(await convert({ sheets: { Books: rows }, texts })).toBe(
      'Payee,Amount & fee\n"Müller, ""Söhne""",-1.5\n"two\nlines",a\n',
    );
  });

  test.each([
    ['a row', `${row(cellOf('', '1'))}<z:row><c><v>2</v></c></z:row>`],
    ['a cell', row(cellOf('', '1'), '<z:c><v>2</v></z:c>')],
    [
      'a row among alternatives',
      `<z:AlternateContent><z:Choice>${row(cellOf('', '2'))}</z:Choice></z:AlternateContent>`,
    ],
  ])('is refused with %s of another namespace', async (_, rows) => {
    expect(await problemIn({ sheets: { Books: rows } })).toBe('damaged');
  });

  test('is read without attributes and extensions of other namespaces', async () => {
    const texts = '<si><t>text</t></si>';
    const rows = row('<c z:t="s" z:r="B1"><v>0<z:note>7</z:note></v><z:ext><z:note>1</z:note>2</z:ext></c>');
    expect(await convert({ sheets: { Books: rows }, texts })).toBe('0\n');
  });

  test('has line n of the CSV for row n, with the cells of the widest row', async () => {
    const rows = `<row r="2"><c r="B2"><v>1</v></c></row><row r="4"><c r="A4" s="0"/><c r="D4"><v>2</v></c></row><row r="9"/>`;
    expect(await convert({ sheets: { Books: rows } })).toBe(',,,\n,1,,\n,,,\n,,,2\n');
  });

  test('says which columns have numbers, so that 1.234 is not read as a thousand', async () => {
    const rows = row(inline('Amount'), inline('Text')) + row(cellOf('', '1.234'), inline('1.234'));
    const { options } = await convertSheet(packParts(workbookParts({ sheets: { Books: rows } })));
    const columns = { 0: { decimals: 'point' } };
    expect(options).toEqual({ encoding: 'utf-8', separator: ',', columns });
  });

  test('is read from its only visible sheet with cells', async () => {
    const sheets = { Hidden: row(inline('a')), Empty: '', Books: row(inline('b')), Secret: row(inline('c')) };
    const states = { Hidden: 'hidden', Secret: 'veryHidden' };
    expect(await convert({ sheets, states })).toBe('b\n');
  });

  test('names its sheets when several have cells, and is read from a named one', async () => {
    const sheets = { Books: row(inline('a')), Notes: row(inline('b')) };
    expect(await sheetsOf({ sheets })).toEqual({ sheets: ['Books', 'Notes'] });
    expect(await convert({ sheets }, 'Notes')).toBe('b\n');
  });

  test('is refused when its only sheet is too large, and names its sheets when there are others', async () => {
    const Books = `<row><c r="XFD1"><v>1</v></c></row><row r="20000"><c><v>1</v></c></row>`;
    const converted = convertWorkbook(packParts(workbookParts({ sheets: { Books } })), null);
    expect((await errorOf(converted)).code).toBe('ledger-too-large');
    // No more of a sheet is read than its first cell: its next row would be damaged.
    const sheets = { Books, 'Also books': Books, Notes: `${row(inline('b'))}<row r="1"/>` };
    expect(await sheetsOf({ sheets })).toEqual({ sheets: ['Books', 'Also books', 'Notes'] });
  });

  test('with two sheets of one name is refused', async () => {
    const parts = workbookParts({ sheets: { Books: row(inline('a')), Notes: row(inline('b')) } });
    const path = 'xl/workbook.xml';
    const renamed = { ...parts, [path]: (parts[path] ?? '').replace('"Notes"', '"Books"') };
    expect(await problemOf(packParts(renamed))).toBe('damaged');
  });

  test('without a visible cell is refused', async () => {
    expect(await problemIn({ sheets: { Books: '' } })).toBe('empty');
  });
});

describe('a hostile workbook', () => {
  const good = workbookParts({ sheets: { Books: row(inline('a')) }, texts: '<si><t>a</t></si>' });
  const sheetPath = 'xl/worksheets/sheet0.xml';
  const withSheet = (content: string) => packParts({ ...good, [sheetPath]: content });

  test.each([
    ['a document type', '<!DOCTYPE worksheet [<!ENTITY a "b">]><worksheet/>'],
    ['an external entity', '<!DOCTYPE w SYSTEM "file:///etc/passwd"><w/>'],
    ['deep elements', `${'<a>'.repeat(maxDepth + 1)}${'</a>'.repeat(maxDepth + 1)}`],
    ['an element that does not end', '<worksheet><sheetData>'],
    ['a text without elements', `<worksheet>${'a'.repeat(maxBytesBetweenElements + 70_000)}</worksheet>`],
    ['an attribute without an end', `<worksheet a="${'a'.repeat(maxBytesBetweenElements + 70_000)}`],
    ['UTF-16', '<?xml version="1.0" encoding="UTF-16"?><worksheet/>'],
  ])('with %s is refused', async (_, content) => {
    expect(await problemOf(withSheet(content))).toBe('damaged');
  });

  test.each([
    ['an unknown entity', '<row><c t="str"><v>&a;</v></c></row>'],
    ['descending rows', '<row r="2"/><row r="1"/>'],
    ['a repeated cell', '<row r="1"><c r="A1"><v>1</v></c><c r="A1"><v>2</v></c></row>'],
    ['a cell of another row', '<row r="1"><c r="A2"><v>1</v></c></row>'],
    ['a row beyond the sheet', '<row r="1048577"/>'],
    ['a column beyond the sheet', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
  ])('with %s is refused', async (_, rows) => {
    expect(await problemIn({ sheets: { Books: rows } })).toBe('damaged');
  });

  test.each([
    'xl/workbook.xml',
    '_rels/.rels',
    'xl/_rels/workbook.xml.rels',
    sheetPath,
    'xl/sharedStrings.xml',
  ])('without %s is refused', async (path) => {
    const { [path]: _removed, ...others } = good;
    expect(await problemOf(packParts(others))).toBe('damaged');
  });

  test('that is cut anywhere, or has a changed byte, is refused or has the same cells', async () => {
    const bytes = packParts(good);
    for (let length = 0; length < bytes.length; length += 7)
      expect(await problemOf(bytes.subarray(0, length))).toBe('damaged');
    const expected = await convertWorkbook(bytes, null);
    for (let at = 0; at < bytes.length; at += 3) {
      const changed = Uint8Array.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      const outcome = await convertWorkbook(changed, null).catch((thrown: unknown) => thrown);
      if (!(outcome instanceof Error)) expect(outcome).toEqual(expected);
    }
  });
});

const header = ['Date', 'Reference', 'Amount'];
const lines = [
  ['2026-01-31', '007', '-1234.5'],
  ['2026-02-01', '=1+1', '0.125'],
  ['2026-02-28', 'a,"b"', '1000'],
];

/** Writes the lines as Paydesk exports a view. */
async function exportWorkbook(): Promise<Uint8Array> {
  const formats: CellFormat[] = [
    { kind: 'date' },
    { kind: 'text' },
    { kind: 'number', decimals: 3, isGrouped: true },
  ];
  async function* rows() {
    yield* lines;
  }
  const { bytes } = await writeInMemory({
    sheetName: 'Rows',
    columns: header.map((name) => ({ name, width: 12 })),
    readNext: createTextRowReader(rows(), formats, () => undefined),
  });
  return bytes;
}

const quote = (cell: string) => (cell.includes('"') ? `"${cell.replaceAll('"', '""')}"` : cell);
const csv = `${[header, ...lines].map((cells) => cells.map(quote).join(',')).join('\n')}\n`;

test('a view that Paydesk exported as a workbook is read back', async () => {
  expect((await convertSheet(await exportWorkbook(), 'Rows')).text).toBe(csv);
});

const office = '/usr/bin/soffice';

test.runIf(existsSync(office))('a workbook that LibreOffice saved is read', async () => {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const source = join(path, 'books.csv');
  await writeFile(source, csv);
  // Columns: a date as year, month and day; a text; a number.
  const filter = '--infilter=CSV:44,34,76,1,1/5/2/2/3/1';
  const profile = `-env:UserInstallation=file://${path}/profile`;
  const target = ['--convert-to', 'xlsx', '--outdir', path];
  await promisify(execFile)(office, [profile, '--headless', filter, ...target, source]);
  expect((await convertSheet(await readFile(join(path, 'books.xlsx')))).text).toBe(csv);
});
