import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../layout/class-names.ts';
import { type Column, columnTracks, type GridSort, type RowAction } from './columns.ts';
import styles from './DataGrid.module.css';
import { GridHead, moveInHead } from './GridHead.tsx';
import { GridPlaceholder, GridProblem } from './GridPlaceholder.tsx';
import { GridRow } from './GridRow.tsx';
import { gridAttributes } from './grid-attributes.ts';
import type { PagedRows } from './paged-rows.ts';
import { rowKeys } from './row-keys.ts';
import { checkStateOf, type GridSelection } from './selection.ts';
import { useCursor } from './use-cursor.ts';
import { useCursorFocus } from './use-cursor-focus.ts';
import { type OpenContextMenu, useGridInput } from './use-grid-input.ts';
import { useVirtualRows } from './use-virtual-rows.ts';

interface DataGridProps<Row> {
  /** Names the list for screen readers: *Documents of batch 14*. */
  readonly label: string;
  /** The array must be stable between renders, or every row renders again. */
  readonly columns: readonly Column<Row>[];
  /** From `usePagedRows` or `wholeRows`. */
  readonly rows: PagedRows<Row>;
  readonly idOf: (row: Row) => number;
  /** Without it rows have no boxes. */
  readonly selection?: GridSelection;
  /** The row shown in the panel, which follows the cursor while it is open. */
  readonly openId?: number | null;
  /** The first row is focused, once, when it has this ID: the item that the list was opened for. */
  readonly focusId?: number | null;
  /** A click or Enter. */
  readonly onOpen?: (row: Row) => void;
  /** The secondary mouse button, Shift and F10, or the menu key. The position is in CSS pixels of the window. */
  readonly onContextMenu?: OpenContextMenu<Row>;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
  /** Buttons at the end of a row, shown on hover and focus. The function must be stable between renders. */
  readonly rowActions?: (row: Row) => readonly RowAction[];
  /** 36 px rows instead of 32. */
  readonly roomy?: boolean;
  /** Height of rows with several lines, in pixels, instead. */
  readonly rowHeight?: number;
  /** Moves the cursor and the focus to a row; a new object moves them again. */
  readonly target?: { readonly index: number } | null;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
}

const headHeight = 32;

