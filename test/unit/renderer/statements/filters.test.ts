import { expect, test } from 'vitest';
import { noColumn } from '../../../../src/renderer/features/statements/column-names.ts';
import { filterFor, readFilter } from '../../../../src/renderer/features/statements/filters.ts';
import { maxFindLength, type ReviewColumn } from '../../../../src/shared/model/review.ts';

const text: ReviewColumn = { ...noColumn, kind: 'text' };
const amount: ReviewColumn = { ...noColumn, kind: 'number', scale: 2 };

test('a number that is too large to be exact is an invalid filter, and never matches every row', () => {
  const digits = '9'.repeat(maxFindLength - 1);
  for (const typed of [digits, `>${digits}`, `<${digits}`, `±${digits}`, `0..${digits}`]) {
    expect(readFilter(typed, amount, 0)).toBe('wrong');
  }
});

test('a cell that is too long for a filter has no filter text', () => {
  const longest = 'x'.repeat(maxFindLength - 1);
  expect(filterFor(longest, text)).toBe(`=${longest}`);
  expect(filterFor(`${longest}x`, text)).toBeNull();
});
