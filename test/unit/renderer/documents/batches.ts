/** @file Batches as main publishes them, for tests of the screen. */
import type { DocumentRow } from '../../../../src/shared/contract/documents.ts';
import type { BatchSummary } from '../../../../src/shared/model/documents/batch.ts';

/** Returns an empty batch with the properties of `change`. */
export function batchOf(change: Partial<BatchSummary> = {}): BatchSummary {
  return {
    id: 1,
    number: 14,
    state: 'draft',
    pauseReason: null,
    pauseDetail: null,
    droppedBy: 'm.hansen',
    createdAt: '2026-11-21T08:12:00Z',
    folders: 0,
    counts: {},
    documents: 0,
    withheld: 0,
    beneficiaries: 0,
    beneficiariesComplete: 0,
    bytes: 0,
    bytesStored: 0,
    bytesAttached: 0,
    bytesStuck: 0,
    bytesFailed: 0,
    bytesUnknown: 0,
    transfers: [],
    rate: null,
    held: null,
    lastMapping: null,
    revision: 1,
    cancellation: null,
    resumed: null,
    ...change,
  };
}

/** Returns a checked document without a beneficiary, with the properties of `change`. */
export function rowOf(change: Partial<DocumentRow> = {}): DocumentRow {
  return {
    id: 1,
    name: 'Rechnung.pdf',
    folder: '',
    size: 1000,
    kind: 'pdf',
    state: 'ready',
    group: 'unassigned',
    reason: null,
    warnings: [],
    beneficiary: null,
    retryAt: null,
    changedAt: '2026-11-21T08:12:00Z',
    attachesAfter: null,
    ...change,
  };
}

/** A beneficiary with a recipient ID. */
export const ahlstrom = { id: 7, label: 'Ahlström Konepaja Oy', recipientId: 'rcp_c1180f3a' };
