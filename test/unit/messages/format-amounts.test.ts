import { expect, test } from 'vitest';
import { noColumn } from '../../../src/renderer/features/statements/interpretation/column-names.ts';
import { formatAmountCell } from '../../../src/shared/messages/format-amounts.ts';
import type { StatementColumn } from '../../../src/shared/model/statements/open-statement.ts';

const column = { ...noColumn, kind: 'number', rule: 'point', role: 'amount' } satisfies StatementColumn;

test.each([
  ['point', '1234567.50', '1,234,567.50'],
  ['point', '-1234.5', '−1,234.5'],
  ['point', "1'234'567.50", '1,234,567.50'],
  ['comma', '1234,50', '1,234.50'],
  ['comma', '-1.234.567,50', '−1,234,567.50'],
  ['integer', '99999999999999999999', '99,999,999,999,999,999,999'],
] as const)('an amount with a decimal %s is grouped with a true minus: %s', (rule, text, shown) => {
  expect(formatAmountCell(text, { ...column, rule })).toBe(shown);
});

test.each([
  ['an empty cell', '', column],
  ['a number with leading zeros', '000123', column],
  ['an amount in another notation', '(1234.50)', column],
  ['an amount with groups of two digits', '12,34,567.00', column],
  ['a column of numbers without money', '1234567', { ...column, role: null }],
  ['a column whose decimal sign is unknown', '1.234', { ...column, rule: 'ambiguous' as const }],
  ['a column of texts', '1234567', { ...column, kind: 'text' as const }],
])('%s stays as it is in the file', (_, text, unchangedColumn) => {
  expect(formatAmountCell(text, unchangedColumn)).toBe(text);
});
