import { type DragEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '../../../../shared/messages/index.ts';
import { maxFindLength } from '../../../../shared/model/statements/open-statement.ts';
import { sortIcon } from '../../../components/data-grid/columns.ts';
import dataGridStyles from '../../../components/data-grid/DataGrid.module.css';
import { opensContextMenu } from '../../../components/data-grid/keyboard.ts';
import { headCheckState } from '../../../components/data-grid/selection.ts';
import { CheckMark } from '../../../components/fields/Checkbox.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { columnNameOf, noColumn } from '../interpretation/column-names.ts';
import { withDropped, withWidth } from './state/column-layout.ts';
import { readFilter } from './state/filters.ts';
import { type PinnedStyles, pinnedClassNames } from './state/pinned-columns.ts';
import { toggleAllRows } from './state/use-cell-input.ts';
import type { VisibleColumn } from './state/use-column-state.ts';
import { moveColumn } from './state/viewer-actions.ts';
import { useViewer } from './state/viewer-context.ts';
import { columnMenu } from './state/viewer-menus.ts';
import { nextSort } from './state/viewer-state.ts';
import styles from './ViewerGrid.module.css';

/** Drag type of columns, so that only columns can be dropped on a header. */
const columnDragType = 'application/x-paydesk-column';

const hints = {
  number: 'statementViewer.filter.number',
  date: 'statementViewer.filter.date',
  text: 'statementViewer.filter.text',
  undecided: 'statementViewer.filter.text',
} as const;

/** Edge of a header: dragging changes the width, a double click fits the width to the content. */
function ResizeHandle({
  width,
  onWidth,
  onFit,
}: {
  width: number;
  onWidth: (width: number, done: boolean) => void;
  onFit: () => void;
}) {
  const dragStart = useRef<{ x: number; width: number } | null>(null);
  const widthAt = (event: PointerEvent) =>
    dragStart.current === null ? width : dragStart.current.width + event.clientX - dragStart.current.x;
  return (
    <span
      className={styles.edge}
      aria-hidden="true"
      onPointerDown={(event) => {
        dragStart.current = {
          x: event.clientX,
          width: event.currentTarget.parentElement?.offsetWidth ?? width,
        };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={(event) => {
        if (dragStart.current !== null) onWidth(widthAt(event), false);
      }}
      onPointerUp={(event) => {
        if (dragStart.current !== null && event.clientX !== dragStart.current.x)
          onWidth(widthAt(event), true);
        dragStart.current = null;
      }}
      onDoubleClick={onFit}
    />
  );
}

interface PinnedProps {
  readonly pinnedStyles: PinnedStyles;
}

function styleOf(index: number, { pinnedStyles }: PinnedProps) {
  const style = pinnedStyles.get(index);
  return style === undefined ? {} : { style, 'data-pinned': '' };
}

interface ColumnHeaderProps extends PinnedProps {
  readonly column: VisibleColumn;
  /** Position among the visible columns. */
  readonly place: number;
}

/** Name of a column: it sorts the rows, can be dragged to another place, and opens the menu of the column. */
function ColumnHeader({ column: { index, width }, place, pinnedStyles }: ColumnHeaderProps) {
  const viewer = useViewer();
  const { opened, columnState, arrange, previewLayout, sort, set } = viewer;
  const [dropSide, setDropSide] = useState<'before' | 'behind' | null>(null);
  const column = opened.columns[index] ?? noColumn;
  const name = columnNameOf(column, index);
  const columnSort = sort?.column === index ? sort : null;
  const openMenu = (x: number, y: number) => set({ menu: columnMenu(viewer, index, { x, y }) });
  const openMenuBelow = (element: HTMLElement) => {
    const box = element.getBoundingClientRect();
    openMenu(box.left, box.bottom);
  };
  const dropSideOf = (event: DragEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    return event.clientX > box.left + box.width / 2 ? 'behind' : 'before';
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const steps = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (steps !== null && event.shiftKey && (event.ctrlKey || event.metaKey))
      moveColumn(viewer, index, steps);
    else if (opensContextMenu(event)) openMenuBelow(event.currentTarget);
    else return;
    event.preventDefault();
  };
  return (
    <div
      role="columnheader"
      aria-colindex={place + 2}
      className={classNames(
        styles.cell,
        column.kind === 'number' && 'right',
        pinnedClassNames(pinnedStyles.get(index)),
      )}
      data-drop={dropSide}
      {...styleOf(index, { pinnedStyles })}
      aria-sort={columnSort === null ? 'none' : columnSort.descending ? 'descending' : 'ascending'}
      onContextMenu={(event) => {
        event.preventDefault();
        openMenu(event.clientX, event.clientY);
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes(columnDragType)) return;
        event.preventDefault();
        setDropSide(dropSideOf(event));
      }}
      onDragLeave={() => setDropSide(null)}
      onDrop={(event) => {
        setDropSide(null);
        const dragged = event.dataTransfer.getData(columnDragType);
        if (dragged === '') return;
        event.preventDefault();
        arrange(withDropped(columnState, Number(dragged), index, dropSideOf(event) === 'behind'));
      }}
    >
      <button
        type="button"
        className={dataGridStyles.sort}
        data-part="grid-sort"
        draggable
        onClick={() => set({ sort: nextSort(sort, index) })}
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.dataTransfer.setData(columnDragType, String(index));
          event.dataTransfer.effectAllowed = 'move';
        }}
      >
        <span className="cut" title={name}>
          {name}
        </span>
        {columnSort !== null && <Icon name={sortIcon(columnSort.descending)} size="xs" />}
      </button>
      <button
        type="button"
        tabIndex={-1}
        className={styles.viewerMore}
        aria-label={t('statementViewer.column.menu', { column: name })}
        aria-haspopup="menu"
        onClick={(event) => openMenuBelow(event.currentTarget)}
      >
        <Icon name="chevron-down" size="xs" />
      </button>
      <ResizeHandle
        width={width}
        onWidth={(next, done) => (done ? arrange : previewLayout)(withWidth(columnState, index, next))}
        onFit={() => arrange(withWidth(columnState, index, null))}
      />
    </div>
  );
}

