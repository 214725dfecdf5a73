import { describe, expect, test } from 'vitest';
import {
  allSelected,
  countSelected,
  headCheckState,
  noneSelected,
  type RowSelection,
  withoutRows,
  withRows,
  withToggled,
} from '../../../src/renderer/components/data-grid/selection.ts';

const onlyRows = (...ids: number[]): RowSelection => ({ kind: 'some', ids: new Set(ids) });
const allRowsExcept = (...ids: number[]): RowSelection => ({ kind: 'all', except: new Set(ids) });

describe('a selection of rows', () => {
  test('toggles one row', () => {
    expect(withToggled(new Set([1, 2]), 2)).toEqual(new Set([1]));
    expect(withToggled(new Set([1]), 2)).toEqual(new Set([1, 2]));
  });

  test('adds and removes rows when it lists selected rows and when it lists excluded rows', () => {
    expect(withRows(onlyRows(1), [2, 3])).toEqual(onlyRows(1, 2, 3));
    expect(withRows(allRowsExcept(1, 2), [2])).toEqual(allRowsExcept(1));
    expect(withoutRows(onlyRows(1, 2, 3), [2])).toEqual(onlyRows(1, 3));
    expect(withoutRows(allRowsExcept(1), [2])).toEqual(allRowsExcept(1, 2));
  });

  test('lists at most the maximum number of rows', () => {
    expect(withRows(onlyRows(1), [2, 1, 3, 4], 3)).toEqual(onlyRows(1, 2, 3));
    expect(withRows(onlyRows(1, 2, 3), [4], 3)).toEqual(onlyRows(1, 2, 3));
    expect(withRows(allRowsExcept(1, 2, 3), [1, 2], 3)).toEqual(allRowsExcept(3));
  });

  test('is never counted below zero when rows disappear', () => {
    expect(countSelected(allRowsExcept(1, 2, 3), 2)).toBe(0);
  });

  test.each([
    [noneSelected, 3, 'none'],
    [onlyRows(1), 3, 'some'],
    [onlyRows(1, 2, 3), 3, 'all'],
    [allSelected, 3, 'all'],
    [allRowsExcept(1), 3, 'some'],
    [allSelected, 0, 'none'],
  ] as const)('gives the check box in the head its state', (selection, total, checkState) => {
    expect(headCheckState(selection, total)).toBe(checkState);
  });
});
