import { describe, expect, test } from 'vitest';
import { columnTracks } from '../../../src/renderer/components/data-grid/columns.ts';
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

  test('ignore the keys of the window', () => {
    for (const windowKey of [
      createKey('k', { command: true }),
      createKey('F6'),
      createKey('Tab'),
      createKey('x'),
    ]) {
      expect(gridAction(windowKey, position)).toBeNull();
    }
    expect(gridAction(createKey('ArrowLeft', { alt: true }), position)).toBeNull();
  });

  test('do nothing in an empty list', () => {
    expect(gridAction(createKey('End'), { ...position, total: 0 })).toBeNull();
  });
});

describe('the cursor', () => {
  const rowAt = (ids: readonly number[]) => (index: number) => {
    const id = ids[index];
    return id === undefined ? undefined : { id };
  };
  const idOf = (row: { id: number }) => row.id;

  test('finds its row after the list was sorted', () => {
    expect(findNearestIndex(rowAt([10, 11, 12, 13]), idOf, { index: 1, id: 11 })).toBe(1);
    expect(findNearestIndex(rowAt([11, 10, 12, 13]), idOf, { index: 1, id: 11 })).toBe(0);
    expect(findNearestIndex(rowAt([10, 12, 13, 11]), idOf, { index: 1, id: 11 })).toBe(3);
  });

  test('finds no row when its row was removed', () => {
    expect(findNearestIndex(rowAt([10, 12]), idOf, { index: 1, id: 11 })).toBeNull();
  });
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

test('columns become tracks, with the check box first', () => {
  const columns = [
    { id: 'name', label: 'File', width: 'rest', cell: () => null },
    { id: 'size', label: 'Size', width: 74, cell: () => null },
    { id: 'reason', label: 'Reason', width: { min: 206, share: 2 }, cell: () => null },
  ] as const;
  expect(columnTracks(columns, true)).toBe('44px minmax(160px, 1fr) 74px minmax(206px, 2fr)');
  expect(columnTracks(columns, false)).toBe('minmax(160px, 1fr) 74px minmax(206px, 2fr)');
});

describe('data is equal', () => {
  test.each([
    [1, 1],
    [null, null],
    [Number.NaN, Number.NaN],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
  ])('when all its nested values are equal (%o and %o)', (data, otherData) => {
    expect(isDeepEqual(data, otherData)).toBe(true);
  });

  test.each([
    [1, '1'],
    [null, {}],
    [[], {}],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
    [
      [1, 2],
      [2, 1],
    ],
  ])('only when all its nested values are equal (%o and %o)', (data, otherData) => {
    expect(isDeepEqual(data, otherData)).toBe(false);
  });
});