function FilterCell({ column: { index }, place, pinnedStyles }: ColumnHeaderProps) {
  const { opened, filterTexts, dispatch } = useViewer();
  const column = opened.columns[index] ?? noColumn;
  const text = filterTexts.get(index) ?? '';
  const isInvalid = readFilter(text, column, index) === 'wrong';
  return (
    <div
      role="gridcell"
      aria-colindex={place + 2}
      className={classNames(styles.cell, pinnedClassNames(pinnedStyles.get(index)))}
      {...styleOf(index, { pinnedStyles })}
    >
      <input
        className={classNames(styles.filter, text !== '' && styles.on)}
        aria-label={t('statementViewer.filter.label', { column: columnNameOf(column, index) })}
        aria-invalid={isInvalid}
        title={isInvalid ? t('statementViewer.filter.invalid') : undefined}
        placeholder={t(hints[column.kind])}
        maxLength={maxFindLength}
        value={text}
        onChange={(event) => dispatch({ type: 'filter-column', column: index, text: event.target.value })}
      />
    </div>
  );
}

export function ViewerHead({ pinnedStyles }: PinnedProps) {
  const viewer = useViewer();
  const { visibleColumns } = viewer;
  const checkState = headCheckState(viewer.selection, viewer.rows);
  const numberName = t(viewer.table === null ? 'statementViewer.row' : 'statementViewer.table.number');
  return (
    <div className={styles.head} role="rowgroup">
      <div role="row" className={styles.row} aria-rowindex={1}>
        <div role="columnheader" className={classNames(styles.cell, styles.number)} aria-colindex={1}>
          <button
            type="button"
            className={dataGridStyles.checkButton}
            data-small-target=""
            data-part="check-button"
            aria-label={t('statementViewer.selectAll', { column: numberName })}
            aria-pressed={checkState === 'some' ? 'mixed' : checkState === 'all'}
            onClick={() => toggleAllRows(viewer)}
          >
            <CheckMark checked={checkState === 'all'} mixed={checkState === 'some'} />
            <span>{numberName}</span>
          </button>
        </div>
        {visibleColumns.map((column, place) => (
          <ColumnHeader key={column.index} column={column} place={place} pinnedStyles={pinnedStyles} />
        ))}
      </div>
      <div role="row" className={classNames(styles.row, styles.filters)} aria-rowindex={2}>
        <div role="gridcell" className={classNames(styles.cell, styles.number)} aria-colindex={1}>
          <Icon name="filter" size="sm" />
        </div>
        {visibleColumns.map((column, place) => (
          <FilterCell key={column.index} column={column} place={place} pinnedStyles={pinnedStyles} />
        ))}
      </div>
    </div>
  );
}
