/** @file The row of a grid that has the focus, or contains it. */

const findRow = () => document.activeElement?.closest('[role="row"]') ?? null;

/** Returns the `aria-rowindex` of the row; `null` when no row has the focus. */
export function focusedRow(): number | null {
  const index = findRow()?.getAttribute('aria-rowindex');
  return index === null || index === undefined ? null : Number(index);
}

/** True when no part of the row is covered by the head of its grid or outside of the scrolled part. */
export function isFocusedRowVisible(): boolean {
  const row = findRow();
  const grid = row?.closest('[role="grid"], [role="treegrid"]') ?? null;
  const head = grid?.querySelector('[role="rowgroup"]')?.getBoundingClientRect();
  const view = grid?.parentElement?.getBoundingClientRect();
  const box = row?.getBoundingClientRect();
  if (head === undefined || view === undefined || box === undefined) return false;
  return box.top >= head.bottom && box.bottom <= view.bottom;
}
