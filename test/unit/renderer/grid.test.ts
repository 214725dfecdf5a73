import { describe, expect, test } from 'vitest';
import { type GridKey, gridAction } from '../../../src/renderer/components/data-grid/keyboard.ts';
import { rowKeys } from '../../../src/renderer/components/data-grid/row-keys.ts';
import { isDeepEqual } from '../../../src/renderer/components/data-grid/same-data.ts';
import { findNearestIndex } from '../../../src/renderer/components/data-grid/use-cursor.ts';

const position = { cursor: 5, total: 100, pageRows: 10, selectable: true };
const createKey = (name: string, modifiers: Partial<GridKey> = {}): GridKey => ({
  key: name,
  shift: false,
  command: false,
  alt: false,
  ...modifiers,
});

describe('keys in a grid', () => {
  test('stop at the end, and lead from the first row to the head', () => {
    expect(gridAction(createKey('ArrowDown'), { ...position, cursor: 99 })).toMatchObject({ to: 99 });
    expect(gridAction(createKey('PageDown'), { ...position, cursor: 95 })).toMatchObject({ to: 99 });
    expect(gridAction(createKey('ArrowUp', { shift: true }), { ...position, cursor: 0 })).toEqual({
      kind: 'move',
      to: -1,
      extend: false,
    });
  });

  test('select where rows can be selected, and open where they cannot', () => {
    expect(gridAction(createKey(' '), position)).toEqual({ kind: 'toggle' });
    expect(gridAction(createKey('a', { command: true }), position)).toEqual({ kind: 'select-all' });
    const withoutSelection = { ...position, selectable: false };
    expect(gridAction(createKey(' '), withoutSelection)).toEqual({ kind: 'open' });
    expect(gridAction(createKey('a', { command: true }), withoutSelection)).toBeNull();
    expect(gridAction(createKey('ArrowDown', { shift: true }), withoutSelection)).toMatchObject({
      extend: false,
    });
  });

  test('ignore the keys of the window, and do nothing in an empty list', () => {
    const windowKeys = [createKey('k', { command: true }), createKey('ArrowLeft', { alt: true })];
    for (const key of [...windowKeys, createKey('F6'), createKey('Tab'), createKey('x')])
      expect(gridAction(key, position)).toBeNull();
    expect(gridAction(createKey('End'), { ...position, total: 0 })).toBeNull();
  });
});

test.each([
  [[10, 11, 12, 13], 1],
  [[11, 10, 12, 13], 0],
  [[10, 12, 13, 11], 3],
  [[10, 12], null],
])('the cursor on row 11 at index 1 is in the rows %j at index %j', (ids, index) => {
  const rowAt = (at: number) => (ids[at] === undefined ? undefined : { id: ids[at] });
  expect(findNearestIndex(rowAt, ({ id }) => id, { index: 1, id: 11 })).toBe(index);
});

describe('the keys of row elements', () => {
  const ids = [10, 11, null, 12] as const;
  const idAt = (index: number) => ids[index] ?? null;

  test('move with their rows when the list is sorted', () => {
    const keysBefore = rowKeys([0, 1, 3], idAt);
    const keysAfter = rowKeys([1, 2, 0], (index) => [12, 10, 11][index] ?? null);
    expect(keysAfter).toEqual(keysBefore);
  });

  test('are indexes while rows are not loaded', () => {
    expect(rowKeys([1, 2, 3], idAt)).toEqual(['row 11', 'place 2', 'row 12']);
  });

  test('are unique when two pages contain the same row', () => {
    const keys = rowKeys([0, 1, 2, 3], (index) => [10, 11, 11, 10][index] ?? null);
    expect(keys).toEqual(['row 10', 'row 11', 'place 2', 'place 3']);
  });
});

test.each([
  [null, null, true],
  [Number.NaN, Number.NaN, true],
  [{ a: [1, { b: null }] }, { a: [1, { b: null }] }, true],
  [1, '1', false],
  [[], {}, false],
  [{ a: 1 }, { a: 1, b: undefined }, false],
  [{ a: undefined }, { b: undefined }, false],
  [{ a: [1, 2] }, { a: [2, 1] }, false],
])('data is equal when all its nested values are: %o and %o (%s)', (data, otherData, isEqual) => {
  expect(isDeepEqual(data, otherData)).toBe(isEqual);
});
