/**
 * @file The jobs of batches in the transfer tray. The strip of the tray is always visible and shows running work; the sheet,
 * opened from the strip, lists all work.
 */

import {
  formatBytesOf,
  formatPercent,
  formatPlainList,
  formatRate,
  formatShortTimeLeft,
  formatTimeLeft,
  t,
} from '../../../../shared/messages/index.ts';
import {
  type BatchSummary,
  countNeedingClerk,
  isOpenBatch,
} from '../../../../shared/model/documents/batch.ts';
import type { TrayAction, TrayJob } from '../../../app/feature.ts';
import {
  bytesInFlight,
  countChecked,
  countIncluded,
  countLeftOut,
  countOf,
  countOutgoing,
  countWaitingForClerk,
  findReviewBlocker,
  phaseOf,
} from './batch-numbers.ts';
import type { SmoothedProgress } from './smoothed-progress.ts';

interface TrayInput {
  readonly batch: BatchSummary;
  /** `undefined` while the batch does not run. */
  readonly progress: SmoothedProgress | undefined;
  /** True when several batches are in the tray, so that each shows its number. */
  readonly showsNumber: boolean;
  readonly onOpen: () => void;
}

function preparingJob({ batch, showsNumber, onOpen }: TrayInput): TrayJob {
  const id = `documents ${batch.id}`;
  const done = countChecked(batch);
  const total = countIncluded(batch);
  const batchName = t('documentsScreen.batch', { number: batch.number });
  const label = showsNumber ? batchName : t('documentsFrame.tray.checking');
  const title = `${batchName}: ${t('documentsFrame.tray.preparing', { count: total })}`;
  if (batch.state === 'checking') {
    return {
      id,
      icon: 'search',
      label,
      summary: t('documentsFrame.tray.checkingSummary', { done, total }),
      title,
      amount: formatPercent(done, total),
      detail: t('documentsFrame.tray.checkingSummary', { done, total }),
      progress: { part: done, whole: total },
      onOpen,
    };
  }
  const reason = findReviewBlocker(batch);
  const unassigned = reason?.kind === 'unassigned' ? reason.count : 0;
  return {
    id,
    icon: 'file',
    label,
    summary: '',
    title,
    amount: '',
    detail:
      unassigned === 0 ? t('documentsFrame.tray.ready') : t('documentsFrame.tray.unassigned', { unassigned }),
    sheetOnly: true,
    onOpen,
  };
}

function sendingDetail(batch: BatchSummary, sentBytes: number, leftMs: number | null): string {
  const facts = formatPlainList([
    formatBytesOf(sentBytes, batch.bytes),
    ...(batch.rate === null || batch.state === 'paused' ? [] : [formatRate(batch.rate)]),
    ...(leftMs === null ? [] : [formatTimeLeft(leftMs)]),
    ...(batch.state === 'paused' ? [t('documentsFrame.tray.paused')] : []),
  ]);
  const needClerkCount = countNeedingClerk(batch);
  return needClerkCount === 0
    ? facts
    : `${facts}. ${t('documentsScreen.needYou', { count: needClerkCount })}.`;
}

function sendingJob({ batch, progress, showsNumber, onOpen }: TrayInput): TrayJob {
  const sentBytes = progress?.bytes ?? batch.bytesStored + bytesInFlight(batch);
  const leftMs = progress?.leftMs ?? null;
  const percent = formatPercent(sentBytes, batch.bytes);
  const isPaused = batch.state === 'paused';
  const waitingCount = isPaused ? 0 : countWaitingForClerk(batch);
  const summary = [
    percent,
    isPaused ? t('documentsFrame.tray.paused') : leftMs === null ? '' : formatShortTimeLeft(leftMs),
  ];
  const needsAttention = isPaused && batch.pauseReason !== 'user' && batch.pauseReason !== 'offline';
  return {
    id: `documents ${batch.id}`,
    icon: waitingCount > 0 ? 'alert' : isPaused ? 'hold' : 'up',
    label: showsNumber
      ? t('documentsScreen.batch', { number: batch.number })
      : t('documentsFrame.tray.label'),
    summary:
      waitingCount > 0 ? t('documentsScreen.needYou', { count: waitingCount }) : formatPlainList(summary),
    title: t('documentsScreen.documentsTo', {
      count: countOutgoing(batch),
      beneficiaries: batch.beneficiaries,
    }),
    amount: percent,
    detail: sendingDetail(batch, sentBytes, leftMs),
    ...(waitingCount > 0 ? {} : { progress: { part: sentBytes, whole: batch.bytes } }),
    ...(needsAttention || waitingCount > 0 ? { tone: 'warning' } : {}),
    onOpen,
  };
}

