import { expect, test } from 'vitest';
import { noColumn } from '../../../../src/renderer/features/statements/column-names.ts';
import { filterFor, readFilter } from '../../../../src/renderer/features/statements/filters.ts';
import { maxFindLength, type ReviewColumn } from '../../../../src/shared/model/review.ts';

const text: ReviewColumn = { ...noColumn, kind: 'text' };
const amount: ReviewColumn = { ...noColumn, kind: 'number', scale: 2 };

test('a number that is too large to be told apart is not understood, and never means any number', () => {
  const digits = '9'.repeat(maxFindLength - 1);
  for (const typed of [digits, `>${digits}`, `<${digits}`, `±${digits}`, `0..${digits}`]) {
    expect(readFilter(typed, amount, 0)).toBe('wrong');
  }
});

test('only a cell that fits into a filter can be asked for', () => {
  const longest = 'x'.repeat(maxFindLength - 1);
  expect(filterFor(longest, text)).toBe(`=${longest}`);
  expect(filterFor(`${longest}x`, text)).toBeNull();
});
