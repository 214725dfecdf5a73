/** @file Parts of workbooks: other namespaces and paths that mean the same, and parts that are refused. */
import { expect, test } from 'vitest';
import { maxLedgerBytes } from '../../../src/shared/model/statements/ledger.ts';
import { errorOf } from '../../fakes/error-of.ts';
import { convertSheet } from '../../fakes/files/converted-sheet.ts';
import { packParts, workbookParts } from '../../fakes/files/make-workbook.ts';

const sheetPath = 'xl/worksheets/sheet0.xml';
const shared = '<row><c t="s"><v>0</v></c></row>';
const styles =
  '<cellXfs><xf numFmtId="0"/></cellXfs><other><xf numFmtId="14"/></other><numFmts><numFmt numFmtId="0"/></numFmts>';
const parts = workbookParts({ sheets: { Books: shared }, texts: '<si><t>x</t></si>', styles });

type Change = readonly [path: string | null, from: string, to: string];

/** Replaces a text in one part or in all parts. */
function changed(...changes: readonly Change[]): Uint8Array {
  const texts = Object.entries(parts).map(([path, text]) => {
    const own = changes.filter(([of]) => of === null || of === path);
    return [path, own.reduce((old, [, from, to]) => old.replaceAll(from, to), text)] as const;
  });
  return packParts(Object.fromEntries(texts));
}

const rels = '_rels/.rels';
const bookRels = 'xl/_rels/workbook.xml.rels';
const book = 'xl/workbook.xml';
const textsPath = 'xl/sharedStrings.xml';
const withTexts = (text: string) => changed([textsPath, '<si><t>x</t></si>', `<si>${text}</si>`]);
const withRows = (rows: string) => changed([sheetPath, shared, rows]);
const officeDocument = 'Type="x/officeDocument" Target="none.xml"';
const sheetsOf = (count: number) =>
  changed([
    book,
    '<sheets>',
    `<sheets>${Array.from({ length: count - 1 }, (_, index) => `<sheet name="n${index}" r:id="s0"/>`).join('')}`,
  ]);

test.each([
  [
    'the strict namespaces',
    changed(
      [
        null,
        'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
        'http://purl.oclc.org/ooxml/spreadsheetml/main',
      ],
      [
        book,
        'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
        'http://purl.oclc.org/ooxml/officeDocument/relationships',
      ],
    ),
  ],
  ['another prefix of relationships', changed([book, 'xmlns:r=', 'xmlns:q='], [book, 'r:id=', 'q:id='])],
  ['other attributes in front of a relationship', changed([book, 'r:id=', 'z:id="s9" r:other="s9" r:id='])],
  ['a path with dots', changed([bookRels, 'worksheets/', '../xl/./worksheets/'])],
  [
    'an external part',
    changed([
      rels,
      '<Relationship ',
      `<Relationship Id="a" ${officeDocument} TargetMode="External"/><Relationship `,
    ]),
  ],
  [
    'something else among relationships',
    changed([rels, '<Relationship ', `<Other Id="a" ${officeDocument}/><Relationship `]),
  ],
  [
    'a sheet of a chart',
    changed(
      [book, '<sheets>', '<sheets><sheet name="Chart" r:id="c"/>'],
      [
        bookRels,
        '</Relationships>',
        '<Relationship Id="c" Type="x/chartsheet" Target="none.xml"/></Relationships>',
      ],
    ),
  ],
  ['a thousand sheets', sheetsOf(1_000)],
  [
    'elements as deep as allowed',
    changed([sheetPath, '<sheetData>', `${'<a>'.repeat(99)}${'</a>'.repeat(99)}<sheetData>`]),
  ],
  ['foreign elements in a value', changed([sheetPath, '<v>0', '<v>0<z:a><z:b/>7</z:a>'])],
  ['a foreign text', withTexts('<t>x<z:t>y</z:t></t>')],
  ['text behind a foreign text', withTexts('<t><z:t/>x</t>')],
  ['a marked text', withTexts('<t><![CDATA[x]]></t>')],
  ['a reading aid in front, and text around', withTexts('before<rPh><t>aid</t></rPh>between<t>x</t>behind')],
  ['formats behind those of cells', withRows('<row><c t="s" s="1"><v>0</v></c></row>')],
])('a workbook with %s is read', async (name, bytes) => {
  const { text } = await convertSheet(bytes, 'Books');
  expect(text, name).toBe('x\n');
});

