/** @file The content of the tray about batches. */

import {
  formatBytesOf,
  formatPercent,
  formatPlainList,
  formatRate,
  formatTimeLeft,
  t,
} from '../../../shared/messages/index.ts';
import { type BatchSummary, isOpenBatch, needClerk } from '../../../shared/model/batch.ts';
import type { TrayAction, TrayJob } from '../../app/feature.ts';
import {
  bytesInFlight,
  checkedOf,
  countOf,
  goingOut,
  included,
  leftOut,
  notReady,
  phaseOf,
} from './batch-numbers.ts';
import type { SmoothedProgress } from './smoothed-progress.ts';

/** Input of a job in the tray. */
export interface TrayInput {
  readonly batch: BatchSummary;
  /** `undefined` while the batch does not run. */
  readonly progress: SmoothedProgress | undefined;
  /** True when several batches are in the tray, so that each shows its number. */
  readonly named: boolean;
  readonly onOpen: () => void;
}

/** `3 min left`, without *about*, because the strip is short of space. */
function shortTimeLeft(milliseconds: number): string {
  return formatTimeLeft(milliseconds).replace(/^about /, '');
}

function preparingJob({ batch, named, onOpen }: TrayInput): TrayJob {
  const id = `documents ${batch.id}`;
  const done = checkedOf(batch);
  const whole = included(batch);
  const label = named
    ? t('documentsScreen.batch', { number: batch.number })
    : t('documentsFrame.tray.checking');
  const title = `${t('documentsScreen.batch', { number: batch.number })}: ${t('documentsFrame.tray.preparing', { count: whole })}`;
  if (batch.state === 'checking') {
    return {
      id,
      icon: 'search',
      label,
      summary: t('documentsFrame.tray.checkingSummary', { done, total: whole }),
      title,
      amount: formatPercent(done, whole),
      detail: t('documentsFrame.tray.checkingSummary', { done, total: whole }),
      progress: { part: done, whole },
      onOpen,
    };
  }
  const reason = notReady(batch);
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

function detailOf(batch: BatchSummary, stored: number, left: number | null): string {
  const facts = formatPlainList([
    formatBytesOf(stored, batch.bytes),
    ...(batch.rate === null || batch.state === 'paused' ? [] : [formatRate(batch.rate)]),
    ...(left === null ? [] : [formatTimeLeft(left)]),
    ...(batch.state === 'paused' ? [t('documentsFrame.tray.paused')] : []),
  ]);
  const needs = needClerk(batch);
  return needs === 0 ? facts : `${facts}. ${t('documentsScreen.needYou', { count: needs })}.`;
}

function sendingJob({ batch, progress, named, onOpen }: TrayInput): TrayJob {
  const stored = progress?.bytes ?? batch.bytesStored + bytesInFlight(batch);
  const left = progress?.left ?? null;
  const percent = formatPercent(stored, batch.bytes);
  const paused = batch.state === 'paused';
  const summary = [
    percent,
    paused ? t('documentsFrame.tray.paused') : left === null ? '' : shortTimeLeft(left),
  ];
  const waits = paused && batch.pauseReason !== 'user' && batch.pauseReason !== 'offline';
  return {
    id: `documents ${batch.id}`,
    icon: paused ? 'hold' : 'up',
    label: named ? t('documentsScreen.batch', { number: batch.number }) : t('documentsFrame.tray.label'),
    summary: formatPlainList(summary),
    title: t('documentsScreen.documentsTo', { count: goingOut(batch), beneficiaries: batch.beneficiaries }),
    amount: percent,
    detail: detailOf(batch, stored, left),
    progress: { part: stored, whole: batch.bytes },
    ...(waits ? { tone: 'warning' } : {}),
    onOpen,
  };
}

/** Describes the end of a batch. A cancelled one is not a warning. */
function endOf(batch: BatchSummary): Pick<TrayJob, 'icon' | 'detail' | 'tone'> {
  const needs = needClerk(batch);
  if (batch.state === 'done') {
    const left = leftOut(batch) + countOf(batch, 'cancelled');
    return left === 0
      ? { icon: 'check-circle', detail: t('documentsFrame.tray.done'), tone: 'ok' }
      : {
          icon: 'check-circle',
          detail: t('documentsFrame.tray.ended', { attached: countOf(batch, 'attached'), left }),
        };
  }
  if (batch.state !== 'cancelled')
    return { icon: 'alert', detail: t('documentsScreen.needYou', { count: needs }), tone: 'warning' };
  const cancelled = t('documentsScreen.sending.cancelled', { attached: countOf(batch, 'attached') });
  return needs === 0
    ? { icon: 'ended', detail: cancelled }
    : {
        icon: 'alert',
        detail: `${cancelled}. ${t('documentsScreen.needYou', { count: needs })}.`,
        tone: 'warning',
      };
}

/** An ended batch is listed in the sheet; one that needs the clerk also in the strip. */
function overJob({ batch, onOpen }: TrayInput): TrayJob {
  const open = isOpenBatch(batch);
  const title = open
    ? t('documentsScreen.documentsTo', { count: goingOut(batch), beneficiaries: batch.beneficiaries })
    : t('documentsScreen.documentsTo', {
        count: countOf(batch, 'attached'),
        beneficiaries: batch.beneficiariesComplete,
      });
  return {
    id: `documents ${batch.id}`,
    label: t('documentsScreen.batch', { number: batch.number }),
    summary: open ? t('documentsScreen.needYou', { count: needClerk(batch) }) : '',
    title,
    amount: t('documentsScreen.batch', { number: batch.number }),
    ...endOf(batch),
    ...(open ? {} : { sheetOnly: true }),
    onOpen,
  };
}

/** The job for open batches that are not listed one by one. */
export function moreJobs(batches: number, onOpen: () => void): readonly TrayJob[] {
  if (batches === 0) return [];
  const title = t('documentsFrame.tray.more', { count: batches });
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

/** The job of a batch. */
export function trayJobOf(input: TrayInput): TrayJob {
  switch (phaseOf(input.batch.state)) {
    case 'preparing':
      return preparingJob(input);
    case 'sending':
      return sendingJob(input);
    case 'over':
      return overJob(input);
  }
}

/** *Pause all* while anything runs, else *Resume all* while the clerk has paused something. */
export function trayActionsOf(
  batches: readonly BatchSummary[],
  pause: () => void,
  resume: () => void,
): readonly TrayAction[] {
  const isAny = (state: BatchSummary['state'], reason: BatchSummary['pauseReason']) =>
    batches.some((one) => one.state === state && one.pauseReason === reason);
  if (isAny('running', null)) {
    return [
      { id: 'documents pause', icon: 'pause', label: t('documentsFrame.tray.pauseAll'), onPress: pause },
    ];
  }
  if (!isAny('paused', 'user')) return [];
  return [
    { id: 'documents resume', icon: 'play', label: t('documentsFrame.tray.resumeAll'), onPress: resume },
  ];
}
