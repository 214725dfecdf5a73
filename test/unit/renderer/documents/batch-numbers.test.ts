import { describe, expect, test } from 'vitest';
import {
  countOutgoing,
  countReady,
  findDraft,
  findReviewBlocker,
  sumNeedClerk,
} from '../../../../src/renderer/features/documents/batches/batch-numbers.ts';
import { reviewBlockerMessage } from '../../../../src/renderer/features/documents/review/review-blocker-message.ts';
import {
  countInProgress,
  countNeedingClerk,
  isOpenBatch,
} from '../../../../src/shared/model/documents/batch.ts';
import { batchOf } from './batches.ts';

describe('the numbers of a batch', () => {
  const counts = { attached: 136, stored: 2, uploading: 4, queued: 67, problem: 3, 'waiting-for-file': 2 };
  const running = batchOf({
    state: 'running',
    documents: 220,
    counts: { ...counts, unknown: 1, 'on-hold': 4, excluded: 2, rejected: 1, duplicate: 1 },
  });

  test('do not count excluded documents and documents on hold among those to be sent', () => {
    expect(countOutgoing(running)).toBe(136 + 2 + 4 + 67 + 3 + 2 + 1);
  });

  test('count no document both as in progress and as needing the clerk', () => {
    expect(countInProgress(running)).toBe(4 + 67 + 2);
    expect(countNeedingClerk(running)).toBe(3 + 2 + 1);
  });

  test('count the documents of all started batches that need the clerk, including unknown outcomes', () => {
    const cancelled = batchOf({ id: 2, state: 'cancelled', counts: { excluded: 9, unknown: 2 } });
    const draft = batchOf({ id: 3, state: 'draft', counts: { 'waiting-for-file': 5 } });
    expect(sumNeedClerk([running, cancelled, draft])).toBe(3 + 2 + 1 + 2);
  });

  test('count every unfinished document of an ended batch as needing the clerk', () => {
    const ended = batchOf({
      state: 'done-with-problems',
      counts: { attached: 4, stored: 11, problem: 1, 'on-hold': 2, excluded: 3, rejected: 1, duplicate: 1 },
    });
    expect(countNeedingClerk(ended)).toBe(11 + 1 + 2);
  });

  test.each([
    ['is prepared, even with nothing to send', { state: 'draft', counts: { duplicate: 2 } }, true],
    ['runs', { state: 'running', counts: { attached: 2 } }, true],
    ['has ended with unknown outcomes', { state: 'done-with-problems', counts: { unknown: 1 } }, true],
    ['was cancelled with an unknown outcome', { state: 'cancelled', counts: { unknown: 1 } }, true],
    ['is done', { state: 'done', counts: { attached: 2, duplicate: 1, rejected: 1, excluded: 1 } }, false],
  ] as const)('tell whether a batch is open that %s', (_which, change, isOpen) => {
    expect(isOpenBatch(batchOf(change))).toBe(isOpen);
  });
});

test.each([
  ['while files are checked', { state: 'checking', counts: { checking: 2, unassigned: 1 } }, '2 files are'],
  ['while folders are read', { state: 'checking', counts: {} }, 'still being listed'],
  ['while a file is open', { counts: { unassigned: 1, assigned: 5 } }, 'Assign or exclude the file first'],
  ['when nothing would be sent', { counts: { rejected: 4, excluded: 1 } }, 'no documents to attach'],
] as const)('the review cannot be opened %s, and says why', (_when, change, message) => {
  expect(reviewBlockerMessage(findReviewBlocker(batchOf(change)))).toContain(message);
});

test('the review can be opened when every file is assigned or is a missing file that may return', () => {
  const batch = batchOf({ counts: { assigned: 3, 'waiting-for-file': 1, rejected: 2 } });
  expect(findReviewBlocker(batch)).toBeNull();
  expect(countReady(batch)).toBe(4);
});

test('findDraft returns the newest batch that was not started', () => {
  const batches = [batchOf({ id: 5, state: 'running' }), batchOf({ id: 4 }), batchOf({ id: 2 })];
  expect(findDraft(batches)?.id).toBe(4);
  expect(findDraft(batches.slice(0, 1))).toBeNull();
});
