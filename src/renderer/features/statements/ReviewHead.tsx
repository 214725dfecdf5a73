import { type DragEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { maxFindLength, type ReviewColumn, type View } from '../../../shared/model/review.ts';
import { CheckMark } from '../../components/Checkbox.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/Icon.tsx';
import { nameOf, noColumn } from './column-names.ts';
import { readFilter } from './filters.ts';
import type { VisibleColumn } from './use-column-state.ts';

/** Drag type of columns, so that nothing else can be dropped on a header. */
const dragged = 'application/x-paydesk-column';

export interface ReviewHeadProps {
  readonly columns: readonly ReviewColumn[];
  readonly visibleColumns: readonly VisibleColumn[];
  readonly pinnedOffsets: ReadonlyMap<number, number>;
  readonly sort: View['sort'];
  readonly onSort: (column: number) => void;
  readonly filterTexts: ReadonlyMap<number, string>;
  readonly onFilterText: (column: number, text: string) => void;
  /** Whether none, some or all rows are selected. */
  readonly mark: 'none' | 'some' | 'all';
  readonly onSelectAll: () => void;
  /** Called when a column is dropped before or after another one. */
  readonly onDrop: (index: number, target: number, behind: boolean) => void;
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

/** Edge of a header. Dragging changes the width, a double click fits it. The column menu has the same actions. */
function Edge({
  width,
  onWidth,
  onFit,
}: {
  width: number;
  onWidth: (width: number, done: boolean) => void;
  onFit: () => void;
}) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const sizeAt = (event: PointerEvent) =>
    start.current === null ? width : start.current.width + event.clientX - start.current.x;
  return (
    <span
      className="review-edge"
      aria-hidden="true"
      onPointerDown={(event) => {
        start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? width };
        event.currentTarget.setPointerCapture(event.pointerId);
        event.preventDefault();
      }}
      onPointerMove={(event) => {
        if (start.current !== null) onWidth(sizeAt(event), false);
      }}
      onPointerUp={(event) => {
        if (start.current !== null && event.clientX !== start.current.x) onWidth(sizeAt(event), true);
        start.current = null;
      }}
      onDoubleClick={onFit}
    />
  );
}

/** Column headers with their filter fields. */
export function ReviewHead(props: ReviewHeadProps) {
  const { columns, visibleColumns, pinnedOffsets, sort, filterTexts, mark } = props;
  const [over, setOver] = useState<{ index: number; behind: boolean } | null>(null);
  const styleOf = (index: number) => {
    const left = pinnedOffsets.get(index);
    return left === undefined ? {} : { style: { left } };
  };
  const dropAt = (event: DragEvent<HTMLElement>, index: number) => {
    const box = event.currentTarget.getBoundingClientRect();
    return { index, behind: event.clientX > box.left + box.width / 2 };
  };
  const onKey = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const way = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : null;
    if (way !== null && event.shiftKey && (event.ctrlKey || event.metaKey)) props.onMove(index, way);
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
            aria-pressed={mark === 'some' ? 'mixed' : mark === 'all'}
            onClick={props.onSelectAll}
          >
            <CheckMark checked={mark === 'all'} mixed={mark === 'some'} />
            <span>{t('statementReview.row')}</span>
          </button>
        </div>
        {visibleColumns.map(({ index, width }, place) => {
          const column = columns[index] ?? noColumn;
          const name = nameOf(column, index);
          const sorted = sort?.column === index ? sort : null;
          return (
            <div
              key={index}
              role="columnheader"
              aria-colindex={place + 2}
              className={classNames(
                'review-cell',
                column.kind === 'number' && 'right',
                pinnedOffsets.has(index) && 'pinned',
                over?.index === index && (over.behind ? 'drop-behind' : 'drop-before'),
              )}
              {...styleOf(index)}
              aria-sort={sorted === null ? 'none' : sorted.descending ? 'descending' : 'ascending'}
              onContextMenu={(event) => {
                event.preventDefault();
                props.onMenu(index, { x: event.clientX, y: event.clientY });
              }}
              onDragOver={(event) => {
                if (!event.dataTransfer.types.includes(dragged)) return;
                event.preventDefault();
                setOver(dropAt(event, index));
              }}
              onDragLeave={() => setOver(null)}
              onDrop={(event) => {
                setOver(null);
                const from = event.dataTransfer.getData(dragged);
                if (from === '') return;
                event.preventDefault();
                props.onDrop(Number(from), index, dropAt(event, index).behind);
              }}
            >
              <button
                type="button"
                className="grid-sort"
                draggable
                onClick={() => props.onSort(index)}
                onKeyDown={(event) => onKey(event, index)}
                onDragStart={(event) => {
                  event.dataTransfer.setData(dragged, String(index));
                  event.dataTransfer.effectAllowed = 'move';
                }}
                onDragEnd={() => setOver(null)}
              >
                <span className="cut" title={name}>
                  {name}
                </span>
                {sorted !== null && <Icon name={sorted.descending ? 'sort-down' : 'sort-up'} size="xs" />}
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
              <Edge
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
          const wrong = readFilter(text, column, index) === 'wrong';
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
                aria-label={t('statementReview.filter.label', { column: nameOf(column, index) })}
                aria-invalid={wrong}
                title={wrong ? t('statementReview.filter.invalid') : undefined}
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
