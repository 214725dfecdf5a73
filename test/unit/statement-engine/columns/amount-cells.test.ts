/** @file Amounts in the notations of banks are read, and cells that only look like amounts are not. */
import { describe, expect, test } from 'vitest';
import type { OpenOptions } from '../../../../src/main/statement-engine/read/table.ts';
import { tableOf } from '../../../fakes/files/text-statement.ts';
import { rowsOf } from '../../rows-of.ts';

/** Returns the cells of a text with ` | ` between them. */
const split = (cells: string) => cells.split(' | ');

/** Returns the column of the cells, quoted, in a file with a second column of text. */
function columnOf(cells: readonly string[], options: OpenOptions = {}) {
  const lines = cells.map((cell) => `"${cell}";x`);
  return tableOf(['Amount;Text', ...lines], { separator: ';', header: 0, ...options }).columns[0];
}

/** Returns the decimal text of each value, `none` for an unread cell; the kind of a column without numbers. */
function valuesOrKindOf(cells: string | readonly string[], options: OpenOptions = {}): string | undefined {
  const column = columnOf(typeof cells === 'string' ? split(cells) : cells, options);
  if (column?.kind !== 'number') return column?.kind;
  return Array.from(column.values, (value, row) => {
    const units = column.large.get(row) ?? (Number.isNaN(value) ? null : BigInt(value));
    return units === null ? 'none' : formatDecimal(units, column.scale);
  }).join(' | ');
}

function formatDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

function currenciesOf(cells: string) {
  const column = columnOf(split(cells));
  if (column?.kind !== 'number') return column?.kind;
  return split(cells)
    .map((_, row) => column.currencies?.words[column.currencies.codes[row] ?? 0] ?? '')
    .join(' ');
}

/** What is known of a column besides its values. */
function badCellsOf(cells: readonly string[], options: OpenOptions = {}) {
  const column = columnOf(cells, options);
  return column?.kind === 'number' ? { rule: column.rule, rows: [...column.badRows], bad: column.bad } : null;
}

