import { expect, test } from 'vitest';
import {
  type Box,
  findToastPosition,
  getToastBox,
  isFreePosition,
} from '../../../src/renderer/app/toasts/toast-position.ts';

const space: Box = { left: 88, top: 52, right: 1272, bottom: 760 };
const size = { width: 360, height: 80 };
const findPosition = (obstacles: readonly Box[], available = space) =>
  findToastPosition(available, size, obstacles);

const button: Box = { left: 1100, top: 720, right: 1260, bottom: 752 };
const panel: Box = { left: 96, top: 400, right: 496, bottom: 752 };
const bar: Box = { left: 80, top: 712, right: 1280, bottom: 760 };
const aboveBar: Box = { left: 80, top: 660, right: 1280, bottom: 700 };
const farAway: Box = { left: 1000, top: 60, right: 1200, bottom: 92 };

test.each([
  ['at the bottom right when no obstacle is there', [farAway], 'right', 0],
  ['to the left of a primary button at the right', [button], 'left', 0],
  ['in the middle when obstacles are on both sides', [panel, button], 'middle', 0],
  ['above a selection bar over the whole bottom', [bar], 'right', 56],
  ['above obstacles that are over the bar', [bar, aboveBar], 'right', 108],
])('toasts are %s', (_, obstacles, column, bottomOffset) => {
  expect(findPosition(obstacles)).toEqual({ column, bottomOffset });
});

test('no random obstacle is covered as long as there is a free position', () => {
  for (let seed = 1; seed < 400; seed += 1) {
    // Pseudo-random numbers from 0 to 1 that are the same in every run.
    const fraction = (index: number) => ((seed * 7919 + index * 104729) % 1000) / 1000;
    const obstacles = Array.from({ length: 4 }, (_, index) => {
      const left = 88 + fraction(index) * 1000;
      const top = 52 + fraction(index + 9) * 600;
      return { left, top, right: left + 40 + fraction(index + 5) * 300, bottom: top + 32 };
    });
    const position = findPosition(obstacles);
    if (position === null) throw new Error(`There is no position for seed ${seed}`);
    expect(isFreePosition(position, space, size, obstacles), `seed ${seed}`).toBe(true);
    const box = getToastBox(position, space, size);
    for (const obstacle of obstacles) {
      const isApart =
        box.right <= obstacle.left ||
        obstacle.right <= box.left ||
        box.bottom <= obstacle.top ||
        obstacle.bottom <= box.top;
      expect(isApart, `seed ${seed}`).toBe(true);
    }
  }
});

test('no position is returned when each position covers an obstacle', () => {
  const smallSpace: Box = { left: 88, top: 52, right: 632, bottom: 420 };
  expect(findPosition([{ left: 0, top: 0, right: 640, bottom: 480 }], smallSpace)).toBeNull();
});

test('a position is no longer free when an obstacle appears at the position, or the toasts exceed the window', () => {
  const bottomRight = { column: 'right', bottomOffset: 0 } as const;
  expect(isFreePosition(bottomRight, space, size, [])).toBe(true);
  expect(isFreePosition(bottomRight, space, size, [bar])).toBe(false);
  expect(isFreePosition(bottomRight, space, { width: 360, height: 720 }, [])).toBe(false);
  expect(isFreePosition({ column: 'right', bottomOffset: 700 }, space, size, [])).toBe(false);
});
