/** @file The total progress of all running batches, for the taskbar or the dock. */
import type { BatchSummary } from '../../shared/model/documents/batch.ts';

/** Returns the fraction of the bytes of running batches that are stored, stuck or sent; `null` without running batches. */
export function computeProgress(batches: readonly BatchSummary[]): number | null {
  const running = batches.filter(({ state }) => state === 'running');
  const totalBytes = running.reduce((sum, { bytes }) => sum + bytes, 0);
  if (totalBytes === 0) return null;
  const doneBytes = running.reduce((sum, batch) => sum + countDoneBytes(batch), 0);
  return Math.min(1, doneBytes / totalBytes);
}

function countDoneBytes({ bytesStored, bytesStuck, bytesUnknown, transfers }: BatchSummary): number {
  const bytesInFlight = transfers.reduce((sum, { sent }) => sum + sent, 0);
  // Documents with an unknown outcome are in both `bytesStored` and `bytesStuck`, so they are subtracted once.
  return bytesStored + bytesStuck - bytesUnknown + bytesInFlight;
}
