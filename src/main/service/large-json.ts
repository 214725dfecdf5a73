/**
 * @file Parses large JSON answers in a thread of its own: a parse of some megabytes would hold the main thread. What comes
 * back is bounded too, because to receive it takes the main thread as long as it is large.
 */
import { z } from 'zod';
import { createGuardedThread } from '../guarded-thread.ts';
import type { Clock } from '../platform.ts';

/** Parses a body; `undefined` when it is not JSON, has too many values, or takes too long. Never rejects. */
export type LargeJsonParser = (body: Uint8Array) => Promise<unknown>;

/** Bytes above which a body is large. */
export const maxBytesParsedInMain = 1_048_576;

/** The most values that one answer may have: 10,000 wallets with 20 fields each. */
const maxValues = 200_000;
const maxDepth = 32;
const deadlineMs = 10_000;
const maxMegabytes = 512;

const answerSchema = z.object({ value: z.unknown() });

/** Creates the parser; `entry` is the thread's module. Each body gets a thread, which ends with it. */
export function createLargeJsonParser(entry: URL, clock: Clock): LargeJsonParser {
  return async (body) => {
    const thread = createGuardedThread({ entry, name: 'json-parser', clock, maxMegabytes });
    try {
      // A copy: bytes of a pool cannot be sent to a thread without all of the pool.
      return answerSchema.parse(await thread.run(new Uint8Array(body), deadlineMs)).value;
    } catch {
      // The request was answered, whatever becomes of the reading: an attach must not fail for it.
      return undefined;
    } finally {
      await thread.close();
    }
  };
}

/** The thread's side: the value of a body, or `undefined`. */
export function parseBounded(body: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    return countValues(value, 0, maxValues) <= maxValues ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The number of values in a value, itself included; more than `most` as soon as there are more, or one is too deep. */
function countValues(value: unknown, depth: number, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  if (depth === maxDepth) return most + 1;
  let count = 1;
  for (const inner of Object.values(value)) {
    count += countValues(inner, depth + 1, most - count);
    if (count > most) break;
  }
  return count;
}
