import { describe, expect, test } from 'vitest';
import {
  nextProgress,
  nextProgressOfAll,
  type SmoothedProgress,
} from '../../../../src/renderer/features/documents/batches/smoothed-progress.ts';
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

const inTransfer = { bytesStored: 0, transfers: [{ documentId: 1, sent: 5_000, size: 5_000 }] };
const notYetStored = { bytesStored: 0, transfers: [] };
const slow = { rate: 10_000 };
const stopped = { rate: null };

type Steps = Parameters<typeof progressAfter>[0];

describe('the smoothed progress of a running batch', () => {
  const uploaded: Steps = [
    [0, inTransfer],
    [500, notYetStored],
  ];

  test.each<[what: string, steps: Steps, bytes: number]>([
    ['stays after a file was uploaded and is not yet counted as stored', uploaded, 5_000],
    ['decreases after 1.5 seconds', [...uploaded, [2_100, notYetStored]], 0],
  ])('%s', (_what, steps, bytes) => {
    expect(progressAfter(steps).bytes).toBe(bytes);
  });

  test.each<[what: string, steps: Steps, leftMs: unknown]>([
    ['without the bytes that wait for the clerk', [[0, { bytesStored: 4e6, bytesStuck: 1e6 }]], 50_000],
    [
      'for five seconds without a rate',
      [
        [0, {}],
        [4_000, stopped],
      ],
      96_000,
    ],
    [
      'as unknown after five seconds without a rate',
      [
        [0, {}],
        [4_000, stopped],
        [6_000, stopped],
      ],
      null,
    ],
    ['as unknown when no bytes are left to send', [[0, { bytesStored: 1e7 }]], null],
  ])('estimates the time %s', (_what, steps, leftMs) => {
    expect(progressAfter(steps).leftMs).toBe(leftMs);
  });

  test('shows a longer time for a lasting slowdown, but not for a short one', () => {
    expect(
      progressAfter([
        [0, {}],
        [1_000, { rate: 80_000 }],
      ]).leftMs,
    ).toBeLessThanOrEqual(100_000);
    const lasting: Steps = [
      [0, {}],
      [10_000, slow],
      [20_000, slow],
      [30_000, slow],
    ];
    expect(progressAfter(lasting).leftMs).toBeGreaterThan(200_000);
  });

  test('is kept only for running batches', () => {
    const batches = [running({ id: 1 }), batchOf({ id: 2, state: 'paused' })];
    expect([...nextProgressOfAll(new Map(), batches, 0).keys()]).toEqual([1]);
  });
});
