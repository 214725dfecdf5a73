import { describe, expect, test } from 'vitest';
import {
  findDefaultBatch,
  withSeen,
} from '../../../../src/renderer/features/documents/batches/shown-batch.ts';
import { batchOf } from './batches.ts';

const noSeenBatches = { open: new Set<number>(), dismissed: new Set<number>() };

describe('the default batch', () => {
  const done = batchOf({ id: 4, state: 'done' });

  test('is the newest open batch', () => {
    const batches = [done, batchOf({ id: 3, state: 'running' }), batchOf({ id: 2 })];
    expect(findDefaultBatch(batches, noSeenBatches)).toBe(3);
  });

  test('is a batch that ended while the window was open, until the clerk dismisses it', () => {
    const seenBatches = withSeen(noSeenBatches, [batchOf({ id: 4, state: 'running' })]);
    expect(findDefaultBatch([done], seenBatches)).toBe(4);
    expect(findDefaultBatch([done], { ...seenBatches, dismissed: new Set([4]) })).toBeNull();
  });

  test('is a batch that ended with unfinished documents, also before the window was opened', () => {
    const unfinished = batchOf({ id: 4, state: 'done-with-problems', counts: { attached: 1, stored: 2 } });
    expect(findDefaultBatch([done, unfinished], withSeen(noSeenBatches, [unfinished]))).toBe(4);
    expect(findDefaultBatch([unfinished], { ...noSeenBatches, dismissed: new Set([4]) })).toBe(4);
  });

  test('stays the newest batch when it ends with unfinished documents while an older batch runs', () => {
    const unfinished = batchOf({ id: 4, state: 'done-with-problems', counts: { problem: 1 } });
    expect(findDefaultBatch([unfinished, batchOf({ id: 3, state: 'running' })], noSeenBatches)).toBe(4);
  });

  test('is absent when all batches ended before the window was opened', () => {
    expect(findDefaultBatch([done], withSeen(noSeenBatches, [done]))).toBeNull();
  });
});

test('withSeen returns the same object while no batch is new', () => {
  const seenBatches = withSeen(noSeenBatches, [batchOf()]);
  expect(withSeen(seenBatches, [batchOf()])).toBe(seenBatches);
});
