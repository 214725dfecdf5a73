import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReviewGroup } from '../../../../shared/contract/document-review.ts';
import { t } from '../../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import dataGridStyles from '../../../components/data-grid/DataGrid.module.css';
import { GridHead } from '../../../components/data-grid/GridHead.tsx';
import { GridProblem } from '../../../components/data-grid/GridPlaceholder.tsx';
import { gridAttributes } from '../../../components/data-grid/grid-attributes.ts';
import type { PagedRows } from '../../../components/data-grid/paged-rows.ts';
import { useCursorFocus } from '../../../components/data-grid/use-cursor-focus.ts';
import { classNames } from '../../../components/layout/class-names.ts';
import { NoResults } from '../../../components/messages/Empty.tsx';
import { Skeleton } from '../../../components/messages/Skeleton.tsx';
import styles from './Review.module.css';
import { ReviewRow } from './ReviewRow.tsx';
import { reviewAction } from './review-keys.ts';
import { groupRangeOfLines, type ReviewLine, reviewLines } from './review-lines.ts';
import { useExpandedGroups } from './use-opened-groups.ts';

const headHeightPx = 32;
const groupHeightPx = 36;
const documentHeightPx = 32;

const columns = [
  { id: 'beneficiary' },
  { id: 'recipientId' },
  { id: 'new', align: 'right' },
  { id: 'known', align: 'right' },
  { id: 'size', align: 'right' },
  { id: 'note' },
] as const;

interface ReviewListProps {
  readonly batch: BatchSummary;
  readonly groups: PagedRows<ReviewGroup>;
  readonly revision: number;
  /** Size in megabytes above which a file counts as large. */
  readonly largeFileMegabytes: number;
}

function loadedGroups({ total, rowAt }: PagedRows<ReviewGroup>): readonly ReviewGroup[] {
  return Array.from({ length: total ?? 0 }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
}

/**
 * Virtual tree of beneficiaries and their documents. It is a single tab stop; arrow keys move, expand and collapse.
 */
export function ReviewList({ batch, groups, revision, largeFileMegabytes }: ReviewListProps) {
  const { expandedGroups, error, toggle, showMore, retry } = useExpandedGroups(
    batch.id,
    revision,
    loadedGroups(groups),
  );
  const lines = reviewLines(groups.total ?? 0, groups.rowAt, expandedGroups);
  const scroller = useRef<HTMLDivElement>(null);
  const rowGroup = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState({ key: '', index: 0 });
  const foundIndex = lines.findIndex(({ key }) => key === cursor.key);
  // When the line of the cursor is gone, the cursor stays at its index.
  const cursorIndex = foundIndex === -1 ? Math.min(cursor.index, Math.max(0, lines.length - 1)) : foundIndex;

  const cursorFocus = useCursorFocus(rowGroup, { row: cursorIndex, total: lines.length });

  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const kind = lines[index]?.kind;
      return kind === 'document' || kind === 'more' ? documentHeightPx : groupHeightPx;
    },
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 10,
    scrollMargin: headHeightPx,
    scrollPaddingStart: headHeightPx,
    useFlushSync: false,
  });
  // Expanding a beneficiary changes the heights of lines.
  const lineKinds = lines.map(({ kind }) => kind.charAt(0)).join('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the heights change
  useLayoutEffect(() => virtualizer.measure(), [lineKinds]);

  const [firstGroup, lastGroup] = groupRangeOfLines(
    lines,
    virtualizer.range?.startIndex ?? 0,
    virtualizer.range?.endIndex ?? 0,
  );
  useEffect(() => groups.requestRange(firstGroup, lastGroup));
  const moveTo = (index: number) => {
    cursorFocus.requestFocus();
    setCursor({ key: lines[index]?.key ?? '', index });
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const activateLine = (line: ReviewLine | undefined) => {
    if (line?.kind === 'group') toggle(line.group.beneficiary.id);
    if (line?.kind === 'more') {
      // The *Show more* line may disappear: the document that takes its index gets the focus.
      cursorFocus.requestFocus();
      setCursor({ key: '', index: lines.indexOf(line) });
      showMore(line.group.beneficiary.id, line.documentKind);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const visibleHeightPx = (scroller.current?.clientHeight ?? 0) - headHeightPx;
    // A page moves by one line less than fits, so that one line stays visible.
    const linesPerPage = Math.max(1, Math.floor(visibleHeightPx / groupHeightPx) - 1);
    const action = reviewAction(event.key, lines, cursorIndex, linesPerPage);
    if (action === null) return;
    event.preventDefault();
    if (action.kind === 'move') moveTo(action.to);
    else activateLine(lines[cursorIndex]);
  };

  return (
    <div className={classNames(dataGridStyles.grid, styles.list)}>
      <div className={dataGridStyles.scroll} ref={scroller}>
        <div
          className={dataGridStyles.canvas}
          data-part="grid-canvas"
          role="treegrid"
          {...gridAttributes(
            t('documentsReview.list.label', { number: batch.number }),
            groups.total === null ? null : lines.length,
            columns.length,
          )}
          onKeyDown={onKeyDown}
          onFocus={cursorFocus.onFocus}
          onBlur={cursorFocus.onBlur}
        >
          <GridHead
            columns={columns.map((column) => ({ ...column, label: t(`documentsReview.list.${column.id}`) }))}
          />
          <div
            className={dataGridStyles.body}
            data-part="grid-body"
            role="rowgroup"
            ref={rowGroup}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map((item) => {
              const line = lines[item.index];
              if (line === undefined) return null;
              return (
                <ReviewRow
                  key={item.key}
                  line={line}
                  index={item.index}
                  top={item.start - headHeightPx}
                  isTabStop={item.index === cursorIndex}
                  largeFileMegabytes={largeFileMegabytes}
                  onPress={() => {
                    setCursor({ key: line.key, index: item.index });
                    activateLine(line);
                  }}
                  onFocus={() => {
                    if (item.index !== cursorIndex) setCursor({ key: line.key, index: item.index });
                  }}
                />
              );
            })}
          </div>
        </div>
        {groups.total === null && groups.error === null && <Skeleton rows={8} roomy />}
        {groups.total === 0 && (
          <div className={dataGridStyles.note}>
            <NoResults title={t('documentsReview.list.empty')} />
          </div>
        )}
      </div>
      <GridProblem rows={groups} />
      <GridProblem rows={{ error, retry }} />
    </div>
  );
}
