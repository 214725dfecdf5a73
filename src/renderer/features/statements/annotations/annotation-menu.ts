/** @file Menu entries for ticks and notes of rows. */
import { t } from '../../../../shared/messages/index.ts';
import type { MenuEntry } from '../../../components/actions/Menu.tsx';
import type { Viewer } from '../grid/state/viewer-context.ts';
import { annotateRows } from './annotate.ts';

/** Returns the entries for one row of the menu of a cell. */
export function rowEntries(viewer: Viewer, row: number, isTicked: boolean): readonly MenuEntry[] {
  const rows = { kind: 'some' as const, rows: [row] };
  return [
    {
      id: 'tick',
      label: t(isTicked ? 'annotations.untickRow' : 'annotations.tickRow'),
      detail: t('annotations.shortcut.tick'),
      icon: 'check',
      separated: true,
      onAction: () => viewer.attempt(annotateRows(viewer, rows, { kind: 'tick', isTicked: !isTicked })),
    },
    {
      id: 'note',
      label: t('annotations.note'),
      detail: t('annotations.shortcut.note'),
      icon: 'pencil',
      onAction: () => viewer.set({ note: { rows, count: 1, row } }),
    },
  ];
}
