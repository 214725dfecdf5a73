/** @file The shown view as a definition that can be saved. */
import type { StatementColumn } from '../../../../shared/model/statements/open-statement.ts';
import {
  maxViewColumns,
  type ViewDefinition,
  type ViewKey,
} from '../../../../shared/model/statements/saved-view.ts';
import type { Grouping } from '../../../../shared/model/statements/statement-groups.ts';
import { readFilter } from '../grid/state/filters.ts';
import type { Viewer } from '../grid/state/viewer-context.ts';
import { filterKindOf, referenceTo } from './column-reference.ts';

type CapturedViewer = Pick<
  Viewer,
  | 'opened'
  | 'mode'
  | 'chart'
  | 'find'
  | 'sort'
  | 'filterTexts'
  | 'namedFilters'
  | 'countsRepeatedOnce'
  | 'groupQuery'
  | 'groups'
  | 'visibleColumns'
  | 'columnState'
>;

function captureGrouping(columns: readonly StatementColumn[], { amount, keys }: Grouping) {
  return {
    amount: amount === null ? null : referenceTo(columns, amount),
    keys: keys.flatMap((key): ViewKey[] => {
      if (key.kind === 'sign') return [key];
      const column = referenceTo(columns, key.column);
      return column === null ? [] : [{ ...key, column }];
    }),
  };
}

function captureFilters({ opened: { columns }, filterTexts }: CapturedViewer): ViewDefinition['filters'] {
  return [...filterTexts].flatMap(([index, text]) => {
    const column = columns[index];
    const reference = referenceTo(columns, index);
    if (column === undefined || reference === null) return [];
    const filter = readFilter(text, column, index);
    if (filter === null || filter === 'wrong') return [];
    return [{ column: reference, kind: filterKindOf(column), text: text.trim() }];
  });
}

function captureColumns({
  opened: { columns },
  visibleColumns,
  columnState: { widths },
}: CapturedViewer): ViewDefinition['columns'] {
  if (visibleColumns.length > maxViewColumns) return null;
  return visibleColumns.flatMap(({ index, pinned }) => {
    const reference = referenceTo(columns, index);
    return reference === null ? [] : [{ ...reference, pinned, width: widths.get(index) ?? null }];
  });
}

function captureChart({ opened: { columns }, chart }: CapturedViewer): ViewDefinition['chart'] {
  const { kind, unit, amount, party, currency } = chart;
  return {
    kind,
    unit,
    amount: amount === null ? null : referenceTo(columns, amount),
    party: party === null ? null : referenceTo(columns, party),
    currency,
  };
}

/** Returns the shown view. Filters for single rows belong to one statement and are left out. */
export function captureView(viewer: CapturedViewer): ViewDefinition {
  const { opened, mode, find, sort, namedFilters, countsRepeatedOnce, groupQuery, groups } = viewer;
  const { columns } = opened;
  const sortColumn = sort === null ? null : referenceTo(columns, sort.column);
  const query = mode === 'groups' ? groups : groupQuery;
  return {
    // A view shows the rows of any statement; a ledger belongs to one.
    mode: mode === 'ledger' ? 'rows' : mode,
    find,
    sort: sort === null || sortColumn === null ? null : { ...sort, column: sortColumn },
    filters: captureFilters(viewer),
    groupFilters: namedFilters.map(({ filter, texts, currency }) => ({
      ...captureGrouping(columns, filter),
      texts: [...texts],
      currency,
    })),
    countsRepeatedOnce,
    groups:
      query === null
        ? null
        : { ...captureGrouping(columns, query), share: query.share, sort: { ...query.sort } },
    chart: mode === 'chart' ? captureChart(viewer) : null,
    columns: captureColumns(viewer),
  };
}
