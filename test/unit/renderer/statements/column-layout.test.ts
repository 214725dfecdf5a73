import { describe, expect, test } from 'vitest';
import {
  columnStateOf,
  defaultColumnState,
  elasticColumn,
  fittingWidths,
  shownColumns,
  toColumnLayout,
  withDropped,
  withMoved,
  withPinned,
  withShown,
  withWidth,
} from '../../../../src/renderer/features/statements/grid/state/column-layout.ts';
import {
  fillRoom,
  placePinned,
} from '../../../../src/renderer/features/statements/grid/state/pinned-columns.ts';
import { noColumn } from '../../../../src/renderer/features/statements/interpretation/column-names.ts';
import { columnLayoutSchema } from '../../../../src/shared/model/statements/column-layout.ts';
import type { StatementColumn } from '../../../../src/shared/model/statements/open-statement.ts';

const named = (...names: string[]): StatementColumn[] => names.map((name) => ({ ...noColumn, name }));
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
    const pinned = withPinned(withPinned(defaultState, 2, 'left'), 1, 'left');
    expect(pinned.order).toEqual([2, 1, 0, 3]);
    expect(withMoved(pinned, 1, 1)).toBe(pinned);
    expect(withPinned(pinned, 2, null).order).toEqual([1, 2, 0, 3]);
  });

  test('come last while they are pinned on the right, and are unpinned next to the others', () => {
    const pinned = withPinned(withPinned(defaultState, 0, 'right'), 1, 'right');
    expect(pinned.order).toEqual([2, 3, 1, 0]);
    expect(withPinned(pinned, 0, null).order).toEqual([2, 3, 0, 1]);
    expect(withPinned(pinned, 0, 'left').order).toEqual([0, 2, 3, 1]);
    expect(withMoved(pinned, 1, 9).order).toEqual([2, 3, 0, 1]);
  });

  test('are in the order of their roles until the clerk moves them, with the amounts pinned on the right', () => {
    const roles = ['balance', 'reference', 'amount', null, 'description', 'counterparty', 'date'] as const;
    const withRoles = roles.map((role) => ({ ...noColumn, name: role ?? 'note', role }));
    const state = defaultColumnState(withRoles);
    const names = state.order.map((index) => withRoles[index]?.name).join(' ');
    expect(names).toBe('date counterparty description reference note amount balance');
    expect(Object.fromEntries(state.pinned)).toEqual({ 2: 'right', 0: 'right' });
  });

  test('become pinned when they are dropped at a pinned column, and unpinned at another column', () => {
    const pinned = withPinned(defaultState, 2, 'left');
    const dropped = withDropped(pinned, 3, 2, false);
    expect([dropped.order, [...dropped.pinned.keys()]]).toEqual([
      [3, 2, 0, 1],
      [2, 3],
    ]);
    const back = withDropped(dropped, 2, 1, true);
    expect([back.order, [...back.pinned.keys()]]).toEqual([[3, 0, 1, 2], [3]]);
    expect(withDropped(defaultState, 1, 1, true)).toBe(defaultState);
  });

  test('are never all hidden, and stay within the minimum and maximum width', () => {
    const allHidden = [0, 1, 2, 3].reduce((state, index) => withShown(state, index, false), defaultState);
    expect(shownColumns(allHidden)).toEqual([3]);
    expect(withWidth(defaultState, 0, 3).widths.get(0)).toBe(48);
    expect(withWidth(defaultState, 0, 9_999).widths.get(0)).toBe(1_200);
    expect(withWidth(withWidth(defaultState, 0, 90), 0, null).widths.size).toBe(0);
  });
});

describe('a stored layout', () => {
  test('of an earlier version has its pinned columns on the left', () => {
    const [column] = columnLayoutSchema.parse({
      columns: [{ name: 'Date', nth: 0, hidden: false, pinned: true, width: null }],
      reference: null,
    }).columns;
    expect(column?.pinned).toBe('left');
  });

  const arranged = withWidth(
    withPinned(withShown(withMoved(defaultState, 3, -2), 1, false), 2, 'left'),
    0,
    130,
  );
  const stored = columnLayoutSchema.parse(toColumnLayout(columns, { ...arranged, reference: 3 }));

  test('is restored, even for columns with the same name', () => {
    expect(columnStateOf(columns, stored)).toEqual({ ...arranged, reference: 3 });
  });

  test('applies to a file with reordered, missing and new columns, and never hides all of them', () => {
    const other = named('New', 'Amount', 'Date', 'Text');
    const found = columnStateOf(other, stored);
    expect(found.order.map((index) => other[index]?.name)).toEqual(['Amount', 'Date', 'Text', 'New']);
    expect(found.hidden).toEqual(new Set([3]));
    expect(found.pinned).toEqual(new Map([[1, 'left']]));
    expect(found.widths).toEqual(new Map([[2, 130]]));
    expect(found.reference).toBeNull();
    expect(columnStateOf(named('Text'), stored).hidden.size).toBe(0);
  });
});

