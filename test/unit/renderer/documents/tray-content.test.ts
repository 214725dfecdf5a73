import { describe, expect, test, vi } from 'vitest';
import {
  moreJobs,
  trayActionsOf,
  trayJobOf,
} from '../../../../src/renderer/features/documents/tray-content.ts';
import type { BatchSummary } from '../../../../src/shared/model/batch.ts';
import { batchOf } from './batches.ts';

function jobOf(change: Parameters<typeof batchOf>[0], named = false) {
  return trayJobOf({ batch: batchOf(change), progress: undefined, named, onOpen: () => undefined });
}

describe('the tray', () => {
  const running = {
    state: 'running',
    counts: { queued: 3, attached: 5, problem: 2 },
    beneficiaries: 4,
    bytes: 2000,
    bytesStored: 1000,
  } as const;

  test('shows a running batch by bytes, with its number only when there are several', () => {
    expect(jobOf(running)).toMatchObject({
      label: 'Documents',
      title: '10 documents to 4 beneficiaries',
      progress: { part: 1000, whole: 2000 },
    });
    expect(jobOf(running, true).label).toBe('Batch 14');
  });

  test('shows the documents that need the clerk', () => {
    expect(jobOf(running).detail).toContain('2 need you');
  });

  test('warns of a pause that needs the clerk, and of no other', () => {
    const paused = (pauseReason: 'user' | 'offline' | 'sign-in' | 'refused') =>
      jobOf({ ...running, state: 'paused', pauseReason }).tone;
    expect(paused('user')).toBeUndefined();
    expect(paused('offline')).toBeUndefined();
    expect(paused('sign-in')).toBe('warning');
    expect(paused('refused')).toBe('warning');
  });

  test('shows a check in the strip, and a batch that waits for the clerk only in the sheet', () => {
    const counts = { checking: 6, unassigned: 4 };
    expect(jobOf({ state: 'checking', documents: 10, counts })).toMatchObject({
      summary: '4 of 10',
      progress: { part: 4, whole: 10 },
    });
    const draft = jobOf({ state: 'draft', documents: 4, counts: { unassigned: 4 } });
    expect(draft).toMatchObject({ sheetOnly: true, detail: '4 files not assigned' });
    expect(draft.progress).toBeUndefined();
  });

  test('warns of a cancelled batch only while it has an unknown outcome', () => {
    const cancelled = (counts: BatchSummary['counts']) => jobOf({ state: 'cancelled', counts });
    const over = cancelled({ attached: 3, problem: 2, excluded: 5 });
    expect(over).toMatchObject({ icon: 'ended', detail: 'Cancelled: 3 documents attached' });
    expect(over.tone).toBeUndefined();
    const unknown = cancelled({ attached: 3, unknown: 1 });
    expect(unknown).toMatchObject({ tone: 'warning', detail: expect.stringContaining('1 needs you') });
  });

  test('shows an ended batch with unfinished documents in the strip too, with their total', () => {
    const counts = { stored: 11, problem: 1 };
    const job = jobOf({ state: 'done-with-problems', counts, beneficiaries: 1 });
    expect(job).toMatchObject({
      summary: '12 need you',
      title: '12 documents to 1 beneficiary',
      tone: 'warning',
    });
    expect(job.sheetOnly).toBeUndefined();
  });

  test('shows the number of open batches that are not listed one by one', () => {
    expect(moreJobs(0, () => undefined)).toEqual([]);
    expect(moreJobs(12, () => undefined)).toMatchObject([{ title: '12 more open batches' }]);
  });

  test('offers to pause running batches, else to resume batches that the clerk paused', () => {
    const [pause, resume] = [vi.fn(), vi.fn()];
    const all = [
      batchOf({ id: 1, state: 'running' }),
      batchOf({ id: 2, state: 'paused', pauseReason: 'user' }),
      batchOf({ id: 3, state: 'paused', pauseReason: 'offline' }),
    ];
    trayActionsOf(all, pause, resume)[0]?.onPress();
    trayActionsOf(all.slice(1), pause, resume)[0]?.onPress();
    expect(pause).toHaveBeenCalledTimes(1);
    expect(resume).toHaveBeenCalledTimes(1);
    expect(trayActionsOf(all.slice(2), pause, resume)).toEqual([]);
  });
});
