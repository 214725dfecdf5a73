import { describe, expect, test } from 'vitest';
import {
  everything,
  isNarrowed,
  kindOptions,
  nothingFound,
  outcomeChips,
  sourceOf,
} from '../../../../src/renderer/features/activity/filter.ts';
import { subjectWords } from '../../../../src/renderer/features/activity/subject.ts';
import { activityKindSchema, activityOutcomeSchema } from '../../../../src/shared/model/activity.ts';
import { activityScreenWords } from '../../../../src/shared/words/activity-screen.ts';

describe('the filter', () => {
  test('hides nothing while only blanks are typed', () => {
    expect(isNarrowed(everything)).toBe(false);
    expect(isNarrowed({ ...everything, text: '  ' })).toBe(false);
    expect(isNarrowed({ ...everything, text: 'x' })).toBe(true);
    expect(isNarrowed({ ...everything, kind: 'upload' })).toBe(true);
    expect(isNarrowed({ ...everything, outcome: 'failed' })).toBe(true);
  });

  test('is the same list whatever blanks stand around the text', () => {
    expect(sourceOf({ ...everything, text: ' x ' })).toBe(sourceOf({ ...everything, text: 'x' }));
    expect(sourceOf({ ...everything, text: 'x' })).not.toBe(sourceOf({ ...everything, kind: 'upload' }));
  });

  test('offers everything first, and then every kind and every outcome', () => {
    expect(kindOptions.map(({ id }) => id)).toEqual(['any', ...activityKindSchema.options]);
    expect(outcomeChips.map(({ id }) => id)).toEqual(['any', ...activityOutcomeSchema.options]);
  });

  test('says what it hides when nothing is found', () => {
    expect(nothingFound({ kind: 'upload', outcome: 'failed', text: ' KRS ' })).toBe(
      'No entry with “KRS” under “Uploaded a file” that ended as “Failed”',
    );
  });
});

describe('an entry', () => {
  test('about a host is shown by the word of its service, everything else as it was written', () => {
    expect(subjectWords({ kind: 'connection-check', subject: 'wallet' })).toBe('Wallet');
    expect(subjectWords({ kind: 'upload', subject: 'wallet' })).toBe('wallet');
    expect(subjectWords({ kind: 'connection-check', subject: 'elsewhere' })).toBe('elsewhere');
  });

  test.each([
    [0, '0\u00a0ms'],
    [999, '999\u00a0ms'],
    [1_000, '1.0\u00a0s'],
    [59_940, '59.9\u00a0s'],
    [59_960, '1\u00a0min'],
    [125_000, '2\u00a0min 5\u00a0s'],
  ])('of %i milliseconds took %s', (milliseconds, words) => {
    expect(activityScreenWords.took(milliseconds)).toBe(words);
  });

  test('that breaks the chain is named, with what can be said of those before it', () => {
    expect(activityScreenWords.chain.brokenDetail(1)).toMatch(/^It is missing/);
    expect(activityScreenWords.chain.brokenDetail(2)).toMatch(/^The 1 entry before it fits\. /);
    expect(activityScreenWords.chain.brokenDetail(12)).toMatch(/^The 11 entries before it fit\. /);
  });
});
