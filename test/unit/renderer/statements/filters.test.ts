import { expect, test } from 'vitest';
import {
  filterFor,
  readFilter,
  understoodNumbers,
} from '../../../../src/renderer/features/statements/grid/state/filters.ts';
import { noColumn } from '../../../../src/renderer/features/statements/interpretation/column-names.ts';
import {
  maxFindLength,
  type StatementColumn,
} from '../../../../src/shared/model/statements/open-statement.ts';

const text: StatementColumn = { ...noColumn, kind: 'text' };
const amount: StatementColumn = { ...noColumn, kind: 'number', scale: 2 };

const date: StatementColumn = { ...noColumn, kind: 'date' };

test.each([
  ['2026-01-05', 20260105, 20260105],
  ['2026-1-5', 20260105, 20260105],
  ['2026-02', 20260201, 20260231],
  ['2026', 20260101, 20261231],
  ['2026-01-05..2026-03', 20260105, 20260331],
  ['2026-03..', 20260301, null],
])('readFilter reads the dates %s as whole days, months and years', (typed, from, to) => {
  expect(readFilter(typed, date, 3)).toEqual({ kind: 'between', column: 3, from, to });
});

test.each(['5 Jan', '2026-01-05-06', '26-01-05'])('readFilter rejects %s as a date', (typed) => {
  expect(readFilter(typed, date, 0)).toBe('wrong');
});

test.each([
  ['point', '>1,000', 100_000],
  ['point', '>1.234', 123],
  ['point', '>1,5', 150],
  ['comma', '>1.000', 100_000],
  ['comma', '>1,234', 123],
  ['comma', '>1 000,50', 100_050],
] as const)('readFilter reads amounts by the notation of the column: with a %s, %s', (rule, typed, from) => {
  expect(readFilter(typed, { ...amount, rule }, 0)).toMatchObject({ from, to: null });
});

test.each([
  ['point', '1,234', '1,234.00'],
  ['comma', '1,234', '1.23'],
  ['ambiguous', '>=1.234', '1,234.00'],
  ['comma', '-5..1.234', '−5.00..1,234.00'],
  ['point', '±1,234', '1,234.00'],
  ['point', '1,234.50', null],
  ['comma', '1234', null],
] as const)(
  'an ambiguous number is shown as it was understood: with a %s, %s as %s',
  (rule, typed, numbers) => {
    expect(understoodNumbers(typed, { ...amount, rule })).toBe(numbers);
    expect(understoodNumbers(typed, text)).toBeNull();
  },
);

test('readFilter rejects a number that is too large', () => {
  const digits = '9'.repeat(maxFindLength - 1);
  for (const typed of [digits, `>${digits}`, `<${digits}`, `±${digits}`, `0..${digits}`]) {
    expect(readFilter(typed, amount, 0)).toBe('wrong');
  }
});

test('filterFor returns null for a cell that is longer than a filter may be', () => {
  const longest = 'x'.repeat(maxFindLength - 1);
  expect(filterFor(longest, text)).toBe(`=${longest}`);
  expect(filterFor(`${longest}x`, text)).toBeNull();
});
