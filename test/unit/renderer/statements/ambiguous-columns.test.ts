import { describe, expect, it } from 'vitest';
import { ambiguousColumns } from '../../../../src/renderer/features/statements/ambiguous-columns.ts';
import { noColumn } from '../../../../src/renderer/features/statements/column-names.ts';
import type { ReviewColumn } from '../../../../src/shared/model/review.ts';

const column = (name: string, doubt: ReviewColumn['doubt']): ReviewColumn => ({ ...noColumn, name, doubt });

describe('ambiguous columns', () => {
  it('give no question when there are none', () => {
    expect(ambiguousColumns([column('Text', null)])).toEqual([]);
  });

  it('give one question for all numbers, with answers for numbers only', () => {
    const [question, ...others] = ambiguousColumns([column('Amount', 'number'), column('Fee', 'number')]);
    expect(others).toEqual([]);
    expect(question?.question).toBe('Ambiguous numbers in Amount and Fee');
    expect(question?.answers.map(({ decided }) => decided)).toEqual([
      { decimals: 'point' },
      { decimals: 'comma' },
    ]);
  });

  it('give another question for dates', () => {
    const questions = ambiguousColumns([column('Booked', 'date'), column('Amount', 'number')]);
    expect(questions.map(({ question }) => question)).toEqual([
      'Ambiguous numbers in Amount',
      'Ambiguous dates in Booked',
    ]);
  });

  it('are named up to three in a question, and further columns are counted', () => {
    const many = ['A', 'B', 'C', 'D', 'E'].map((name) => column(name, 'date'));
    expect(ambiguousColumns(many)[0]?.question).toBe('Ambiguous dates in A, B, C and 2 more columns');
  });
});
