/** @file Which rows of a long list are selected, without holding the identifiers of all of them. */

/** Named rows, or all rows under the present filter but some. */
export type RowSelection =
  | { readonly kind: 'some'; readonly ids: ReadonlySet<number> }
  | { readonly kind: 'all'; readonly except: ReadonlySet<number> };

/** No row. */
export const nothingSelected: RowSelection = { kind: 'some', ids: new Set() };

/** Every row, those that have not been loaded included. */
export const everythingSelected: RowSelection = { kind: 'all', except: new Set() };

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
  most = Number.POSITIVE_INFINITY,
): RowSelection {
  if (selection.kind === 'some') {
    const named = new Set(selection.ids);
    for (const id of ids) if (named.size < most) named.add(id);
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

/** The selection with one row turned over. */
export function withRowToggled(selection: RowSelection, id: number): RowSelection {
  return isSelected(selection, id) ? withoutRows(selection, [id]) : withRows(selection, [id]);
}

/** What the box in the head shows. */
export function headMark(selection: RowSelection, total: number): 'none' | 'some' | 'all' {
  const count = countSelected(selection, total);
  if (count === 0) return 'none';
  return count >= total ? 'all' : 'some';
}
