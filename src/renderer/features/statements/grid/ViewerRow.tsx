import { memo, type ReactNode } from 'react';
import { formatAmountCell } from '../../../../shared/messages/format-amounts.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { StatementColumn, StatementRow } from '../../../../shared/model/statements/open-statement.ts';
import dataGridStyles from '../../../components/data-grid/DataGrid.module.css';
import { rowAttributes } from '../../../components/data-grid/grid-attributes.ts';
import { CheckMark } from '../../../components/fields/Checkbox.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import { SkeletonLine } from '../../../components/messages/Skeleton.tsx';
import { noColumn } from '../interpretation/column-names.ts';
import { MarkedText } from '../search/MarkedText.tsx';
import { RowStateIcons } from './RowStateIcons.tsx';
import { type PinnedStyles, pinnedClassNames } from './state/pinned-columns.ts';
import type { VisibleColumn } from './state/use-column-state.ts';
import styles from './ViewerGrid.module.css';

/** The column names and the filters. */
export const headRows = 2;

/** The part of the selected range in a row: its first and last column position. */
export interface RangeInRow {
  readonly left: number;
  readonly right: number;
  readonly isTop: boolean;
  readonly isBottom: boolean;
}

interface ViewerRowProps {
  readonly rowPosition: number;
  readonly row: StatementRow | undefined;
  readonly columns: readonly StatementColumn[];
  readonly visibleColumns: readonly VisibleColumn[];
  readonly pinnedStyles: PinnedStyles;
  readonly find: string;
  readonly isSelected: boolean;
  /** Position of the focused column, -1 for the row header; `null` if the cursor is in another row. */
  readonly cursorColumn: number | null;
  readonly range: RangeInRow | null;
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

/** The text of a cell in the file and as it is shown. */
function readCell(row: StatementRow | undefined, columnIndex: number, column: StatementColumn) {
  const text = row?.cells[columnIndex] ?? '';
  const isUnreadable = row?.unread.includes(columnIndex) === true;
  return { text, shownText: isUnreadable ? text : formatAmountCell(text, column), isUnreadable };
}

function columnClassNames({ kind, role }: StatementColumn): string {
  return classNames(styles.cell, kind === 'number' && 'right', role === 'reference' && 'id');
}

/** Longer texts may be cut off, so they get a tooltip. */
const maxUncutLength = 12;

function unreadableMessage(kind: StatementColumn['kind']): string {
  return kind === 'date'
    ? t('statementInterpretation.unread.date')
    : t('statementInterpretation.unread.amount');
}

/** Marks an unreadable cell, with an icon and with text for screen readers. */
function UnreadableIcon({ kind }: Pick<StatementColumn, 'kind'>) {
  return (
    <>
      <Icon name="alert" size="sm" />
      <span className="sr">{`, ${unreadableMessage(kind)}`}</span>
    </>
  );
}

/** The content of a loaded cell; `unreadKind` is `null` for one that was read. */
function cellContent(
  text: string,
  shownText: string,
  find: string,
  unreadKind: StatementColumn['kind'] | null,
): ReactNode {
  const marked = <MarkedText text={text} shownText={shownText} find={find} />;
  if (unreadKind === null) return marked;
  return (
    <>
      <span className="cut">{marked}</span>
      <UnreadableIcon kind={unreadKind} />
    </>
  );
}

function titleOf(
  text: string,
  shownText: string,
  isUnreadable: boolean,
  kind: StatementColumn['kind'],
): string | undefined {
  if (isUnreadable) return `${text}: ${unreadableMessage(kind)}`;
  if (shownText !== text) return t('statementViewer.inFile', { text });
  return text.length > maxUncutLength ? text : undefined;
}

function rowTitle(row: StatementRow | undefined): string | undefined {
  if (row?.ragged === true) return t('statementViewer.ragged');
  return row?.isRepeated === true ? t('statementViewer.table.repeatedRow') : undefined;
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
}: ViewerRowProps) {
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
            aria-label={t('statementViewer.selection.row', { number: row.row + 1 })}
            aria-pressed={isSelected}
          >
            <CheckMark checked={isSelected} />
            <span className="num">{row.row + 1}</span>
            <RowStateIcons states={row.states} />
            {row.isRepeated && <span className="sr">{t('statementViewer.table.repeatedRow')}</span>}
          </button>
        )}
      </div>
      {visibleColumns.map(({ index: columnIndex }, position) => {
        const column = columns[columnIndex] ?? noColumn;
        const { kind } = column;
        const { text, shownText, isUnreadable } = readCell(row, columnIndex, column);
        const pinnedStyle = pinnedStyles.get(columnIndex);
        return (
          <div
            key={columnIndex}
            role="gridcell"
            aria-colindex={position + 2}
            aria-current={hitColumn === columnIndex ? true : undefined}
            tabIndex={cursorColumn === position ? 0 : -1}
            data-column={position}
            className={classNames(
              columnClassNames(column),
              hitColumn === columnIndex && styles.found,
              isUnreadable ? styles.unread : row !== undefined && styles.text,
              pinnedClassNames(pinnedStyle),
              rangeClassNames(range, position),
            )}
            {...(pinnedStyle === undefined ? {} : { 'data-pinned': '', style: pinnedStyle })}
            title={titleOf(text, shownText, isUnreadable, kind)}
          >
            {row === undefined ? (
              <SkeletonLine width={kind === 'number' ? 48 : 72} />
            ) : (
              cellContent(text, shownText, find, isUnreadable ? kind : null)
            )}
          </div>
        );
      })}
    </div>
  );
}

/** One row. The grid handles all events. */
export const ViewerRow = memo(RowView);
