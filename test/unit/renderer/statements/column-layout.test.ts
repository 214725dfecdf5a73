import { describe, expect, test } from 'vitest';
import {
  columnStateOf,
  defaultColumnState,
  elasticColumn,
  fittingWidth,
  shownColumns,
  toColumnLayout,
  withDropped,
  withMoved,
  withPinned,
  withShown,
  withWidth,
} from '../../../../src/renderer/features/statements/column-layout.ts';
import { noColumn } from '../../../../src/renderer/features/statements/column-names.ts';
import { columnLayoutSchema } from '../../../../src/shared/model/column-layout.ts';
import type { ReviewColumn } from '../../../../src/shared/model/review.ts';

const named = (...names: string[]): ReviewColumn[] => names.map((name) => ({ ...noColumn, name }));
const columns = named('Date', 'Text', 'Amount', 'Text');
const defaultState = defaultColumnState(columns);

describe('columns', () => {
  test('move among the visible columns, and stop at the ends', () => {
    const hidden = withShown(defaultState, 1, false);
    expect(shownColumns(withMoved(hidden, 0, 1))).toEqual([2, 0, 3]);
    expect(shownColumns(withMoved(hidden, 0, 9))).toEqual([2, 3, 0]);
    expect(withMoved(hidden, 0, -1)).toBe(hidden);
  });

  test('come first while they are pinned, in the order of pinning', () => {
    const pinned = withPinned(withPinned(defaultState, 2, true), 1, true);
    expect(pinned.order).toEqual([2, 1, 0, 3]);
    expect(withMoved(pinned, 1, 1)).toBe(pinned);
    expect(withPinned(pinned, 2, false).order).toEqual([1, 2, 0, 3]);
  });

  test('become pinned when they are dropped at a pinned column, and unpinned at another column', () => {
    const pinned = withPinned(defaultState, 2, true);
    const dropped = withDropped(pinned, 3, 2, false);
    expect([dropped.order, [...dropped.pinned]]).toEqual([
      [3, 2, 0, 1],
      [2, 3],
    ]);
    const back = withDropped(dropped, 2, 1, true);
    expect([back.order, [...back.pinned]]).toEqual([[3, 0, 1, 2], [3]]);
    expect(withDropped(defaultState, 1, 1, true)).toBe(defaultState);
  });

  test('are never all hidden', () => {
    const allHidden = [0, 1, 2, 3].reduce((state, index) => withShown(state, index, false), defaultState);
    expect(shownColumns(allHidden)).toEqual([3]);
  });

  test('stay within the minimum and maximum width', () => {
    expect(withWidth(defaultState, 0, 3).widths.get(0)).toBe(48);
    expect(withWidth(defaultState, 0, 9_999).widths.get(0)).toBe(1_200);
    expect(withWidth(withWidth(defaultState, 0, 90), 0, null).widths.size).toBe(0);
  });
});

describe('a stored layout', () => {
  const arranged = withWidth(
    withPinned(withShown(withMoved(defaultState, 3, -2), 1, false), 2, true),
    0,
    130,
  );
  const stored = columnLayoutSchema.parse(toColumnLayout(columns, { ...arranged, reference: 3 }));

  test('is restored, even for columns with the same name', () => {
    expect(columnStateOf(columns, stored)).toEqual({ ...arranged, reference: 3 });
  });

  test('applies to a file with reordered, missing and new columns', () => {
    const other = named('New', 'Amount', 'Date', 'Text');
    const found = columnStateOf(other, stored);
    expect(found.order.map((index) => other[index]?.name)).toEqual(['Amount', 'Date', 'Text', 'New']);
    expect(found.hidden).toEqual(new Set([3]));
    expect(found.pinned).toEqual(new Set([1]));
    expect(found.widths).toEqual(new Map([[2, 130]]));
    expect(found.reference).toBeNull();
  });

  test('never hides all columns of a file', () => {
    const only = named('Text');
    expect(columnStateOf(only, stored).hidden.size).toBe(0);
  });
});

test('fittingWidth fits the cells and the name of a column, between a minimum and a maximum', () => {
  const text = { ...noColumn, name: 'Counterparty' };
  expect(fittingWidth(text, 'Counterparty', 0)).toBeGreaterThan(90);
  expect(fittingWidth(text, 'Counterparty', 400)).toBe(160);
  expect(fittingWidth({ ...text, kind: 'number' }, 'X', 1)).toBe(100);
});

test('elasticColumn returns the widest text column whose width the clerk has not set', () => {
  const widthOf = (index: number) => [0, 90, 0, 120][index] ?? 0;
  const all = [0, 1, 2, 3];
  expect(elasticColumn(columns, all, defaultState, widthOf)).toBe(3);
  expect(elasticColumn(columns, all, withWidth(defaultState, 3, 200), widthOf)).toBe(1);
  const fixed = all.reduce((state, index) => withWidth(state, index, 100), defaultState);
  expect(elasticColumn(columns, all, fixed, widthOf)).toBeNull();
});
