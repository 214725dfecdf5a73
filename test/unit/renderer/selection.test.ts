import { describe, expect, test } from 'vitest';
import {
  allSelected,
  countSelected,
  headCheckState,
  isSelected,
  noneSelected,
  type RowSelection,
  withoutRows,
  withRows,
  withToggled,
} from '../../../src/renderer/components/data-grid/selection.ts';

const some = (...ids: number[]): RowSelection => ({ kind: 'some', ids: new Set(ids) });
const allBut = (...ids: number[]): RowSelection => ({ kind: 'all', except: new Set(ids) });

describe('a selection of rows', () => {
  test('is empty at first', () => {
    expect(isSelected(noneSelected, 1)).toBe(false);
    expect(countSelected(noneSelected, 10_000)).toBe(0);
  });

  test('of all rows contains rows that were never loaded', () => {
    expect(isSelected(allSelected, 987_654)).toBe(true);
    expect(countSelected(allSelected, 10_000)).toBe(10_000);
  });

  test('toggles one row', () => {
    expect(withToggled(new Set([1, 2]), 2)).toEqual(new Set([1]));
    expect(withToggled(new Set([1]), 2)).toEqual(new Set([1, 2]));
  });

  test('adds and removes rows of either kind', () => {
    expect(withRows(some(1), [2, 3])).toEqual(some(1, 2, 3));
    expect(withRows(allBut(1, 2), [2])).toEqual(allBut(1));
    expect(withoutRows(some(1, 2, 3), [2])).toEqual(some(1, 3));
    expect(withoutRows(allBut(1), [2])).toEqual(allBut(1, 2));
  });

  test('lists at most as many rows as allowed', () => {
    expect(withRows(some(1), [2, 1, 3, 4], 3)).toEqual(some(1, 2, 3));
    expect(withRows(some(1, 2, 3), [4], 3)).toEqual(some(1, 2, 3));
    expect(withRows(allBut(1, 2, 3), [1, 2], 3)).toEqual(allBut(3));
  });

  test('does not change the previous selection', () => {
    const before = some(1);
    withRows(before, [2]);
    withoutRows(before, [1]);
    expect(before).toEqual(some(1));
  });

  test('is never counted below zero when rows disappear', () => {
    expect(countSelected(allBut(1, 2, 3), 2)).toBe(0);
  });

  test.each([
    [noneSelected, 3, 'none'],
    [some(1), 3, 'some'],
    [some(1, 2, 3), 3, 'all'],
    [allSelected, 3, 'all'],
    [allBut(1), 3, 'some'],
    [allSelected, 0, 'none'],
  ] as const)('determines the check box in the head', (selection, total, mark) => {
    expect(headCheckState(selection, total)).toBe(mark);
  });
});
