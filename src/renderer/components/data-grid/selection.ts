/** @file Which rows of a long list are selected. */

/** How rows of a grid are ticked: by their IDs, whatever becomes of the list. */
export interface GridSelection {
  readonly ids: ReadonlySet<number>;
  readonly onChange: (ids: ReadonlySet<number>) => void;
  /** Ticks every row of the list, those that have not been loaded included. */
  readonly onSelectAll: () => void;
  /** IDs of the rows between two places, both included, loaded or not. */
  readonly range: (first: number, last: number) => Promise<readonly number[]>;
}

/** The IDs with one turned over. */
export function withToggled(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** What the box in the head of a list of `total` rows shows while `count` of them are selected. */
export function markOf(count: number, total: number): 'none' | 'some' | 'all' {
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}

/** Named rows of a list that never changes, or all rows under the present filter but some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

/** No row. */
export const noneSelected: RowSelection = { kind: 'some', ids: new Set() };

/** Every row, those that have not been loaded included. */
export const allSelected: RowSelection = { kind: 'all', except: new Set() };

/** True when the row is selected. */
export function isSelected(selection: RowSelection, id: number): boolean {
  return selection.kind === 'some' ? selection.ids.has(id) : !selection.except.has(id);
}

/** How many of `total` rows are selected. */
export function countSelected(selection: RowSelection, total: number): number {
  return selection.kind === 'some' ? selection.ids.size : Math.max(0, total - selection.except.size);
}

/** The selection with these rows as well, or with the first of them, where no more than `most` rows may be named. */
export function withRows(
  selection: RowSelection,
  ids: Iterable<number>,
  maxRows = Number.POSITIVE_INFINITY,
): RowSelection {
  if (selection.kind === 'some') {
    const named = new Set(selection.ids);
    for (const id of ids) if (named.size < maxRows) named.add(id);
    return { kind: 'some', ids: named };
  }
  const except = new Set(selection.except);
  for (const id of ids) except.delete(id);
  return { kind: 'all', except };
}

/** The selection without these rows. */
export function withoutRows(selection: RowSelection, ids: Iterable<number>): RowSelection {
  if (selection.kind === 'all') return { kind: 'all', except: new Set([...selection.except, ...ids]) };
  const kept = new Set(selection.ids);
  for (const id of ids) kept.delete(id);
  return { kind: 'some', ids: kept };
}

/** What the box in the head shows. */
export function headMark(selection: RowSelection, total: number): 'none' | 'some' | 'all' {
  return markOf(countSelected(selection, total), total);
}