test.each([
  ['no number format for a style', '<c s="1"><v>45000</v></c>', '45000\n'],
  ['cells beside empty ones', '<c r="A1"><v>1</v></c><c r="C1"><v>3</v></c>', '1,,3\n'],
])('a row with %s has its values', async (_, cells, csv) => {
  expect((await convertSheet(withRows(`<row>${cells}</row>`))).text).toBe(csv);
});

test.each(['a', 'ab'])(
  'letters of several bytes are read across all borders of blocks after %s',
  async (start) => {
    const text = start + 'ü'.repeat(40_000);
    expect((await convertSheet(withTexts(`<t>${text}</t>`))).text).toBe(`${text}\n`);
  },
);

const long = 'x'.repeat(65_534);

test.each<readonly [name: string, bytes: Uint8Array]>([
  ...['sheet', 'sheetData', 'row', 'c', 'v', 'is', 'sst', 'si'].map(
    (name) => [`a foreign ${name}`, changed([sheetPath, '<sheetData>', `<z:${name}/><sheetData>`])] as const,
  ),
  [
    'a letter that is no UTF-8',
    packParts({
      ...parts,
      [textsPath]: Buffer.from(parts[textsPath]?.replace('x<', '\xff<') ?? '', 'latin1'),
    }),
  ],
  ['no workbook', changed([rels, 'officeDocument"', 'other"'])],
  ...['Id', 'Type', 'Target'].map(
    (name) => [`a relationship without ${name}`, changed([rels, ` ${name}=`, ' other='])] as const,
  ),
  ['a sheet of an unknown part', changed([book, '"s0"', '"s9"'])],
  ['a sheet without a part', changed([book, 'r:id=', 'other='])],
  ['a sheet without a name', changed([book, 'name=', 'other='])],
  ['more than a thousand sheets', sheetsOf(1_001)],
  ['a longer text than any cell', withTexts(`<t>${long}y</t>`)],
])('a workbook with %s is refused', async (_, bytes) => {
  const refused = { code: 'ledger-workbook', details: { problem: 'damaged' } };
  expect(await errorOf(convertSheet(bytes))).toMatchObject(refused);
});

test('the longest text is read, and a sheet that grows too large is refused with the limit', async () => {
  expect((await convertSheet(withTexts(`<t>${long}</t>`))).text).toHaveLength(65_535);
  const large = withRows('<row><c r="XFD1"><v>1</v></c></row><row r="20000"><c><v>1</v></c></row>');
  expect(await errorOf(convertSheet(large))).toMatchObject({ details: { max: maxLedgerBytes } });
});

test.each([
  ['abc1', true],
  ['-', true],
  ['1,5', false],
  ["1'234.5", false],
  ['-1 234', false],
])('a column of numbers with the text %s has a certain decimal sign: %s', async (text, isCertain) => {
  const rows = `<row><c r="A1"><v>1</v></c></row><row><c r="A2" t="inlineStr"><is><t>${text}</t></is></c></row>`;
  const columns = isCertain ? { 0: { decimals: 'point' } } : {};
  expect((await convertSheet(withRows(rows))).options.columns).toEqual(columns);
});

test.each([
  ['<row/>', 'x\n'],
  ['<row r="2"/><row r="1"/>', 'damaged'],
])('a second sheet of %s does not make a choice of sheets', async (rows, expected) => {
  const both = workbookParts({ sheets: { Empty: rows, Books: shared }, texts: '<si><t>x</t></si>' });
  const converted = await convertSheet(packParts(both)).catch((thrown: unknown) => thrown);
  expect(converted).toMatchObject(
    expected === 'damaged' ? { details: { problem: expected } } : { text: expected },
  );
});
