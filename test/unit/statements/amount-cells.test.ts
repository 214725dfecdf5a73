/** @file Amounts in the notations of banks are read, and cells that only look like amounts are not. */
import { describe, expect, test } from 'vitest';
import { type OpenOptions, openTable } from '../../../src/main/review/table.ts';

/** Returns the column of the cells, quoted, in a file with a second column of text. */
const columnOf = (cells: readonly string[], options: OpenOptions = {}) => {
  const lines = cells.map((cell) => `"${cell}";x`);
  return openTable(new TextEncoder().encode(`Amount;Text\n${lines.join('\n')}\n`), {
    separator: ';',
    header: 0,
    ...options,
  }).columns[0];
};
/** Returns the decimal text of each value, `null` for an unread cell; the kind of a column without numbers. */
const valuesOrKindOf = (cells: readonly string[], options: OpenOptions = {}) => {
  const column = columnOf(cells, options);
  if (column?.kind !== 'number') return column?.kind;
  return Array.from(column.values, (value, row) => {
    const units = column.large.get(row) ?? (Number.isNaN(value) ? null : BigInt(value));
    return units === null ? null : formatDecimal(units, column.scale);
  });
};
function formatDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0');
  return scale === 0 ? `${sign}${digits}` : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
const currenciesOf = (cells: readonly string[]) => {
  const column = columnOf(cells);
  if (column?.kind !== 'number') return column?.kind;
  return cells.map((_, row) => column.currencies?.words[column.currencies.codes[row] ?? 0] ?? '');
};

