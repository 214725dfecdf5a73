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
import { groupsOfLines, type ReviewLine, reviewLines } from './review-lines.ts';
import { useOpenedGroups } from './use-opened-groups.ts';

const headHeight = 32;
const groupHeight = 36;
const documentHeight = 32;

const columns = [
  { id: 'beneficiary', right: false },
  { id: 'recipientId', right: false },
  { id: 'new', right: true },
  { id: 'known', right: true },
  { id: 'size', right: true },
  { id: 'note', right: false },
] as const;

export interface ReviewListProps {
  readonly batch: BatchSummary;
  readonly groups: PagedRows<ReviewGroup>;
  readonly revision: number;
  /** Size in megabytes above which a file counts as large. */
  readonly megabytes: number;
}

function Head() {
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

function Problem({
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
export function ReviewList({ batch, groups, revision, megabytes }: ReviewListProps) {
  const { opened, error, toggle, showMore, retry } = useOpenedGroups(
    batch.id,
    revision,
    loadedGroups(groups),
  );
  const lines = reviewLines(groups.total ?? 0, groups.rowAt, opened);
  const scroller = useRef<HTMLDivElement>(null);
  const focusWanted = useRef(false);
  const [cursor, setCursor] = useState({ key: '', index: 0 });
  const found = lines.findIndex(({ key }) => key === cursor.key);
  const at = found === -1 ? Math.min(cursor.index, Math.max(0, lines.length - 1)) : found;

  // oxlint-disable-next-line react/incompatible-library -- no compiler memoizes this component
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const kind = lines[index]?.kind;
      return kind === 'document' || kind === 'more' ? documentHeight : groupHeight;
    },
    getItemKey: (index) => lines[index]?.key ?? index,
    overscan: 10,
    scrollMargin: headHeight,
    scrollPaddingStart: headHeight,
    useFlushSync: false,
  });
  // Expanding a beneficiary changes the heights of lines.
  const shape = lines.map(({ kind }) => kind.charAt(0)).join('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the heights change
  useLayoutEffect(() => virtual.measure(), [shape]);

  const [first, last] = groupsOfLines(lines, virtual.range?.startIndex ?? 0, virtual.range?.endIndex ?? 0);
  useEffect(() => groups.requestRange(first, last));
  useLayoutEffect(() => {
    if (!focusWanted.current) return;
    const row = scroller.current?.querySelector<HTMLElement>(`[data-row="${at}"]`);
    if (row === null || row === undefined) return;
    focusWanted.current = false;
    row.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    focusWanted.current = true;
    setCursor({ key: lines[index]?.key ?? '', index });
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const press = (line: ReviewLine | undefined) => {
    if (line?.kind === 'group') toggle(line.group.beneficiary.id);
    if (line?.kind === 'more') {
      // The line disappears; the first document in its place gets the focus.
      focusWanted.current = true;
      setCursor({ key: '', index: lines.indexOf(line) });
      showMore(line.group.beneficiary.id, line.what);
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const seen = (scroller.current?.clientHeight ?? 0) - headHeight;
    const action = reviewAction(event.key, lines, at, Math.max(1, Math.floor(seen / groupHeight) - 1));
    if (action === null) return;
    event.preventDefault();
    if (action.kind === 'move') moveTo(action.to);
    else press(lines[at]);
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
          <Head />
          <div className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map((item) => {
              const line = lines[item.index];
              if (line === undefined) return null;
              return (
                <ReviewRow
                  key={item.key}
                  line={line}
                  index={item.index}
                  top={item.start - headHeight}
                  cursor={item.index === at}
                  megabytes={megabytes}
                  onPress={() => {
                    setCursor({ key: line.key, index: item.index });
                    press(line);
                  }}
                  onFocus={() => {
                    if (item.index !== at) setCursor({ key: line.key, index: item.index });
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
      {groups.error !== null && <Problem error={groups.error} onRetry={groups.retry} />}
      {error !== null && <Problem error={error} onRetry={retry} />}
    </div>
  );
}
