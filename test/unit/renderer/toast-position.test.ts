import { describe, expect, test } from 'vitest';
import {
  type Box,
  findToastPosition,
  getToastBox,
  isFreePosition,
} from '../../../src/renderer/app/toast-position.ts';

const space: Box = { left: 88, top: 52, right: 1272, bottom: 760 };
const size = { width: 360, height: 80 };
const place = (obstacles: readonly Box[], of = space) => findToastPosition(of, size, obstacles);

test('toasts are at the right of the bottom when nothing is there', () => {
  expect(place([{ left: 1000, top: 60, right: 1200, bottom: 92 }])).toEqual({
    column: 'right',
    bottomOffset: 0,
  });
});

test('toasts move to the left for a primary button at the right', () => {
  expect(place([{ left: 1100, top: 720, right: 1260, bottom: 752 }])).toEqual({
    column: 'left',
    bottomOffset: 0,
  });
});

test('toasts move to the middle when both sides are taken', () => {
  const sides = [
    { left: 96, top: 400, right: 496, bottom: 752 },
    { left: 1100, top: 720, right: 1260, bottom: 752 },
  ];
  expect(place(sides)).toEqual({ column: 'middle', bottomOffset: 0 });
});

test('toasts move above a selection bar over the whole bottom, and above obstacles over it', () => {
  const bar = { left: 80, top: 712, right: 1280, bottom: 760 };
  const over = { left: 80, top: 660, right: 1280, bottom: 700 };
  expect(place([bar])).toEqual({ column: 'right', bottomOffset: 56 });
  expect(place([bar, over])).toEqual({ column: 'right', bottomOffset: 108 });
});

describe('with any obstacles', () => {
  test('nothing is covered as long as there is a free position', () => {
    for (let seed = 1; seed < 400; seed += 1) {
      const fraction = (index: number) => ((seed * 7919 + index * 104729) % 1000) / 1000;
      const obstacles = Array.from({ length: 4 }, (_, index) => {
        const left = 88 + fraction(index) * 1000;
        const top = 52 + fraction(index + 9) * 600;
        return { left, top, right: left + 40 + fraction(index + 5) * 300, bottom: top + 32 };
      });
      const found = place(obstacles);
      if (found === null) throw new Error(`There is no place for seed ${seed}`);
      expect(isFreePosition(found, space, size, obstacles), `seed ${seed}`).toBe(true);
      const box = getToastBox(found, space, size);
      for (const one of obstacles) {
        const apart =
          box.right <= one.left || one.right <= box.left || box.bottom <= one.top || one.bottom <= box.top;
        expect(apart, `seed ${seed}`).toBe(true);
      }
    }
  });

  test('no position is returned when each one covers something', () => {
    const small: Box = { left: 88, top: 52, right: 632, bottom: 420 };
    expect(place([{ left: 0, top: 0, right: 640, bottom: 480 }], small)).toBeNull();
  });
});

test('a position is no longer free when an obstacle comes below it, or the toasts exceed the window', () => {
  const usual = { column: 'right', bottomOffset: 0 } as const;
  expect(isFreePosition(usual, space, size, [])).toBe(true);
  expect(isFreePosition(usual, space, size, [{ left: 80, top: 712, right: 1280, bottom: 760 }])).toBe(false);
  expect(isFreePosition(usual, space, { width: 360, height: 720 }, [])).toBe(false);
  expect(isFreePosition({ column: 'right', bottomOffset: 700 }, space, size, [])).toBe(false);
});
