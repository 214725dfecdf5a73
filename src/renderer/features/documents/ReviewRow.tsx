import type { ReactNode } from 'react';
import type { ReviewDocument, ReviewGroup } from '../../../shared/contract/documents.ts';
import { reasonMessage } from '../../../shared/document-reason-message.ts';
import { formatBytes, formatNumber, t } from '../../../shared/messages/index.ts';
import { classNames } from '../../components/class-names.ts';
import { FileName } from '../../components/FileName.tsx';
import { Icon } from '../../components/Icon.tsx';
import type { IconName } from '../../components/icons.ts';
import { Message } from '../../components/Message.tsx';
import { SkeletonLine, skeletonWidth } from '../../components/Skeleton.tsx';
import { State } from '../../components/State.tsx';
import { Time } from '../../components/Time.tsx';
import type { ReviewLine } from './review-lines.ts';

interface CellProps {
  /** Column, counted from 1. */
  readonly at: number;
  /** Number of columns. */
  readonly span?: number;
  readonly right?: boolean;
  readonly face?: string;
  readonly title?: string;
  readonly children?: ReactNode;
}

function Cell({ at, span = 1, right = false, face, title, children }: CellProps) {
  return (
    <div
      className={classNames('grid-cell', right && 'right', span > 1 && `span-${span}`)}
      role="gridcell"
      aria-colindex={at}
      aria-colspan={span > 1 ? span : undefined}
      title={title}
    >
      <div className={classNames('cell', right && 'cell-right', face)}>{children}</div>
    </div>
  );
}

function GroupNote({ group, megabytes }: { readonly group: ReviewGroup; readonly megabytes: number }) {
  if (group.held) return <State icon="hold">{t('documentsReview.list.held')}</State>;
  if (group.defective > 0)
    return <State icon="alert">{t('documentsReview.list.defective', { count: group.defective })}</State>;
  if (group.large > 0)
    return <State icon="info">{t('documentsReview.list.large', { count: group.large, megabytes })}</State>;
  // Only a profile that sends known documents again sends more than the new ones.
  if (group.names === group.newDocuments) return null;
  return (
    <span className="why">
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
  open,
  megabytes,
}: {
  readonly group: ReviewGroup;
  readonly open: boolean;
  readonly megabytes: number;
}) {
  const { label, recipientId } = group.beneficiary;
  return (
    <>
      <Cell at={1} title={label}>
        <span className="cellflex">
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
          <bdi className="review-label cut">{label}</bdi>
        </span>
      </Cell>
      <Cell at={2} face={recipientId === null ? 'dim' : 'id faint'} title={recipientId ?? ''}>
        {recipientId ?? t('documentsReview.list.willBeCreated')}
      </Cell>
      <Cell at={3} right>
        {formatNumber(group.newDocuments)}
      </Cell>
      <Cell at={4} right face="dim">
        {formatNumber(group.known)}
      </Cell>
      <Cell at={5} right face="dim">
        {formatBytes(group.bytes)}
      </Cell>
      <Cell at={6}>
        <GroupNote group={group} megabytes={megabytes} />
      </Cell>
    </>
  );
}

function moreMessage({ next, rest, what }: Extract<ReviewLine, { kind: 'more' }>): string {
  return next === rest
    ? t(`documentsReview.list.more.${what}`, { next })
    : t(`documentsReview.list.morePart.${what}`, { next, rest });
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

const looks: Readonly<
  Record<ReviewDocument['kind'], { readonly icon: IconName; readonly tone: 'run' | 'plain' }>
> = {
  new: { icon: 'plus', tone: 'run' },
  known: { icon: 'check', tone: 'plain' },
  duplicate: { icon: 'copy', tone: 'plain' },
};

function DocumentCells({ document }: { readonly document: ReviewDocument }) {
  const { icon, tone } = looks[document.kind];
  return (
    <>
      <Cell at={1} span={2}>
        <span className="cellflex">
          <Icon name="file" />
          <FileName name={document.name} />
        </span>
      </Cell>
      <Cell at={3} span={2}>
        <State icon={icon} tone={tone}>
          {t(`documentsReview.list.${document.kind}`)}
        </State>
      </Cell>
      <Cell at={5} right face="dim">
        {document.kind !== 'known' && formatBytes(document.size)}
      </Cell>
      <Cell at={6}>
        <span className="why">
          <DocumentNote document={document} />
        </span>
      </Cell>
    </>
  );
}

function Cells({
  line,
  index,
  megabytes,
}: {
  readonly line: ReviewLine;
  readonly index: number;
  readonly megabytes: number;
}) {
  switch (line.kind) {
    case 'loading':
      return (
        <Cell at={1} span={6}>
          <SkeletonLine width={skeletonWidth(index, 0)} />
        </Cell>
      );
    case 'group':
      return <GroupCells group={line.group} open={line.open} megabytes={megabytes} />;
    case 'document':
      if (line.document !== undefined) return <DocumentCells document={line.document} />;
      return (
        <Cell at={1} span={6}>
          <SkeletonLine width={skeletonWidth(index, 0)} />
        </Cell>
      );
    case 'more':
      return (
        <Cell at={1} span={6}>
          <span className="link">{moreMessage(line)}</span>
        </Cell>
      );
  }
}

export interface ReviewRowProps {
  readonly line: ReviewLine;
  readonly index: number;
  /** Pixels from the top of the list. */
  readonly top: number;
  /** True for the row that is the tab stop. */
  readonly cursor: boolean;
  readonly megabytes: number;
  readonly onPress: () => void;
  readonly onFocus: () => void;
}

/** One line of the review. */
export function ReviewRow({ line, index, top, cursor, megabytes, onPress, onFocus }: ReviewRowProps) {
  const isGroup = line.kind === 'group';
  const under = line.kind === 'document' || line.kind === 'more';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it has the keys
    <div
      className={classNames(
        'grid-row',
        under ? 'review-document' : 'review-group',
        under && line.last && 'last',
        isGroup && line.group.held && 'held',
        (isGroup || line.kind === 'more') && 'pressable',
      )}
      role="row"
      aria-rowindex={index + 2}
      aria-level={under ? 2 : 1}
      aria-expanded={isGroup ? line.open : undefined}
      tabIndex={cursor ? 0 : -1}
      data-row={index}
      style={{ top }}
      onClick={onPress}
      onFocus={onFocus}
    >
      <Cells line={line} index={index} megabytes={megabytes} />
    </div>
  );
}
