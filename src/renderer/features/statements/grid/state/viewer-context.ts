/** @file The open statement with its state, for the components of its viewer. */
import { createContext, useContext, useState } from 'react';
import type { CommandResult } from '../../../../../shared/contract/index.ts';
import type { ChosenRows } from '../../../../../shared/contract/viewer.ts';
import { toPaydeskError } from '../../../../../shared/errors.ts';
import type {
  ReadOptions,
  StatementFilter,
  View,
} from '../../../../../shared/model/statements/open-statement.ts';
import {
  countSelected,
  noneSelected,
  type RowSelection,
} from '../../../../components/data-grid/selection.ts';
import type { OpenedCombined } from '../../combined/open-combined.ts';
import { defaultGroupQuery } from '../../groups/grouping.ts';
import { rangeOf } from './cell-range.ts';
import { readFilter } from './filters.ts';
import { findViewer } from './kept-viewers.ts';
import { useColumnState } from './use-column-state.ts';
import { useView } from './use-view.ts';
import { reduceViewer, type StatementHit, type ViewerAction } from './viewer-state.ts';

type OpenedFile = CommandResult<'viewer.open'>;

export interface OpenedStatement
  extends Pick<OpenedFile, 'handle' | 'opened' | 'remembered' | 'layout' | 'lengths'> {
  /** `null` for several statements. */
  readonly statement: OpenedFile['statement'] | null;
  /** `null` for one statement. */
  readonly table: OpenedCombined | null;
  readonly onOptions: (options: ReadOptions) => void;
  /** Cell to scroll to and mark. */
  readonly searchHit: StatementHit | null;
}

export type Viewer = ReturnType<typeof useViewerState>;

export const ViewerContext = createContext<Viewer | null>(null);

export function useViewer(): Viewer {
  const viewer = useContext(ViewerContext);
  if (viewer === null) throw new Error('The component is outside of a viewer');
  return viewer;
}

/** Converts the selection to the argument of a command. */
function chosenRows(selection: RowSelection): ChosenRows {
  if (selection.kind === 'some') return { kind: 'some', rows: [...selection.ids] };
  return selection.except.size === 0 ? { kind: 'view' } : { kind: 'all-except', rows: [...selection.except] };
}

/** Holds the state of an open statement, with the view that main has applied. */
export function useViewerState(statement: OpenedStatement) {
  const { handle, opened, searchHit } = statement;
  const [{ kept, dispatch }] = useState(() => {
    const kept = findViewer(handle, searchHit);
    const dispatch = (action: ViewerAction) =>
      kept.store.setState((previous) => reduceViewer(previous, action), true);
    return { kept, dispatch };
  });
  const state = kept.store();
  const set = (values: Extract<ViewerAction, { type: 'set' }>['values']) => dispatch({ type: 'set', values });
  const showError = (thrown: unknown) => set({ error: toPaydeskError(thrown) });
  const columns = useColumnState({
    ...statement,
    kept,
    foundColumn: searchHit?.column ?? null,
    onError: showError,
  });
  const filters: StatementFilter[] = [...state.filterTexts].flatMap(([index, text]) => {
    const column = opened.columns[index];
    const filter = column === undefined ? null : readFilter(text, column, index);
    return filter === null || filter === 'wrong' ? [] : [filter];
  });
  if (state.rowFilter !== null) filters.push(state.rowFilter);
  if (state.countsRepeatedOnce) filters.push({ kind: 'repeated', show: 'once' });
  const groupFilters =
    state.openedGroup === null ? state.groupFilters : [...state.groupFilters, state.openedGroup];
  filters.push(...groupFilters.map(({ filter }) => filter));
  const view: View = { sort: state.sort, filters, find: state.find };
  const viewQuery = useView(handle, view, state.statesRevision);
  const appliedView = viewQuery.value;
  // While main is applying new filters, the number of rows, and so of all selected rows, is unknown.
  const isApplied =
    appliedView === null ? filters.length === 0 : appliedView.filters === JSON.stringify(filters);
  const selection = state.selection.kind === 'all' && !isApplied ? noneSelected : state.selection;
  const rows = appliedView?.rows ?? opened.rows;
  return {
    ...statement,
    ...state,
    ...columns,
    /** Filters for the rows of groups, with the opened group. */
    namedFilters: groupFilters,
    groups: state.groupQuery ?? defaultGroupQuery(opened.columns),
    view,
    appliedView,
    viewQuery,
    rows,
    selection,
    chosen: chosenRows(selection),
    selected: countSelected(selection, rows),
    range: rangeOf(state.cursor),
    kept,
    dispatch,
    set,
    attempt(task: Promise<unknown>) {
      set({ error: null });
      task.catch(showError);
    },
  };
}
