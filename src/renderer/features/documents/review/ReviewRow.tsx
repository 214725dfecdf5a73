import type { ReviewDocument, ReviewGroup } from '../../../../shared/contract/document-review.ts';
import { reasonMessage } from '../../../../shared/document-reason-message.ts';
import { formatBytes, formatNumber, t } from '../../../../shared/messages/index.ts';
import buttonStyles from '../../../components/actions/Button.module.css';
import dataGridStyles from '../../../components/data-grid/DataGrid.module.css';
import { GridCell } from '../../../components/data-grid/GridRow.tsx';
import { rowAttributes } from '../../../components/data-grid/grid-attributes.ts';
import { FileName } from '../../../components/files/FileName.tsx';
import { classNames } from '../../../components/layout/class-names.ts';
import { Icon } from '../../../components/layout/Icon.tsx';
import type { IconName } from '../../../components/layout/icons.ts';
import { Time } from '../../../components/layout/Time.tsx';
import { Message } from '../../../components/messages/Message.tsx';
import { SkeletonLine, skeletonWidth } from '../../../components/messages/Skeleton.tsx';
import { State } from '../../../components/messages/State.tsx';
import batchStyles from '../Batch.module.css';
import reviewStyles from './Review.module.css';
import type { ReviewLine } from './review-lines.ts';

function GroupNote({
  group,
  largeFileMegabytes,
}: {
  readonly group: ReviewGroup;
  readonly largeFileMegabytes: number;
}) {
  if (group.held) return <State icon="hold">{t('documentsReview.list.held')}</State>;
  if (group.defective > 0)
    return <State icon="alert">{t('documentsReview.list.defective', { count: group.defective })}</State>;
  if (group.large > 0)
    return (
      <State icon="info">
        {t('documentsReview.list.large', { count: group.large, megabytes: largeFileMegabytes })}
      </State>
    );
  // The numbers differ only for a profile that also sends the known documents again.
  if (group.names === group.newDocuments) return null;
  return (
    <span className={batchStyles.why}>
      {t('documentsReview.list.sentAs', {
        count: group.names,
        fresh: group.newDocuments,
        known: group.known,
      })}
    </span>
  );
}

function GroupCells({
  group,
  isExpanded,
  largeFileMegabytes,
}: {
  readonly group: ReviewGroup;
  readonly isExpanded: boolean;
  readonly largeFileMegabytes: number;
}) {
  const { label, recipientId } = group.beneficiary;
  return (
    <>
      <GridCell column={1} title={label}>
        <span className={batchStyles.cellflex}>
          <Icon name={isExpanded ? 'chevron-down' : 'chevron-right'} />
          <bdi className={classNames(reviewStyles.label, 'cut')}>{label}</bdi>
        </span>
      </GridCell>
      <GridCell column={2} face={recipientId === null ? 'dim' : 'id faint'} title={recipientId ?? ''}>
        {recipientId ?? t('documentsReview.list.willBeCreated')}
      </GridCell>
      <GridCell column={3} align="right">
        {formatNumber(group.newDocuments)}
      </GridCell>
      <GridCell column={4} align="right" face="dim">
        {formatNumber(group.known)}
      </GridCell>
      <GridCell column={5} align="right" face="dim">
        {formatBytes(group.bytes)}
      </GridCell>
      <GridCell column={6}>
        <GroupNote group={group} largeFileMegabytes={largeFileMegabytes} />
      </GridCell>
    </>
  );
}

function showMoreMessage(line: Extract<ReviewLine, { kind: 'more' }>): string {
  const { nextCount, hiddenCount, documentKind } = line;
  return nextCount === hiddenCount
    ? t(`documentsReview.list.more.${documentKind}`, { next: nextCount })
    : t(`documentsReview.list.morePart.${documentKind}`, { next: nextCount, rest: hiddenCount });
}

function DocumentNote({ document }: { readonly document: ReviewDocument }) {
  if (document.kind === 'new') return t(`documentsReview.list.by.${document.assignedBy}`);
  if (document.kind === 'duplicate') return reasonMessage(document.reason).short;
  return (
    <Message
      id="documentsReview.list.attached"
      values={{ time: <Time value={document.attachedAt} form="moment" /> }}
    />
  );
}

const kindLooks: Readonly<
  Record<ReviewDocument['kind'], { readonly icon: IconName; readonly tone: 'run' | 'plain' }>
> = {
  new: { icon: 'plus', tone: 'run' },
  known: { icon: 'check', tone: 'plain' },
  duplicate: { icon: 'copy', tone: 'plain' },
};

function DocumentCells({ document }: { readonly document: ReviewDocument }) {
  const { icon, tone } = kindLooks[document.kind];
  return (
    <>
      <GridCell column={1} columnSpan={2}>
        <span className={batchStyles.cellflex}>
          <Icon name="file" />
          <FileName name={document.name} />
        </span>
      </GridCell>
      <GridCell column={3} columnSpan={2}>
        <State icon={icon} tone={tone}>
          {t(`documentsReview.list.${document.kind}`)}
        </State>
      </GridCell>
      <GridCell column={5} align="right" face="dim">
        {document.kind !== 'known' && formatBytes(document.size)}
      </GridCell>
      <GridCell column={6}>
        <span className={batchStyles.why}>
          <DocumentNote document={document} />
        </span>
      </GridCell>
    </>
  );
}

function Cells({
  line,
  index,
  largeFileMegabytes,
}: {
  readonly line: ReviewLine;
  readonly index: number;
  readonly largeFileMegabytes: number;
}) {
  switch (line.kind) {
    case 'loading':
      return (
        <GridCell column={1} columnSpan={6}>
          <SkeletonLine width={skeletonWidth(index, 0)} />
        </GridCell>
      );
    case 'group':
      return (
        <GroupCells group={line.group} isExpanded={line.isExpanded} largeFileMegabytes={largeFileMegabytes} />
      );
    case 'document':
      if (line.document !== undefined) return <DocumentCells document={line.document} />;
      return (
        <GridCell column={1} columnSpan={6}>
          <SkeletonLine width={skeletonWidth(index, 0)} />
        </GridCell>
      );
    case 'more':
      return (
        <GridCell column={1} columnSpan={6}>
          <span className={buttonStyles.link} data-small-target="" data-part="link">
            {showMoreMessage(line)}
          </span>
        </GridCell>
      );
  }
}

interface ReviewRowProps {
  readonly line: ReviewLine;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  readonly isTabStop: boolean;
  readonly largeFileMegabytes: number;
  readonly onPress: () => void;
  readonly onFocus: () => void;
}

export function ReviewRow({
  line,
  index,
  top,
  isTabStop,
  largeFileMegabytes,
  onPress,
  onFocus,
}: ReviewRowProps) {
  const isGroup = line.kind === 'group';
  const isInGroup = line.kind === 'document' || line.kind === 'more';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows
    <div
      className={classNames(
        dataGridStyles.row,
        isInGroup ? reviewStyles.document : reviewStyles.group,
        isInGroup && line.isLast && reviewStyles.last,
        isGroup && line.group.held && reviewStyles.held,
        (isGroup || line.kind === 'more') && reviewStyles.pressable,
      )}
      data-part="grid-row"
      role="row"
      {...rowAttributes(index, true)}
      aria-level={isInGroup ? 2 : 1}
      aria-expanded={isGroup ? line.isExpanded : undefined}
      tabIndex={isTabStop ? 0 : -1}
      style={{ top }}
      onClick={onPress}
      onFocus={onFocus}
    >
      <Cells line={line} index={index} largeFileMegabytes={largeFileMegabytes} />
    </div>
  );
}
