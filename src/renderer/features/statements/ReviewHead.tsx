import { type DragEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { maxFindLength, type ReviewColumn, type View } from '../../../shared/model/review.ts';
import { CheckMark } from '../../components/Checkbox.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/Icon.tsx';
import { columnNameOf, noColumn } from './column-names.ts';
import { readFilter } from './filters.ts';
import type { VisibleColumn } from './use-column-state.ts';

/** Drag type of columns, so that only columns can be dropped on a header. */
const columnDragType = 'application/x-paydesk-column';

export interface ReviewHeadProps {
  readonly columns: readonly ReviewColumn[];
  readonly visibleColumns: readonly VisibleColumn[];
  readonly pinnedOffsets: ReadonlyMap<number, number>;
  readonly sort: View['sort'];
  readonly onSort: (column: number) => void;
  readonly filterTexts: ReadonlyMap<number, string>;
  readonly onFilterText: (column: number, text: string) => void;
  /** Whether none, some or all rows are selected. */
  readonly checkState: 'none' | 'some' | 'all';
  readonly onSelectAll: () => void;
  /** Called when a column is dropped before or after another column. */
  readonly onDrop: (index: number, target: number, isAfter: boolean) => void;
  /** Moves a column by one place. */
  readonly onMove: (index: number, steps: -1 | 1) => void;
  /** Called with a width during dragging, and with `done` at its end. */
  readonly onWidth: (index: number, width: number, done: boolean) => void;
  readonly onFit: (index: number) => void;
  readonly onMenu: (index: number, at: { readonly x: number; readonly y: number }) => void;
}

const hints = {
  number: 'statementReview.filter.number',
  date: 'statementReview.filter.date',
  text: 'statementReview.filter.text',
  undecided: 'statementReview.filter.text',
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
      className="review-edge"
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

/** Column headers with their filter fields. */
export function ReviewHead(props: ReviewHeadProps) {
  const { columns, visibleColumns, pinnedOffsets, sort, filterTexts, checkState } = props;
  const [dropTarget, setDropTarget] = useState<{ index: number; isAfter: boolean } | null>(null);
  const styleOf = (index: number) => {
    const left = pinnedOffsets.get(index);
    return left === undefined ? {} : { style: { left } };
  };
  const dropAt = (event: DragEvent<HTMLElement>, index: number) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { index, isAfter: event.clientX > box.left + box.width / 2 };
  };
  const onHeaderKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const steps = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (steps !== null && event.shiftKey && (event.ctrlKey || event.metaKey)) props.onMove(index, steps);
    else if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) {
      const box = event.currentTarget.getBoundingClientRect();
      props.onMenu(index, { x: box.left, y: box.bottom });
    } else return;
    event.preventDefault();
  };

  return (
    <div className="review-head" role="rowgroup">
      <div role="row" className="review-row" aria-rowindex={1}>
        <div role="columnheader" className="review-cell review-number" aria-colindex={1}>
          <button
            type="button"
            className="check-button"
            aria-label={t('statementReview.selectAll')}
            aria-pressed={checkState === 'some' ? 'mixed' : checkState === 'all'}
            onClick={props.onSelectAll}
          >
            <CheckMark checked={checkState === 'all'} mixed={checkState === 'some'} />
            <span>{t('statementReview.row')}</span>
          </button>
        </div>
        {visibleColumns.map(({ index, width }, place) => {
          const column = columns[index] ?? noColumn;
          const name = columnNameOf(column, index);
          const columnSort = sort?.column === index ? sort : null;
          return (
            <div
              key={index}
              role="columnheader"
              aria-colindex={place + 2}
              className={classNames(
                'review-cell',
                column.kind === 'number' && 'right',
                pinnedOffsets.has(index) && 'pinned',
                dropTarget?.index === index && (dropTarget.isAfter ? 'drop-behind' : 'drop-before'),
              )}
              {...styleOf(index)}
              aria-sort={columnSort === null ? 'none' : columnSort.descending ? 'descending' : 'ascending'}
              onContextMenu={(event) => {
                event.preventDefault();
                props.onMenu(index, { x: event.clientX, y: event.clientY });
              }}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(columnDragType)) return;
                event.preventDefault();
                setDropTarget(dropAt(event, index));
              }}
              onDragLeave={() => setDropTarget(null)}
              onDrop={(event) => {
                setDropTarget(null);
                const from = event.dataTransfer.getData(columnDragType);
                if (from === '') return;
                event.preventDefault();
                props.onDrop(Number(from), index, dropAt(event, index).isAfter);
              }}
            >
              <button
                type="button"
                className="grid-sort"
                draggable
                onClick={() => props.onSort(index)}
                onKeyDown={(event) => onHeaderKeyDown(event, index)}
                onDragStart={(event) => {
                  event.dataTransfer.setData(columnDragType, String(index));
                  event.dataTransfer.effectAllowed = 'move';
                }}
                onDragEnd={() => setDropTarget(null)}
              >
                <span className="cut" title={name}>
                  {name}
                </span>
                {columnSort !== null && (
                  <Icon name={columnSort.descending ? 'sort-down' : 'sort-up'} size="xs" />
                )}
              </button>
              <button
                type="button"
                tabIndex={-1}
                className="review-more"
                aria-label={t('statementReview.column.menu', { column: name })}
                aria-haspopup="menu"
                onClick={(event) => {
                  const box = event.currentTarget.getBoundingClientRect();
                  props.onMenu(index, { x: box.left, y: box.bottom });
                }}
              >
                <Icon name="chevron-down" size="xs" />
              </button>
              <ResizeHandle
                width={width}
                onWidth={(next, done) => props.onWidth(index, next, done)}
                onFit={() => props.onFit(index)}
              />
            </div>
          );
        })}
      </div>
      <div role="row" className="review-row review-filters" aria-rowindex={2}>
        <div role="gridcell" className="review-cell review-number" aria-colindex={1}>
          <Icon name="filter" size="sm" />
        </div>
        {visibleColumns.map(({ index }, place) => {
          const column = columns[index] ?? noColumn;
          const text = filterTexts.get(index) ?? '';
          const isInvalid = readFilter(text, column, index) === 'wrong';
          return (
            <div
              key={index}
              role="gridcell"
              aria-colindex={place + 2}
              className={classNames('review-cell', pinnedOffsets.has(index) && 'pinned')}
              {...styleOf(index)}
            >
              <input
                className={classNames('review-filter', text !== '' && 'on')}
                aria-label={t('statementReview.filter.label', { column: columnNameOf(column, index) })}
                aria-invalid={isInvalid}
                title={isInvalid ? t('statementReview.filter.invalid') : undefined}
                placeholder={t(hints[column.kind])}
                maxLength={maxFindLength}
                value={text}
                onChange={(event) => props.onFilterText(index, event.target.value)}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
