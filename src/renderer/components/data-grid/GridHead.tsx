import type { KeyboardEvent } from 'react';
import { componentWords } from '../../../shared/words/components.ts';
import { CheckMark } from '../Checkbox.tsx';
import { classNames } from '../class-names.ts';
import { Icon } from '../Icon.tsx';
import type { Column, GridSort } from './columns.ts';

interface GridHeadProps {
  readonly columns: readonly Column<never>[];
  /** What the box in front shows; `null` where rows cannot be selected. */
  readonly mark: 'none' | 'some' | 'all' | null;
  readonly onMark: () => void;
  readonly sort: GridSort | null;
  readonly onSort: ((sort: GridSort) => void) | null;
}

const controls = '[data-head-control]';

/**
 * What a key does in the head, whose controls are one stop of the tab key: left and right move between them, down
 * leads to the rows.
 */
export function moveInHead(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    onLeave();
    return;
  }
  if (step === 0) return;
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(controls)];
  const here = all.findIndex((control) => control.matches(':focus'));
  const next = all[here + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}

function ariaSort(
  column: Column<never>,
  sort: GridSort | null,
): 'ascending' | 'descending' | 'none' | undefined {
  if (column.sortable !== true) return undefined;
  if (sort?.by !== column.id) return 'none';
  return sort.descending ? 'descending' : 'ascending';
}

/** The head of a grid: it stays while the rows move beneath it. */
export function GridHead(props: GridHeadProps) {
  const { columns, mark, onMark, sort, onSort } = props;
  const firstSortable = columns.find((column) => column.sortable === true)?.id;
  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-row" role="row" aria-rowindex={1}>
        {mark !== null && (
          <div className="grid-cell" role="columnheader" aria-colindex={1}>
            <button
              type="button"
              role="checkbox"
              className="grid-check check-button"
              aria-checked={mark === 'some' ? 'mixed' : mark === 'all'}
              aria-label={componentWords.grid.selectAll}
              data-head-control=""
              onClick={onMark}
            >
              <CheckMark checked={mark === 'all'} mixed={mark === 'some'} />
            </button>
          </div>
        )}
        {columns.map((column, index) => (
          <div
            key={column.id}
            className={classNames('grid-cell', column.align)}
            role="columnheader"
            aria-colindex={index + (mark === null ? 1 : 2)}
            aria-sort={ariaSort(column, sort)}
          >
            {column.sortable === true && onSort !== null ? (
              <button
                type="button"
                className="grid-sort"
                data-head-control=""
                tabIndex={mark === null && column.id === firstSortable ? 0 : -1}
                onClick={() =>
                  onSort({ by: column.id, descending: sort?.by === column.id && !sort.descending })
                }
              >
                <span className="cut">{column.word}</span>
                {sort?.by === column.id && (
                  <Icon name={sort.descending ? 'sort-up' : 'sort-down'} size="xs" />
                )}
              </button>
            ) : (
              <span className="cut">{column.word}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
