import { describe, expect, test } from 'vitest';
import { systemClock } from '../../../src/main/clock.ts';
import { computeProgress } from '../../../src/main/taskbar.ts';
import { type BatchSummary, batchSummarySchema } from '../../../src/shared/model/batch.ts';

function batch(changes: Partial<BatchSummary>): BatchSummary {
  return batchSummarySchema.parse({
    id: 1,
    number: 1,
    state: 'running',
    pauseReason: null,
    pauseDetail: null,
    droppedBy: 'm.hansen',
    createdAt: new Date(systemClock.now()).toISOString(),
    folders: 0,
    counts: {},
    documents: 10,
    beneficiaries: 1,
    beneficiariesComplete: 0,
    bytes: 1000,
    bytesStored: 0,
    bytesAttached: 0,
    bytesStuck: 0,
    bytesFailed: 0,
    bytesUnknown: 0,
    transfers: [],
    rate: null,
    held: null,
    lastMapping: null,
    cancellation: null,
    revision: 1,
    resumed: null,
    ...changes,
  });
}

describe('the taskbar', () => {
  test('shows no progress while no batch runs', () => {
    expect(computeProgress([])).toBeNull();
    expect(
      computeProgress([batch({ state: 'paused', bytesStored: 10 }), batch({ state: 'done' })]),
    ).toBeNull();
  });

  test('shows the progress of all running batches together', () => {
    const batches = [batch({ bytesStored: 500 }), batch({ bytes: 3000, bytesStored: 300, bytesStuck: 200 })];
    expect(computeProgress(batches)).toBe(0.25);
  });

  test('counts stored bytes with an unknown outcome once', () => {
    expect(computeProgress([batch({ bytesStored: 500, bytesStuck: 500, bytesUnknown: 500 })])).toBe(0.5);
  });
});
