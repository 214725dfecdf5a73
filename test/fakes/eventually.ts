import { vi } from 'vitest';

/**
 * Retries `condition` every `interval` milliseconds until it no longer throws, for at most 30 seconds, and returns its
 * value.
 */
export function eventually<T>(condition: () => T | Promise<T>, interval = 20): Promise<T> {
  return vi.waitFor(condition, { timeout: 30_000, interval });
}
