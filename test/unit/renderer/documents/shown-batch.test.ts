import { describe, expect, test } from 'vitest';
import { batchToShow, withSeen } from '../../../../src/renderer/features/documents/shown-batch.ts';
import { batchOf } from './batches.ts';

const nothing = { open: new Set<number>(), dismissed: new Set<number>() };

describe('the default batch', () => {
  const done = batchOf({ id: 4, state: 'done' });

  test('is the newest open one', () => {
    const batches = [done, batchOf({ id: 3, state: 'running' }), batchOf({ id: 2 })];
    expect(batchToShow(batches, nothing)).toBe(3);
  });

  test('is one that ended while the window was open, until it is dismissed', () => {
    const seen = withSeen(nothing, [batchOf({ id: 4, state: 'running' })]);
    expect(batchToShow([done], seen)).toBe(4);
    expect(batchToShow([done], { ...seen, dismissed: new Set([4]) })).toBeNull();
  });

  test('is one that ended with unfinished documents, also before the window was opened', () => {
    const undone = batchOf({ id: 4, state: 'done-with-problems', counts: { attached: 1, stored: 2 } });
    expect(batchToShow([done, undone], withSeen(nothing, [undone]))).toBe(4);
    expect(batchToShow([undone], { ...nothing, dismissed: new Set([4]) })).toBe(4);
  });

  test('stays the newest one when it ends with unfinished documents while an older one runs', () => {
    const undone = batchOf({ id: 4, state: 'done-with-problems', counts: { problem: 1 } });
    expect(batchToShow([undone, batchOf({ id: 3, state: 'running' })], nothing)).toBe(4);
  });

  test('is absent when all batches were finished before', () => {
    expect(batchToShow([done], withSeen(nothing, [done]))).toBeNull();
  });

  test('the seen batches stay the same object while nothing is new', () => {
    const seen = withSeen(nothing, [batchOf()]);
    expect(withSeen(seen, [batchOf()])).toBe(seen);
  });
});
