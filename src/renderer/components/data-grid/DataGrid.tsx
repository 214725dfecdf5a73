import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '../class-names.ts';
import { type Column, columnTracks, type GridSort, type RowAction } from './columns.ts';
import { GridHead, moveInHead } from './GridHead.tsx';
import { GridPlaceholder, GridProblem } from './GridPlaceholder.tsx';
import { GridRow } from './GridRow.tsx';
import type { PagedRows } from './paged-rows.ts';
import { rowKeys } from './row-keys.ts';
import { type GridSelection, markOf } from './selection.ts';
import { useCursor } from './use-cursor.ts';
import { useGridInput } from './use-grid-input.ts';
import { useRowFocus } from './use-row-focus.ts';

export interface DataGridProps<Row> {
  /** Names the list for screen readers: *Documents of batch 14*. */
  readonly label: string;
  /** Keep the array the same between drawings, or every row is drawn again. */
  readonly columns: readonly Column<Row>[];
  /** From `usePagedRows` or `wholeRows`. */
  readonly rows: PagedRows<Row>;
  readonly idOf: (row: Row) => number;
  /** Without it rows have no boxes. */
  readonly selection?: GridSelection;
  /** The row shown in the panel, which follows the cursor while it is open. */
  readonly openId?: number | null;
  /** The first row takes the focus, once, when it is this one: what the list was opened for. */
  readonly focusId?: number | null;
  /** A click or Enter. */
  readonly onOpen?: (row: Row) => void;
  readonly sort?: GridSort;
  readonly onSort?: (sort: GridSort) => void;
  /** Buttons that appear at the end of a row on hover and focus. Keep the function the same between drawings. */
  readonly rowActions?: (row: Row) => readonly RowAction[];
  /** 36 px rows instead of 32. */
  readonly roomy?: boolean;
  /** Shown instead of rows when there are none. */
  readonly empty?: ReactNode;
}

const headHeight = 32;

/**
 * A list of any length of which only visible rows exist. One stop of the tab key leads to the head, one to the rows;
 * arrows, Home, End and the page keys move, Shift with them selects a range, Space selects, Ctrl or Cmd and A selects
 * all, Enter opens, arrow right goes to the buttons of a row.
 */
export function DataGrid<Row>(props: DataGridProps<Row>) {
  const { columns, rows, idOf, openId = null, roomy = false } = props;
  const selection = props.selection ?? null;
  const selectable = selection !== null;
  const rowHeight = roomy ? 36 : headHeight;
  const total = rows.total ?? 0;

  const [MemoRow] = useState(() => memo(GridRow<Row>));
  const scroller = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const cursor = useCursor(rows, idOf);

  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    // The cursor's row exists even when it is scrolled away, so that the tab key finds it and the focus is not lost.
    rangeExtractor: (range: Range) => {
      const visible = defaultRangeExtractor(range);
      if (total === 0 || visible.includes(cursor.index)) return visible;
      return [...visible, cursor.index].sort((one, other) => one - other);
    },
    useFlushSync: false,
  });
  const firstVisible = virtual.range?.startIndex ?? 0;
  const lastVisible = virtual.range?.endIndex ?? 0;
  useEffect(() => rows.requestRange(firstVisible, lastVisible));

  const shownSource = useRef(rows.source);
  useLayoutEffect(() => {
    if (shownSource.current === rows.source) return;
    shownSource.current = rows.source;
    scroller.current?.scrollTo({ top: 0 });
  }, [rows.source]);

  const focus = useRowFocus(body, { index: cursor.index, total });

  const { focusId = null } = props;
  const focusedId = useRef<number | null>(null);
  const firstRow = rows.rowAt(0);
  const isFirstRowFocused = focusId !== null && firstRow !== undefined && idOf(firstRow) === focusId;
  useEffect(() => {
    if (!isFirstRowFocused || focusedId.current === focusId) return;
    focusedId.current = focusId;
    focus.requestFocus();
    cursor.moveTo(0);
  });

  const input = useGridInput({
    rows,
    idOf,
    cursor,
    selection,
    onOpen: props.onOpen ?? null,
    following: openId !== null,
    pageRows: () => {
      const seen = (scroller.current?.clientHeight ?? 0) - headHeight;
      return Math.max(1, Math.floor(seen / rowHeight) - 1);
    },
    show: (index) => {
      focus.requestFocus();
      virtual.scrollToIndex(index, { align: 'auto' });
    },
    toHead: () => scroller.current?.querySelector<HTMLElement>('[data-head-control]')?.focus(),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const inHead = event.target instanceof Element && event.target.matches('[data-head-control]');
    if (inHead) moveInHead(event, () => input.moveTo(cursor.index, false));
    else input.onKeyDown(event);
  };

  const mark = selection === null ? null : markOf(selection.ids.size, total);
  const items = virtual.getVirtualItems();
  const keys = rowKeys(
    items.map(({ index }) => index),
    (index) => {
      const row = rows.rowAt(index);
      return row === undefined ? null : idOf(row);
    },
  );
  return (
    <div
      className={classNames('grid', roomy && 'grid-roomy')}
      style={{ '--columns': columnTracks(columns, selectable) }}
    >
      <div className="grid-scroll" ref={scroller}>
        <div
          className="grid-canvas"
          role="grid"
          tabIndex={-1}
          aria-label={props.label}
          aria-rowcount={rows.total === null ? -1 : rows.total + 1}
          aria-colcount={columns.length + (selectable ? 1 : 0)}
          aria-multiselectable={selectable ? true : undefined}
          onKeyDown={onKeyDown}
          onClick={input.onClick}
          onFocus={(event) => {
            focus.onFocus(event);
            input.onFocus(event);
          }}
          onBlur={focus.onBlur}
        >
          <GridHead
            columns={columns}
            mark={mark}
            onMark={() => (mark === 'all' ? selection?.onChange(new Set()) : selection?.onSelectAll())}
            sort={props.sort ?? null}
            onSort={props.onSort ?? null}
          />
          <div className="grid-body" role="rowgroup" ref={body} style={{ height: virtual.getTotalSize() }}>
            {items.map((item, place) => {
              const row = rows.rowAt(item.index);
              const id = row === undefined ? null : idOf(row);
              return (
                <MemoRow
                  key={keys[place]}
                  index={item.index}
                  top={item.start - headHeight}
                  row={row}
                  columns={columns}
                  selected={selection === null ? null : id === null ? mark === 'all' : selection.ids.has(id)}
                  opened={id !== null && id === openId}
                  cursor={item.index === cursor.index}
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
