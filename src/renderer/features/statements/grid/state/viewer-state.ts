/** @file State of the viewer of one CSV statement, and its changes. */

import type { ChosenRows } from '../../../../../shared/contract/viewer.ts';
import { maxSelectedRows } from '../../../../../shared/contract/viewer.ts';
import type { PaydeskError } from '../../../../../shared/errors.ts';
import {
  type AnnotationCounts,
  annotationKinds,
} from '../../../../../shared/model/statements/annotations.ts';
import type { StatementFilter, View } from '../../../../../shared/model/statements/open-statement.ts';
import type { RowStateKind } from '../../../../../shared/model/statements/row-states.ts';
import type { SignOffEntry } from '../../../../../shared/model/statements/sign-off.ts';
import type { GroupQuery } from '../../../../../shared/model/statements/statement-groups.ts';
import type { RouteParams } from '../../../../app/routes.ts';
import type { ContextMenuProps } from '../../../../components/actions/Menu.tsx';
import { isDeepEqual } from '../../../../components/data-grid/same-data.ts';
import { noneSelected, type RowSelection, withRows } from '../../../../components/data-grid/selection.ts';
import { type ChartChoice, defaultChartChoice } from '../../chart/chart-choice.ts';
import type { NamedGroupFilter } from '../../groups/grouping.ts';
import type { QuestionedWord } from '../../interpretation/questioned-terms.ts';
import { type CellCursor, cursorAt } from './cell-range.ts';

export type StatementHit = NonNullable<RouteParams['statements']['hit']>;

/** The parts of a saved view that a statement does not have, by name. */
export interface LeftOutOfView {
  readonly columns: readonly string[];
  readonly filters: readonly string[];
  readonly sort: string | null;
  readonly groups: string | null;
}

/** The saved view that was shown last. */
export interface ShownView {
  readonly id: string;
  readonly missing: LeftOutOfView;
}

/** What the reading dialog is opened for: the file, also with divided amounts joined, lines before the header, a column, or words. */
export type InterpretationTarget =
  | 'file'
  | 'commas'
  | 'lines'
  | { readonly column: number }
  | { readonly words: readonly QuestionedWord[] };

export interface ViewerState {
  readonly mode: 'rows' | 'groups' | 'chart' | 'ledger';
  /** The ledger that is matched, or `null`. */
  readonly ledgerId: string | null;
  /** The clerk's grouping, or `null` for the default. */
  readonly groupQuery: GroupQuery | null;
  readonly chart: ChartChoice;
  readonly groupFilters: readonly NamedGroupFilter[];
  /** The group whose rows are open; a filter until the clerk goes back to the groups. */
  readonly openedGroup: NamedGroupFilter | null;
  readonly interpretationDialog: InterpretationTarget | null;
  readonly sort: View['sort'];
  /** Typed filters, by column. */
  readonly filterTexts: ReadonlyMap<number, string>;
  readonly rowFilter: StatementFilter | null;
  /** Rows that are in two statements of a table are shown once. */
  readonly countsRepeatedOnce: boolean;
  readonly find: string;
  readonly selection: RowSelection;
  readonly cursor: CellCursor;
  /** Number of the hit that was shown last, from 0. */
  readonly hitIndex: number | null;
  /** Position to scroll to; a new object scrolls again. */
  readonly scrollTarget: { readonly place: number } | null;
  readonly savedView: ShownView | null;
  readonly isComparing: boolean;
  /** The proof of the row at the cursor is shown beside the rows. */
  readonly isProofShown: boolean;
  readonly stateKinds: readonly RowStateKind[];
  /** Numbers of rows with a tick, a note or a label; `null` until they are known. */
  readonly annotationCounts: AnnotationCounts | null;
  /** The history of the sign-offs of the statement, oldest first; `null` until it is known, empty for a table. */
  readonly signOffs: readonly SignOffEntry[] | null;
  /** The rows whose note is being written; `row` is the only one of them, or `null`. */
  readonly note: { readonly rows: ChosenRows; readonly count: number; readonly row: number | null } | null;
  /** Increases when states of rows change. */
  readonly statesRevision: number;
  readonly menu: Omit<ContextMenuProps, 'onClose'> | null;
  readonly error: PaydeskError | null;
}

/** Values that change independently of all others. */
type IndependentValues = Pick<
  ViewerState,
  | 'ledgerId'
  | 'interpretationDialog'
  | 'sort'
  | 'selection'
  | 'cursor'
  | 'menu'
  | 'error'
  | 'groupQuery'
  | 'savedView'
  | 'chart'
  | 'note'
  | 'signOffs'
  | 'isComparing'
  | 'isProofShown'
>;

/** What a saved view determines. */
export type ViewValues = Pick<
  ViewerState,
  | 'mode'
  | 'chart'
  | 'groupQuery'
  | 'groupFilters'
  | 'sort'
  | 'filterTexts'
  | 'countsRepeatedOnce'
  | 'find'
  | 'savedView'
>;

