import { memo } from 'react';
import { formatAmountCell } from '../../../shared/messages/format-amounts.ts';
import { t } from '../../../shared/messages/index.ts';
import type { ReviewColumn, ReviewRow } from '../../../shared/model/review.ts';
import { CheckMark } from '../../components/Checkbox.tsx';
import { classNames } from '../../components/class-names.ts';
import dataGridStyles from '../../components/data-grid/DataGrid.module.css';
import { rowAttributes } from '../../components/data-grid/grid-attributes.ts';
import { Icon } from '../../components/Icon.tsx';
import { SkeletonLine } from '../../components/Skeleton.tsx';
import { noColumn } from './column-names.ts';
import { MarkedText } from './MarkedText.tsx';
import { type PinnedStyles, pinnedClassNames } from './pinned-columns.ts';
import styles from './ReviewGrid.module.css';
import { RowStateIcons } from './RowStateIcons.tsx';
import type { VisibleColumn } from './use-column-state.ts';

/** The column names and the filters. */
export const headRows = 2;

/** The part of the selected range in a row: its first and last column position. */
export interface RangeInRow {
  readonly left: number;
  readonly right: number;
  readonly isTop: boolean;
  readonly isBottom: boolean;
}

interface ReviewRowProps {
  /** Position of the row in the view. */
  readonly rowPosition: number;
  readonly row: ReviewRow | undefined;
  readonly columns: readonly ReviewColumn[];
  readonly visibleColumns: readonly VisibleColumn[];
  readonly pinnedStyles: PinnedStyles;
  readonly find: string;
  readonly isSelected: boolean;
  /** Position of the focused column, -1 for the row header; `null` if the cursor is in another row. */
  readonly cursorColumn: number | null;
  readonly range: RangeInRow | null;
  /** Column of the search hit, or `null`. */
  readonly hitColumn: number | null;
}

function rangeClassNames(range: RangeInRow | null, columnPosition: number): string {
  if (range === null || columnPosition < range.left || columnPosition > range.right) return '';
  return classNames(
    styles.chosen,
    range.isTop && styles.chosenTop,
    range.isBottom && styles.chosenBottom,
    columnPosition === range.left && styles.chosenLeft,
    columnPosition === range.right && styles.chosenRight,
  );
}

/** Longer texts may be cut off, so they get a tooltip. */
const maxUncutLength = 12;

function unreadableMessage(kind: ReviewColumn['kind']): string {
  return kind === 'date' ? t('statementReading.unread.date') : t('statementReading.unread.amount');
}

/** Marks an unreadable cell, with an icon and with text for screen readers. */
function UnreadableIcon({ kind }: Pick<ReviewColumn, 'kind'>) {
  return (
    <>
      <Icon name="alert" size="sm" />
      <span className="sr">{`, ${unreadableMessage(kind)}`}</span>
    </>
  );
}

function titleOf(
  text: string,
  shownText: string,
  isUnreadable: boolean,
  kind: ReviewColumn['kind'],
): string | undefined {
  if (isUnreadable) return `${text}: ${unreadableMessage(kind)}`;
  if (shownText !== text) return t('statementReview.inFile', { text });
  return text.length > maxUncutLength ? text : undefined;
}

function rowTitle(row: ReviewRow | undefined): string | undefined {
  if (row?.ragged === true) return t('statementReview.ragged');
  return row?.isRepeated === true ? t('statementReview.table.repeatedRow') : undefined;
}

function RowView({
  rowPosition,
  row,
  columns,
  visibleColumns,
  pinnedStyles,
  find,
  isSelected,
  cursorColumn,
  range,
  hitColumn,
}: ReviewRowProps) {
  return (
    <div
      role="row"
      className={classNames(
        styles.row,
        isSelected && styles.sel,
        row?.ragged === true && styles.ragged,
        row?.isRepeated === true && styles.repeated,
      )}
      {...rowAttributes(rowPosition, row !== undefined, headRows)}
      aria-selected={isSelected}
      title={rowTitle(row)}
    >
      <div
        role="rowheader"
        className={classNames(styles.cell, styles.number)}
        data-pinned=""
        aria-colindex={1}
        tabIndex={cursorColumn === -1 ? 0 : -1}
        data-column={-1}
      >
        {row === undefined ? (
          <SkeletonLine width={40} />
        ) : (
          <button
            type="button"
            tabIndex={-1}
            className={dataGridStyles.checkButton}
            data-small-target=""
            data-part="check-button"
            data-check=""
            aria-label={t('statementReview.selection.row', { number: row.row + 1 })}
            aria-pressed={isSelected}
          >
            <CheckMark checked={isSelected} />
            <span className="num">{row.row + 1}</span>
            <RowStateIcons states={row.states} />
            {row.isRepeated && <span className="sr">{t('statementReview.table.repeatedRow')}</span>}
          </button>
        )}
      </div>
      {visibleColumns.map(({ index: columnIndex }, position) => {
        const column = columns[columnIndex] ?? noColumn;
        const { kind, role } = column;
        const text = row?.cells[columnIndex] ?? '';
        const pinnedStyle = pinnedStyles.get(columnIndex);
        const isUnreadable = row?.unread.includes(columnIndex) === true;
        const shownText = isUnreadable ? text : formatAmountCell(text, column);
        return (
          <div
            key={columnIndex}
            role="gridcell"
            aria-colindex={position + 2}
            aria-current={hitColumn === columnIndex ? true : undefined}
            tabIndex={cursorColumn === position ? 0 : -1}
            data-column={position}
            className={classNames(
              styles.cell,
              kind === 'number' && 'right',
              role === 'reference' && 'id',
              hitColumn === columnIndex && styles.found,
              isUnreadable && styles.unread,
              pinnedClassNames(pinnedStyle),
              rangeClassNames(range, position),
            )}
            {...(pinnedStyle === undefined ? {} : { 'data-pinned': '', style: pinnedStyle })}
            title={titleOf(text, shownText, isUnreadable, kind)}
          >
            {row === undefined ? (
              <SkeletonLine width={kind === 'number' ? 48 : 72} />
            ) : (
              <span className="cut">
                <MarkedText text={text} shownText={shownText} find={find} />
              </span>
            )}
            {isUnreadable && <UnreadableIcon kind={kind} />}
          </div>
        );
      })}
    </div>
  );
}

/** One row. The grid handles all events. */
export const ReviewRowView = memo(RowView);
