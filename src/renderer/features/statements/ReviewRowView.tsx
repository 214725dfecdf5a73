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

/** Places of the columns of a row that belong to the chosen range, and which sides of the range it has. */
export interface RangeInRow {
  readonly left: number;
  readonly right: number;
  readonly isTop: boolean;
  readonly isBottom: boolean;
}

export interface ReviewRowProps {
  readonly place: number;
  readonly row: ReviewRow | undefined;
  readonly columns: readonly ReviewColumn[];
  readonly visibleColumns: readonly VisibleColumn[];
  /** Where a pinned column stays, in pixels. */
  readonly pinnedOffsets: ReadonlyMap<number, number>;
  readonly find: string;
  readonly selected: boolean;
  /** Place of the column with the focus, or `null`. */
  readonly cursor: number | null;
  readonly range: RangeInRow | null;
  /** The column of the cell that a search found, or `null`. */
  readonly marked: number | null;
}

function sidesOf(range: RangeInRow | null, place: number): string {
  if (range === null || place < range.left || place > range.right) return '';
  return classNames(
    'chosen',
    range.isTop && 'chosen-top',
    range.isBottom && 'chosen-bottom',
    place === range.left && 'chosen-left',
    place === range.right && 'chosen-right',
  );
}

function CellText({ text, find }: { readonly text: string; readonly find: string }) {
  return (
    <span className="cut">
      {markedPieces(text, find).map(({ text: piece, marked }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no other name
        marked ? <mark key={index}>{piece}</mark> : <span key={index}>{piece}</span>,
      )}
    </span>
  );
}

function unreadMessage(kind: ReviewColumn['kind']): string {
  return kind === 'date' ? t('statementReading.unread.date') : t('statementReading.unread.amount');
}

/** Marks a cell, by a picture and in words for screen readers. */
function UnreadMark({ kind }: Pick<ReviewColumn, 'kind'>) {
  return (
    <>
      <Icon name="alert" size="sm" />
      <span className="sr">{`, ${unreadMessage(kind)}`}</span>
    </>
  );
}

function titleOf(text: string, isUnread: boolean, kind: ReviewColumn['kind']): string | undefined {
  if (isUnread) return `${text}: ${unreadMessage(kind)}`;
  return text.length > 12 ? text : undefined;
}

function RowView({
  place,
  row,
  columns,
  visibleColumns,
  pinnedOffsets,
  find,
  selected,
  cursor,
  range,
  marked,
}: ReviewRowProps) {
  return (
    <div
      role="row"
      className={classNames('review-row', selected && 'sel', row?.ragged === true && 'ragged')}
      aria-rowindex={place + 3}
      aria-selected={selected}
      aria-busy={row === undefined ? true : undefined}
      data-place={place}
      title={row?.ragged === true ? t('statementReview.ragged') : undefined}
    >
      <div
        role="rowheader"
        className="review-cell review-number"
        aria-colindex={1}
        tabIndex={cursor === -1 ? 0 : -1}
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
            aria-pressed={selected}
          >
            <CheckMark checked={selected} />
            <span className="num">{row.row + 1}</span>
          </button>
        )}
      </div>
      {visibleColumns.map(({ index }, column) => {
        const { kind, role } = columns[index] ?? noColumn;
        const text = row?.cells[index] ?? '';
        const left = pinnedOffsets.get(index);
        const unread = row?.unread.includes(index) === true;
        return (
          <div
            key={index}
            role="gridcell"
            aria-colindex={column + 2}
            aria-current={marked === index ? true : undefined}
            tabIndex={cursor === column ? 0 : -1}
            data-column={column}
            className={classNames(
              'review-cell',
              kind === 'number' && 'right',
              role === 'reference' && 'id',
              marked === index && 'found',
              unread && 'unread',
              left !== undefined && 'pinned',
              sidesOf(range, column),
            )}
            {...(left === undefined ? {} : { style: { left } })}
            title={titleOf(text, unread, kind)}
          >
            {row === undefined ? (
              <SkeletonLine width={kind === 'number' ? 48 : 72} />
            ) : (
              <CellText text={text} find={find} />
            )}
            {unread && <UnreadMark kind={kind} />}
          </div>
        );
      })}
    </div>
  );
}

/** One row. It acts on nothing itself: the grid hears what is pressed in it. */
export const ReviewRowView = memo(RowView);
