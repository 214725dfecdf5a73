import { expect, test } from 'vitest';
import { findDueDate } from '../../../../src/main/features/retention/retention.ts';

test.each([
  ['2020-06-15', 5, '2025-06-16'],
  ['2020-12-31', 1, '2022-01-01'],
  ['2023-02-28', 1, '2024-02-29'],
  ['2024-02-29', 1, '2025-03-01'],
  ['2024-02-29', 4, '2028-03-01'],
  // A century without a leap day.
  ['2072-02-29', 28, '2100-03-01'],
])('the first day after a retention period, for %s and %d years, is %s', (day, years, dueDate) => {
  expect(findDueDate(day, years)).toBe(dueDate);
});
