import { describe, expect, test } from 'vitest';
import { formatCopiedRows } from '../../../../src/main/features/statements/grid/viewer-cells.ts';
import { looksLikeFormula } from '../../../../src/main/formats/csv/formulas.ts';

describe('cells on the clipboard', () => {
  test('are unchanged when a single cell is copied', () => {
    expect(formatCopiedRows([['=1+1\t"x"\n']])).toBe('=1+1\t"x"\n');
    expect(formatCopiedRows([])).toBe('');
  });

  test('stay in their columns when they contain tabs, quotes or line breaks', () => {
    expect(
      formatCopiedRows([
        ['a\tb', 'c\nd', 'say "so"'],
        ['', '007', '-1.00'],
      ]),
    ).toBe('"a\tb"\t"c\nd"\t"say ""so"""\n\t007\t-1.00');
  });

  test('get an apostrophe before a formula when several cells are copied', () => {
    expect(formatCopiedRows([['=cmd()', '@x', '+1-1']])).toBe("'=cmd()\t'@x\t'+1-1");
  });
});

test.each([
  '-12.50',
  ' -12.50',
  '\u00a012 ',
  '+1.234,56',
  '-1 000',
  "-1'000.00",
  '12',
  '',
  '-5%',
  'text',
  '−5',
])('%j is no formula', (text) => expect(looksLikeFormula(text)).toBe(false));

test.each([
  '=1',
  '-1+1',
  '+A1',
  '@SUM(1)',
  '-',
  '\t=1',
  '\r1',
  '＝1',
  '-2+3+cmd|x',
  ' =1',
  '\u0000=1',
  '\u200b@A1',
  '\ufeff\u00a0\u00ad\u3164+A1',
  ' - a',
])('%j is a formula', (text) => expect(looksLikeFormula(text)).toBe(true));
