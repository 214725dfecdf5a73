/** @file The machine's clock, made to run faster, for what takes minutes over a real network. */
import { systemClock } from '../../src/main/clock.ts';
import type { Clock } from '../../src/main/platform.ts';

/** A clock on which `factor` milliseconds pass in each real one. */
export function createScaledClock(factor: number): Clock {
  const start = systemClock.now();
  const startMonotonic = systemClock.monotonic();
  const passed = () => (systemClock.monotonic() - startMonotonic) * factor;
  return {
    now: () => start + passed(),
    monotonic: passed,
    after: (milliseconds, action) => systemClock.after(milliseconds / factor, action),
  };
}
