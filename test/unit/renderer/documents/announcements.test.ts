import { describe, expect, test } from 'vitest';
import { announcementsOf } from '../../../../src/renderer/features/documents/batches/announcements.ts';
import { cancellationSentences } from '../../../../src/renderer/features/documents/list/undo-toasts.ts';
import { batchOf } from './batches.ts';

type Change = Parameters<typeof batchOf>[0];

function announced(before: Change, now: Change): readonly string[] {
  return announcementsOf([batchOf(before)], [batchOf(now)]).map(({ sentence }) => sentence);
}

const running = { state: 'running', bytes: 1000 } as const;
const checking = (done: number) =>
  ({ state: 'checking', documents: 5000, counts: { checking: 5000 - done } }) as const;
const checked = { documents: 3, counts: { unassigned: 2, rejected: 1 } };
const sent = (bytesStored: number, counts = {}) => ({ ...running, bytesStored, counts });
const needsTwo = { problem: 2 };
const problems = { state: 'done-with-problems', counts: needsTwo } as const;

describe('the announcement of a batch', () => {
  test.each<[what: string, before: Change, now: Change, sentences: readonly unknown[]]>([
    ['is absent until a quarter was sent', sent(240), sent(249), []],
    [
      'states the progress at each quarter',
      sent(240),
      sent(260),
      [expect.stringMatching(/^Batch 14: 26\s%$/)],
    ],
    ['states a problem, not the progress', sent(240), sent(260, { problem: 1 }), ['Batch 14: 1 needs you']],
    [
      'states the end of the check, with rejected files',
      checking(0),
      checked,
      ['Checked 3 files, 1 not accepted'],
    ],
    ['is absent for each file of a long check', checking(998), checking(999), []],
    ['states every thousand files of a check', checking(998), checking(1004), ['1,004 of 5,000 checked']],
    ['states the end', running, { state: 'done' }, ['Batch 14 finished']],
    [
      'states the end with problems',
      { ...running, counts: needsTwo },
      problems,
      ['Batch 14 ended. 2 need you'],
    ],
    ['is absent for a cancelled batch, which has a toast', running, { state: 'cancelled' }, []],
  ])('%s', (_what, before, now, sentences) => {
    expect(announced(before, now)).toEqual(sentences);
  });

  test('states the unfinished documents of a batch that was just loaded, for example after a restart', () => {
    const unfinished = batchOf({ state: 'done-with-problems', counts: { stored: 11, problem: 1 } });
    const sentences = (...batches: (typeof unfinished)[]) =>
      announcementsOf([], batches).map(({ sentence }) => sentence);
    expect(sentences(batchOf({ state: 'done' }))).toEqual([]);
    expect(sentences(unfinished)).toEqual(['Batch 14 is not finished. 12 need you']);
    const other = batchOf({ id: 2, number: 15, state: 'running', counts: { problem: 1, queued: 5 } });
    expect(sentences(unfinished, other, batchOf({ id: 3 }))).toEqual([
      '2 batches are not finished. 13 need you',
    ]);
  });

  test('is a toast when the batch was cancelled just now', () => {
    const [active, cancelled] = [batchOf(running), batchOf({ state: 'cancelled' })];
    expect(cancellationSentences([active], [cancelled])).toEqual(['Batch 14 cancelled']);
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
