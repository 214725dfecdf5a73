import { expect, test } from 'vitest';
import { ambiguousColumns } from '../../../../src/renderer/features/statements/interpretation/ambiguous-columns.ts';
import { noColumn } from '../../../../src/renderer/features/statements/interpretation/column-names.ts';
import type { StatementColumn } from '../../../../src/shared/model/statements/open-statement.ts';

const column = (name: string, doubt: StatementColumn['doubt']): StatementColumn => ({
  ...noColumn,
  name,
  doubt,
});

test('ambiguous columns give one question for all numbers and one for all dates, which names up to three', () => {
  expect(ambiguousColumns([column('Text', null)])).toEqual([]);
  const many = ['A', 'B', 'C', 'D', 'E'].map((name) => column(name, 'date'));
  const [numbers, dates, ...others] = ambiguousColumns([
    ...many,
    column('Amount', 'number'),
    column('Fee', 'number'),
  ]);
  expect(others).toEqual([]);
  expect(numbers?.question).toBe('Ambiguous numbers in Amount and Fee');
  expect(numbers?.answers.map(({ decided }) => decided)).toEqual([
    { decimals: 'point' },
    { decimals: 'comma' },
  ]);
  expect(dates?.question).toBe('Ambiguous dates in A, B, C and 2 more columns');
});
