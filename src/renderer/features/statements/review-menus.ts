/** @file Menu entries of a column and of a cell of the review. */
import { t } from '../../../shared/messages/index.ts';
import type { MenuEntry } from '../../components/Menu.tsx';
import {
  type ColumnState,
  shownColumns,
  withMoved,
  withPinned,
  withShown,
  withWidth,
} from './column-layout.ts';

/** Step of a width change, in pixels. */
const widthStep = 40;

interface ColumnMenuOptions {
  readonly index: number;
  readonly width: number;
  readonly columnState: ColumnState;
  readonly onArrange: (columnState: ColumnState) => void;
  /** Current sorting by this column; `null` for none. */
  readonly sorted: 'ascending' | 'descending' | null;
  readonly onSort: (sort: 'ascending' | 'descending' | null) => void;
  /** True for a text column, which can hold references. */
  readonly isText: boolean;
  /** Opens the dialog for type and role. */
  readonly onReading: () => void;
}

/** Menu of a column header. */
export function columnEntries(options: ColumnMenuOptions): readonly MenuEntry[] {
  const { index, width, columnState, onArrange, sorted, onSort } = options;
  const shown = shownColumns(columnState);
  const isPinned = columnState.pinned.has(index);
  const sameSide = shown.filter((other) => columnState.pinned.has(other) === isPinned);
  const isReference = columnState.reference === index;
  const sortEntry = (direction: 'ascending' | 'descending'): MenuEntry => ({
    id: direction,
    label: t(`statementReview.column.${direction}`),
    icon: direction === 'ascending' ? 'sort-up' : 'sort-down',
    disabled: sorted === direction,
    onAction: () => onSort(direction),
  });
  return [
    sortEntry('ascending'),
    sortEntry('descending'),
    {
      id: 'unsorted',
      label: t('statementReview.column.unsorted'),
      disabled: sorted === null,
      onAction: () => onSort(null),
    },
    {
      id: 'pin',
      label: isPinned ? t('statementReview.column.unpin') : t('statementReview.column.pin'),
      icon: 'pin',
      separated: true,
      onAction: () => onArrange(withPinned(columnState, index, !isPinned)),
    },
    {
      id: 'left',
      label: t('statementReview.column.left'),
      detail: t('statementReview.column.leftShortcut'),
      disabled: sameSide[0] === index,
      onAction: () => onArrange(withMoved(columnState, index, -1)),
    },
    {
      id: 'right',
      label: t('statementReview.column.right'),
      detail: t('statementReview.column.rightShortcut'),
      disabled: sameSide.at(-1) === index,
      onAction: () => onArrange(withMoved(columnState, index, 1)),
    },
    {
      id: 'wider',
      label: t('statementReview.column.wider'),
      separated: true,
      onAction: () => onArrange(withWidth(columnState, index, width + widthStep)),
    },
    {
      id: 'narrower',
      label: t('statementReview.column.narrower'),
      onAction: () => onArrange(withWidth(columnState, index, width - widthStep)),
    },
    {
      id: 'fit',
      label: t('statementReview.column.fit'),
      disabled: !columnState.widths.has(index),
      onAction: () => onArrange(withWidth(columnState, index, null)),
    },
    ...(options.isText
      ? [
          {
            id: 'references',
            label: isReference
              ? t('statementReview.column.detectReference')
              : t('statementReview.column.reference'),
            icon: 'proof' as const,
            separated: true,
            onAction: () => onArrange({ ...columnState, reference: isReference ? null : index }),
          },
        ]
      : []),
    {
      id: 'reading',
      label: t('statementReading.columns.menu'),
      separated: !options.isText,
      onAction: options.onReading,
    },
    {
      id: 'hide',
      label: t('statementReview.column.hide'),
      separated: true,
      disabled: shown.length === 1,
      onAction: () => onArrange(withShown(columnState, index, false)),
    },
  ];
}

interface CellMenuOptions {
  /** Number of cells in the selected range; 1 for a single cell. */
  readonly cells: number;
  /** Number of selected rows. */
  readonly rows: number;
  readonly onCopyCells: () => void;
  readonly onCopyRow: () => void;
  readonly onCopyRows: (withNames: boolean) => void;
  /** Filters the view by the text of the cell; `null` if the cell cannot be a filter. */
  readonly onFilter: (() => void) | null;
}

/** Menu of a cell. */
export function cellEntries({
  cells,
  rows,
  onCopyCells,
  onCopyRow,
  onCopyRows,
  onFilter,
}: CellMenuOptions): readonly MenuEntry[] {
  return [
    {
      id: 'cells',
      label: t('statementReview.copy.cells', { count: cells }),
      icon: 'copy',
      onAction: onCopyCells,
    },
    { id: 'row', label: t('statementReview.copy.row'), onAction: onCopyRow },
    ...(rows > 0
      ? [
          {
            id: 'rows',
            label: t('statementReview.copy.rows', { count: rows }),
            separated: true,
            onAction: () => onCopyRows(false),
          },
          { id: 'named', label: t('statementReview.copy.named'), onAction: () => onCopyRows(true) },
        ]
      : []),
    ...(onFilter === null
      ? []
      : [
          {
            id: 'filter',
            label: t('statementReview.cell.filter'),
            icon: 'filter' as const,
            separated: true,
            onAction: onFilter,
          },
        ]),
  ];
}
