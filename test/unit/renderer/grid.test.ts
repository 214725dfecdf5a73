import { describe, expect, test } from 'vitest';
import { columnTracks } from '../../../src/renderer/components/data-grid/columns.ts';
import { type GridKey, gridAction } from '../../../src/renderer/components/data-grid/keyboard.ts';
import { rowKeys } from '../../../src/renderer/components/data-grid/row-keys.ts';
import { isDeepEqual } from '../../../src/renderer/components/data-grid/same-data.ts';
import { findNearestIndex } from '../../../src/renderer/components/data-grid/use-cursor.ts';

const place = { cursor: 5, total: 100, pageRows: 10, selectable: true };
const key = (name: string, others: Partial<GridKey> = {}): GridKey => ({
  key: name,
  shift: false,
  command: false,
  alt: false,
  ...others,
});

describe('keys in a grid', () => {
  test.each([
    ['ArrowDown', 6],
    ['ArrowUp', 4],
    ['PageDown', 15],
    ['PageUp', 0],
    ['Home', 0],
    ['End', 99],
  ])('move with %s to %d', (name, to) => {
    expect(gridAction(key(name), place)).toEqual({ kind: 'move', to, extend: false });
  });

  test('stop at the end, and lead from the first row to the head', () => {
    expect(gridAction(key('ArrowDown'), { ...place, cursor: 99 })).toMatchObject({ to: 99 });
    expect(gridAction(key('PageDown'), { ...place, cursor: 95 })).toMatchObject({ to: 99 });
    expect(gridAction(key('ArrowUp', { shift: true }), { ...place, cursor: 0 })).toEqual({
      kind: 'move',
      to: -1,
      extend: false,
    });
  });

  test('extend the selection with Shift', () => {
    expect(gridAction(key('End', { shift: true }), place)).toEqual({ kind: 'move', to: 99, extend: true });
  });

  test('select where rows can be selected, and open where they cannot', () => {
    expect(gridAction(key(' '), place)).toEqual({ kind: 'toggle' });
    expect(gridAction(key('a', { command: true }), place)).toEqual({ kind: 'select-all' });
    const plain = { ...place, selectable: false };
    expect(gridAction(key(' '), plain)).toEqual({ kind: 'open' });
    expect(gridAction(key('a', { command: true }), plain)).toBeNull();
    expect(gridAction(key('ArrowDown', { shift: true }), plain)).toMatchObject({ extend: false });
  });

  test('ignore the keys of the window', () => {
    for (const pressed of [key('k', { command: true }), key('F6'), key('Tab'), key('x')]) {
      expect(gridAction(pressed, place)).toBeNull();
    }
    expect(gridAction(key('ArrowLeft', { alt: true }), place)).toBeNull();
  });

  test('do nothing in an empty list', () => {
    expect(gridAction(key('End'), { ...place, total: 0 })).toBeNull();
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

  test('keeps its index when the row is gone', () => {
    expect(findNearestIndex(rowAt([10, 12]), idOf, { index: 1, id: 11 })).toBeNull();
  });
});

describe('the keys of row elements', () => {
  const ids = [10, 11, null, 12] as const;
  const idAt = (index: number) => ids[index] ?? null;

  test('move with their rows when the list is sorted', () => {
    const before = rowKeys([0, 1, 3], idAt);
    const after = rowKeys([1, 2, 0], (index) => [12, 10, 11][index] ?? null);
    expect(after).toEqual(before);
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
  ] as const;
  expect(columnTracks(columns, true)).toBe('44px minmax(160px, 1fr) 74px');
  expect(columnTracks(columns, false)).toBe('minmax(160px, 1fr) 74px');
});

describe('plain data is the same', () => {
  test.each([
    [1, 1],
    [null, null],
    [Number.NaN, Number.NaN],
    [{ a: [1, { b: null }] }, { a: [1, { b: null }] }],
  ])('when it is deeply equal', (one, other) => {
    expect(isDeepEqual(one, other)).toBe(true);
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
  ])('only when it is deeply equal', (one, other) => {
    expect(isDeepEqual(one, other)).toBe(false);
  });
});
