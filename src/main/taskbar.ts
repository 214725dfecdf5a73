/** @file The progress of all running batches together, for the taskbar or the dock. */
import type { BatchSummary } from '../shared/model/batch.ts';

/** The fraction of the bytes of running batches that is done or will not be; `null` when nothing runs. */
export function fractionOf(batches: readonly BatchSummary[]): number | null {
  const running = batches.filter(({ state }) => state === 'running');
  const total = running.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total === 0) return null;
  const done = running.reduce((sum, one) => sum + doneOf(one), 0);
  return Math.min(1, done / total);
}

function doneOf({ bytesStored, bytesStuck, bytesUnknown, transfers }: BatchSummary): number {
  const bytesInFlight = transfers.reduce((sum, { sent }) => sum + sent, 0);
  // What is stored with an unknown outcome is stuck as well, and is counted once.
  return bytesStored + bytesStuck - bytesUnknown + bytesInFlight;
}
