/** @file What the clerk does with the groups of a viewer. */
import { t } from '../../../../shared/messages/index.ts';
import { showBanner } from '../../../app/frame/banner.ts';
import { announce } from '../../../app/toasts/announcer.ts';
import { toast } from '../../../app/toasts/toasts.ts';
import { call } from '../../../bridge.ts';
import type { ContextMenuProps } from '../../../components/actions/Menu.tsx';
import type { Viewer } from '../grid/state/viewer-context.ts';
import type { PlacedGroup } from './group-columns.tsx';
import { filterOfGroup } from './grouping.ts';

type GroupContext = Pick<Viewer, 'groups' | 'dispatch'>;

/** Copies the group at a position, or all groups for `null`, with the names of the columns. */
export async function copyGroups({ handle, groups }: Viewer, place: number | null): Promise<void> {
  const { rows: count, of: all } = await call('viewer.copy', { handle, groups, place });
  if (count >= all) return toast({ sentence: t('statementGroups.copied', { count }) });
  showBanner({
    tone: 'warning',
    title: t('statementGroups.copiedSome', { count, all }),
    detail: t('statementGroups.copiedSomeDetail'),
  });
}

/** Shows the rows of a group. */
export function openGroup({ groups, dispatch }: GroupContext, group: PlacedGroup): void {
  const named = filterOfGroup(groups, group);
  dispatch({ type: 'open-group', group: named });
  announce(t('statementGroups.opened', { count: group.rows, group: named.name }));
}

/** Adds a filter for the rows of a group, and shows their groups. */
export function filterByGroup({ groups, dispatch }: GroupContext, group: PlacedGroup): void {
  dispatch({ type: 'filter-group', group: filterOfGroup(groups, group) });
}

/** Returns the menu of a group. */
export function groupMenu(
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
      {
        id: 'copy-all',
        label: t('statementGroups.copyAll'),
        onAction: () => viewer.attempt(copyGroups(viewer, null)),
      },
    ],
  };
}
