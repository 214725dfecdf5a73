import { describe, expect, test } from 'vitest';
import {
  nextProgress,
  nextProgressOfAll,
  type SmoothedProgress,
} from '../../../../src/renderer/features/documents/smoothed-progress.ts';
import { batchOf } from './batches.ts';

const running = (change: Parameters<typeof batchOf>[0] = {}) =>
  batchOf({ state: 'running', bytes: 10_000_000, rate: 100_000, ...change });

/** Returns the progress after summaries of a batch, each at a time in milliseconds. */
function progressAfter(
  steps: readonly (readonly [number, Parameters<typeof batchOf>[0]])[],
): SmoothedProgress {
  let progress: SmoothedProgress | null = null;
  for (const [nowMs, change] of steps) progress = nextProgress(progress, running(change), nowMs);
  if (progress === null) throw new Error('There are no steps');
  return progress;
}

describe('the smoothed progress of a running batch', () => {
  test('does not decrease for 1.5 seconds after a file was uploaded and is not yet counted as stored', () => {
    const inTransfer = { bytesStored: 0, transfers: [{ documentId: 1, sent: 5_000, size: 5_000 }] };
    const notYetStored = { bytesStored: 0, transfers: [] };
    expect(
      progressAfter([
        [0, inTransfer],
        [500, notYetStored],
      ]).bytes,
    ).toBe(5_000);
    expect(
      progressAfter([
        [0, inTransfer],
        [500, notYetStored],
        [2_100, notYetStored],
      ]).bytes,
    ).toBe(0);
  });

  test('estimates the time without the bytes that wait for the clerk', () => {
    expect(progressAfter([[0, { bytesStored: 4_000_000, bytesStuck: 1_000_000 }]]).leftMs).toBe(50_000);
  });

  test('shows no longer time for a short slowdown', () => {
    const { leftMs } = progressAfter([
      [0, {}],
      [1_000, { rate: 80_000 }],
    ]);
    expect(leftMs).toBeLessThanOrEqual(100_000);
  });

  test('shows a longer time for a lasting slowdown', () => {
    const slow = { rate: 10_000 };
    const { leftMs } = progressAfter([
      [0, {}],
      [10_000, slow],
      [20_000, slow],
      [30_000, slow],
    ]);
    expect(leftMs).toBeGreaterThan(200_000);
  });

  test('keeps an estimate for five seconds without a rate, and then has none', () => {
    const withoutRate = { rate: null };
    expect(
      progressAfter([
        [0, {}],
        [4_000, withoutRate],
      ]).leftMs,
    ).toBe(96_000);
    expect(
      progressAfter([
        [0, {}],
        [4_000, withoutRate],
        [6_000, withoutRate],
      ]).leftMs,
    ).toBeNull();
  });

  test('has no estimate when no bytes are left to send', () => {
    expect(progressAfter([[0, { bytesStored: 10_000_000 }]]).leftMs).toBeNull();
  });

  test('is kept only for running batches', () => {
    const progressByBatch = nextProgressOfAll(
      new Map(),
      [running({ id: 1 }), batchOf({ id: 2, state: 'paused' })],
      0,
    );
    expect([...progressByBatch.keys()]).toEqual([1]);
  });
});
