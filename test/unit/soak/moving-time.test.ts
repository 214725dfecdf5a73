import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { installMovingTime } from '../../soak/moving-time.ts';

function startMovingTime() {
  const { setTimeout, clearTimeout } = globalThis;
  const { now } = Date;
  const time = installMovingTime();
  onTestFinished(() => {
    time.remove();
    expect(globalThis.setTimeout).toBe(setTimeout);
    expect(globalThis.clearTimeout).toBe(clearTimeout);
    expect(Date.now).toBe(now);
    expect(Object.hasOwn(performance, 'now')).toBe(false);
  });
  return time;
}

const hourMs = 3_600_000;

test('moving time advances both clocks of Paydesk', () => {
  const time = startMovingTime();
  const wall = systemClock.now();
  const monotonic = systemClock.monotonic();
  time.move(hourMs);
  expect(systemClock.now() - wall).toBeGreaterThanOrEqual(hourMs);
  expect(systemClock.monotonic() - monotonic).toBeGreaterThanOrEqual(hourMs);
});

test('moving time runs timers that are due once, in their order, and no cancelled timer', () => {
  const time = startMovingTime();
  const calls: string[] = [];
  systemClock.after(2 * hourMs, () => calls.push('second'));
  systemClock.after(hourMs, () => calls.push('first'));
  systemClock.after(hourMs, () => calls.push('cancelled'))();
  time.move(hourMs - 1_000);
  expect(calls).toEqual([]);
  time.move(2 * hourMs);
  expect(calls).toEqual(['first', 'second']);
  time.move(2 * hourMs);
  expect(calls).toEqual(['first', 'second']);
});

test('a timer runs without a move of the clock', async () => {
  startMovingTime();
  await new Promise<void>((resolve) => void setTimeout(resolve, 1));
});
