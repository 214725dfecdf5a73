import type { KeyboardEvent } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { CheckMark } from '../fields/Checkbox.tsx';
import { classNames } from '../layout/class-names.ts';
import { Icon } from '../layout/Icon.tsx';
import { type Column, type GridSort, sortIcon } from './columns.ts';
import styles from './DataGrid.module.css';

type HeadColumn = Pick<Column<never>, 'id' | 'label' | 'align' | 'sortable'>;

interface GridHeadProps {
  readonly columns: readonly HeadColumn[];
  /** The state of the check box of the head; `null` where rows cannot be selected. */
  readonly checkState?: 'none' | 'some' | 'all' | null;
  readonly onToggleAll?: () => void;
  readonly sort?: GridSort | null;
  readonly onSort?: ((sort: GridSort) => void) | null;
}

const headControlSelector = '[data-head-control]';

/**
 * Handles the keys of the head, which is one tab stop: left and right move between its controls, down moves to
 * the rows.
 */
export function moveInHead(event: KeyboardEvent<HTMLElement>, onLeave: () => void): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (event.key === 'ArrowDown') {
    event.preventDefault();
    onLeave();
    return;
  }
  if (step === 0) return;
  const headControls = [...event.currentTarget.querySelectorAll<HTMLElement>(headControlSelector)];
  const focusedPosition = headControls.findIndex((control) => control.matches(':focus'));
  const nextControl = headControls[focusedPosition + step];
  if (nextControl === undefined) return;
  event.preventDefault();
  nextControl.focus();
}

function ariaSort(
  column: HeadColumn,
  sort: GridSort | null,
): 'ascending' | 'descending' | 'none' | undefined {
  if (column.sortable !== true) return undefined;
  if (sort?.by !== column.id) return 'none';
  return sort.descending ? 'descending' : 'ascending';
}

/** The head of a grid: it stays while the rows move beneath it. */
export function GridHead(props: GridHeadProps) {
  const { columns, checkState = null, onToggleAll, sort = null, onSort = null } = props;
  const firstSortable = columns.find((column) => column.sortable === true)?.id;
  return (
    <div className={styles.head} role="rowgroup">
      <div className={styles.row} data-part="grid-row" role="row" aria-rowindex={1}>
        {checkState !== null && (
          <div className={styles.gridCell} data-part="grid-cell" role="columnheader" aria-colindex={1}>
            <button
              type="button"
              role="checkbox"
              className={classNames(styles.check, styles.checkButton)}
              data-small-target=""
              data-part="check-button"
              aria-checked={checkState === 'some' ? 'mixed' : checkState === 'all'}
              aria-label={t('components.grid.selectAll')}
              data-head-control=""
              onClick={onToggleAll}
            >
              <CheckMark checked={checkState === 'all'} mixed={checkState === 'some'} />
            </button>
          </div>
        )}
        {columns.map((column, index) => (
          <div
            key={column.id}
            className={classNames(styles.gridCell, column.align)}
            data-part="grid-cell"
            role="columnheader"
            aria-colindex={index + (checkState === null ? 1 : 2)}
            aria-sort={ariaSort(column, sort)}
          >
            {column.sortable === true && onSort !== null ? (
              <button
                type="button"
                className={styles.sort}
                data-part="grid-sort"
                data-head-control=""
                tabIndex={checkState === null && column.id === firstSortable ? 0 : -1}
                onClick={() =>
                  onSort({ by: column.id, descending: sort?.by === column.id && !sort.descending })
                }
              >
                <span className="cut">{column.label}</span>
                {sort?.by === column.id && <Icon name={sortIcon(sort.descending)} size="xs" />}
              </button>
            ) : (
              <span className="cut">{column.label}</span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
