import { describe, expect, test } from 'vitest';
import {
  draftOf,
  goingOut,
  moving,
  needClerkOnRail,
  notReady,
  readyToGo,
} from '../../../../src/renderer/features/documents/batch-numbers.ts';
import { whyNotReview } from '../../../../src/renderer/features/documents/why-not-review.ts';
import { isOpenBatch, needClerk } from '../../../../src/shared/model/batch.ts';
import { batchOf } from './batches.ts';

describe('the numbers of a batch', () => {
  const counts = { attached: 136, stored: 2, uploading: 4, queued: 67, problem: 3, 'waiting-for-file': 2 };
  const running = batchOf({
    state: 'running',
    documents: 220,
    counts: { ...counts, unknown: 1, 'on-hold': 4, excluded: 2, rejected: 1, duplicate: 1 },
  });

  test('do not count excluded or held documents among those to be sent', () => {
    expect(goingOut(running)).toBe(136 + 2 + 4 + 67 + 3 + 2 + 1);
  });

  test('count no document both as moving and as needing the clerk', () => {
    expect(moving(running)).toBe(4 + 67 + 2);
    expect(needClerk(running)).toBe(3 + 2 + 1);
  });

  test('count on the rail the documents of started batches that need the clerk, including unknown outcomes', () => {
    const cancelled = batchOf({ id: 2, state: 'cancelled', counts: { excluded: 9, unknown: 2 } });
    const draft = batchOf({ id: 3, state: 'draft', counts: { 'waiting-for-file': 5 } });
    expect(needClerkOnRail([running, cancelled, draft])).toBe(3 + 2 + 1 + 2);
  });

  test('count every unfinished document of an ended batch as needing the clerk', () => {
    const ended = batchOf({
      state: 'done-with-problems',
      counts: { attached: 4, stored: 11, problem: 1, 'on-hold': 2, excluded: 3, rejected: 1, duplicate: 1 },
    });
    expect(needClerk(ended)).toBe(11 + 1 + 2);
  });

  test.each([
    ['is prepared, even with nothing to send', { state: 'draft', counts: { duplicate: 2 } }, true],
    ['runs', { state: 'running', counts: { attached: 2 } }, true],
    ['has ended with stored documents', { state: 'done-with-problems', counts: { stored: 1 } }, true],
    ['has ended with unknown outcomes', { state: 'done-with-problems', counts: { unknown: 1 } }, true],
    ['was cancelled with an unknown outcome', { state: 'cancelled', counts: { unknown: 1 } }, true],
    ['was cancelled', { state: 'cancelled', counts: { attached: 2, excluded: 3 } }, false],
    ['is done', { state: 'done', counts: { attached: 2, duplicate: 1, rejected: 1, excluded: 1 } }, false],
  ] as const)('has the right availability for a batch that %s', (_which, change, open) => {
    expect(isOpenBatch(batchOf(change))).toBe(open);
  });
});

describe('the review', () => {
  test.each([
    ['while files are checked', { state: 'checking', counts: { checking: 2, unassigned: 1 } }, '2 files are'],
    ['while folders are read', { state: 'checking', counts: {} }, 'still being listed'],
    ['while a file has no beneficiary', { counts: { unassigned: 1, assigned: 5 } }, '1 file is not assigned'],
    ['when nothing would be sent', { counts: { rejected: 4, excluded: 1 } }, 'no documents to attach'],
  ] as const)('is not available %s, with the reason', (_when, change, message) => {
    expect(whyNotReview(notReady(batchOf(change)))).toContain(message);
  });

  test('is available when every file is assigned or waits for its return', () => {
    const batch = batchOf({ counts: { assigned: 3, 'waiting-for-file': 1, rejected: 2 } });
    expect(notReady(batch)).toBeNull();
    expect(readyToGo(batch)).toBe(4);
  });
});

test('dropped files are added to the newest batch that was not started', () => {
  const batches = [batchOf({ id: 5, state: 'running' }), batchOf({ id: 4 }), batchOf({ id: 2 })];
  expect(draftOf(batches)?.id).toBe(4);
  expect(draftOf(batches.slice(0, 1))).toBeNull();
});
