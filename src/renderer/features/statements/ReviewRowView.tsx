import { memo } from 'react';
import { t } from '../../../shared/messages/index.ts';
import type { ReviewColumn, ReviewRow } from '../../../shared/model/review.ts';
import { CheckMark } from '../../components/Checkbox.tsx';
import { classNames } from '../../components/class-names.ts';
import { Icon } from '../../components/Icon.tsx';
import { SkeletonLine } from '../../components/Skeleton.tsx';
import { noColumn } from './column-names.ts';
import { markedPieces } from './marks.ts';
import type { VisibleColumn } from './use-column-state.ts';

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
  /** Offsets of pinned columns, in pixels. */
  readonly pinnedOffsets: ReadonlyMap<number, number>;
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
    'chosen',
    range.isTop && 'chosen-top',
    range.isBottom && 'chosen-bottom',
    columnPosition === range.left && 'chosen-left',
    columnPosition === range.right && 'chosen-right',
  );
}

function CellText({ text, find }: { readonly text: string; readonly find: string }) {
  return (
    <span className="cut">
      {markedPieces(text, find).map(({ text: piece, isMatch }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
        isMatch ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
      )}
    </span>
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

function titleOf(text: string, isUnreadable: boolean, kind: ReviewColumn['kind']): string | undefined {
  if (isUnreadable) return `${text}: ${unreadableMessage(kind)}`;
  return text.length > maxUncutLength ? text : undefined;
}

function RowView({
  rowPosition,
  row,
  columns,
  visibleColumns,
  pinnedOffsets,
  find,
  isSelected,
  cursorColumn,
  range,
  hitColumn,
}: ReviewRowProps) {
  return (
    <div
      role="row"
      className={classNames('review-row', isSelected && 'sel', row?.ragged === true && 'ragged')}
      // Counted from 1, after the rows of the column names and filters.
      aria-rowindex={rowPosition + 3}
      aria-selected={isSelected}
      aria-busy={row === undefined ? true : undefined}
      data-place={rowPosition}
      title={row?.ragged === true ? t('statementReview.ragged') : undefined}
    >
      <div
        role="rowheader"
        className="review-cell review-number"
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
            className="check-button"
            aria-label={t('statementReview.selection.row', { number: row.row + 1 })}
            aria-pressed={isSelected}
          >
            <CheckMark checked={isSelected} />
            <span className="num">{row.row + 1}</span>
          </button>
        )}
      </div>
      {visibleColumns.map(({ index: columnIndex }, position) => {
        const { kind, role } = columns[columnIndex] ?? noColumn;
        const text = row?.cells[columnIndex] ?? '';
        const left = pinnedOffsets.get(columnIndex);
        const isUnreadable = row?.unread.includes(columnIndex) === true;
        return (
          <div
            key={columnIndex}
            role="gridcell"
            aria-colindex={position + 2}
            aria-current={hitColumn === columnIndex ? true : undefined}
            tabIndex={cursorColumn === position ? 0 : -1}
            data-column={position}
            className={classNames(
              'review-cell',
              kind === 'number' && 'right',
              role === 'reference' && 'id',
              hitColumn === columnIndex && 'found',
              isUnreadable && 'unread',
              left !== undefined && 'pinned',
              rangeClassNames(range, position),
            )}
            {...(left === undefined ? {} : { style: { left } })}
            title={titleOf(text, isUnreadable, kind)}
          >
            {row === undefined ? (
              <SkeletonLine width={kind === 'number' ? 48 : 72} />
            ) : (
              <CellText text={text} find={find} />
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
