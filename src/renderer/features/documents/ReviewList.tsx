import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ReviewGroup } from '../../../shared/contract/documents.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { Button } from '../../components/Button.tsx';
import { classNames } from '../../components/class-names.ts';
import type { PagedRows } from '../../components/data-grid/paged-rows.ts';
import { NoResults } from '../../components/Empty.tsx';
import { ErrorNotice } from '../../components/Notice.tsx';
import { Skeleton } from '../../components/Skeleton.tsx';
import { ReviewRow } from './ReviewRow.tsx';
import { reviewAction } from './review-keys.ts';
import { groupRangeOfLines, type ReviewLine, reviewLines } from './review-lines.ts';
import { useExpandedGroups } from './use-opened-groups.ts';

const headHeightPx = 32;
const groupHeightPx = 36;
const documentHeightPx = 32;

const columns = [
  { id: 'beneficiary', right: false },
  { id: 'recipientId', right: false },
  { id: 'new', right: true },
  { id: 'known', right: true },
  { id: 'size', right: true },
  { id: 'note', right: false },
] as const;

interface ReviewListProps {
  readonly batch: BatchSummary;
  readonly groups: PagedRows<ReviewGroup>;
  readonly revision: number;
  /** Size in megabytes above which a file counts as large. */
  readonly largeFileMegabytes: number;
}

function ColumnHeaders() {
  return (
    <div className="grid-head" role="rowgroup">
      <div className="grid-row" role="row" aria-rowindex={1}>
        {columns.map(({ id, right }, index) => (
          <div
            key={id}
            className={classNames('grid-cell', right && 'right')}
            role="columnheader"
            aria-colindex={index + 1}
          >
            {t(`documentsReview.list.${id}`)}
          </div>
        ))}
      </div>
    </div>
  );
}

function loadedGroups({ total, rowAt }: PagedRows<ReviewGroup>): readonly ReviewGroup[] {
  return Array.from({ length: total ?? 0 }, (_, index) => rowAt(index)).filter((row) => row !== undefined);
}

function LoadError({
  error,
  onRetry,
}: {
  readonly error: Parameters<typeof ErrorNotice>[0]['error'];
  readonly onRetry: () => void;
}) {
  return (
    <div className="grid-problem">
      <ErrorNotice
        error={error}
        actions={
          <Button size="small" icon="retry" onPress={onRetry}>
            {t('components.tryAgain')}
          </Button>
        }
      />
    </div>
  );
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
  const shouldFocusRow = useRef(false);
  const [cursor, setCursor] = useState({ key: '', index: 0 });
  const foundIndex = lines.findIndex(({ key }) => key === cursor.key);
  // When the line of the cursor is gone, the cursor stays at its index.
  const cursorIndex = foundIndex === -1 ? Math.min(cursor.index, Math.max(0, lines.length - 1)) : foundIndex;

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
  useLayoutEffect(() => {
    if (!shouldFocusRow.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${cursorIndex}"]`);
    if (row === null || row === undefined) return;
    shouldFocusRow.current = false;
    row.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    shouldFocusRow.current = true;
    setCursor({ key: lines[index]?.key ?? '', index });
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  const activateLine = (line: ReviewLine | undefined) => {
    if (line?.kind === 'group') toggle(line.group.beneficiary.id);
    if (line?.kind === 'more') {
      // The *Show more* line may disappear: the document that takes its index gets the focus.
      shouldFocusRow.current = true;
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
    <div className="grid review-list">
      <div className="grid-scroll" ref={scroller}>
        <div
          className="grid-canvas"
          role="treegrid"
          tabIndex={-1}
          aria-label={t('documentsReview.list.label', { number: batch.number })}
          aria-rowcount={groups.total === null ? -1 : lines.length + 1}
          aria-colcount={columns.length}
          onKeyDown={onKeyDown}
        >
          <ColumnHeaders />
          <div className="grid-body" role="rowgroup" style={{ height: virtualizer.getTotalSize() }}>
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
          <div className="grid-note">
            <NoResults title={t('documentsReview.list.empty')} />
          </div>
        )}
      </div>
      {groups.error !== null && <LoadError error={groups.error} onRetry={groups.retry} />}
      {error !== null && <LoadError error={error} onRetry={retry} />}
    </div>
  );
}