describe('an amount', () => {
  test.each<[string, string[], string[]]>([
    ['with a dollar sign before it', ['$27.00', '$1,183.23'], ['27.00', '1183.23']],
    ['with a pound sign before it', ['£500.00', '£1,183.23'], ['500.00', '1183.23']],
    [
      'with its sign before the currency',
      ['-$5', '-$5.25', '+$327.49', '- $220.00', '+ $1,350.00'],
      ['-5.00', '-5.25', '327.49', '-220.00', '1350.00'],
    ],
    ['with its sign after the currency', ['$-5', '$-5.25', 'EUR -12.5'], ['-5.00', '-5.25', '-12.50']],
    [
      'with a footnote mark after it',
      ['1,234.50*', '12.00 *', '1 234.50 ¹', '(7.00)†', '-5.25 EUR ²'],
      ['1234.50', '12.00', '1234.50', '-7.00', '-5.25'],
    ],
    [
      'in a formula that keeps spreadsheets from changing it',
      ['=""1,234.50""', '=""-7.10""'],
      ['1234.50', '-7.10'],
    ],
    [
      'with an abbreviation after it',
      ['-144,75 kr', '1.144,75 kr.', '12,00 Kč', '3,50 zł'],
      ['-144.75', '1144.75', '12.00', '3.50'],
    ],
    [
      'with an ISO code before or after it',
      ['EUR 12.5', '12.50 EUR', 'eur12.75', '-3.10CHF'],
      ['12.50', '12.50', '12.75', '-3.10'],
    ],
    [
      'with a currency sign of letters and a dollar',
      ['R$ 1.234,56', '-R$ 4,50', 'US$ 3,25'],
      ['1234.56', '-4.50', '3.25'],
    ],
    [
      'with a currency sign of letters and points',
      ['Rs.500.25', 'Fr. 12.50', 'د.ا.\u200f4.75'],
      ['500.25', '12.50', '4.75'],
    ],
    [
      'that is a debit or credit of a bank',
      ['12.50 DR', '12.50DR', '7.25 CR', '1,000.00 Cr.', 'EUR 3.00 DR'],
      ['-12.50', '-12.50', '7.25', '1000.00', '-3.00'],
    ],
    [
      'with two kinds of apostrophes for thousands',
      ['11’234.50', "11'234.50", '1’234’567.25'],
      ['11234.50', '11234.50', '1234567.25'],
    ],
    [
      'with four kinds of blanks for thousands',
      ['1 234,56', '1\u00a0234,56', '1\u202f234\u202f567,5', '12\u2009345,00 €'],
      ['1234.56', '1234.56', '1234567.50', '12345.00'],
    ],
    [
      'with a minus after it',
      ['1.234,56-', '12,00 -', '3,50- EUR', '4,25+'],
      ['-1234.56', '-12.00', '-3.50', '4.25'],
    ],
    [
      'in brackets',
      ['(12.00)', '($12.00)', '$(1,234.50)', '(3.25) EUR', '5.00'],
      ['-12.00', '-12.00', '-1234.50', '-3.25', '5.00'],
    ],
    ['with a plus', ['+5', '+5.25'], ['5.00', '5.25']],
    ['with a minus sign or a dash instead of a hyphen', ['\u22125.25', '\u20133.50'], ['-5.25', '-3.50']],
    [
      'in lakhs and crores',
      ['1,23,456.00', '12,34,56,789.50', '999.25', '1,23,456'],
      ['123456.00', '123456789.50', '999.25', '123456.00'],
    ],
    [
      'with trailing zeros beyond nine decimals',
      ['27.0000000000', '1.9765000000000000', '12.5'],
      ['27.0000', '1.9765', '12.5000'],
    ],
    ['that begins with its decimal sign', ['.50', '-.75', '$.25', '2.'], ['0.50', '-0.75', '0.25', '2.00']],
    ['of three decimals after a zero and a point', ['0.500', '12.500'], ['0.500', '12.500']],
    ['of three decimals after a zero and a comma', ['0,500', '12,500'], ['0.500', '12.500']],
    [
      'of sixteen digits and more',
      ['12345678901234.56', '-98765432109876543210.12', '1,234,567,890,123,456.78'],
      ['12345678901234.56', '-98765432109876543210.12', '1234567890123456.78'],
    ],
    ['of eighteen decimals', ['0.123456789012345678', '5'], ['0.123456789012345678', '5.000000000000000000']],
    [
      'in a column with dashes for missing amounts',
      ['1.50', '-', '--', '—', '2.50'],
      ['1.50', '', '', '', '2.50'],
    ],
    [
      'that is a debit or credit by a letter',
      ['1.234,56 D', '12,50 C', '3,00D'],
      ['-1234.56', '12.50', '-3.00'],
    ],
    ['that is a debit or credit of a German bank', ['1.234,56 S', '12,00 H'], ['-1234.56', '12.00']],
    [
      'with a dash for its decimals',
      ['12.-', '1’250.–', '-3.50', 'Fr. 7.--'],
      ['12.00', '1250.00', '-3.50', '7.00'],
    ],
    ['with a dash after a comma', ['1.234,-', '12,50'], ['1234.00', '12.50']],
    ['with a currency sign and a currency code', ['$12.50 USD', '$3.25 CAD'], ['12.50', '3.25']],
    ['of a fixed length with leading zeros', ['0012.50', '1234.50'], ['12.50', '1234.50']],
    [
      'after an apostrophe that keeps spreadsheets from changing it',
      ["'-12.50", "'+3.25", '4.00'],
      ['-12.50', '3.25', '4.00'],
    ],
    ['of yen', ['¥1,183', '￥7,000', '\\4,600', '12,345円'], ['1183', '7000', '4600', '12345']],
    ['of currencies without decimals', ['Rp 7.000', '1.290 Ft', 'KRW 1.500'], ['7000', '1290', '1500']],
  ])('%s is read', (_, cells, expected) => {
    expect(valuesOrKindOf(cells)).toEqual(expected.map((text) => (text === '' ? null : text)));
    const column = columnOf(cells);
    expect(column?.kind === 'number' ? column.bad : -1).toBe(0);
  });

  test('keeps its currency: a code for the sign of a single currency, the sign itself if several currencies share it', () => {
    expect(
      currenciesOf([
        '€ 1,50',
        '12,00 EUR',
        '3,50 zł',
        'R$ 4,00',
        '5,25 kr',
        '$6,25',
        '£7,00',
        'CHF 8,00',
        '9,00',
        '$1,50 CAD',
      ]),
    ).toEqual(['EUR', 'EUR', 'PLN', 'BRL', 'kr', '$', '£', 'CHF', '', 'CAD']);
    expect(currenciesOf(['1.50', '2.50'])).toEqual(['', '']);
  });

  test.each<[string, string[]]>([
    ['of a quantity with a unit', ['5 kg', '12 kg', '7 kg']],
    ['of a percentage', ['+2.31%', '-0.29%', '12.81%']],
    ['with two signs', ['--5.00', '-5.00-', '(-5.00)']],
    ['that is a debit and a credit', ['12.50 DR CR', '-12.50 CR', '(3.00) CR']],
    ['in groups of other sizes', ['1,23,45,6', '1,2345,678', '1.23.456']],
    ['of a version number', ['1.2.3', '10.4.1', '2.0.0']],
    ['of a phone number', ['+420 123 456 789', '+420 723 456 780']],
    ['of a phone number without blanks', ['+420123456789', '+420723456780']],
    ['of an account number with leading zeros', ['0123456', '0000037', '0000038']],
    ['of an account number without leading zeros', ['12345678901', '12345678902', '99345678903']],
    ['of a card number', ['4514010000000000', '4514010000000001']],
    ['of an IBAN', ['NL28 INGB 1200 3244 16', 'DE89370400440532013000']],
    ['of a check number', ['#2656', '#2657']],
    ['of an hour', ['12:30', '08:15']],
    ['of days and months', ['05.12', '31.01', '01.02', '15.03']],
    ['of hours and minutes', ['08.15', '09.30', '12.45']],
    ['with two currencies', ['EUR 5.00 USD', '€5.00 £']],
    ['of seconds', ['12.50 s', '3.25 s']],
    ['with a letter and no decimals', ['12 C', '14 C', '3 D']],
    ['in words', ['Invoice 12.50', 'Order 7.25']],
  ])('is not recognized in digits %s', (_, cells) => {
    expect(valuesOrKindOf(cells)).toBe('text');
  });
});

