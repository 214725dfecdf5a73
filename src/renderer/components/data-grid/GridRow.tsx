import { type ReactNode, useState } from 'react';
import { IconButton } from '../actions/IconButton.tsx';
import { CheckMark } from '../fields/Checkbox.tsx';
import { classNames } from '../layout/class-names.ts';
import { SkeletonLine, skeletonWidth } from '../messages/Skeleton.tsx';
import type { Column, RowAction } from './columns.ts';
import styles from './DataGrid.module.css';
import { rowAttributes } from './grid-attributes.ts';

interface GridRowProps<Row> {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** `undefined` while it is not loaded. */
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  /** `null` where rows cannot be selected. */
  readonly isSelected: boolean | null;
  /** Shown in the panel. */
  readonly isOpen: boolean;
  /** True for the one row in the tab order. */
  readonly hasCursor: boolean;
  readonly actions: ((row: Row) => readonly RowAction[]) | null;
}

interface GridCellProps {
  /** Column, counted from 1. */
  readonly column: number;
  /** Number of columns that the cell spans. */
  readonly columnSpan?: number;
  readonly align?: Column<never>['align'];
  readonly face?: string | undefined;
  readonly title?: string | undefined;
  readonly children?: ReactNode;
  readonly trailing?: ReactNode;
}

export function GridCell({ column, columnSpan, align, face, title, children, trailing }: GridCellProps) {
  return (
    <div
      className={classNames(styles.gridCell, align)}
      data-part="grid-cell"
      role="gridcell"
      aria-colindex={column}
      aria-colspan={columnSpan}
      title={title}
    >
      <div className={classNames(styles.cell, align === 'right' && styles.cellRight, face)} data-part="cell">
        {children}
      </div>
      {trailing}
    </div>
  );
}

function Actions({ actions }: { readonly actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <div className={styles.rowActions}>
      {actions.map((action) => (
        <IconButton
          key={action.id}
          icon={action.icon}
          label={action.label}
          size="tiny"
          excludeFromTabOrder
          disabled={action.disabled === true}
          onPress={action.onPress}
        />
      ))}
    </div>
  );
}

/** One row. A grid wraps it once in `memo`, so that only changed rows render again. */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { index, top, row, columns, isSelected, isOpen, hasCursor, actions } = props;
  const [isPointedAt, setIsPointedAt] = useState(false);
  // Actions are visible only at the pointer and the focus. In all rows, they would cost frames while a list is scrolled.
  const hasActions = row !== undefined && actions !== null && (isPointedAt || hasCursor);
  const firstColumnIndex = isSelected === null ? 1 : 2;
  return (
    <div
      className={classNames(styles.row, (isSelected === true || isOpen) && styles.sel)}
      data-part="grid-row"
      role="row"
      {...rowAttributes(index, row !== undefined)}
      aria-selected={isSelected ?? undefined}
      aria-current={isOpen ? 'true' : undefined}
      tabIndex={hasCursor ? 0 : -1}
      style={{ top }}
      {...(actions === null
        ? {}
        : {
            onPointerEnter: () => setIsPointedAt(true),
            onPointerLeave: () => setIsPointedAt(false),
          })}
    >
      {isSelected !== null && (
        <div
          className={classNames(styles.gridCell, styles.check)}
          data-part="grid-cell"
          role="gridcell"
          aria-colindex={1}
          data-check=""
        >
          <CheckMark checked={isSelected} />
        </div>
      )}
      {columns.map((column, position) => (
        <GridCell
          key={column.id}
          column={position + firstColumnIndex}
          align={column.align}
          face={column.face}
          title={row === undefined ? undefined : column.title?.(row)}
          trailing={
            hasActions && position === columns.length - 1 ? <Actions actions={actions(row)} /> : undefined
          }
        >
          {row === undefined ? <SkeletonLine width={skeletonWidth(index, position)} /> : column.cell(row)}
        </GridCell>
      ))}
    </div>
  );
}
