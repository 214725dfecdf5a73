import { describe, expect, test } from 'vitest';
import { findNextMatch } from '../../../../src/renderer/components/pdf/pdf-find.ts';

const matches = [2, 2, 5, 7].map((page) => ({ page, index: 0 }));

describe('the next match', () => {
  test.each([
    ['the first match on the visible page', 2, false, 0],
    ['the first match after the visible page', 3, false, 2],
    ['the first match of all when no match follows the visible page', 8, false, 0],
    ['the last match before the visible page', 5, true, 1],
    ['the last match of all when no match precedes the visible page', 1, true, 3],
  ])('is %s while no match is selected', (_, page, isBackward, nextIndex) => {
    expect(findNextMatch(matches, null, page, isBackward)).toBe(nextIndex);
  });

  test.each([
    [1, false, 2],
    [1, true, 0],
  ])(
    'after index %i (backward: %s) is index %i, whatever page is visible',
    (currentMatch, isBackward, nextIndex) => {
      expect(findNextMatch(matches, currentMatch, 4, isBackward)).toBe(nextIndex);
    },
  );

  test('is absent without matches', () => {
    expect([][findNextMatch([], null, 1, false)]).toBeUndefined();
    expect([][findNextMatch([], null, 1, true)]).toBeUndefined();
  });
});
