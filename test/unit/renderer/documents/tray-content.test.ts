import { describe, expect, test, vi } from 'vitest';
import {
  jobsOfOtherBatches,
  trayActionsOf,
  trayJobOf,
} from '../../../../src/renderer/features/documents/batches/tray-content.ts';
import type { BatchSummary } from '../../../../src/shared/model/documents/batch.ts';
import { batchOf } from './batches.ts';

function jobOf(
  change: Parameters<typeof batchOf>[0],
  showsNumber = false,
  progress?: Parameters<typeof trayJobOf>[0]['progress'],
) {
  return trayJobOf({ batch: batchOf(change), progress, showsNumber, onOpen: () => undefined });
}

describe('the job of a batch in the tray', () => {
  const running = {
    state: 'running',
    counts: { queued: 3, attached: 5, problem: 2 },
    beneficiaries: 4,
    bytes: 2000,
    bytesStored: 1000,
  } as const;

  test('shows the progress of a running batch in bytes, and its number only when asked for', () => {
    expect(jobOf(running)).toMatchObject({
      label: 'Documents',
      title: '10 documents to 4 beneficiaries',
      progress: { part: 1000, whole: 2000 },
      detail: expect.stringContaining('2 need you'),
    });
    expect(jobOf(running, true).label).toBe('Batch 14');
  });

  test('shows the time left in short in the strip, and in full in the sheet', () => {
    const progress = { updatedAtMs: 0, rateAtMs: 0, behindSinceMs: null, estimateMs: 150_000 };
    const job = jobOf(running, false, { ...progress, bytes: 1260, leftMs: 150_000 });
    expect(job.summary).toMatch(/^63\s%, 3\smin left$/);
    expect(job.detail).toMatch(/about 3\smin left/);
  });

  test('says that a batch waits for the clerk when nothing of it is in progress', () => {
    const counts = { stored: 57, 'waiting-for-file': 3 };
    const waiting = jobOf({ ...running, counts, withheld: 57, bytesStored: 1900 });
    expect(waiting).toMatchObject({ icon: 'alert', tone: 'warning', summary: '3 need you' });
    expect(waiting.progress).toBeUndefined();
    expect(jobOf({ ...running, counts: { ...counts, queued: 1 }, withheld: 57 }).tone).toBeUndefined();
  });

  test.each([
    ['user', undefined],
    ['sign-in', 'warning'],
    ['refused', 'warning'],
  ] as const)('of a pause with the reason %s has the tone %s', (pauseReason, tone) => {
    expect(jobOf({ ...running, state: 'paused', pauseReason }).tone).toBe(tone);
  });

  test('is in the strip while files are checked, and only in the sheet while the batch waits for the clerk', () => {
    const counts = { checking: 6, unassigned: 4 };
    expect(jobOf({ state: 'checking', documents: 10, counts })).toMatchObject({
      summary: '4 of 10',
      progress: { part: 4, whole: 10 },
    });
    const draft = jobOf({ state: 'draft', documents: 4, counts: { unassigned: 4 } });
    expect(draft).toMatchObject({ sheetOnly: true, detail: '4 files not assigned' });
    expect(draft.progress).toBeUndefined();
  });

  test('is a warning for a cancelled batch only while it has an unknown outcome', () => {
    const cancelled = (counts: BatchSummary['counts']) => jobOf({ state: 'cancelled', counts });
    const cancelledJob = cancelled({ attached: 3, problem: 2, excluded: 5 });
    expect(cancelledJob).toMatchObject({ icon: 'ended', detail: 'Cancelled: 3 documents attached' });
    expect(cancelledJob.tone).toBeUndefined();
    const unknownJob = cancelled({ attached: 3, unknown: 1 });
    expect(unknownJob).toMatchObject({ tone: 'warning', detail: expect.stringContaining('1 needs you') });
  });

  test('is in the strip for an ended batch with unfinished documents, with their number', () => {
    const counts = { stored: 11, problem: 1 };
    const job = jobOf({ state: 'done-with-problems', counts, beneficiaries: 1 });
    expect(job).toMatchObject({
      summary: '12 need you',
      title: '12 documents to 1 beneficiary',
      tone: 'warning',
    });
    expect(job.sheetOnly).toBeUndefined();
  });
});

describe('the tray', () => {
  test('shows the number of open batches without a job of their own', () => {
    expect(jobsOfOtherBatches(0, () => undefined)).toEqual([]);
    expect(jobsOfOtherBatches(12, () => undefined)).toMatchObject([{ title: '12 more open batches' }]);
  });

  test('offers to pause running batches, or without a running batch to resume those that the clerk paused', () => {
    const [pause, resume] = [vi.fn(), vi.fn()];
    const batches = [
      batchOf({ id: 1, state: 'running' }),
      batchOf({ id: 2, state: 'paused', pauseReason: 'user' }),
      batchOf({ id: 3, state: 'paused', pauseReason: 'offline' }),
    ];
    trayActionsOf(batches, pause, resume)[0]?.onPress();
    trayActionsOf(batches.slice(1), pause, resume)[0]?.onPress();
    expect(pause).toHaveBeenCalledTimes(1);
    expect(resume).toHaveBeenCalledTimes(1);
    expect(trayActionsOf(batches.slice(2), pause, resume)).toEqual([]);
  });
});
