import { describe, expect, test } from 'vitest';
import {
  emptyResultText,
  everything,
  filterKey,
  isNarrowed,
  kindOptions,
  outcomeChips,
} from '../../../../src/renderer/features/activity/filter.ts';
import { subjectText } from '../../../../src/renderer/features/activity/subject.ts';
import { activityKindSchema, activityOutcomeSchema } from '../../../../src/shared/model/activity.ts';
import { activityScreenWords } from '../../../../src/shared/words/activity-screen.ts';

describe('activity filter', () => {
  test('matches everything while only spaces are typed', () => {
    expect(isNarrowed(everything)).toBe(false);
    expect(isNarrowed({ ...everything, text: '  ' })).toBe(false);
    expect(isNarrowed({ ...everything, text: 'x' })).toBe(true);
    expect(isNarrowed({ ...everything, kind: 'upload' })).toBe(true);
    expect(isNarrowed({ ...everything, outcome: 'failed' })).toBe(true);
  });

  test('gives the same key regardless of spaces around the text', () => {
    expect(filterKey({ ...everything, text: ' x ' })).toBe(filterKey({ ...everything, text: 'x' }));
    expect(filterKey({ ...everything, text: 'x' })).not.toBe(filterKey({ ...everything, kind: 'upload' }));
  });

  test('offers "everything" first, then every kind and every outcome', () => {
    expect(kindOptions.map(({ id }) => id)).toEqual(['any', ...activityKindSchema.options]);
    expect(outcomeChips.map(({ id }) => id)).toEqual(['any', ...activityOutcomeSchema.options]);
  });

  test('names the active filters when nothing is found', () => {
    expect(emptyResultText({ kind: 'upload', outcome: 'failed', text: ' KRS ' })).toBe(
      'No entry with “KRS” under “Uploaded a file” that ended as “Failed”',
    );
  });
});

describe('activity entry', () => {
  test('shows a host by the name of its service, and other subjects as recorded', () => {
    expect(subjectText({ kind: 'connection-check', subject: 'wallet' })).toBe('Wallet');
    expect(subjectText({ kind: 'upload', subject: 'wallet' })).toBe('wallet');
    expect(subjectText({ kind: 'connection-check', subject: 'elsewhere' })).toBe('elsewhere');
  });

  test.each([
    [0, '0\u00a0ms'],
    [999, '999\u00a0ms'],
    [1_000, '1.0\u00a0s'],
    [59_940, '59.9\u00a0s'],
    [59_960, '1\u00a0min'],
    [125_000, '2\u00a0min 5\u00a0s'],
  ])('shows %i milliseconds as %s', (milliseconds, words) => {
    expect(activityScreenWords.took(milliseconds)).toBe(words);
  });

  test('that breaks the chain is named, together with the intact entries before it', () => {
    expect(activityScreenWords.chain.brokenDetail(1)).toMatch(/^It is missing/);
    expect(activityScreenWords.chain.brokenDetail(2)).toMatch(/^The 1 entry before it fits\. /);
    expect(activityScreenWords.chain.brokenDetail(12)).toMatch(/^The 11 entries before it fit\. /);
  });
});