/** Describes the end of a batch. A cancelled batch is no warning unless it has unknown outcomes. */
function describeEnd(batch: BatchSummary): Pick<TrayJob, 'icon' | 'detail' | 'tone'> {
  const needClerkCount = countNeedingClerk(batch);
  if (batch.state === 'done') {
    const notSentCount = countLeftOut(batch) + countOf(batch, 'cancelled');
    return notSentCount === 0
      ? { icon: 'check-circle', detail: t('documentsFrame.tray.done'), tone: 'ok' }
      : {
          icon: 'check-circle',
          detail: t('documentsFrame.tray.ended', {
            attached: countOf(batch, 'attached'),
            left: notSentCount,
          }),
        };
  }
  if (batch.state !== 'cancelled')
    return {
      icon: 'alert',
      detail: t('documentsScreen.needYou', { count: needClerkCount }),
      tone: 'warning',
    };
  const cancelled = t('documentsScreen.sending.cancelled', { attached: countOf(batch, 'attached') });
  return needClerkCount === 0
    ? { icon: 'ended', detail: cancelled }
    : {
        icon: 'alert',
        detail: `${cancelled}. ${t('documentsScreen.needYou', { count: needClerkCount })}.`,
        tone: 'warning',
      };
}

/** The job of an ended batch, in the sheet; while the batch needs the clerk, also in the strip. */
function endedJob({ batch, onOpen }: TrayInput): TrayJob {
  const hasUnfinishedDocuments = isOpenBatch(batch);
  const title = hasUnfinishedDocuments
    ? t('documentsScreen.documentsTo', { count: countOutgoing(batch), beneficiaries: batch.beneficiaries })
    : t('documentsScreen.documentsTo', {
        count: countOf(batch, 'attached'),
        beneficiaries: batch.beneficiariesComplete,
      });
  return {
    id: `documents ${batch.id}`,
    label: t('documentsScreen.batch', { number: batch.number }),
    summary: hasUnfinishedDocuments ? t('documentsScreen.needYou', { count: countNeedingClerk(batch) }) : '',
    title,
    amount: t('documentsScreen.batch', { number: batch.number }),
    ...describeEnd(batch),
    ...(hasUnfinishedDocuments ? {} : { sheetOnly: true }),
    onOpen,
  };
}

/** Returns one job for all open batches that have no job of their own; none if `batchCount` is 0. */
export function jobsOfOtherBatches(batchCount: number, onOpen: () => void): readonly TrayJob[] {
  if (batchCount === 0) return [];
  const title = t('documentsFrame.tray.more', { count: batchCount });
  return [
    {
      id: 'documents more',
      icon: 'clock',
      label: title,
      summary: '',
      title,
      amount: '',
      sheetOnly: true,
      onOpen,
    },
  ];
}

export function trayJobOf(input: TrayInput): TrayJob {
  switch (phaseOf(input.batch.state)) {
    case 'preparing':
      return preparingJob(input);
    case 'sending':
      return sendingJob(input);
    case 'over':
      return endedJob(input);
  }
}

/** *Pause all* while anything runs, else *Resume all* while the clerk has paused something. */
export function trayActionsOf(
  batches: readonly BatchSummary[],
  pause: () => void,
  resume: () => void,
): readonly TrayAction[] {
  const hasBatch = (state: BatchSummary['state'], reason: BatchSummary['pauseReason']) =>
    batches.some((batch) => batch.state === state && batch.pauseReason === reason);
  if (hasBatch('running', null)) {
    return [
      { id: 'documents pause', icon: 'pause', label: t('documentsFrame.tray.pauseAll'), onPress: pause },
    ];
  }
  if (!hasBatch('paused', 'user')) return [];
  return [
    { id: 'documents resume', icon: 'play', label: t('documentsFrame.tray.resumeAll'), onPress: resume },
  ];
}
