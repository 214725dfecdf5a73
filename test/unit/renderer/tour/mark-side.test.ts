import { expect, test } from 'vitest';
import { findSideWithSpace } from '../../../../src/renderer/app/tour/mark-side.ts';

const large = { width: 1280, height: 800 };
const small = { width: 640, height: 500 };

test('the mark is on the preferred side where it has space', () => {
  expect(findSideWithSpace({ left: 100, top: 100, right: 1260, bottom: 380 }, 'bottom', large)).toBe(
    'bottom',
  );
  expect(findSideWithSpace({ left: 960, top: 100, right: 1280, bottom: 760 }, 'left', large)).toBe('left');
});

test('the mark is on another side where the preferred one is too narrow', () => {
  expect(findSideWithSpace({ left: 216, top: 48, right: 514, bottom: 92 }, 'left', small)).toBe('bottom');
  expect(findSideWithSpace({ left: 0, top: 60, right: 80, bottom: 480 }, 'bottom', small)).toBe('right');
});

test('the mark has no side at a control that fills the window, or is scrolled out of it', () => {
  expect(findSideWithSpace({ left: 100, top: 100, right: 620, bottom: 380 }, 'bottom', small)).toBeNull();
  expect(findSideWithSpace({ left: 100, top: 620, right: 620, bottom: 700 }, 'top', small)).toBeNull();
});