export type ViewerAction =
  | { readonly type: 'set'; readonly values: Partial<IndependentValues> }
  | { readonly type: 'filter-column'; readonly column: number; readonly text: string }
  | { readonly type: 'count-repeated'; readonly once: boolean }
  /** Replaces all filters by one that is not typed; `null` removes all. */
  | { readonly type: 'filter-rows'; readonly filter: StatementFilter | null }
  | { readonly type: 'show'; readonly mode: ViewerState['mode'] }
  | { readonly type: 'open-group'; readonly group: NamedGroupFilter }
  | { readonly type: 'filter-group'; readonly group: NamedGroupFilter }
  | { readonly type: 'remove-group'; readonly group: NamedGroupFilter }
  | { readonly type: 'find'; readonly text: string }
  | { readonly type: 'show-hit'; readonly index: number; readonly place: number | null }
  | { readonly type: 'show-view'; readonly values: ViewValues }
  | { readonly type: 'select-rows'; readonly rows: readonly number[] }
  /** Shows the rows with a state, besides all other filters. */
  | { readonly type: 'filter-states'; readonly filter: StatementFilter }
  /** Main has changed ticks and notes. */
  | {
      readonly type: 'annotated';
      readonly counts: AnnotationCounts;
      readonly signOffs: readonly SignOffEntry[];
    }
  /** Main has changed states of rows. */
  | { readonly type: 'states-changed'; readonly kind: RowStateKind; readonly isSet: boolean };

/** Returns the state of a statement that was opened, at a search hit or at its first row. */
export function initialState(searchHit: StatementHit | null): ViewerState {
  return {
    mode: 'rows',
    ledgerId: null,
    groupQuery: null,
    chart: defaultChartChoice,
    groupFilters: [],
    openedGroup: null,
    interpretationDialog: null,
    sort: null,
    filterTexts: new Map(),
    rowFilter: null,
    countsRepeatedOnce: false,
    find: '',
    selection: noneSelected,
    cursor: cursorAt(searchHit?.row ?? 0, 0),
    hitIndex: null,
    scrollTarget: searchHit === null ? null : { place: searchHit.row },
    savedView: null,
    isComparing: false,
    isProofShown: false,
    stateKinds: [],
    annotationCounts: null,
    signOffs: null,
    note: null,
    statesRevision: 0,
    menu: null,
    error: null,
  };
}

/** Sets filters and clears the selection, because other rows are in the view. */
function withFilters(
  state: ViewerState,
  filters: Partial<Pick<ViewerState, 'filterTexts' | 'rowFilter' | 'groupFilters' | 'openedGroup'>>,
): ViewerState {
  const cursor = cursorAt(0, Math.max(0, state.cursor.column));
  return { ...state, ...filters, cursor, selection: noneSelected };
}

export function reduceViewer(state: ViewerState, action: ViewerAction): ViewerState {
  switch (action.type) {
    case 'set':
      return { ...state, ...action.values };
    case 'filter-column': {
      const filterTexts = new Map([...state.filterTexts, [action.column, action.text]]);
      return withFilters(state, { filterTexts });
    }
    case 'filter-rows': {
      const noFilters = { filterTexts: new Map(), groupFilters: [], openedGroup: null };
      const mode = action.filter === null ? state.mode : 'rows';
      return withFilters({ ...state, mode }, { ...noFilters, rowFilter: action.filter });
    }
    case 'filter-states':
      return withFilters({ ...state, mode: 'rows' }, { rowFilter: action.filter });
    case 'count-repeated':
      return { ...withFilters(state, {}), countsRepeatedOnce: action.once };
    case 'show':
      if (action.mode !== 'groups') return { ...state, mode: action.mode };
      return withFilters({ ...state, mode: 'groups' }, { openedGroup: null });
    case 'open-group':
      return withFilters({ ...state, mode: 'rows' }, { openedGroup: action.group });
    case 'filter-group':
      // A repeated key must not add the filter twice.
      if (state.groupFilters.some(({ filter }) => isDeepEqual(filter, action.group.filter))) return state;
      return withFilters(state, { groupFilters: [...state.groupFilters, action.group] });
    case 'remove-group':
      return withFilters(state, {
        groupFilters: state.groupFilters.filter((group) => group !== action.group),
        openedGroup: state.openedGroup === action.group ? null : state.openedGroup,
      });
    case 'find':
      return { ...state, find: action.text, hitIndex: null };
    case 'show-hit': {
      const { index: hitIndex, place } = action;
      if (place === null) return { ...state, hitIndex };
      const cursor = cursorAt(place, Math.max(0, state.cursor.column));
      return { ...state, hitIndex, cursor, scrollTarget: { place } };
    }
    case 'show-view': {
      const shown = withFilters(state, { rowFilter: null, openedGroup: null });
      return { ...shown, ...action.values, hitIndex: null };
    }
    case 'select-rows':
      return { ...state, selection: withRows(state.selection, action.rows, maxSelectedRows) };
    case 'annotated': {
      const { counts, signOffs } = action;
      const isUnchanged =
        annotationKinds.every((kind) => counts[kind] === 0) && state.annotationCounts === null;
      const others = state.stateKinds.filter((kind) => !annotationKinds.some((other) => other === kind));
      return {
        ...state,
        annotationCounts: counts,
        signOffs,
        stateKinds: [...others, ...annotationKinds.filter((kind) => counts[kind] > 0)],
        // The rows of a statement without annotations need not be read again.
        statesRevision: isUnchanged ? state.statesRevision : state.statesRevision + 1,
      };
    }
    case 'states-changed': {
      const others = state.stateKinds.filter((kind) => kind !== action.kind);
      return {
        ...state,
        stateKinds: action.isSet ? [...others, action.kind] : others,
        statesRevision: state.statesRevision + 1,
      };
    }
  }
}

/** Cycles through ascending, descending and original order. */
export function nextSort(sort: View['sort'], column: number): View['sort'] {
  if (sort?.column !== column) return { column, descending: false };
  return sort.descending ? null : { column, descending: true };
}
