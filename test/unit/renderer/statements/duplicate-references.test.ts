import { expect, test } from 'vitest';
import { showRowsLabel } from '../../../../src/renderer/features/statements/grid/state/duplicate-references.ts';
import { filterFor, readFilter } from '../../../../src/renderer/features/statements/grid/state/filters.ts';
import { noColumn } from '../../../../src/renderer/features/statements/interpretation/column-names.ts';
import { formatPeriod } from '../../../../src/shared/messages/format-period.ts';
import {
  hasNothingToCompare,
  withDuplicateReferences,
} from '../../../../src/shared/model/statements/duplicate-references.ts';
import type { CheckPoint } from '../../../../src/shared/model/statements/open-statement.ts';

const point = (id: CheckPoint['id'], result: CheckPoint['result']): CheckPoint => ({
  id,
  result,
  facts: {},
  rows: [],
  inQuestion: 0,
});

test('withDuplicateReferences changes the result of the references from passed to look', () => {
  const other = {
    statementId: 1,
    since: '2026-01-01',
    till: '2026-01-31',
    rows: [3],
    inQuestion: 1,
    row: 0,
    column: 1,
  };
  const found = { compared: 1, left: 0, found: [other] };
  const points = [point('references', 'passed'), point('dates', 'passed')];
  expect(withDuplicateReferences(points, found).map(({ result }) => result)).toEqual(['look', 'passed']);
  expect(withDuplicateReferences(points, { ...found, found: [] })).toBe(points);
  expect(withDuplicateReferences(points, null)).toBe(points);
  expect(withDuplicateReferences([point('references', 'cannot')], found)[0]?.result).toBe('cannot');
});

test('showRowsLabel mentions the number of listed rows only when more rows are in question', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => index);
  const label = (listed: number, all: number) => showRowsLabel({ rows: rows(listed), inQuestion: all });
  expect(label(1000, 1000)).toBe('Show 1,000 rows');
  expect(label(1000, 12_345)).toBe('Show the first 1,000 of 12,345 rows');
  expect(label(1, 1)).toBe('Show 1 row');
});

test('formatPeriod shortens whole months, and periods within one month', () => {
  expect(formatPeriod('2026-02-01', '2026-02-28')).toBe('Feb 2026');
  expect(formatPeriod('2026-02-01', '2026-02-27')).toBe('1 to 27 Feb 2026');
  expect(formatPeriod('2026-01-01', '2026-03-31')).toBe('1 Jan 2026 to 31 Mar 2026');
  expect(formatPeriod('2026-03-31', '2026-03-31')).toBe('31 Mar 2026');
});

test('filterFor returns the text that filters by a cell; null for an empty cell and an unreadable amount', () => {
  expect(filterFor('Fee', noColumn)).toBe('=Fee');
  expect(filterFor('  ', noColumn)).toBeNull();
  const amount = { ...noColumn, kind: 'number', scale: 2 } as const;
  expect(readFilter(filterFor('-12.50', amount) ?? '', amount, 0)).toMatchObject({ from: -1250, to: -1250 });
  expect(filterFor('12.50 or 13', amount)).toBeNull();
});

test('references of the only statement of a wallet have not passed: there is nothing to compare with', () => {
  const references = point('references', 'passed');
  const compared = (count: number) => ({ compared: count, left: 0, found: [] });
  expect(hasNothingToCompare(references, compared(0))).toBe(true);
  expect(hasNothingToCompare(references, compared(1))).toBe(false);
  expect(hasNothingToCompare(references, null)).toBe(false);
  expect(hasNothingToCompare(point('references', 'look'), compared(0))).toBe(false);
});
