/** @file What the clerk does with ticks and notes of rows. */
import type { ChosenRows } from '../../../../shared/contract/viewer.ts';
import { t } from '../../../../shared/messages/index.ts';
import { formatRowState } from '../../../../shared/messages/row-state-texts.ts';
import type { Annotation } from '../../../../shared/model/statements/annotations.ts';
import type { StatementRow } from '../../../../shared/model/statements/open-statement.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { cursorAt } from '../grid/state/cell-range.ts';
import type { Viewer } from '../grid/state/viewer-context.ts';
import type { ViewerAction } from '../grid/state/viewer-state.ts';

function doneMessage(annotation: Annotation, count: number): string {
  switch (annotation.kind) {
    case 'tick':
      return t(annotation.isTicked ? 'annotations.done.ticked' : 'annotations.done.unticked', { count });
    case 'note':
      return t(annotation.text === '' ? 'annotations.done.unnoted' : 'annotations.done.noted', { count });
  }
}

type Changed = Extract<ViewerAction, { type: 'annotated' }>;

/** Shows what a change of rows has left, and says when it has ended a sign-off. */
function showChanged(
  { dispatch }: Pick<Viewer, 'dispatch'>,
  { counts, signOffs, reopened }: Pick<Changed, 'counts' | 'signOffs'> & { readonly reopened: number },
): void {
  dispatch({ type: 'annotated', counts, signOffs });
  if (reopened > 0) announce(t('signOff.reopened', { count: reopened }));
}

async function undo(viewer: Viewer, act: string): Promise<string> {
  showChanged(viewer, await call('viewer.annotations', { action: 'undo', handle: viewer.handle, act }));
  return t('annotations.undone');
}

/** Changes rows, and offers to undo the change of several. */
export async function annotateRows(viewer: Viewer, rows: ChosenRows, annotation: Annotation): Promise<void> {
  const { handle } = viewer;
  const args = { action: 'annotate', handle, rows, annotation } as const;
  const { act, rows: count, ...changed } = await call('viewer.annotations', args);
  showChanged(viewer, changed);
  toast({
    sentence: doneMessage(annotation, count),
    ...(changed.reopened === 0 ? {} : { detail: t('signOff.reopened', { count: changed.reopened }) }),
    undo: { scope: `annotations ${handle}`, run: () => undo(viewer, act) },
  });
}

/** Gives the rows that the earlier version of the statement has too what they have there. */
export async function carryOver(viewer: Viewer): Promise<void> {
  const { handle } = viewer;
  const { act, carried, lost, ...changed } = await call('viewer.annotations', {
    action: 'carryOver',
    handle,
  });
  showChanged(viewer, changed);
  toast({
    sentence: t('annotations.carried', { count: carried }),
    ...(lost === 0 ? {} : { detail: t('annotations.carried.lost', { count: lost }) }),
    undo: { scope: `annotations ${handle}`, run: () => undo(viewer, act) },
  });
}

/** Ticks a row, or removes its tick. The row shows the result, so there is no toast. */
async function toggleTick(viewer: Viewer, { row, states }: StatementRow): Promise<void> {
  const { handle } = viewer;
  const annotation = { kind: 'tick', isTicked: states.tick === undefined } as const;
  const rows = { kind: 'some' as const, rows: [row] };
  showChanged(viewer, await call('viewer.annotations', { action: 'annotate', handle, rows, annotation }));
  announce(formatRowState('tick', annotation.isTicked ? 1 : 0));
}

/** True when the view loses rows that are ticked or unticked, so that a selection of its rows would mean others. */
export function hidesTickedRows({ rowFilter }: Viewer): boolean {
  return rowFilter?.kind === 'state' && rowFilter.of === 'tick';
}

/** Ticks the rows of the selected range, or toggles the tick of the row at the cursor. */
export function tickAtCursor(viewer: Viewer, row: StatementRow | undefined): void {
  const { range, attempt, set } = viewer;
  if (range !== null && range.bottom > range.top) {
    const rows = { kind: 'range', from: range.top, to: range.bottom } as const;
    attempt(annotateRows(viewer, rows, { kind: 'tick', isTicked: true }));
    if (hidesTickedRows(viewer)) set({ cursor: cursorAt(viewer.cursor.row, viewer.cursor.column) });
  } else if (row !== undefined) attempt(toggleTick(viewer, row));
}

/** Returns the rows whose note is written: the selected rows, the selected range or the row at the cursor. */
function rowsOfNote({ range, selected, chosen }: Viewer, row: StatementRow | undefined): Viewer['note'] {
  if (selected > 0) return { rows: chosen, count: selected, row: null };
  if (range !== null && range.bottom > range.top) {
    const rows = { kind: 'range', from: range.top, to: range.bottom } as const;
    return { rows, count: range.bottom - range.top + 1, row: null };
  }
  return row === undefined ? null : { rows: { kind: 'some', rows: [row.row] }, count: 1, row: row.row };
}

/** Opens the dialog for the note of the selected rows, of the selected range or of the row at the cursor. */
export function openNote(viewer: Viewer, row: StatementRow | undefined): void {
  viewer.set({ note: rowsOfNote(viewer, row) });
}
