import { useCallback, useMemo, useState } from 'react';
import { formatList, t } from '../../../../shared/messages/index.ts';
import type { Groups } from '../../../../shared/model/statements/open-statement.ts';
import {
  type GroupQuery,
  groupQuerySchema,
  maxGroups,
  type RowGroup,
} from '../../../../shared/model/statements/statement-groups.ts';
import { showBanner } from '../../../app/frame/banner.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import { Button, LinkButton } from '../../../components/actions/Button.tsx';
import type { ContextMenuProps } from '../../../components/actions/Menu.tsx';
import type { GridSort, RowAction } from '../../../components/data-grid/columns.ts';
import { DataGrid } from '../../../components/data-grid/DataGrid.tsx';
import { usePagedRows } from '../../../components/data-grid/paged-rows.ts';
import { useQuery } from '../../../components/layout/use-query.ts';
import { Empty } from '../../../components/messages/Empty.tsx';
import { ErrorNotice } from '../../../components/messages/ErrorNotice.tsx';
import { useViewer, type Viewer } from '../grid/state/viewer-context.ts';
import { GroupBar } from './GroupBar.tsx';
import { GroupFilters } from './GroupFilters.tsx';
import styles from './Groups.module.css';
import { createGroupColumns, type PlacedGroup } from './group-columns.tsx';
import { filterOfGroup, nameOfKeys } from './grouping.ts';

type GroupContext = Pick<Viewer, 'groups' | 'dispatch'>;

/** Copies the group at a position, or all groups for `null`, with the names of the columns. */
async function copyGroups({ handle, groups }: Viewer, place: number | null): Promise<void> {
  const { rows: count, of: all } = await call('viewer.copy', { handle, groups, place });
  if (count >= all) return toast({ sentence: t('statementGroups.copied', { count }) });
  showBanner({
    tone: 'warning',
    title: t('statementGroups.copiedSome', { count, all }),
    detail: t('statementGroups.copiedSomeDetail'),
  });
}

function openGroup({ groups, dispatch }: GroupContext, group: PlacedGroup): void {
  const named = filterOfGroup(groups, group);
  dispatch({ type: 'open-group', group: named });
  announce(t('statementGroups.opened', { count: group.rows, group: named.name }));
}

/** Adds a filter for the rows of a group, and shows their groups. */
function filterByGroup({ groups, dispatch }: GroupContext, group: PlacedGroup): void {
  dispatch({ type: 'filter-group', group: filterOfGroup(groups, group) });
}

function groupMenu(
  viewer: Viewer,
  group: PlacedGroup,
  position: ContextMenuProps['position'],
): NonNullable<Viewer['menu']> {
  return {
    label: filterOfGroup(viewer.groups, group).name,
    position,
    entries: [
      { id: 'open', label: t('statementGroups.open'), onAction: () => openGroup(viewer, group) },
      {
        id: 'filter',
        label: t('statementGroups.filter'),
        icon: 'filter',
        onAction: () => filterByGroup(viewer, group),
      },
      {
        id: 'copy',
        label: t('statementGroups.copyOne'),
        icon: 'copy',
        separated: true,
        onAction: () => viewer.attempt(copyGroups(viewer, group.place)),
      },
    ],
  };
}

const idOf = ({ row }: PlacedGroup) => row;
const noGroups: readonly RowGroup[] = [];

/** Returns the reasons for which rows are in no group, with their numbers. */
function leftOutReasons({ leftOut, unread, withoutAmount }: Groups, amount: number | null): string[] {
  return [
    ...leftOut.map(({ reason, count }) => t(`statementGroups.leftOut.${reason}`, { count })),
    ...(unread.cells > 0 ? [t('statementGroups.leftOut.unread', { count: unread.cells })] : []),
    ...(withoutAmount > 0
      ? [
          t(`statementGroups.leftOut.${amount === null ? 'withoutText' : 'withoutAmount'}`, {
            count: withoutAmount,
          }),
        ]
      : []),
  ];
}

function summaryText({ total: groups, grouped, of }: Groups, keys: string): string {
  return grouped === of
    ? t('statementGroups.summary.all', { groups, of, keys })
    : t('statementGroups.summary', { groups, grouped, of, keys });
}