test('fittingWidths fits the cells and the name of a column, between a minimum and a maximum', () => {
  const text = { ...noColumn, name: 'Counterparty' };
  expect(fittingWidths(text, 'Counterparty', 0).width).toBeGreaterThan(90);
  expect(fittingWidths(text, 'Counterparty', 30)).toEqual({ width: 160, wantedWidth: 246 });
  expect(fittingWidths(text, 'Counterparty', 400)).toEqual({ width: 160, wantedWidth: 480 });
  expect(fittingWidths({ ...text, kind: 'number' }, 'X', 1)).toEqual({ width: 100, wantedWidth: 100 });
});

test('elasticColumn returns the widest text column whose width the clerk has not set', () => {
  const widthOf = (index: number) => [0, 90, 0, 120][index] ?? 0;
  const all = [0, 1, 2, 3];
  expect(elasticColumn(columns, all, defaultState, widthOf)).toBe(3);
  expect(elasticColumn(columns, all, withWidth(defaultState, 3, 200), widthOf)).toBe(1);
  const fixed = all.reduce((state, index) => withWidth(state, index, 100), defaultState);
  expect(elasticColumn(columns, all, fixed, widthOf)).toBeNull();
});

describe('the columns beside pinned ones', () => {
  type Placed = Parameters<typeof fillRoom>[0][number];
  const column = (index: number, width: number, change: Partial<Placed> = {}): Placed => ({
    index,
    width,
    wantedWidth: width,
    pinned: null,
    isElastic: false,
    ...change,
  });
  const elastic = { isElastic: true };
  const right = { pinned: 'right' } as const;
  const visible = [column(0, 100), column(1, 160, elastic), column(2, 120), column(3, 110, right)];
  const widthsIn = (width: number, columns = visible) =>
    fillRoom(columns, placePinned(columns, 80, width), width).map((filled) => filled.width);

  test('end where the pinned columns begin, so that none is half covered', () => {
    // 500 - 80 - 110 leaves 310 pixels: two columns, and 50 pixels for the elastic one.
    expect(widthsIn(500)).toEqual([100, 210, 120, 110]);
    // Only the first column is whole.
    expect(widthsIn(400)).toEqual([210, 160, 120, 110]);
  });

  test('keep their widths when all of them are in sight, or none is pinned on the right', () => {
    expect(widthsIn(570)).toEqual([100, 160, 120, 110]);
    const wide = [column(0, 300, { ...elastic, wantedWidth: 480 }), column(1, 300)];
    expect(widthsIn(500, wide)).toEqual([300, 300]);
  });

  test('share the room that others leave, each up to what it wants, and the rest goes to the elastic one', () => {
    const cutOff = [
      column(0, 100, { wantedWidth: 130 }),
      column(1, 160, { ...elastic, wantedWidth: 400 }),
      column(2, 160, { wantedWidth: 300 }),
      column(3, 110, right),
    ];
    expect(widthsIn(700, cutOff)).toEqual([130, 190, 190, 110]);
    // All fit, and the elastic one takes the rest as its track.
    expect(widthsIn(1100, cutOff)).toEqual([130, 400, 300, 110]);
    // The third column is out of sight: 600 - 80 - 110 leaves 150 pixels to the first two.
    expect(widthsIn(600, cutOff)).toEqual([130, 280, 160, 110]);
  });

  test('cover at most 70 % of the grid, those on the right first', () => {
    const left = { pinned: 'left' } as const;
    const manyPinned = [column(0, 100, left), column(1, 100), column(2, 150, right), column(3, 110, right)];
    const { styles, covered } = placePinned(manyPinned, 80, 500);
    expect([...styles]).toEqual([
      [3, { right: 0 }],
      [2, { right: 110 }],
    ]);
    expect(covered).toEqual({ left: 80, right: 260 });
  });
});
