import { describe, expect, test } from 'vitest';
import { batchLine } from '../../../../src/renderer/features/documents/batch-line.ts';
import { batchOf } from './batches.ts';

describe('the status line of a batch', () => {
  test('shows the progress of the check', () => {
    const batch = batchOf({ state: 'checking', documents: 12, counts: { checking: 5, rejected: 1 } });
    expect(batchLine(batch)).toEqual({
      title: 'Checking 12 files',
      facts: ['7 of 12 checked', '1 not accepted'],
    });
  });

  test('shows the number of unassigned documents, and the number of beneficiaries when all are assigned', () => {
    const counts = { unassigned: 1, assigned: 3 };
    expect(batchLine(batchOf({ documents: 4, counts })).title).toBe('1 of 4 files is not assigned');
    const ready = batchOf({ documents: 4, counts: { assigned: 4 }, beneficiaries: 2 });
    expect(batchLine(ready).title).toBe('4 documents for 2 beneficiaries');
  });

  test('does not state that documents are sent when no document is in progress', () => {
    const sending = batchOf({
      state: 'running',
      documents: 5,
      counts: { queued: 1, problem: 2, attached: 2 },
    });
    const stuck = batchOf({ state: 'running', documents: 5, counts: { problem: 3, attached: 2 } });
    expect(batchLine({ ...sending, beneficiaries: 2 }).title).toBe('Sending 5 files to 2 beneficiaries');
    expect(batchLine(stuck).title).toBe('3 of 5 files wait for you');
  });

  test('distinguishes a batch with all documents attached from a batch with some attached', () => {
    const done = batchOf({ state: 'done', counts: { attached: 3, excluded: 1 }, beneficiaries: 1 });
    expect(batchLine(done)).toEqual({
      title: '3 documents attached to 1 beneficiary',
      facts: ['1 excluded'],
    });
    const rejected = batchOf({ state: 'done', counts: { attached: 3, excluded: 1, rejected: 2 } });
    expect(batchLine(rejected).facts).toEqual(['2 not sent', '1 excluded']);
    const partlyAttached = batchOf({
      state: 'done-with-problems',
      counts: { attached: 2, problem: 1 },
      beneficiaries: 2,
    });
    expect(batchLine(partlyAttached)).toEqual({
      title: '2 of 3 documents for 2 beneficiaries are attached',
      facts: ['1 needs you'],
    });
  });

  test('shows the attached documents after a cancellation', () => {
    const cancelled = (attached: number) =>
      batchLine(batchOf({ state: 'cancelled', counts: attached === 0 ? {} : { attached } })).title;
    expect(cancelled(0)).toBe('Cancelled before anything was attached');
    expect(cancelled(4)).toBe('Cancelled: 4 documents attached');
  });

  test('counts only unknown outcomes as needing the clerk after a cancellation', () => {
    const counts = { attached: 4, problem: 2, cancelled: 8, excluded: 3 };
    const factsOf = (change: object) =>
      batchLine(batchOf({ state: 'cancelled', counts: { ...counts, ...change } })).facts;
    expect(factsOf({})).toEqual(['3 left out']);
    expect(factsOf({ unknown: 1 })).toEqual(['1 needs you', '3 left out']);
  });

  test('shows after a cancellation the documents that are stored, still being attached, or never sent', () => {
    const cancellation = { attached: 4, attaching: 1, unknown: 1, stored: 2, uploading: 3, notSent: 1200 };
    const counts = { attached: 4, stored: 1, unknown: 1, cancelled: 1205 };
    expect(batchLine(batchOf({ state: 'cancelled', counts, cancellation }))).toEqual({
      title: 'Cancelled: 4 documents attached',
      facts: [
        '1 needs you',
        '1 being attached',
        '2 stored without a beneficiary',
        '3 stopped during the upload',
        '1,200 not sent',
      ],
    });
  });

  test('counts cancelled documents separately from excluded documents', () => {
    const counts = { attached: 3, cancelled: 2, excluded: 1 };
    expect(batchLine(batchOf({ state: 'done', counts, beneficiaries: 1 })).facts).toEqual([
      '2 cancelled',
      '1 excluded',
    ]);
  });
});
