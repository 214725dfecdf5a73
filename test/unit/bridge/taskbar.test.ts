import { describe, expect, test } from 'vitest';
import { computeProgress } from '../../../src/main/app/taskbar.ts';
import type { BatchSummary } from '../../../src/shared/model/documents/batch.ts';
import { batchOf } from '../renderer/documents/batches.ts';

const batch = (changes: Partial<BatchSummary>) =>
  batchOf({ state: 'running', documents: 10, bytes: 1000, ...changes });

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