describe('an amount', () => {
  test.each(
    rowsOf(`
with a dollar sign before it => $27.00 | $1,183.23 => 27.00 | 1183.23
with a pound sign before it => £500.00 | £1,183.23 => 500.00 | 1183.23
with its sign before the currency => -$5 | -$5.25 | +$327.49 | - $220.00 | + $1,350.00 => -5.00 | -5.25 | 327.49 | -220.00 | 1350.00
with its sign after the currency => $-5 | $-5.25 | EUR -12.5 => -5.00 | -5.25 | -12.50
with a footnote mark after it => 1,234.50* | 12.00 * | 1 234.50 ¹ | (7.00)† | -5.25 EUR ² => 1234.50 | 12.00 | 1234.50 | -7.00 | -5.25
in a formula that keeps its text => =""1,234.50"" | =""-7.10"" => 1234.50 | -7.10
with a name behind => -144,75 kr | 1.144,75 kr. | 12,00 Kč | 3,50 zł => -144.75 | 1144.75 | 12.00 | 3.50
with an ISO code => EUR 12.5 | 12.50 EUR | eur12.75 | -3.10CHF => 12.50 | 12.50 | 12.75 | -3.10
with letters and a dollar sign => R$ 1.234,56 | -R$ 4,50 | US$ 3,25 => 1234.56 | -4.50 | 3.25
with letters and points => Rs.500.25 | Fr. 12.50 | د.ا.\u200f4.75 => 500.25 | 12.50 | 4.75
that is a debit or credit of a bank => 12.50 DR | 12.50DR | 7.25 CR | 1,000.00 Cr. | EUR 3.00 DR => -12.50 | -12.50 | 7.25 | 1000.00 | -3.00
with apostrophes for thousands => 11’234.50 | 11'234.50 | 1’234’567.25 => 11234.50 | 11234.50 | 1234567.25
with four kinds of blanks for thousands => 1 234,56 | 1\u00a0234,56 | 1\u202f234\u202f567,5 | 12 345,00 € => 1234.56 | 1234.56 | 1234567.50 | 12345.00
with a minus after it => 1.234,56- | 12,00 - | 3,50- EUR | 4,25+ => -1234.56 | -12.00 | -3.50 | 4.25
bracketed => (12.00) | ($12.00) | $(1,234.50) | (3.25) EUR | 5.00 => -12.00 | -12.00 | -1234.50 | -3.25 | 5.00
with a plus => +5 | +5.25 => 5.00 | 5.25
with a minus sign or a dash instead of a hyphen => \u22125.25 | \u20133.50 => -5.25 | -3.50
in lakhs and crores => 1,23,456.00 | 12,34,56,789.50 | 999.25 | 1,23,456 => 123456.00 | 123456789.50 | 999.25 | 123456.00
with many trailing zeros => 27.0000000000 | 1.9765000000000000 | 12.5 => 27.0000 | 1.9765 | 12.5000
that begins with its decimal sign => .50 | -.75 | $.25 | 2. => 0.50 | -0.75 | 0.25 | 2.00
of three decimals after a zero and a point => 0.500 | 12.500 => 0.500 | 12.500
of three decimals after a zero and a comma => 0,500 | 12,500 => 0.500 | 12.500
of sixteen digits and more => 12345678901234.56 | -98765432109876543210.12 | 1,234,567,890,123,456.78 => 12345678901234.56 | -98765432109876543210.12 | 1234567890123456.78
of eighteen decimals => 0.123456789012345678 | 5 => 0.123456789012345678 | 5.000000000000000000
in a column with dashes => 1.50 | - | -- | — | 2.50 => 1.50 | none | none | none | 2.50
that is a debit or credit by a letter => 1.234,56 D | 12,50 C | 3,00D => -1234.56 | 12.50 | -3.00
that is a debit or credit of a German bank => 1.234,56 S | 12,00 H => -1234.56 | 12.00
with a dash for decimals => 12.- | 1’250.\u2013 | -3.50 | Fr. 7.-- => 12.00 | 1250.00 | -3.50 | 7.00
with a dash after a comma => 1.234,- | 12,50 => 1234.00 | 12.50
with a currency sign and a currency code => $12.50 USD | $3.25 CAD => 12.50 | 3.25
of a fixed length with leading zeros => 0012.50 | 1234.50 => 12.50 | 1234.50
after an apostrophe for spreadsheets => '-12.50 | '+3.25 | 4.00 => -12.50 | 3.25 | 4.00
of yen => ¥1,183 | ￥7,000 | \\4,600 | 12,345円 => 1183 | 7000 | 4600 | 12345
of currencies without decimals => Rp 7.000 | 1.290 Ft | KRW 1.500 => 7000 | 1290 | 1500
`),
  )('%s is read', (_, cells, expected) => {
    expect(valuesOrKindOf(cells)).toBe(expected);
    expect(badCellsOf(split(cells))?.bad).toBe(0);
  });

  test('keeps its currency: a code for the sign of a single currency, the sign itself if several currencies share it', () => {
    const cells =
      '€ 1,50 | 12,00 EUR | 3,50 zł | R$ 4,00 | 5,25 kr | $6,25 | £7,00 | CHF 8,00 | $1,50 CAD | 9,00';
    expect(currenciesOf(cells)).toBe('EUR EUR PLN BRL kr $ £ CHF CAD ');
    expect(currenciesOf('1.50 | 2.50')).toBe(' ');
  });

  test.each([
    ['of a quantity with a unit', '5 kg | 12 kg | 7 kg'],
    ['of a percentage', '+2.31% | -0.29% | 12.81%'],
    ['with two signs', '--5.00 | -5.00-'],
    ['with a sign in brackets', '(-5.00) | (-6.00)'],
    ['with one bracket', '(5.00 | (6.00'],
    ['with two pairs of brackets', '((5.00)) | ((6.00))'],
    ['that is a debit and a credit', '12.50 DR CR | -12.50 CR | (3.00) CR'],
    ['in groups of other sizes', '1,23,45,6 | 1,2345,678 | 1.23.456'],
    ['of a version number', '1.2.3 | 10.4.1 | 2.0.0'],
    ['of a phone number', '+420 123 456 789 | +420 723 456 780'],
    ['of a phone number without blanks', '+420123456789 | +420723456780'],
    ['of an account number with leading zeros', '0123456 | 0000037 | 0000038'],
    ['of an account number without leading zeros', '12345678901 | 12345678902 | 99345678903'],
    ['of a card number', '4514010000000000 | 4514010000000001'],
    ['of an IBAN', 'NL28 INGB 1200 3244 16 | DE89370400440532013000'],
    ['of a check number', '#2656 | #2657'],
    ['of an hour', '12:30 | 08:15'],
    ['of days and months', '05.12 | 31.01 | 01.02 | 15.03'],
    ['of hours and minutes', '08.15 | 09.30 | 12.45'],
    ['with two currencies', 'EUR 5.00 USD | €5.00 £'],
    ['of seconds', '12.50 s | 3.25 s'],
    ['with a letter and no decimals', '12 C | 14 C | 3 D'],
    ['in words', 'Invoice 12.50 | Order 7.25'],
    ['that begin with a zero', '007 | 008'],
    ['that are too long for an amount, as identifiers are', '1234567890123456 | 1'],
    ['like 12E45', '12E45 | 1'],
  ])('is not recognized in digits %s', (_, cells) => {
    expect(valuesOrKindOf(cells)).toBe('text');
  });
});

