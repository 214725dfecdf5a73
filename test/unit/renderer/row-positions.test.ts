import { describe, expect, test } from 'vitest';
import {
  canvasHeight,
  isAligned,
  listTopOf,
  positionOf,
  type ScrollPosition,
  scrollBarPosition,
  scrolledPosition,
  scrollTopFor,
  scrollTopOf,
} from '../../../src/renderer/components/data-grid/row-positions.ts';

const million = { rows: 1_000_000, rowHeight: 32, viewHeight: 370 };
const short = { ...million, rows: 100_000 };
const lastListTop = million.rows * million.rowHeight - million.viewHeight;
const lastScrollTop = canvasHeight(million) - million.viewHeight;
const middle = scrollBarPosition(4_000_000, million);

/** Scrolls by pixels, frame by frame. */
function scrollBy(pixels: number, frames: number, from: ScrollPosition): ScrollPosition {
  let position = from;
  for (let frame = 0; frame < frames; frame += 1)
    position = scrolledPosition(position.scrollTop + pixels, position, million);
  return position;
}

describe('a list with a shorter canvas', () => {
  test('shows its first and last row at the ends of the scroll bar, and its middle row in the middle', () => {
    expect(listTopOf(scrollBarPosition(0, million), million)).toBe(0);
    expect(listTopOf(scrollBarPosition(lastScrollTop, million), million)).toBe(lastListTop);
    expect(listTopOf(scrollBarPosition(lastScrollTop / 2, million), million)).toBeCloseTo(lastListTop / 2, 0);
  });

  test('is scrolled by pixels by a wheel and keys, and its rows stay on their place on the canvas', () => {
    const position = scrollBy(100, 50, middle);
    expect(position.shift).toBe(middle.shift);
    expect(listTopOf(position, million)).toBe(listTopOf(middle, million) + 5_000);
  });

  test('moves on by the scroll bar from where the scroll bar is', () => {
    const position = scrolledPosition(6_000_000, scrollBy(100, 50, middle), million);
    expect(position).toEqual(scrollBarPosition(6_000_000, million));
  });

  test('is aligned again after scrolling by pixels, without moving its rows on the screen', () => {
    const position = scrollBy(100, 50, middle);
    expect(isAligned(position, million)).toBe(false);
    const listTop = listTopOf(position, million);
    const aligned = positionOf(listTop, scrollTopOf(listTop, million), million);
    expect(isAligned(aligned, million)).toBe(true);
    expect(listTopOf(aligned, million)).toBeCloseTo(listTop, 0);
  });

  test('reaches its first and last row by pixels', () => {
    const start = scrollBy(-100, 900, scrollBarPosition(90_000, million));
    expect(start).toEqual({ scrollTop: 0, shift: 0 });
    const end = scrollBy(100, 900, scrollBarPosition(lastScrollTop - 90_000, million));
    expect(end).toEqual(scrollBarPosition(lastScrollTop, million));
  });

  test('shows the first row while the scroll bar has room above it', () => {
    const early = { scrollTop: 20_000, shift: 19_000 };
    const position = scrollBy(-100, 20, early);
    expect(position).toEqual({ scrollTop: 18_000, shift: 18_000 });
    expect(isAligned(position, million)).toBe(false);
  });

  test('moves to a near row by pixels, and to a far row, or one beyond the canvas, with the scroll bar', () => {
    const listTop = listTopOf(middle, million);
    expect(scrollTopFor(listTop + 320, middle, million)).toBe(middle.scrollTop + 320);
    expect(scrollTopFor(lastListTop, middle, million)).toBe(lastScrollTop);
    const atStart = { scrollTop: 100, shift: -900 };
    expect(scrollTopFor(700, atStart, million)).toBe(700);
  });
});

test('a list that its canvas contains has its rows in their places', () => {
  expect(scrollBarPosition(12_345, short)).toEqual({ scrollTop: 12_345, shift: 0 });
  expect(scrolledPosition(500, { scrollTop: 400, shift: 0 }, short)).toEqual({ scrollTop: 500, shift: 0 });
  expect(scrollTopFor(2_000_000, { scrollTop: 0, shift: 0 }, short)).toBe(2_000_000);
  expect(positionOf(500, 499.5, short)).toEqual({ scrollTop: 499.5, shift: 0 });
  expect(isAligned({ scrollTop: 500, shift: 0 }, short)).toBe(true);
});
