import { expect, test } from 'vitest';
import { noColumn } from '../../../../src/renderer/features/statements/column-names.ts';
import { filterFor, readFilter } from '../../../../src/renderer/features/statements/filters.ts';
import { maxFindLength, type ReviewColumn } from '../../../../src/shared/model/review.ts';

const text: ReviewColumn = { ...noColumn, kind: 'text' };
const amount: ReviewColumn = { ...noColumn, kind: 'number', scale: 2 };

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
