import { describe, expect, test } from 'vitest';
import { nextMatch } from '../../../../src/renderer/components/pdf/pdf-find.ts';

const matches = [2, 2, 5, 7].map((page) => ({ page, index: 0 }));

describe('the next match', () => {
  test.each([
    ['the first on the visible page', 2, false, 0],
    ['the first after the visible page', 3, false, 2],
    ['the first of all after the last', 8, false, 0],
    ['the last before the visible page', 5, true, 1],
    ['the last of all before the first', 1, true, 3],
    ['the last of all after the last', 8, true, 3],
  ])('is %s while no match is selected', (_, page, back, place) => {
    expect(nextMatch(matches, null, page, back)).toBe(place);
  });

  test.each([
    [1, false, 2],
    [3, false, 0],
    [1, true, 0],
    [0, true, 3],
  ])('after %i (back: %s) is %i, whatever page is visible', (shown, back, place) => {
    expect(nextMatch(matches, shown, 4, back)).toBe(place);
  });

  test('is absent without matches', () => {
    expect([][nextMatch([], null, 1, false)]).toBeUndefined();
    expect([][nextMatch([], null, 1, true)]).toBeUndefined();
  });
});
