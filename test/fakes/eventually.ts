import { vi } from 'vitest';

/** Waits until `condition` no longer throws and gives its value; long enough for a machine that has other work. */
export function eventually<T>(condition: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(condition, { timeout: 20_000, interval: 20 });
}