describe('a column of amounts', () => {
  const nineteenAmountsAnd = (other: string) => [
    ...Array.from({ length: 19 }, (_, row) => `${row}.50`),
    other,
  ];

  test.each(['n/a', 'Amount', 'Total', '1.5.0', 'see note', '12,5 or 13'])(
    'stays a number column with a cell of %s, which is marked and has no value',
    (other) => {
      const column = columnOf(nineteenAmountsAnd(other));
      expect(column).toMatchObject({ kind: 'number', bad: 1 });
      expect(column?.kind === 'number' && [...column.badRows]).toEqual([19]);
      expect(column?.kind === 'number' && column.values[19]).toBeNaN();
    },
  );

  test('stays a number column when some cells are n/a, which are marked', () => {
    expect(columnOf(['12.50', 'n/a', 'N/A', 'null', '3.00'])).toMatchObject({ kind: 'number', bad: 3 });
  });

  test('of two rows stays a number column when one cell is the label of a total', () => {
    expect(columnOf(['12.50', 'Total', '12.50'])).toMatchObject({ kind: 'number', bad: 1 });
  });

  test('of whole numbers stays a number column when a cell repeats its name', () => {
    const cells = [...Array.from({ length: 19 }, (_, row) => `${row * 100}`), 'Amount'];
    expect(columnOf(cells)).toMatchObject({ kind: 'number', bad: 1 });
  });

  test('is not recognized in text with occasional numbers', () => {
    expect(valuesOrKindOf(['12.50', '7.25', 'Transfer', 'Fee', '3.00'])).toBe('text');
    expect(valuesOrKindOf(['12', '7', '9', '11', '3', '4', 'b', 'c'])).toBe('text');
  });

  test('is not recognized in check numbers, even if one cell looks like an amount', () => {
    expect(valuesOrKindOf([...Array.from({ length: 30 }, (_, row) => `000${row + 10}`), '12.50'])).toBe(
      'text',
    );
  });

  test('with points in most cells and a comma in one cell marks that cell as unread', () => {
    expect(columnOf(nineteenAmountsAnd('12,5'))).toMatchObject({ kind: 'number', rule: 'point', bad: 1 });
  });

  test('with points and commas in equally many cells stays text until the clerk decides', () => {
    expect(valuesOrKindOf(['1.50', '2,50', '3.75', '4,75'])).toBe('text');
  });
});

describe('a decision of the clerk about a column', () => {
  const optionsWith = (choice: NonNullable<OpenOptions['columns']>[string]): OpenOptions => ({
    columns: { 0: choice },
  });

  test('for numbers reads the column as numbers and marks cells that are not numbers', () => {
    const column = columnOf(
      ['12.50', 'Transfer', 'Fee', '007', '3.00', '4514010000000000'],
      optionsWith({ type: 'number' }),
    );
    expect(column).toMatchObject({ kind: 'number', rule: 'point', bad: 3 });
    expect(column?.kind === 'number' && [...column.badRows]).toEqual([1, 2, 3]);
  });

  test('for text reads numbers as text', () => {
    expect(valuesOrKindOf(['12.50', '3.00'], optionsWith({ type: 'text' }))).toBe('text');
  });

  test('about the decimal separator applies regardless of the cells', () => {
    expect(valuesOrKindOf(['1.500', '2.500'], optionsWith({ decimals: 'comma' }))).toEqual(['1500', '2500']);
    expect(valuesOrKindOf(['1.500', '2.500'], optionsWith({ decimals: 'point' }))).toEqual([
      '1.500',
      '2.500',
    ]);
    expect(valuesOrKindOf(['1.500', '2.50'], optionsWith({ decimals: 'comma' }))).toEqual(['1500', null]);
  });

  test('for numbers leaves a column without any number as text', () => {
    expect(valuesOrKindOf(['a', 'b'], optionsWith({ type: 'number' }))).toBe('text');
  });
});
