/** @file Fits a saved view to the columns of a statement. What the statement does not have is left out and named. */
import { formatPlainList, t } from '../../../../shared/messages/index.ts';
import type { ColumnLayout } from '../../../../shared/model/statements/column-layout.ts';
import type { StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import type {
  ColumnReference,
  ViewDefinition,
  ViewKey,
} from '../../../../shared/model/statements/saved-view.ts';
import type {
  Grouping,
  GroupKey,
  WantedGroup,
} from '../../../../shared/model/statements/statement-groups.ts';
import { type ChartChoice, defaultChartChoice } from '../chart/chart-choice.ts';
import { type ColumnState, columnStateOf, namesOf } from '../grid/state/column-layout.ts';
import { initialState, type LeftOutOfView, type ViewValues } from '../grid/state/viewer-state.ts';
import { filterOfGroup } from '../groups/grouping.ts';
import { filterKindOf, findReferenced } from './column-reference.ts';

/** A view for the columns of one statement. */
interface FittedView {
  readonly values: Omit<ViewValues, 'savedView' | 'groupFilters'>;
  /** Groups whose rows are wanted; the statement may not have them. */
  readonly wantedGroups: readonly WantedGroup[];
  /** `null` for the columns of the wallet. */
  readonly columnState: ColumnState | null;
  readonly missing: LeftOutOfView;
}

function nameOf({ name }: ColumnReference): string {
  return name === '' ? t('statementViews.missing.unnamed') : name;
}

/** Fits keys and amount; `null` when a column is missing or is of another kind. */
function fitGrouping(
  columns: readonly StatementColumn[],
  { amount, keys }: Pick<ViewDefinition['groupFilters'][number], 'amount' | 'keys'>,
): Grouping | null {
  const amountIndex = amount === null ? null : findReferenced(columns, amount);
  if (amount !== null && (amountIndex === null || columns[amountIndex]?.isSummed !== true)) return null;
  const fittedKeys = keys.flatMap((key): GroupKey[] => {
    if (key.kind === 'sign') return amountIndex === null ? [] : [key];
    const column = findReferenced(columns, key.column);
    const isUsable = column !== null && (key.kind === 'cell' || columns[column]?.kind === 'date');
    return isUsable ? [{ ...key, column }] : [];
  });
  return fittedKeys.length === keys.length ? { amount: amountIndex, keys: fittedKeys } : null;
}

function nameOfGrouping({ keys }: Pick<NonNullable<ViewDefinition['groups']>, 'keys'>): string {
  return formatPlainList(
    keys.map((key) => (key.kind === 'sign' ? t('statementGroups.key.sign') : nameOf(key.column))),
  );
}

/** Fits the visible columns. Without any of them, the columns of the wallet stay. */
function fitColumns(
  columns: readonly StatementColumn[],
  wanted: NonNullable<ViewDefinition['columns']>,
  walletState: ColumnState,
): { readonly columnState: ColumnState | null; readonly missing: readonly string[] } {
  const names = namesOf(columns);
  const shown = new Map<number, ColumnLayout['columns'][number]>();
  const missing: string[] = [];
  for (const column of wanted) {
    const index = findReferenced(columns, column);
    const named = index === null ? undefined : names[index];
    if (index === null || named === undefined || shown.has(index)) missing.push(nameOf(column));
    else shown.set(index, { ...named, hidden: false, pinned: column.pinned, width: column.width });
  }
  if (shown.size === 0) return { columnState: null, missing };
  const others = names.filter((_, index) => !shown.has(index));
  const layout: ColumnLayout = {
    columns: [
      ...shown.values(),
      ...others.map((named) => ({ ...named, hidden: true, pinned: null, width: null })),
    ],
    reference: null,
  };
  const { reference } = walletState;
  return { columnState: { ...columnStateOf(columns, layout), reference }, missing };
}

function fitFilters(columns: readonly StatementColumn[], filters: ViewDefinition['filters']) {
  const filterTexts = new Map<number, string>();
  const missing: string[] = [];
  for (const { column: reference, kind, text } of filters) {
    const index = findReferenced(columns, reference);
    const column = index === null ? undefined : columns[index];
    const fits = index !== null && column !== undefined && filterKindOf(column) === kind;
    if (fits && !filterTexts.has(index)) filterTexts.set(index, text);
    else missing.push(t('statementViews.missing.filter', { column: nameOf(reference), text }));
  }
  return { filterTexts, missing };
}

/** Returns the name of a group of another statement; the name does not depend on the places of columns. */
function nameOfGroup(keys: readonly ViewKey[], group: Parameters<typeof filterOfGroup>[1]): string {
  const placedKeys = keys.map((key): GroupKey => (key.kind === 'sign' ? key : { ...key, column: 0 }));
  return filterOfGroup({ amount: null, keys: placedKeys }, group).name;
}

function fitGroupFilters(columns: readonly StatementColumn[], filters: ViewDefinition['groupFilters']) {
  const wantedGroups: WantedGroup[] = [];
  const missing: string[] = [];
  for (const { texts, currency, ...grouping } of filters) {
    const fitted = fitGrouping(columns, grouping);
    if (fitted !== null) wantedGroups.push({ ...fitted, texts, currency });
    else missing.push(nameOfGroup(grouping.keys, { keys: texts, currency, row: 0 }));
  }
  return { wantedGroups, missing };
}

/** A column that the statement does not have is chosen by Paydesk. */
function fitChart(columns: readonly StatementColumn[], chart: ViewDefinition['chart']): ChartChoice {
  if (chart === null) return defaultChartChoice;
  const indexOf = (reference: ColumnReference | null) =>
    reference === null ? null : findReferenced(columns, reference);
  return { ...defaultChartChoice, ...chart, amount: indexOf(chart.amount), party: indexOf(chart.party) };
}

/** Fits a view to the columns of a statement. `walletState` has the columns that are shown without a view. */
export function fitView(
  view: ViewDefinition,
  columns: readonly StatementColumn[],
  walletState: ColumnState,
): FittedView {
  const { filterTexts, missing: missingFilters } = fitFilters(columns, view.filters);
  const { wantedGroups, missing: missingGroups } = fitGroupFilters(columns, view.groupFilters);
  const sortColumn = view.sort === null ? null : findReferenced(columns, view.sort.column);
  const grouping = view.groups === null ? null : fitGrouping(columns, view.groups);
  const isGroupingMissing = view.groups !== null && grouping === null;
  const fittedColumns =
    view.columns === null
      ? { columnState: null, missing: [] }
      : fitColumns(columns, view.columns, walletState);
  const { mode, find, countsRepeatedOnce } = view;
  return {
    values: {
      find,
      countsRepeatedOnce,
      filterTexts,
      mode: isGroupingMissing && mode === 'groups' ? 'rows' : mode,
      chart: fitChart(columns, view.chart),
      sort:
        view.sort === null || sortColumn === null
          ? null
          : { column: sortColumn, descending: view.sort.descending },
      groupQuery:
        view.groups === null || grouping === null
          ? null
          : { ...grouping, share: view.groups.share, sort: view.groups.sort },
    },
    wantedGroups,
    columnState: fittedColumns.columnState,
    missing: {
      columns: fittedColumns.missing,
      filters: [...missingFilters, ...missingGroups],
      sort: view.sort !== null && sortColumn === null ? nameOf(view.sort.column) : null,
      groups: view.groups !== null && isGroupingMissing ? nameOfGrouping(view.groups) : null,
    },
  };
}

export function withoutView(): ViewValues {
  const { mode, chart, groupQuery, groupFilters, sort, filterTexts, countsRepeatedOnce, find } =
    initialState(null);
  const values = { mode, chart, groupQuery, groupFilters, sort, filterTexts, countsRepeatedOnce, find };
  return { ...values, savedView: null };
}

/** Returns the names of all parts that are missing, as whole phrases. */
export function listMissing({ columns, filters, sort, groups }: LeftOutOfView): string[] {
  return [
    ...(columns.length > 0
      ? [t('statementViews.missing.columns', { count: columns.length, names: formatPlainList(columns) })]
      : []),
    ...(filters.length > 0
      ? [t('statementViews.missing.filters', { count: filters.length, names: formatPlainList(filters) })]
      : []),
    ...(sort === null ? [] : [t('statementViews.missing.sort', { column: sort })]),
    ...(groups === null ? [] : [t('statementViews.missing.groups', { columns: groups })]),
  ];
}
