import { describe, expect, test } from 'vitest';
import { describeSubject, formatDuration } from '../../../../src/renderer/features/activity/entry-text.ts';
import {
  createFilterKey,
  createKindOptions,
  createOutcomeChips,
  describeEmptyResult,
  emptyFilter,
  isNarrowed,
} from '../../../../src/renderer/features/activity/filter.ts';
import { t } from '../../../../src/shared/messages/index.ts';
import { activityKindSchema, activityOutcomeSchema } from '../../../../src/shared/model/activity.ts';

describe('activity filter', () => {
  test('matches everything while only spaces are typed', () => {
    expect(isNarrowed(emptyFilter)).toBe(false);
    expect(isNarrowed({ ...emptyFilter, text: '  ' })).toBe(false);
    expect(isNarrowed({ ...emptyFilter, text: 'x' })).toBe(true);
    expect(isNarrowed({ ...emptyFilter, kind: 'upload' })).toBe(true);
    expect(isNarrowed({ ...emptyFilter, outcome: 'failed' })).toBe(true);
  });

  test('has a key that ignores spaces around the text', () => {
    expect(createFilterKey({ ...emptyFilter, text: ' x ' })).toBe(
      createFilterKey({ ...emptyFilter, text: 'x' }),
    );
    expect(createFilterKey({ ...emptyFilter, text: 'x' })).not.toBe(
      createFilterKey({ ...emptyFilter, kind: 'upload' }),
    );
  });

  test('offers the option without restriction first, then every kind and every outcome', () => {
    expect(createKindOptions().map(({ id }) => id)).toEqual(['any', ...activityKindSchema.options]);
    expect(createOutcomeChips().map(({ id }) => id)).toEqual(['any', ...activityOutcomeSchema.options]);
  });

  test('names the active filters when nothing is found', () => {
    expect(describeEmptyResult({ kind: 'upload', outcome: 'failed', text: ' KRS ' })).toBe(
      'No entries match “KRS”, action “Uploaded a file” and outcome “Failed”',
    );
  });
});

describe('activity entry', () => {
  test('shows a host by the name of its service, and other subjects as recorded', () => {
    expect(describeSubject({ kind: 'connection-check', subject: 'wallet' })).toBe('Wallet');
    expect(describeSubject({ kind: 'upload', subject: 'wallet' })).toBe('wallet');
    expect(describeSubject({ kind: 'connection-check', subject: 'elsewhere' })).toBe('elsewhere');
  });

  test.each([
    [0, '0\u00a0ms'],
    [999, '999\u00a0ms'],
    [1_000, '1.0\u00a0s'],
    [59_940, '59.9\u00a0s'],
    [59_960, '1\u00a0min'],
    [125_000, '2\u00a0min 5\u00a0s'],
  ])('shows %i milliseconds as %s', (milliseconds, text) => {
    expect(formatDuration(milliseconds)).toBe(text);
  });

  test('that breaks the chain is named with the number of intact entries before that entry', () => {
    const describeBreak = (id: number) => t('activity.chain.brokenDetail', { id, before: id - 1 });
    expect(describeBreak(1)).toMatch(/^Entry 1 is missing/);
    expect(describeBreak(2)).toMatch(/^The entry before entry 2 is intact\. Entry 2 is missing/);
    expect(describeBreak(12)).toMatch(/^The 11 entries before entry 12 are intact\. Entry 12 is missing/);
  });
});
