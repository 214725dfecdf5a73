import { expect, test } from 'vitest';
import { findSideWithSpace } from '../../../../src/renderer/app/tour/mark-side.ts';

const largeWindow = { width: 1280, height: 800 };
const smallWindow = { width: 640, height: 500 };

test('the mark is on the preferred side of a control when that side has space', () => {
  expect(findSideWithSpace({ left: 100, top: 100, right: 1260, bottom: 380 }, 'bottom', largeWindow)).toBe(
    'bottom',
  );
  expect(findSideWithSpace({ left: 960, top: 100, right: 1280, bottom: 760 }, 'left', largeWindow)).toBe(
    'left',
  );
});

test('the mark is on another side of a control when the preferred side is too narrow', () => {
  expect(findSideWithSpace({ left: 216, top: 48, right: 514, bottom: 92 }, 'left', smallWindow)).toBe(
    'bottom',
  );
  expect(findSideWithSpace({ left: 0, top: 60, right: 80, bottom: 480 }, 'bottom', smallWindow)).toBe(
    'right',
  );
});

test('the mark has no side when its control fills the window or is scrolled out of the window', () => {
  expect(
    findSideWithSpace({ left: 100, top: 100, right: 620, bottom: 380 }, 'bottom', smallWindow),
  ).toBeNull();
  expect(findSideWithSpace({ left: 100, top: 620, right: 620, bottom: 700 }, 'top', smallWindow)).toBeNull();
});
