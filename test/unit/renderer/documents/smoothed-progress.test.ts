import { describe, expect, test } from 'vitest';
import {
  nextProgress,
  nextProgressOfAll,
  type SmoothedProgress,
} from '../../../../src/renderer/features/documents/smoothed-progress.ts';
import { batchOf } from './batches.ts';

const running = (change: Parameters<typeof batchOf>[0] = {}) =>
  batchOf({ state: 'running', bytes: 10_000_000, rate: 100_000, ...change });

function follow(steps: readonly (readonly [number, Parameters<typeof batchOf>[0]])[]): SmoothedProgress {
  let progress: SmoothedProgress | null = null;
  for (const [at, change] of steps) progress = nextProgress(progress, running(change), at);
  if (progress === null) throw new Error('There are no steps');
  return progress;
}

describe('the smoothed progress of a running batch', () => {
  test('does not decrease while a file has left the network and is not stored yet', () => {
    const before = { bytesStored: 0, transfers: [{ documentId: 1, sent: 5_000, size: 5_000 }] };
    const between = { bytesStored: 0, transfers: [] };
    expect(
      follow([
        [0, before],
        [500, between],
      ]).bytes,
    ).toBe(5_000);
    expect(
      follow([
        [0, before],
        [500, between],
        [2_100, between],
      ]).bytes,
    ).toBe(0);
  });

  test('estimates the time by the bytes that can still be sent', () => {
    expect(follow([[0, { bytesStored: 4_000_000, bytesStuck: 1_000_000 }]]).left).toBe(50_000);
  });

  test('shows no longer time for a short slowdown', () => {
    const { left } = follow([
      [0, {}],
      [1_000, { rate: 80_000 }],
    ]);
    expect(left).toBeLessThanOrEqual(100_000);
  });

  test('shows a longer time for a lasting slowdown', () => {
    const slow = { rate: 10_000 };
    const { left } = follow([
      [0, {}],
      [10_000, slow],
      [20_000, slow],
      [30_000, slow],
    ]);
    expect(left).toBeGreaterThan(200_000);
  });

  test('keeps an estimate for some seconds without a rate, then none', () => {
    const unknown = { rate: null };
    expect(
      follow([
        [0, {}],
        [4_000, unknown],
      ]).left,
    ).toBe(96_000);
    expect(
      follow([
        [0, {}],
        [4_000, unknown],
        [6_000, unknown],
      ]).left,
    ).toBeNull();
  });

  test('has no estimate when no bytes are left to send', () => {
    expect(follow([[0, { bytesStored: 10_000_000 }]]).left).toBeNull();
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
