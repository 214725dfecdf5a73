/** @file Cells of a ledger in a workbook: values as a spreadsheet shows them, and none that the workbook does not state. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { errorOf } from '../../fakes/error-of.ts';
import { convertSheet } from '../../fakes/files/converted-sheet.ts';
import { packParts, type WorkbookFiles, workbookParts } from '../../fakes/files/make-workbook.ts';

/** Returns the text of a sheet with one row of cells. */
async function textOf(cells: string, parts: WorkbookFiles = {}): Promise<string> {
  const { text } = await convertSheet(
    packParts(workbookParts({ sheets: { Books: `<row>${cells}</row>` }, ...parts })),
  );
  return text.trimEnd();
}

/** Returns the text of a number that is shown in a format. */
function shown(stored: string, code: string, properties = ''): Promise<string> {
  const formatCode = code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  const styles = `<numFmts><numFmt numFmtId="170" formatCode="${formatCode}"/></numFmts><cellXfs><xf numFmtId="170"/></cellXfs>`;
  return textOf(`<c s="0"><v>${stored}</v></c>`, { styles, properties });
}

describe('a number', () => {
  test.each([
    ['1234.5', '1234.5'],
    ['1234.5600000000001', '1234.56'],
    ['-57.699999999999996', '-57.7'],
    ['-0.30000000000000004', '-0.3'],
    ['100.00000000000001', '100'],
    ['9.9999999999999995E-7', '0.000001'],
    ['123456789012.34999', '123456789012.35'],
    ['0.1000000000000000055', '0.1'],
    ['12345678901234567890', '12345678901234567890'],
    ['1E-7', '0.0000001'],
    ['-2.5E+3', '-2500'],
    ['1.5E22', '15000000000000000000000'],
    ['007', '7'],
    ['-0.5', '-0.5'],
  ])('%s is %s, with 15 significant digits if it has a fraction', async (stored, text) => {
    expect(await textOf(`<c><v>${stored}</v></c>`)).toBe(text);
  });

  test.each([
    'General',
    'Standard',
    'Estándar',
    '#,##0.00 DKK',
    'USD #,##0.00',
    'Rs #,##0.00',
    'CAD 0.00',
    'S/ #,##0.00',
    '0.00 M',
    '0.00E+00',
    '0.0,, "m"',
    '#,##0.00\\ "days";[Red]-0.00',
    '_-* #,##0.00\\ [$kč-405]_-',
    '[<1]0.00 d;0.00 y',
    '"-";#,##0 "yd"',
    'General "d"',
    '# ?/?',
    'DKK',
    'days',
    '@',
    ';;;',
  ])('in the format %s is no date', async (code) => {
    expect(await shown('1234.56', code)).toBe('1234.56');
  });

  test.each([
    ['yyyy-mm-dd', '2026-01-31'],
    ['DD.MM.YYYY', '2026-01-31'],
    ['dd/mm/yyyy;@', '2026-01-31'],
    ['[$-409]d\\-mmm\\-yy;@', '2026-01-31'],
    ['[$-407]d. mmmm yyyy', '2026-01-31'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2026-01-31'],
    ['[Red]mmm-yy', '2026-01-31'],
    ['"0.00";yyyy', '2026-01-31'],
    ['yyyy年m月d日', '2026-01-31'],
    ['[$-411]ggge"年"m"月"d"日"', '2026-01-31'],
    ['yyyy\\-mm\\-dd\\ hh:mm', '2026-01-31 14:05:00'],
    ['yyyy-mm-dd hh:mm:ss.000', '2026-01-31 14:05:00'],
    ['m/d/yy h:mm AM/PM', '2026-01-31 14:05:00'],
  ])('in the format %s is the date %s', async (code, text) => {
    expect(await shown(text.includes(' ') ? '46053.586805555555' : '46053', code)).toBe(text);
  });

  test.each([
    ['0.5', 'hh:mm', '12:00:00'],
    ['0.5', 'h:mm a/p', '12:00:00'],
    ['0.5', 'mm:ss.0', '12:00:00'],
    ['1.5', '[h]:mm', '36:00:00'],
    ['0.0625', '[mm]:ss', '01:30:00'],
    ['100', '[s]', '2400:00:00'],
  ])('%s in the format %s is the time %s', async (stored, code, text) => {
    expect(await shown(stored, code)).toBe(text);
  });

  test.each([
    ['date1904="1"', '44591', '2026-01-31'],
    ['date1904="1"', '0', '1904-01-01'],
    ['', '59', '1900-02-28'],
    ['', '61', '1900-03-01'],
    ['', '60', '#NUM! 60'],
    ['', '0', '#NUM! 0'],
    ['', '-5', '#NUM! -5'],
    ['', '2958466', '#NUM! 2958466'],
    ['date1904="1"', '-0.5', '#NUM! -0.5'],
  ])('with %s is the day of the number %s as %s', async (properties, stored, text) => {
    expect(await shown(stored, 'yyyy-mm-dd', properties)).toBe(text);
  });

  test.each([
    ['14', '46053', '2026-01-31'],
    ['22', '46053.5', '2026-01-31 12:00:00'],
    ['46', '1.5', '36:00:00'],
    ['4', '46053', '46053'],
  ])('in the built-in format %s is read', async (id, stored, text) => {
    const styles = `<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="${id}"/></cellXfs>`;
    expect(await textOf(`<c s="0"><v>${stored}</v></c>`, { styles })).toBe(text);
  });
});

describe('a cell', () => {
  test.each([
    ['inline with a stored value', '<c t="inlineStr"><v>-10.5</v></c>', '-10.5'],
    [
      'inline with a text and a stored value',
      '<c t="inlineStr"><v>1.0</v><is><t>-10.5</t></is></c>',
      '-10.5',
    ],
    ['inline with runs', '<c t="inlineStr"><is><r><t>-10</t></r><r><t>.5</t></r></is></c>', '-10.5'],
    ['a text with an inline text', '<c t="str"><is><t>-10.5</t></is></c>', '-10.5'],
    ['a text with a value and an inline text', '<c t="str"><v>a</v><is><t>b</t></is></c>', 'a'],
    ['a number with an inline text', '<c><is><t>-10.5</t></is></c>', '-10.5'],
    ['a truth value', '<c t="b"><v>1</v></c>', 'TRUE'],
    ['the name of an error', '<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['the stored result of a formula', '<c><f>SUM(A1:B1)</f><v>3.5</v></c>', '3.5'],
    ['a formula with an empty text', '<c t="str"><f>A1</f></c><c><v>1</v></c>', ',1'],
    ['a date', '<c t="d"><v>2026-01-31T00:00:00</v></c>', '2026-01-31'],
    ['a date that does not exist', '<c t="d"><v>2026-02-30</v></c>', '2026-02-30'],
  ])('with %s is read', async (_, cells, text) => {
    expect(await textOf(cells)).toBe(text);
  });

  test.each([
    ['a formula without a result', '<c r="C1"><f>1+1</f></c>', 'no-result'],
    ['a shared text that is not there', '<c r="C1" t="s"><v>9</v></c>', 'unreadable-cell'],
    ['a number that is none', '<c r="C1"><v>1,5</v></c>', 'unreadable-cell'],
    ['an infinite number', '<c r="C1"><v>1E999</v></c>', 'unreadable-cell'],
    ['two values', '<c r="C1"><v>1</v><v>2</v></c>', 'unreadable-cell'],
    ['an unknown truth value', '<c r="C1" t="b"><v>2</v></c>', 'unreadable-cell'],
    ['a number as a date', '<c r="C1" t="d"><v>1,234</v></c>', 'unreadable-cell'],
    ['an unknown type', '<c r="C1" t="x"><v>1</v></c>', 'unreadable-cell'],
  ])('with %s is refused, and named', async (_, cells, problem) => {
    const { details } = await errorOf(textOf(cells));
    expect(z.unknown().parse(details)).toEqual({ problem, names: ['Books!C1'] });
  });
});
