/** @file The selection in a long list. */

/** The selection of a grid, by row ID, independent of changes of the list. */
export interface GridSelection {
  readonly ids: ReadonlySet<number>;
  readonly onChange: (ids: ReadonlySet<number>) => void;
  /** Selects every row of the list, including rows that are not loaded. */
  readonly onSelectAll: () => void;
  /** Returns the IDs of the rows between two indexes, inclusive, loaded or not. */
  readonly range: (first: number, last: number) => Promise<readonly number[]>;
}

export function withToggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Returns the state of the check box in the head when `count` of `total` rows are selected. */
export function checkStateOf(count: number, total: number): 'none' | 'some' | 'all' {
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}

/** Selected rows of a list that never changes: the listed IDs, or all rows under the current filter except some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

export const noneSelected: RowSelection = { kind: 'some', ids: new Set() };

/** Every row, including rows that are not loaded. */
export const allSelected: RowSelection = { kind: 'all', except: new Set() };

export function isSelected(selection: RowSelection, id: number): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

export function countSelected(selection: RowSelection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

/** Adds rows to the selection; at most `maxRows` rows are listed by ID. */
export function withRows(
  selection: RowSelection,
  ids: Iterable<number>,
  maxRows = Number.POSITIVE_INFINITY,
): RowSelection {
  if (selection.kind === 'some') {
    const nextIds = new Set(selection.ids);
    for (const id of ids) if (nextIds.size < maxRows) nextIds.add(id);
    return { kind: 'some', ids: nextIds };
  }
  const except = new Set(selection.except);
  for (const id of ids) except.delete(id);
  return { kind: 'all', except };
}

export function withoutRows(selection: RowSelection, ids: Iterable<number>): RowSelection {
  if (selection.kind === 'all') return { kind: 'all', except: new Set([...selection.except, ...ids]) };
  const remainingIds = new Set(selection.ids);
  for (const id of ids) remainingIds.delete(id);
  return { kind: 'some', ids: remainingIds };
}

export function headCheckState(selection: RowSelection, total: number): 'none' | 'some' | 'all' {
  return checkStateOf(countSelected(selection, total), total);
}
