/** @file The segments of a batch's bar, by documents while it is prepared, by bytes while it is sent. */
import type { BatchSummary } from '../../../../shared/model/documents/batch.ts';
import type { BarSegment } from '../../../components/messages/bar-segment.ts';
import { bytesInFlight, countIncluded, countOf } from './batch-numbers.ts';

/** The segments of a bar and their total with the remaining work. */
interface Bar {
  readonly segments: readonly BarSegment[];
  readonly total: number;
}

/** Bar of the documents that are ready; those to assign or check are the rest. At the right end those that need review. */
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

/** Bar of the bytes that are attached, stored, in flight and waiting; at the right end those that need the clerk. */
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