/**
 * A virtual list of any length. The head and the rows are one tab stop each; arrows, Home, End and the page keys
 * move, Shift extends the selection, Space selects, Ctrl or Cmd and A selects all, Enter opens, arrow right moves
 * to the buttons of a row.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rows, idOf, openId = null, roomy = false } = props;
  const selection = props.selection ?? null;
  const selectable = selection !== null;
  const rowHeight = props.rowHeight ?? (roomy ? 36 : headHeight);
  const rowCount = rows.total ?? 0;

  const [MemoRow] = useState(() => memo(GridRow<Row>));
  const scrollContainer = useRef<HTMLDivElement>(null);
  const rowGroup = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLDivElement>(null);
  const measureHiddenColumns = useHiddenColumns(grid, scrollContainer);
  const cursor = useCursor(rows, idOf);

  const virtualRows = useVirtualRows(scrollContainer, {
    rows: rowCount,
    rowHeight,
    headHeight,
    overscan: 4,
  });
  const { from, to, visible } = virtualRows;
  useEffect(() => rows.requestRange(visible.from, visible.to - 1));
  const indexes = Array.from({ length: to - from }, (_, position) => from + position);
  // The row of the cursor is rendered even when it is scrolled out of view, so that the tab key finds it and the
  // focus is not lost.
  if (rowCount > 0 && cursor.index < from) indexes.unshift(cursor.index);
  else if (rowCount > 0 && cursor.index >= to) indexes.push(cursor.index);

  const displayedSource = useRef(rows.source);
  useLayoutEffect(() => {
    if (displayedSource.current === rows.source) return;
    displayedSource.current = rows.source;
    scrollContainer.current?.scrollTo({ top: 0 });
  }, [rows.source]);

  const cursorFocus = useCursorFocus(rowGroup, { row: cursor.index, total: rowCount });

  const { focusId = null } = props;
  const focusedId = useRef<number | null>(null);
  const firstRow = rows.rowAt(0);
  const isFirstRowFocused = focusId !== null && firstRow !== undefined && idOf(firstRow) === focusId;
  useEffect(() => {
    if (!isFirstRowFocused || focusedId.current === focusId) return;
    focusedId.current = focusId;
    cursorFocus.requestFocus();
    cursor.moveTo(0);
  });

  const { target = null } = props;
  const reachedTarget = useRef(target);
  useEffect(() => {
    if (target === null || reachedTarget.current === target || target.index >= rowCount) return;
    reachedTarget.current = target;
    cursorFocus.requestFocus();
    virtualRows.showRow(target.index);
    cursor.moveTo(target.index);
  });

  const input = useGridInput({
    rows,
    idOf,
    cursor,
    selection,
    onOpen: props.onOpen ?? null,
    onContextMenu: props.onContextMenu ?? null,
    isPanelOpen: openId !== null,
    pageRows: virtualRows.pageRows,
    revealRow: (index) => {
      cursorFocus.requestFocus();
      virtualRows.showRow(index);
    },
    focusHead: () => scrollContainer.current?.querySelector<HTMLElement>('[data-head-control]')?.focus(),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const isHeadControl = event.target instanceof Element && event.target.matches('[data-head-control]');
    if (isHeadControl) moveInHead(event, () => input.moveTo(cursor.index, false));
    else input.onKeyDown(event);
  };

  const checkState = selection === null ? null : checkStateOf(selection.ids.size, rowCount);
  const reactKeys = rowKeys(indexes, (index) => {
    const row = rows.rowAt(index);
    return row === undefined ? null : idOf(row);
  });
  return (
    <div
      className={classNames(styles.grid, roomy && styles.roomy)}
      data-part="grid"
      ref={grid}
      style={{
        '--columns': columnTracks(columns, selectable),
        ...(props.rowHeight === undefined ? {} : { '--row-height': `${rowHeight}px` }),
      }}
    >
      <div
        className={styles.scroll}
        data-part="grid-scroll"
        ref={scrollContainer}
        onScroll={() => {
          virtualRows.onScroll();
          measureHiddenColumns();
        }}
      >
        <div
          className={styles.canvas}
          data-part="grid-canvas"
          role="grid"
          {...gridAttributes(props.label, rows.total, columns.length + (selectable ? 1 : 0))}
          aria-multiselectable={selectable ? true : undefined}
          onKeyDown={onKeyDown}
          onClick={input.onClick}
          onContextMenu={input.onContextMenu}
          onFocus={(event) => {
            cursorFocus.onFocus(event);
            input.onFocus(event);
          }}
          onBlur={cursorFocus.onBlur}
        >
          <GridHead
            columns={columns}
            checkState={checkState}
            onToggleAll={() =>
              checkState === 'all' ? selection?.onChange(new Set()) : selection?.onSelectAll()
            }
            sort={props.sort ?? null}
            onSort={props.onSort ?? null}
          />
          <div
            className={styles.body}
            data-part="grid-body"
            role="rowgroup"
            ref={rowGroup}
            style={{ height: virtualRows.canvasHeight }}
          >
            {indexes.map((index, position) => {
              const row = rows.rowAt(index);
              const id = row === undefined ? null : idOf(row);
              return (
                <MemoRow
                  key={reactKeys[position]}
                  index={index}
                  top={virtualRows.topOf(index)}
                  row={row}
                  columns={columns}
                  isSelected={
                    selection === null ? null : id === null ? checkState === 'all' : selection.ids.has(id)
                  }
                  isOpen={id !== null && id === openId}
                  hasCursor={index === cursor.index}
                  actions={props.rowActions ?? null}
                />
              );
            })}
          </div>
        </div>
        <GridPlaceholder rows={rows} columns={columns} selectable={selectable} empty={props.empty} />
      </div>
      <GridProblem rows={rows} />
    </div>
  );
}

/**
 * Marks the grid while columns are hidden at its right edge, with the sizes of its scroll bars. A cut amount would look
 * like a whole one. The returned function is called on every scroll.
 */
function useHiddenColumns(
  grid: RefObject<HTMLElement | null>,
  scrollContainer: RefObject<HTMLElement | null>,
): () => void {
  useLayoutEffect(() => {
    const [element, container] = [grid.current, scrollContainer.current];
    if (element === null || container === null) return;
    // Sizes are read only in the observer, after the layout of a frame: to read them after each render would make the
    // browser lay out the rows twice in a frame.
    const observer = new ResizeObserver(() => {
      const { clientWidth, clientHeight, offsetWidth, offsetHeight } = container;
      markHiddenColumns(element, container);
      element.style.setProperty('--scroll-bar-right', `${offsetWidth - clientWidth}px`);
      element.style.setProperty('--scroll-bar-bottom', `${offsetHeight - clientHeight}px`);
    });
    observer.observe(container);
    const canvas = container.firstElementChild;
    if (canvas !== null) observer.observe(canvas);
    return () => observer.disconnect();
  }, [grid, scrollContainer]);
  return () => {
    const [element, container] = [grid.current, scrollContainer.current];
    if (element !== null && container !== null) markHiddenColumns(element, container);
  };
}

function markHiddenColumns(element: HTMLElement, container: HTMLElement): void {
  const { scrollLeft, scrollWidth, clientWidth } = container;
  // Rounding of fractional widths is less than a pixel.
  element.toggleAttribute('data-hidden-columns', scrollLeft + clientWidth < scrollWidth - 1);
}
