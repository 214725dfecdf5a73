import { describe, expect, test } from 'vitest';
import { durationText, subjectText } from '../../../../src/renderer/features/activity/entry-text.ts';
import {
  emptyResultText,
  everything,
  filterKey,
  isNarrowed,
  kindOptions,
  outcomeChips,
} from '../../../../src/renderer/features/activity/filter.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import { activityKindSchema, activityOutcomeSchema } from '../../../../src/shared/model/activity.ts';

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
    expect(kindOptions().map(({ id }) => id)).toEqual(['any', ...activityKindSchema.options]);
    expect(outcomeChips().map(({ id }) => id)).toEqual(['any', ...activityOutcomeSchema.options]);
  });

  test('names the active filters when nothing is found', () => {
    expect(emptyResultText({ kind: 'upload', outcome: 'failed', text: ' KRS ' })).toBe(
      'No entries match “KRS”, action “Uploaded a file” and outcome “Failed”',
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
  ])('shows %i milliseconds as %s', (milliseconds, text) => {
    expect(durationText(milliseconds)).toBe(text);
  });

  test('that breaks the chain is named, together with the intact entries before it', () => {
    const detailOf = (id: number) => t('activity.chain.brokenDetail', { id, before: id - 1 });
    expect(detailOf(1)).toMatch(/^Entry 1 is missing/);
    expect(detailOf(2)).toMatch(/^The entry before entry 2 is intact\. Entry 2 is missing/);
    expect(detailOf(12)).toMatch(/^The 11 entries before entry 12 are intact\. Entry 12 is missing/);
  });
});
