/**
 * @file Smoothed progress of a running batch: a remaining time that does not jump, and bytes that do not decrease
 * while a file has left the network and is not yet counted as stored.
 */
import type { BatchSummary } from '../../../shared/model/batch.ts';
import { bytesInFlight } from './batch-numbers.ts';

/** The shown progress of a batch. */
export interface SmoothedProgress {
  /** Milliseconds on a monotonic clock. */
  readonly at: number;
  /** Bytes that are stored or handed to the network. */
  readonly bytes: number;
  /** Time since which fewer bytes were counted than shown; `null` while they agree. */
  readonly behindSince: number | null;
  /** Milliseconds, by the smoothed rate; `null` while it is not known. */
  readonly estimate: number | null;
  /** The shown estimate: it decreases freely and increases only by a larger amount. */
  readonly left: number | null;
  /** When the rate was last known. */
  readonly rateAt: number;
}

/** Time constant of the smoothing in milliseconds. */
const smoothingMs = 8_000;
/** Milliseconds for which an estimate is kept without a rate. */
const maxEstimateAgeMs = 5_000;
/** Milliseconds after which a decrease of bytes is shown: files that restart. */
const rollbackDelayMs = 1_500;
/** Factor by which an estimate must grow before a longer time is shown. */
const minGrowth = 1.25;

type Running = Pick<
  BatchSummary,
  'state' | 'bytes' | 'bytesStored' | 'bytesStuck' | 'bytesUnknown' | 'rate' | 'transfers'
>;

function steadyBytes(
  before: SmoothedProgress | null,
  counted: number,
  now: number,
): Pick<SmoothedProgress, 'bytes' | 'behindSince'> {
  if (before === null || counted >= before.bytes) return { bytes: counted, behindSince: null };
  const behindSince = before.behindSince ?? now;
  return now - behindSince > rollbackDelayMs
    ? { bytes: counted, behindSince: null }
    : { bytes: before.bytes, behindSince };
}

function smoothed(before: SmoothedProgress | null, raw: number | null, now: number): number | null {
  const expected =
    before === null || before.estimate === null ? null : Math.max(0, before.estimate - (now - before.at));
  if (raw === null) {
    const known = before !== null && now - before.rateAt <= maxEstimateAgeMs;
    return known ? expected : null;
  }
  if (expected === null || before === null) return raw;
  const weight = 1 - Math.exp(-(now - before.at) / smoothingMs);
  return expected + (raw - expected) * weight;
}

function steadyLeft(shown: number | null, estimate: number | null): number | null {
  if (estimate === null || shown === null) return estimate;
  return estimate <= shown || estimate > shown * minGrowth ? estimate : shown;
}

/** Returns the progress after a new summary of the batch. `now` is in milliseconds of a monotonic clock. */
export function nextProgress(before: SmoothedProgress | null, batch: Running, now: number): SmoothedProgress {
  const counted = batch.bytesStored + bytesInFlight(batch);
  const stuck = batch.bytesStuck - batch.bytesUnknown;
  const remaining = Math.max(0, batch.bytes - counted - stuck);
  const rate = batch.state === 'running' && remaining > 0 ? batch.rate : null;
  const raw = rate === null || rate <= 0 ? null : (remaining / rate) * 1000;
  const forgets = batch.state !== 'running' || remaining === 0;
  const estimate = forgets ? null : smoothed(before, raw, now);
  return {
    at: now,
    ...steadyBytes(before, counted, now),
    estimate,
    left: steadyLeft(before?.left ?? null, estimate),
    rateAt: raw === null ? (before?.rateAt ?? Number.NEGATIVE_INFINITY) : now,
  };
}

/** Returns the progress of all running batches after a new value of their topic. */
export function nextProgressOfAll(
  before: ReadonlyMap<number, SmoothedProgress>,
  batches: readonly BatchSummary[],
  now: number,
): ReadonlyMap<number, SmoothedProgress> {
  const running = batches.filter(({ state }) => state === 'running');
  return new Map(running.map((batch) => [batch.id, nextProgress(before.get(batch.id) ?? null, batch, now)]));
}