test.each(
  rowsOf(`
with a point => -110.7 | 1,234.56 | 2 => -110.70 | 1234.56 | 2.00 => point
with a comma => -110,7 | 1.234,56 | 2 => -110.70 | 1234.56 | 2.00 => comma
whose point one cell shows to be for thousands => 1.000 | 2.500,00 => 1000.00 | 2500.00 => comma
with blanks and apostrophes => 1'234.50 | \u2212 3.25 | (4.00) | 5.00- => 1234.50 | -3.25 | -4.00 | -5.00 => point
with three decimals => 1.234 | 12.5 | 0.001 => 1.234 | 12.500 | 0.001 => point
that are whole => 1 | 20 | 300 => 1 | 20 | 300 => integer
`),
)('amounts %s have the expected rule', (_, cells, values, rule) => {
  expect(badCellsOf(split(cells))).toEqual({ rule, rows: [], bad: 0 });
  expect(valuesOrKindOf(cells)).toBe(values);
});

test('amounts with an ambiguous notation use that of another column, or wait for the clerk', () => {
  const text = 'N;x\n1.000;t\n2.500;t\n';
  expect(tableOf(text).columns[0]).toMatchObject({ kind: 'undecided', of: 'number' });
  const values = Float64Array.of(1000, 2500);
  for (const decimals of ['comma', 'point'] as const)
    expect(tableOf(text, { decimals }).columns[0]).toMatchObject({ kind: 'number', values });
  const { columns } = tableOf('A;B\n1.000;1,50\n2.500;2,75\n', { separator: ';' });
  expect(columns[0]).toMatchObject({ kind: 'number', values });
});

/** As many amounts with a point as make a column of amounts. */
const amounts = Array.from({ length: 19 }, (_, row) => `${row}.50`);
const wholeAmounts = Array.from({ length: 19 }, (_, row) => `${row * 100}`);

test.each([
  ...['n/a', 'Amount', 'Total', '1.5.0', 'see note', '12,5 or 13', '12,5'].map(
    (cell) => [`a cell of ${cell}`, [...amounts, cell], 'point', [19]] as const,
  ),
  ['cells of n/a', ['12.50', 'n/a', 'N/A', 'null', '3.00'], 'point', [1, 2, 3]] as const,
  ['the label of a total between two amounts', ['12.50', 'Total', '12.50'], 'point', [1]] as const,
  ['its name in a column of whole numbers', [...wholeAmounts, 'Amount'], 'integer', [19]] as const,
])('a column of amounts stays one with %s, which is marked and has no value', (_, cells, rule, rows) => {
  expect(badCellsOf(cells)).toEqual({ rule, rows, bad: rows.length });
  const values = split(valuesOrKindOf(cells) ?? '');
  expect(rows.map((row) => values[row])).toEqual(rows.map(() => 'none'));
});

test.each([
  ['text with occasional numbers', '12.50 | 7.25 | Transfer | Fee | 3.00'],
  ['text with occasional whole numbers', '12 | 7 | 9 | 11 | 3 | 4 | b | c'],
  ['as many cells with points as with commas, until the clerk decides', '1.50 | 2,50 | 3.75 | 4,75'],
  [
    'check numbers, even if one cell looks like an amount',
    [...Array.from({ length: 30 }, (_, row) => `000${row + 10}`), '12.50'].join(' | '),
  ],
])('a column of amounts is not recognized in %s', (_, cells) => {
  expect(valuesOrKindOf(cells)).toBe('text');
});

describe('a decision of the clerk about a column', () => {
  const choose = (choice: NonNullable<OpenOptions['columns']>[string]): OpenOptions => ({
    columns: { 0: choice },
  });

  test('for numbers reads the column as numbers and marks cells that are not numbers', () => {
    const cells = ['12.50', 'Transfer', 'Fee', '007', '3.00', '4514010000000000'];
    expect(badCellsOf(cells, choose({ type: 'number' }))).toEqual({ rule: 'point', rows: [1, 2, 3], bad: 3 });
  });

  test.each([
    ['for numbers reads no word beside whole digits', { type: 'number' }, '12.50 | 7 boxes', '12.50 | none'],
    ['for text reads numbers as text', { type: 'text' }, '12.50 | 3.00', 'text'],
    ['for numbers leaves a column without any number as text', { type: 'number' }, 'a | b', 'text'],
    ['for a decimal comma applies', { decimals: 'comma' }, '1.500 | 2.500', '1500 | 2500'],
    ['for a decimal point applies', { decimals: 'point' }, '1.500 | 2.500', '1.500 | 2.500'],
    ['for a decimal comma applies to every cell', { decimals: 'comma' }, '1.500 | 2.50', '1500 | none'],
  ] as const)('%s', (_, choice, cells, expected) => {
    expect(valuesOrKindOf(cells, choose(choice))).toBe(expected);
  });
});
