/** @file The segments of a batch's bar, by documents while it is prepared, by bytes while it is sent. */
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import type { BarSegment } from '../../../components/messages/bar-segment.ts';
import { bytesInFlight, countIncluded, countOf } from './batch-numbers.ts';

/** The segments of a bar and their total with the remaining work. */
interface Bar {
  readonly segments: readonly BarSegment[];
  readonly total: number;
}

/**
 * Returns the bar of a batch in preparation: documents that are ready at the left, those that need review at the right, and
 * those to assign or check as the rest between them.
 */
export function preparingBar(batch: Pick<BatchSummary, 'counts' | 'documents'>): Bar {
  return {
    total: countIncluded(batch),
    segments: [
      { kind: 'ready', amount: countOf(batch, 'assigned') },
      { kind: 'rest', amount: 0 },
      { kind: 'warning', amount: countOf(batch, 'duplicate') + countOf(batch, 'waiting-for-file') },
      { kind: 'danger', amount: countOf(batch, 'rejected') },
    ],
  };
}

/**
 * Returns the bar of a batch that is sent: bytes that are attached, stored and in flight at the left, those that need the clerk
 * at the right, and those that wait as the rest between them.
 */
export function sendingBar(
  batch: Pick<
    BatchSummary,
    'bytes' | 'bytesStored' | 'bytesAttached' | 'bytesStuck' | 'bytesFailed' | 'bytesUnknown' | 'transfers'
  >,
): Bar {
  return {
    total: batch.bytes,
    segments: [
      { kind: 'ok', amount: batch.bytesAttached },
      { kind: 'sent', amount: Math.max(0, batch.bytesStored - batch.bytesAttached - batch.bytesUnknown) },
      { kind: 'running', amount: bytesInFlight(batch) },
      { kind: 'rest', amount: 0 },
      { kind: 'warning', amount: Math.max(0, batch.bytesStuck - batch.bytesFailed) },
      { kind: 'danger', amount: batch.bytesFailed },
    ],
  };
}
