import { describe, expect, test } from 'vitest';
import { findDueDate } from '../../../src/main/features/retention/due-date.ts';

describe('the first day after a retention period', () => {
  test.each([
    ['2020-06-15', 5, '2025-06-16'],
    ['2020-12-31', 1, '2022-01-01'],
    ['2023-12-30', 1, '2024-12-31'],
    ['2023-02-28', 1, '2024-02-29'],
    ['1999-01-31', 30, '2029-02-01'],
  ])('for %s and %d years is %s', (day, years, dueDate) => {
    expect(findDueDate(day, years)).toBe(dueDate);
  });

  test.each([
    [1, '2025-03-01'],
    [3, '2027-03-01'],
    [4, '2028-03-01'],
    [8, '2032-03-01'],
  ])('from 29 February, for %d years, is %s', (years, dueDate) => {
    expect(findDueDate('2024-02-29', years)).toBe(dueDate);
  });

  test('from 29 February is 1 March in a century without a leap day', () => {
    expect(findDueDate('2072-02-29', 28)).toBe('2100-03-01');
  });
});
