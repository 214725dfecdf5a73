/** @file The schedule of repeated attempts. */

/** Returns the delay after a number of earlier failures: it grows from `minMs` by `factor` each time, up to `maxMs`. */
export function exponentialBackoffMs(
  earlierFailures: number,
  { minMs, maxMs, factor = 2 }: { readonly minMs: number; readonly maxMs: number; readonly factor?: number },
): number {
  return Math.min(maxMs, minMs * factor ** earlierFailures);
}
