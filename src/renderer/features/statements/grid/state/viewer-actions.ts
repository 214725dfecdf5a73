/** @file What the clerk does with the rows, cells, hits and columns of a viewer. */
import { type ChosenRows, maxSelectedRows } from '../../../../../shared/contract/viewer.ts';
import { t } from '../../../../../shared/messages/index.ts';
import { fetchProofs } from '../../../../app/fetch-proofs.ts';
import { showBanner } from '../../../../app/frame/banner.ts';
import { navigate } from '../../../../app/routes.ts';
import { announce } from '../../../../app/toasts/announcer.ts';
import { toast } from '../../../../app/toasts/toasts.ts';
import { call } from '../../../../bridge.ts';
import { isSelected, withoutRows, withRows } from '../../../../components/data-grid/selection.ts';
import { columnNameOf } from '../../interpretation/column-names.ts';
import { type CellRange, rangeAt } from './cell-range.ts';
import { withMoved } from './column-layout.ts';
import type { Viewer } from './viewer-context.ts';

function noReferences(read: number, all: number): string {
  return read === 0 || read >= all
    ? t('statementViewer.proofs.none')
    : t('statementViewer.proofs.noneInFirst', { read, all });
}

/** Shows a warning as a banner, so that it is visible and not only announced to screen readers. */
export function warn(title: string, detail: string): void {
  showBanner({ tone: 'warning', title, detail });
}

function warnOfPartialCopy(count: number, all: number): void {
  warn(t('statementViewer.copied.some', { count, all }), t('statementViewer.copied.someDetail'));
}

export function visibleIndexes({ visibleColumns }: Pick<Viewer, 'visibleColumns'>): readonly number[] {
  return visibleColumns.map(({ index }) => index);
}

/** Copies rows with their visible columns; `names` adds a line with the names of the columns. */
export async function copyRows(viewer: Viewer, rows: ChosenRows, names: boolean): Promise<void> {
  const columns = [...visibleIndexes(viewer)];
  const { rows: copied, of } = await call('viewer.copy', { handle: viewer.handle, rows, columns, names });
  if (copied < of) warnOfPartialCopy(copied, of);
  else toast({ sentence: t('statementViewer.copied.rows', { count: copied }) });
}

export async function copyCells(viewer: Viewer, { top, bottom, left, right }: CellRange): Promise<void> {
  const columns = visibleIndexes(viewer).slice(left, right + 1);
  const rows = { kind: 'range', from: top, to: bottom } as const;
  const args = { handle: viewer.handle, rows, columns, names: false };
  const { rows: copied, of } = await call('viewer.copy', args);
  if (copied < of) warnOfPartialCopy(copied, of);
  else toast({ sentence: t('statementViewer.copied.cells', { count: copied * columns.length }) });
}

/** Copies the selected range, else the selected rows, else the row or cell of the cursor. */
export function copySelection(viewer: Viewer): Promise<void> {
  const { range, selected, chosen, cursor } = viewer;
  if (range !== null) return copyCells(viewer, range);
  if (selected > 0) return copyRows(viewer, chosen, false);
  return cursor.column < 0
    ? copyRows(viewer, { kind: 'range', from: cursor.row, to: cursor.row }, false)
    : copyCells(viewer, rangeAt(cursor));
}

/** Toggles one row, or selects all rows between the positions `from` and `to`. */
export async function toggleRow(
  { handle, selection, set, dispatch }: Viewer,
  row: number,
  places: { readonly from: number; readonly to: number } | null,
): Promise<void> {
  if (places === null && isSelected(selection, row)) return set({ selection: withoutRows(selection, [row]) });
  const { from, to } = places ?? { from: 0, to: 0 };
  const last = Math.min(to, from + maxSelectedRows - 1);
  const rows =
    places === null
      ? [row]
      : (await call('viewer.query', { action: 'numbers', handle, from, to: last })).rows;
  dispatch({ type: 'select-rows', rows });
  const next = withRows(selection, rows, maxSelectedRows);
  if (last < to || rows.some((number) => !isSelected(next, number)))
    warn(
      t('statementViewer.selection.tooMany', { max: maxSelectedRows }),
      t('statementViewer.selection.tooManyDetail'),
    );
}

/** Requests the proofs of payment of the selected rows, and shows them. */
export async function fetchSelectedProofs({ handle, chosen, selected }: Viewer): Promise<void> {
  // Removes the hint to select payments.
  showBanner(null);
  const { references, rows: read } = await call('viewer.query', {
    action: 'references',
    handle,
    rows: chosen,
  });
  if (references.length === 0)
    return warn(noReferences(read, selected), t('statementViewer.proofs.noneDetail'));
  await fetchProofs(references, false);
  if (read < selected)
    warn(t('statementViewer.proofs.some', { read, all: selected }), t('statementViewer.proofs.someDetail'));
}

/** Moves the cursor to the next or previous hit of the search. */
export async function stepHit(viewer: Viewer, isBackward: boolean): Promise<void> {
  const { handle, hitIndex, appliedView, dispatch } = viewer;
  const hits = appliedView?.hits ?? 0;
  if (hits === 0) return;
  const wanted = hitIndex === null ? 0 : hitIndex + (isBackward ? -1 : 1);
  const index = (wanted + hits) % hits;
  const { place } = await call('viewer.query', { action: 'hit', handle, index });
  dispatch({ type: 'show-hit', index, place });
}

/** Moves a column by one place, and announces its new place. */
export function moveColumn({ opened, columnState, arrange }: Viewer, index: number, steps: -1 | 1): void {
  const next = withMoved(columnState, index, steps);
  arrange(next);
  const visibleOrder = next.order.filter((other) => !next.hidden.has(other));
  announce(
    t('statementViewer.column.moved', {
      column: columnNameOf(opened.columns[index], index),
      place: visibleOrder.indexOf(index) + 1,
      count: visibleOrder.length,
    }),
  );
}

/** Opens the statement that a row of a table comes from, at the row. */
export async function openOrigin({ handle, table }: Viewer, position: number): Promise<void> {
  const window = { action: 'window', handle, offset: position, limit: 1 } as const;
  const [row] = (await call('viewer.query', window)).rows;
  const origin = row?.origin ?? null;
  const statement = origin === null ? undefined : table?.statements[origin.index]?.statement;
  if (origin === null || statement === undefined) return;
  const hit = { row: origin.row, column: 0 };
  navigate('statements', { tab: 'viewer', statementId: statement.id, hit });
}
