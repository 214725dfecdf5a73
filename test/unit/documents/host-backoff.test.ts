/** @file A host that asked for it is left alone for its whole time, and no other one. */
import { expect, test } from 'vitest';
import { HostBackoff } from '../../../src/main/features/documents/transfer/host-backoff.ts';
import { createFakeClock } from '../../fakes/clock.ts';

function holdsWithClock() {
  const clock = createFakeClock();
  return { clock, holds: new HostBackoff(clock) };
}

test('nobody is left alone who has not asked for it', () => {
  const { holds } = holdsWithClock();
  expect(holds.longestHeld()).toBeNull();
  expect(holds.longestHeld('a.example')).toBeNull();
});

test('a host is left alone until its time is over', async () => {
  const { clock, holds } = holdsWithClock();
  await clock.advance(7_000);
  holds.add('a.example', 5_000);
  expect(holds.longestHeld()).toEqual({ host: 'a.example', remainingMs: 5_000 });
  await clock.advance(4_999);
  expect(holds.longestHeld('a.example')).toEqual({ host: 'a.example', remainingMs: 1 });
  await clock.advance(1);
  expect(holds.longestHeld('a.example')).toBeNull();
  expect(holds.longestHeld()).toBeNull();
});

test('of several the longest is named, whichever asked first, and each by itself', () => {
  const { holds } = holdsWithClock();
  holds.add('a.example', 2_000);
  holds.add('b.example', 9_000);
  holds.add('c.example', 4_000);
  expect(holds.longestHeld()).toEqual({ host: 'b.example', remainingMs: 9_000 });
  expect(holds.longestHeld('a.example')).toEqual({ host: 'a.example', remainingMs: 2_000 });
  expect(holds.longestHeld('c.example')).toEqual({ host: 'c.example', remainingMs: 4_000 });
  expect(holds.longestHeld('d.example')).toBeNull();
});

test('a shorter wish does not end a longer one, and a longer one does', () => {
  const { holds } = holdsWithClock();
  holds.add('a.example', 5_000);
  holds.add('a.example', 1_000);
  expect(holds.longestHeld()?.remainingMs).toBe(5_000);
  holds.add('a.example', 8_000);
  expect(holds.longestHeld()?.remainingMs).toBe(8_000);
});

test('nobody is left alone any more when the clerk wants it tried all the same', () => {
  const { holds } = holdsWithClock();
  holds.add('a.example', 5_000);
  holds.add('b.example', 5_000);
  holds.clear();
  expect(holds.longestHeld()).toBeNull();
});
