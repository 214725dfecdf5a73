/**
 * @file Smoothed progress of a running batch: a remaining time that does not jump, and bytes that do not decrease
 * while a file has left the network and is not yet counted as stored.
 */
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import { bytesInFlight } from './batch-numbers.ts';

export interface SmoothedProgress {
  /** Milliseconds on a monotonic clock. */
  readonly updatedAtMs: number;
  /** Bytes that are stored or handed to the network. */
  readonly bytes: number;
  /** Time at which the counted bytes fell below the shown bytes; `null` while the counted bytes are shown. */
  readonly behindSinceMs: number | null;
  /** Milliseconds until the end of the batch, smoothed; `null` while the rate is unknown. */
  readonly estimateMs: number | null;
  /** The shown estimate in milliseconds: it decreases freely and increases only by the factor `minGrowth`. */
  readonly leftMs: number | null;
  /** Time at which the rate was last known. */
  readonly rateAtMs: number;
}

/** Time constant of the smoothing in milliseconds. */
const smoothingMs = 8_000;
/** Milliseconds for which an estimate is kept without a rate. */
const maxEstimateAgeMs = 5_000;
/** Milliseconds after which a decrease of bytes is shown, as when files are uploaded again. */
const rollbackDelayMs = 1_500;
/** Factor by which an estimate must exceed the shown time before the longer time is shown. */
const minGrowth = 1.25;

type ProgressInput = Pick<
  BatchSummary,
  'state' | 'bytes' | 'bytesStored' | 'bytesStuck' | 'bytesUnknown' | 'rate' | 'transfers'
>;

function limitDecrease(
  before: SmoothedProgress | null,
  countedBytes: number,
  nowMs: number,
): Pick<SmoothedProgress, 'bytes' | 'behindSinceMs'> {
  if (before === null || countedBytes >= before.bytes) return { bytes: countedBytes, behindSinceMs: null };
  const behindSinceMs = before.behindSinceMs ?? nowMs;
  return nowMs - behindSinceMs > rollbackDelayMs
    ? { bytes: countedBytes, behindSinceMs: null }
    : { bytes: before.bytes, behindSinceMs };
}

function smoothEstimate(before: SmoothedProgress | null, rawMs: number | null, nowMs: number): number | null {
  const expected =
    before === null || before.estimateMs === null
      ? null
      : Math.max(0, before.estimateMs - (nowMs - before.updatedAtMs));
  if (rawMs === null) {
    const isRateRecent = before !== null && nowMs - before.rateAtMs <= maxEstimateAgeMs;
    return isRateRecent ? expected : null;
  }
  if (expected === null || before === null) return rawMs;
  const weight = 1 - Math.exp(-(nowMs - before.updatedAtMs) / smoothingMs);
  return expected + (rawMs - expected) * weight;
}

function limitIncrease(shown: number | null, estimateMs: number | null): number | null {
  if (estimateMs === null || shown === null) return estimateMs;
  return estimateMs <= shown || estimateMs > shown * minGrowth ? estimateMs : shown;
}

/** Returns the progress after a new summary of the batch. `now` is in milliseconds of a monotonic clock. */
export function nextProgress(
  before: SmoothedProgress | null,
  batch: ProgressInput,
  nowMs: number,
): SmoothedProgress {
  const countedBytes = batch.bytesStored + bytesInFlight(batch);
  const stuckBytes = batch.bytesStuck - batch.bytesUnknown;
  const remainingBytes = Math.max(0, batch.bytes - countedBytes - stuckBytes);
  const bytesPerSecond = batch.state === 'running' && remainingBytes > 0 ? batch.rate : null;
  const rawMs =
    bytesPerSecond === null || bytesPerSecond <= 0 ? null : (remainingBytes / bytesPerSecond) * 1000;
  const hasNoEstimate = batch.state !== 'running' || remainingBytes === 0;
  const estimateMs = hasNoEstimate ? null : smoothEstimate(before, rawMs, nowMs);
  return {
    updatedAtMs: nowMs,
    ...limitDecrease(before, countedBytes, nowMs),
    estimateMs,
    leftMs: limitIncrease(before?.leftMs ?? null, estimateMs),
    rateAtMs: rawMs === null ? (before?.rateAtMs ?? Number.NEGATIVE_INFINITY) : nowMs,
  };
}

/** Returns the progress of all running batches after a new value of their topic. */
export function nextProgressOfAll(
  before: ReadonlyMap<number, SmoothedProgress>,
  batches: readonly BatchSummary[],
  nowMs: number,
): ReadonlyMap<number, SmoothedProgress> {
  const running = batches.filter(({ state }) => state === 'running');
  return new Map(
    running.map((batch) => [batch.id, nextProgress(before.get(batch.id) ?? null, batch, nowMs)]),
  );
}
