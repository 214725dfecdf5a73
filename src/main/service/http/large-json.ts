/**
 * @file Parses large JSON answers in a worker thread, because parsing several megabytes would block the main thread. The
 * result is bounded as well: the main thread deserializes it.
 */
import type { Clock } from '../../platform/platform.ts';
import { createGuardedThread } from '../../workers/guarded-worker.ts';

/** Parses a body; `undefined` when it is not JSON, has too many values, or takes too long. Never rejects. */
export type LargeJsonParser = (body: Uint8Array) => Promise<unknown>;

/** Bytes above which a body is large. */
export const maxBytesParsedInMain = 1_048_576;

/** Maximum number of values of an answer: enough for 10,000 wallets with 20 fields each. */
const maxValues = 200_000;
const maxDepth = 32;
const deadlineMs = 10_000;
const maxMegabytes = 512;

/** Creates the parser; `entry` is the thread's module. Each body is parsed in a new thread. */
export function createLargeJsonParser(entry: URL, clock: Clock): LargeJsonParser {
  return async (body) => {
    const thread = createGuardedThread({ entry, name: 'json-parser', clock, maxMegabytes });
    try {
      // The body is copied, because a view of a pooled buffer would be sent with the whole pool.
      return await thread.run(new Uint8Array(body), deadlineMs);
    } catch {
      // The service has performed the request, so an attach must not fail because its answer cannot be parsed.
      return undefined;
    } finally {
      await thread.close();
    }
  };
}

/** Parses a body in the thread. Returns `undefined` for a body that is not JSON or has too many values. */
export function parseBounded(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return countValues(value, 0, maxValues) <= maxValues ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Counts a value and everything in it. Returns more than `max` for more values, or for a nesting that is too deep. */
function countValues(value: unknown, depth: number, max: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === maxDepth) return max + 1;
  let count = 1;
  for (const innerValue of Object.values(value)) {
    count += countValues(innerValue, depth + 1, max - count);
    if (count > max) break;
  }
  return count;
}
