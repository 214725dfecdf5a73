import type { ReactNode } from 'react';
import { t } from '../../../shared/messages/index.ts';
import { Button } from '../actions/Button.tsx';
import { CheckMark } from '../fields/Checkbox.tsx';
import { classNames } from '../layout/class-names.ts';
import { ErrorNotice } from '../messages/ErrorNotice.tsx';
import { SkeletonLine, skeletonWidth } from '../messages/Skeleton.tsx';
import type { Column } from './columns.ts';
import styles from './DataGrid.module.css';
import type { PagedRows } from './paged-rows.ts';

interface GridPlaceholderProps {
  readonly rows: Pick<PagedRows<never>, 'total' | 'error' | 'retry'>;
  readonly columns: readonly Column<never>[];
  readonly selectable: boolean;
  readonly empty: ReactNode;
}

const skeletonRows = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;

/** Placeholders with the columns and the height of the rows that are being loaded. */
function LoadingRows({ columns, selectable }: Pick<GridPlaceholderProps, 'columns' | 'selectable'>) {
  return (
    <div role="status">
      <span className="sr">{t('components.loading')}</span>
      {skeletonRows.map((row) => (
        <div className={styles.row} data-part="grid-row" key={row} aria-hidden="true">
          {selectable && (
            <div className={styles.gridCell} data-part="grid-cell">
              <CheckMark checked={false} />
            </div>
          )}
          {columns.map((column, position) => (
            <div key={column.id} className={classNames(styles.gridCell, column.align)} data-part="grid-cell">
              <SkeletonLine width={skeletonWidth(row, position)} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The content in place of rows: skeletons while they load, a message when there are none. */
export function GridPlaceholder({ rows, columns, selectable, empty }: GridPlaceholderProps) {
  if (rows.total === null && rows.error === null) {
    return <LoadingRows columns={columns} selectable={selectable} />;
  }
  if (rows.total === 0 && empty !== undefined) return <div className={styles.note}>{empty}</div>;
  return null;
}

/** The error of loading rows, with a retry. Rows loaded before stay. */
export function GridProblem({ rows }: { readonly rows: Pick<PagedRows<never>, 'error' | 'retry'> }) {
  if (rows.error === null) return null;
  return (
    <div className={styles.gridProblem}>
      <ErrorNotice
        error={rows.error}
        actions={
          <Button size="small" icon="retry" onPress={rows.retry}>
            {t('components.tryAgain')}
          </Button>
        }
      />
    </div>
  );
}
