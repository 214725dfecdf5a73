import { describe, expect, test } from 'vitest';
import { announcementsOf } from '../../../../src/renderer/features/documents/announcements.ts';
import { cancellationSentences } from '../../../../src/renderer/features/documents/undo-toasts.ts';
import { batchOf } from './batches.ts';

type Change = Parameters<typeof batchOf>[0];

function announced(before: Change, now: Change): readonly string[] {
  return announcementsOf([batchOf(before)], [batchOf(now)]).map(({ sentence }) => sentence);
}

describe('the announcement of a batch', () => {
  test('is absent when less than a quarter was sent, and for a finished batch that was just loaded', () => {
    const running = { state: 'running', bytes: 1000, bytesStored: 100 } as const;
    expect(announced(running, { ...running, bytesStored: 200 })).toEqual([]);
    expect(announcementsOf([], [batchOf({ state: 'done' })])).toEqual([]);
  });

  test('states the unfinished documents of a batch that was just loaded, for example after a restart', () => {
    const unfinished = batchOf({ state: 'done-with-problems', counts: { stored: 11, problem: 1 } });
    const sentences = (...batches: (typeof unfinished)[]) =>
      announcementsOf([], batches).map(({ sentence }) => sentence);
    expect(sentences(unfinished)).toEqual(['Batch 14 is not finished. 12 need you']);
    const other = batchOf({ id: 2, number: 15, state: 'running', counts: { problem: 1, queued: 5 } });
    expect(sentences(unfinished, other, batchOf({ id: 3 }))).toEqual([
      '2 batches are not finished. 13 need you',
    ]);
  });

  test('states the end of the check with the number of rejected documents', () => {
    const before = { state: 'checking', documents: 3, counts: { checking: 3 } } as const;
    expect(announced(before, { documents: 3, counts: { unassigned: 2, rejected: 1 } })).toEqual([
      'Checked 3 files, 1 not accepted',
    ]);
  });

  test('states the progress of a long check every thousand files', () => {
    const checking = (done: number) =>
      ({ state: 'checking', documents: 5000, counts: { checking: 5000 - done } }) as const;
    expect(announced(checking(998), checking(999))).toEqual([]);
    expect(announced(checking(998), checking(1004))).toEqual(['1,004 of 5,000 checked']);
  });

  test('states the progress at each quarter, and a new problem instead of the progress', () => {
    const sending = (bytesStored: number, problem = 0) =>
      ({ state: 'running', bytes: 1000, bytesStored, counts: { problem } }) as const;
    expect(announced(sending(240), sending(249))).toEqual([]);
    expect(announced(sending(240), sending(260))).toEqual([expect.stringMatching(/^Batch 14: 26\s%$/)]);
    expect(announced(sending(240), sending(260, 1))).toEqual(['Batch 14: 1 needs you']);
  });

  test.each([
    ['paused', 'Batch 14 is paused'],
    ['done', 'Batch 14 finished'],
    ['done-with-problems', 'Batch 14 ended. 2 need you'],
  ] as const)('states that the batch is %s', (state, sentence) => {
    const counts = { problem: 2 };
    expect(announced({ state: 'running', counts }, { state, counts })).toEqual([sentence]);
  });

  test('is absent for a cancelled batch, which has a toast', () => {
    expect(announced({ state: 'running' }, { state: 'cancelled' })).toEqual([]);
    const [running, cancelled] = [batchOf({ state: 'running' }), batchOf({ state: 'cancelled' })];
    expect(cancellationSentences([running], [cancelled])).toEqual(['Batch 14 cancelled']);
    expect(cancellationSentences([cancelled], [cancelled])).toEqual([]);
    expect(cancellationSentences([], [cancelled])).toEqual([]);
  });

  test('has the batch as its subject, so that only the newest sentence of each batch is spoken', () => {
    const before = [batchOf({ id: 1, state: 'running' }), batchOf({ id: 2, state: 'running' })];
    const now = before.map((batch) => ({ ...batch, state: 'done' as const }));
    const subjects = announcementsOf(before, now).map(({ subject }) => subject);
    expect(new Set(subjects).size).toBe(2);
  });
});
