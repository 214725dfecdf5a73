import { vi } from 'vitest';

/**
 * Waits until `condition`, tried every `interval` milliseconds, no longer throws, and gives its value; long enough for a
 * machine that has other work.
 */
export function eventually<T>(condition: () => T | Promise<T>, interval = 20): Promise<T> {
  return vi.waitFor(condition, { timeout: 30_000, interval });
}