/** One line: what is grouped, of how many rows, and what is left out. */
function Summary({ found, query }: { readonly found: Groups | null; readonly query: GroupQuery }) {
  const viewer = useViewer();
  const { opened, view, dispatch, attempt } = viewer;
  const reasons = found === null ? [] : leftOutReasons(found, query.amount);
  return (
    <div className={styles.summary}>
      <p className="num" role="status">
        {found !== null && !found.hasTooMany && summaryText(found, nameOfKeys(query.keys, opened.columns))}
        {reasons.length > 0 && ` ${t('statementGroups.summary.leftOut', { reasons: formatList(reasons) })}`}
      </p>
      <GroupFilters />
      <span className="grow" />
      {view.filters.length > 0 && (
        <LinkButton small onPress={() => dispatch({ type: 'filter-rows', filter: null })}>
          {t('statementViewer.filter.clear', { count: view.filters.length })}
        </LinkButton>
      )}
      <Button size="small" icon="copy" onPress={() => attempt(copyGroups(viewer, null))}>
        {t('statementGroups.copyAll')}
      </Button>
    </div>
  );
}

function NoGroups({ found }: { readonly found: Groups | null }) {
  const { view } = useViewer();
  if (found?.hasTooMany === true)
    return (
      <Empty
        icon="columns"
        title={t('statementGroups.tooMany.title', { max: maxGroups })}
        lead={t('statementGroups.tooMany.lead')}
      />
    );
  return (
    <Empty
      icon="columns"
      title={t('statementGroups.empty.title')}
      lead={t(view.filters.length > 0 ? 'statementGroups.empty.filtered' : 'statementGroups.empty.lead')}
    />
  );
}

/** Figures whose smallest value is the most interesting one. */
const ascendingFirst: ReadonlySet<string> = new Set(['key', 'second-key', 'currency', 'outgoing']);

/** Returns the order after a click on a column: first the most interesting direction, then the other one. */
function nextSort(sort: GroupQuery['sort'], { by }: GridSort): GroupQuery['sort'] {
  const column = groupQuerySchema.shape.sort.shape.by.parse(by);
  if (column === sort.by) return { by: column, descending: !sort.descending };
  return { by: column, descending: !ascendingFirst.has(column) };
}

/** The rows of the view in groups, with their sums. */
export function GroupsView() {
  const viewer = useViewer();
  const { handle, opened, groups: query, appliedView, view, viewQuery, set, dispatch } = viewer;
  const filters = JSON.stringify(view.filters);
  // The groups are those of the view that main has applied.
  const isApplied = appliedView?.filters === filters;
  const source = isApplied ? JSON.stringify([handle, filters, query]) : '';
  const load = (offset: number, limit: number) =>
    call('viewer.query', { action: 'groups', handle, query, offset, limit });
  const { value, error, retry } = useQuery({
    queryKey: source,
    load: async () => (isApplied ? { query, found: await load(0, 100) } : null),
    keepsPrevious: true,
  });
  const pagedRows = usePagedRows<PlacedGroup>({
    source,
    fetchPage: async (offset, limit) => {
      if (!isApplied) return { rows: [], total: 0 };
      const { groups, total, scale } = await load(offset, limit);
      return {
        rows: groups.map((group, index) => ({ ...group, place: offset + index, query, scale })),
        total,
      };
    },
  });
  const found = value?.found ?? null;
  // While another grouping is loading, rows and columns are those of the previous one.
  const firstGroup = pagedRows.rowAt(0);
  const shownQuery = firstGroup?.query ?? query;
  const columns = useMemo(
    () => createGroupColumns(shownQuery, opened.columns, found?.groups ?? noGroups),
    [shownQuery, opened.columns, found],
  );
  const rowActions = useCallback(
    (group: PlacedGroup): readonly RowAction[] => [
      {
        id: 'filter',
        icon: 'filter',
        label: t('statementGroups.filter'),
        onPress: () => filterByGroup({ groups: query, dispatch }, group),
      },
    ],
    [query, dispatch],
  );
  // The button that led here from the rows disappears with them.
  const [needsFocus] = useState(() => document.activeElement?.closest('[data-part="split"]') != null);
  const [focusId, setFocusId] = useState<number | null>(null);
  const firstRow = firstGroup?.row ?? null;
  if (needsFocus && focusId === null && firstRow !== null) setFocusId(firstRow);
  const problem = error ?? viewQuery.error;
  return (
    <>
      <GroupBar />
      <Summary found={found} query={value?.query ?? query} />
      {problem === null ? (
        <DataGrid
          label={t('statementGroups.mode.groups')}
          columns={columns}
          rows={value === null || source === '' ? { ...pagedRows, total: null } : pagedRows}
          idOf={idOf}
          focusId={focusId}
          onOpen={(group) => openGroup(viewer, group)}
          onContextMenu={(group, position) => set({ menu: groupMenu(viewer, group, position) })}
          sort={query.sort}
          onSort={(sort) => set({ groupQuery: { ...query, sort: nextSort(query.sort, sort) } })}
          rowActions={rowActions}
          empty={<NoGroups found={found} />}
        />
      ) : (
        <ErrorNotice
          error={problem}
          actions={<Button onPress={retry}>{t('statementViewer.tryAgain')}</Button>}
        />
      )}
    </>
  );
}
