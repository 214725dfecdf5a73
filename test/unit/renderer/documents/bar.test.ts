import { describe, expect, test } from 'vitest';
import { preparingBar, sendingBar } from '../../../../src/renderer/features/documents/batches/bar.ts';
import { batchOf } from './batches.ts';

function amounts({ segments }: ReturnType<typeof sendingBar>): Record<string, number> {
  return Object.fromEntries(segments.map(({ kind, amount }) => [kind, amount]));
}

describe('the progress bar of a batch', () => {
  const running = batchOf({
    state: 'running',
    bytes: 1000,
    bytesStored: 600,
    bytesAttached: 500,
    bytesStuck: 150,
    bytesFailed: 60,
    bytesUnknown: 40,
    transfers: [
      { documentId: 1, sent: 90, size: 100 },
      { documentId: 2, sent: 70, size: 50 },
    ],
  });

  test('counts no byte twice: stored bytes with an unknown outcome belong to the warnings, at the right end', () => {
    const bar = sendingBar(running);
    expect(amounts(bar)).toEqual({ ok: 500, sent: 60, running: 140, rest: 0, warning: 90, danger: 60 });
    expect(bar.segments.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(bar.total);
    expect(bar.segments.slice(-2).map(({ kind }) => kind)).toEqual(['warning', 'danger']);
  });

  test('counts ready documents while a batch is prepared, without the excluded ones, and shows none as attached', () => {
    const bar = preparingBar({
      documents: 10,
      counts: { assigned: 4, unassigned: 2, duplicate: 1, 'waiting-for-file': 1, rejected: 1, excluded: 1 },
    });
    expect(bar.total).toBe(9);
    expect(amounts(bar)).toEqual({ ready: 4, rest: 0, warning: 2, danger: 1 });
  });
});
