/** @file Menu entries of a column and of a cell of the viewer. */
import { t } from '../../../../../shared/messages/index.ts';
import type { StatementRow } from '../../../../../shared/model/statements/open-statement.ts';
import type { MenuEntry } from '../../../../components/actions/Menu.tsx';
import { sortIcon } from '../../../../components/data-grid/columns.ts';
import type { CellPlace } from '../../../../components/data-grid/keyboard.ts';
import { annotateRows } from '../../annotations/annotate.ts';
import { columnNameOf, noColumn } from '../../interpretation/column-names.ts';
import { cellCount, rangeAt } from './cell-range.ts';
import {
  columnsOfSameSide,
  shownColumns,
  withMoved,
  withPinned,
  withShown,
  withWidth,
} from './column-layout.ts';
import { filterFor } from './filters.ts';
import { copyCells, copyRows, openOrigin } from './viewer-actions.ts';
import type { Viewer } from './viewer-context.ts';

/** Returns the entries for one row of the menu of a cell. */
function rowEntries(viewer: Viewer, row: number, isTicked: boolean): readonly MenuEntry[] {
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

/** Step of a width change, in pixels. */
const widthStep = 40;

const pinChoices = ['left', 'right', null] as const;

type ContextMenu = NonNullable<Viewer['menu']>;
type MenuPosition = ContextMenu['position'];

export function columnMenu(viewer: Viewer, index: number, position: MenuPosition): ContextMenu {
  const { opened, columnState, arrange, visibleColumns, sort, set } = viewer;
  const column = opened.columns[index];
  const label = t('statementViewer.column.menu', { column: columnNameOf(column, index) });
  const width = visibleColumns.find((other) => other.index === index)?.width ?? 0;
  const sorted = sort?.column === index ? (sort.descending ? 'descending' : 'ascending') : null;
  const shown = shownColumns(columnState);
  const side = columnState.pinned.get(index) ?? null;
  const sameSide = columnsOfSameSide(columnState, index);
  const isReference = columnState.reference === index;
  const isText = column?.kind === 'text';
  const sortEntry = (direction: 'ascending' | 'descending'): MenuEntry => ({
    id: direction,
    label: t(`statementViewer.column.${direction}`),
    icon: sortIcon(direction === 'descending'),
    disabled: sorted === direction,
    onAction: () => set({ sort: { column: index, descending: direction === 'descending' } }),
  });
  const entries: readonly MenuEntry[] = [
    sortEntry('ascending'),
    sortEntry('descending'),
    {
      id: 'unsorted',
      label: t('statementViewer.column.unsorted'),
      disabled: sorted === null,
      onAction: () => set({ sort: null }),
    },
    ...pinChoices
      .filter((choice) => choice !== side)
      .map(
        (choice, position): MenuEntry => ({
          id: `pin ${choice ?? 'none'}`,
          label: t(
            `statementViewer.column.${choice === null ? 'unpin' : choice === 'left' ? 'pinLeft' : 'pinRight'}`,
          ),
          icon: 'pin',
          separated: position === 0,
          onAction: () => arrange(withPinned(columnState, index, choice)),
        }),
      ),
    {
      id: 'left',
      label: t('statementViewer.column.left'),
      detail: t('statementViewer.column.leftShortcut'),
      disabled: sameSide[0] === index,
      onAction: () => arrange(withMoved(columnState, index, -1)),
    },
    {
      id: 'right',
      label: t('statementViewer.column.right'),
      detail: t('statementViewer.column.rightShortcut'),
      disabled: sameSide.at(-1) === index,
      onAction: () => arrange(withMoved(columnState, index, 1)),
    },
    {
      id: 'wider',
      label: t('statementViewer.column.wider'),
      separated: true,
      onAction: () => arrange(withWidth(columnState, index, width + widthStep)),
    },
    {
      id: 'narrower',
      label: t('statementViewer.column.narrower'),
      onAction: () => arrange(withWidth(columnState, index, width - widthStep)),
    },
    {
      id: 'fit',
      label: t('statementViewer.column.fit'),
      disabled: !columnState.widths.has(index),
      onAction: () => arrange(withWidth(columnState, index, null)),
    },
    ...(isText
      ? [
          {
            id: 'references',
            label: isReference
              ? t('statementViewer.column.detectReference')
              : t('statementViewer.column.reference'),
            icon: 'proof' as const,
            separated: true,
            onAction: () => arrange({ ...columnState, reference: isReference ? null : index }),
          },
        ]
      : []),
    {
      id: 'reading',
      label: t('statementInterpretation.columns.menu'),
      separated: !isText,
      onAction: () => set({ interpretationDialog: { column: index } }),
    },
    {
      id: 'hide',
      label: t('statementViewer.column.hide'),
      separated: true,
      disabled: shown.length === 1,
      onAction: () => arrange(withShown(columnState, index, false)),
    },
  ];
  return { label, entries, position };
}

/** Returns the menu of a cell, for its range if the clerk has selected one. */
export function cellMenu(
  viewer: Viewer,
  place: CellPlace,
  row: StatementRow,
  position: MenuPosition,
): ContextMenu {
  const { opened, range, selected, chosen, attempt, dispatch } = viewer;
  const isRowInRange = range !== null && place.row >= range.top && place.row <= range.bottom;
  const cells = isRowInRange ? range : rangeAt(place);
  const column = viewer.visibleColumns[place.column]?.index;
  const text = column === undefined ? '' : (row.cells[column] ?? '');
  const filter = column === undefined ? null : filterFor(text, opened.columns[column] ?? noColumn);
  const entries: readonly MenuEntry[] = [
    {
      id: 'cells',
      label: t('statementViewer.copy.cells', { count: cellCount(cells) }),
      icon: 'copy',
      onAction: () => attempt(copyCells(viewer, cells)),
    },
    {
      id: 'row',
      label: t('statementViewer.copy.row'),
      onAction: () => attempt(copyRows(viewer, { kind: 'range', from: place.row, to: place.row }, false)),
    },
    ...(selected > 0
      ? [
          {
            id: 'rows',
            label: t('statementViewer.copy.rows', { count: selected }),
            separated: true,
            onAction: () => attempt(copyRows(viewer, chosen, false)),
          },
          {
            id: 'named',
            label: t('statementViewer.copy.named'),
            onAction: () => attempt(copyRows(viewer, chosen, true)),
          },
        ]
      : []),
    ...rowEntries(viewer, row.row, row.states.tick !== undefined),
    ...(viewer.table === null
      ? []
      : [
          {
            id: 'origin',
            label: t('statementViewer.table.openOrigin'),
            icon: 'ledger' as const,
            separated: true,
            onAction: () => attempt(openOrigin(viewer, place.row)),
          },
        ]),
    ...(filter === null || column === undefined
      ? []
      : [
          {
            id: 'filter',
            label: t('statementViewer.cell.filter'),
            icon: 'filter' as const,
            separated: true,
            onAction: () => dispatch({ type: 'filter-column', column, text: filter }),
          },
        ]),
  ];
  return { label: t('statementViewer.cell.menu'), entries, position };
}
