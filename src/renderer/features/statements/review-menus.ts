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

/** Pixels that a column grows or shrinks by at a time. */
const widthStep = 40;

interface ColumnParts {
  readonly index: number;
  readonly width: number;
  readonly columnState: ColumnState;
  readonly onArrange: (columnState: ColumnState) => void;
  /** How rows are in order by this column; `null` when they are not. */
  readonly sorted: 'ascending' | 'descending' | null;
  readonly onSort: (sort: 'ascending' | 'descending' | null) => void;
  /** It could hold references: it is of text. */
  readonly isText: boolean;
  /** Asks for its type and role. */
  readonly onReading: () => void;
}

/** The menu of a column's head. */
export function columnEntries(parts: ColumnParts): readonly MenuEntry[] {
  const { index, width, columnState, onArrange, sorted, onSort } = parts;
  const shown = shownColumns(columnState);
  const isPinned = columnState.pinned.has(index);
  const side = shown.filter((other) => columnState.pinned.has(other) === isPinned);
  const isReference = columnState.reference === index;
  const sortEntry = (way: 'ascending' | 'descending'): MenuEntry => ({
    id: way,
    word: t(`statementReview.column.${way}`),
    icon: way === 'ascending' ? 'sort-up' : 'sort-down',
    disabled: sorted === way,
    onAction: () => onSort(way),
  });
  return [
    sortEntry('ascending'),
    sortEntry('descending'),
    {
      id: 'unsorted',
      word: t('statementReview.column.unsorted'),
      disabled: sorted === null,
      onAction: () => onSort(null),
    },
    {
      id: 'pin',
      word: isPinned ? t('statementReview.column.unpin') : t('statementReview.column.pin'),
      icon: 'pin',
      separated: true,
      onAction: () => onArrange(withPinned(columnState, index, !isPinned)),
    },
    {
      id: 'left',
      word: t('statementReview.column.left'),
      more: t('statementReview.column.leftShortcut'),
      disabled: side[0] === index,
      onAction: () => onArrange(withMoved(columnState, index, -1)),
    },
    {
      id: 'right',
      word: t('statementReview.column.right'),
      more: t('statementReview.column.rightShortcut'),
      disabled: side.at(-1) === index,
      onAction: () => onArrange(withMoved(columnState, index, 1)),
    },
    {
      id: 'wider',
      word: t('statementReview.column.wider'),
      separated: true,
      onAction: () => onArrange(withWidth(columnState, index, width + widthStep)),
    },
    {
      id: 'narrower',
      word: t('statementReview.column.narrower'),
      onAction: () => onArrange(withWidth(columnState, index, width - widthStep)),
    },
    {
      id: 'fit',
      word: t('statementReview.column.fit'),
      disabled: !columnState.widths.has(index),
      onAction: () => onArrange(withWidth(columnState, index, null)),
    },
    ...(parts.isText
      ? [
          {
            id: 'references',
            word: isReference
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
      word: t('statementReading.columns.menu'),
      separated: !parts.isText,
      onAction: parts.onReading,
    },
    {
      id: 'hide',
      word: t('statementReview.column.hide'),
      separated: true,
      disabled: shown.length === 1,
      onAction: () => onArrange(withShown(columnState, index, false)),
    },
  ];
}

interface CellParts {
  /** Cells in the chosen range; 1 for the cell alone. */
  readonly cells: number;
  /** Rows that are selected. */
  readonly rows: number;
  readonly onCopyCells: () => void;
  readonly onCopyRow: () => void;
  readonly onCopyRows: (names: boolean) => void;
  /** Narrows the view to rows with the same text; `null` where that makes no sense. */
  readonly onFilter: (() => void) | null;
}

/** The menu of a cell. */
export function cellEntries({
  cells,
  rows,
  onCopyCells,
  onCopyRow,
  onCopyRows,
  onFilter,
}: CellParts): readonly MenuEntry[] {
  return [
    {
      id: 'cells',
      word: cells === 1 ? t('statementReview.copy.cell') : t('statementReview.copy.cells', { count: cells }),
      icon: 'copy',
      onAction: onCopyCells,
    },
    { id: 'row', word: t('statementReview.copy.row'), onAction: onCopyRow },
    ...(rows > 0
      ? [
          {
            id: 'rows',
            word: t('statementReview.copy.rows', { count: rows }),
            separated: true,
            onAction: () => onCopyRows(false),
          },
          { id: 'named', word: t('statementReview.copy.named'), onAction: () => onCopyRows(true) },
        ]
      : []),
    ...(onFilter === null
      ? []
      : [
          {
            id: 'filter',
            word: t('statementReview.cell.filter'),
            icon: 'filter' as const,
            separated: true,
            onAction: onFilter,
          },
        ]),
  ];
}
