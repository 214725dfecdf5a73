import { expect, test } from 'vitest';
import { findSideWithSpace } from '../../../../src/renderer/app/tour/mark-side.ts';

const largeWindow = { width: 1280, height: 800 };
const smallWindow = { width: 640, height: 500 };

test.each([
  ['the preferred side', { left: 100, top: 100, right: 1260, bottom: 380 }, 'bottom', largeWindow, 'bottom'],
  ['the preferred side', { left: 960, top: 100, right: 1280, bottom: 760 }, 'left', largeWindow, 'left'],
  ['a side with space', { left: 0, top: 60, right: 80, bottom: 480 }, 'bottom', smallWindow, 'right'],
  [
    'no side of a control outside of',
    { left: 100, top: 620, right: 620, bottom: 700 },
    'top',
    smallWindow,
    null,
  ],
] as const)('the mark is on %s the window: %o', (_, control, preferred, size, side) => {
  expect(findSideWithSpace(control, preferred, size)).toBe(side);
});
