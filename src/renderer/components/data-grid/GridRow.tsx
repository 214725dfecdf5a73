import type { ReactNode } from 'react';
import { IconButton } from '../Button.tsx';
import { CheckMark } from '../Checkbox.tsx';
import { classNames } from '../class-names.ts';
import { SkeletonLine, skeletonWidth } from '../Skeleton.tsx';
import type { Column, RowAction } from './columns.ts';

interface GridRowProps<Row> {
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** `undefined` while it is not loaded. */
  readonly row: Row | undefined;
  readonly columns: readonly Column<Row>[];
  /** `null` where rows cannot be selected. */
  readonly selected: boolean | null;
  /** Shown in the panel. */
  readonly opened: boolean;
  /** The one row that the tab key reaches. */
  readonly cursor: boolean;
  readonly actions: ((row: Row) => readonly RowAction[]) | null;
}

interface CellProps {
  readonly column: Column<never>;
  readonly index: number;
  readonly title: string | undefined;
  readonly children: ReactNode;
  readonly after?: ReactNode;
}

function Cell({ column, index, title, children, after }: CellProps) {
  return (
    <div
      className={classNames('grid-cell', column.align)}
      role="gridcell"
      aria-colindex={index}
      title={title}
    >
      <div className={classNames('cell', column.align === 'right' && 'cell-right', column.face)}>
        {children}
      </div>
      {after}
    </div>
  );
}

function Actions({ actions }: { readonly actions: readonly RowAction[] }) {
  if (actions.length === 0) return null;
  return (
    <div className="row-acts">
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

/** One row. A grid wraps it once in `memo`, so that it is drawn again only when something of it changed. */
export function GridRow<Row>(props: GridRowProps<Row>) {
  const { index, top, row, columns, selected, opened, cursor, actions } = props;
  const first = selected === null ? 1 : 2;
  return (
    <div
      className={classNames('grid-row', (selected === true || opened) && 'sel')}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected ?? undefined}
      aria-current={opened ? 'true' : undefined}
      aria-busy={row === undefined ? true : undefined}
      tabIndex={cursor ? 0 : -1}
      data-row={index}
      style={{ top }}
    >
      {selected !== null && (
        <div className="grid-cell grid-check" role="gridcell" aria-colindex={1} data-check="">
          <CheckMark checked={selected} />
        </div>
      )}
      {columns.map((column, place) => (
        <Cell
          key={column.id}
          column={column}
          index={place + first}
          title={row === undefined ? undefined : column.title?.(row)}
          after={
            row !== undefined && actions !== null && place === columns.length - 1 ? (
              <Actions actions={actions(row)} />
            ) : undefined
          }
        >
          {row === undefined ? <SkeletonLine width={skeletonWidth(index, place)} /> : column.cell(row)}
        </Cell>
      ))}
    </div>
  );
}
