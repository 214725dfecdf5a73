import { expect, test } from 'vitest';
import { targetOfKey } from '../../../../src/renderer/components/data-grid/keyboard.ts';
import {
  cellCount,
  cursorAt,
  moveCursor,
  rangeOf,
} from '../../../../src/renderer/features/statements/grid/state/cell-range.ts';

const size = { rows: 10, columns: 4 };

test('the focused cell stays within the rows and columns, including the column of row numbers', () => {
  expect(moveCursor(cursorAt(0, 0), { row: -5, column: -7 }, size, false)).toEqual(cursorAt(0, -1));
  expect(moveCursor(cursorAt(0, 0), { row: 99, column: 99 }, size, false)).toEqual(cursorAt(9, 3));
});

test('the focused cell moves with the arrow and page keys, and with Ctrl to the first or last row or column', () => {
  const cell = { row: 4, column: 2 };
  const sizes = { ...size, pageRows: 3 };
  expect(targetOfKey('PageDown', cell, sizes, false)).toEqual({ row: 7, column: 2 });
  expect(targetOfKey('ArrowDown', cell, sizes, true)).toEqual({ row: 9, column: 2 });
  expect(targetOfKey('Home', cell, sizes, false)).toEqual({ row: 4, column: 0 });
  expect(targetOfKey('End', cell, sizes, true)).toEqual({ row: 9, column: 3 });
  expect(targetOfKey('x', cell, sizes, false)).toBeNull();
});

test('a range of cells extends from its start in any direction', () => {
  const first = moveCursor(cursorAt(5, 2), { row: 3, column: 3 }, size, true);
  const range = rangeOf(first);
  expect(range).toEqual({ top: 3, bottom: 5, left: 2, right: 3 });
  expect(range === null ? 0 : cellCount(range)).toBe(6);
  expect(rangeOf(moveCursor(first, { row: 5, column: 2 }, size, true))).toBeNull();
});

test('a range of cells ends with a step without Shift, and never includes the row numbers', () => {
  const range = moveCursor(cursorAt(5, 0), { row: 6, column: -1 }, size, true);
  expect(rangeOf(range)).toEqual({ top: 5, bottom: 6, left: 0, right: 0 });
  expect(rangeOf(moveCursor(range, { row: 7, column: 0 }, size, false))).toBeNull();
  expect(rangeOf(moveCursor(cursorAt(2, -1), { row: 3, column: -1 }, size, true))).toEqual({
    top: 2,
    bottom: 3,
    left: 0,
    right: 0,
  });
});
