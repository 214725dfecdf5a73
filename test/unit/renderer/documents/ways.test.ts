import { describe, expect, test } from 'vitest';
import { actOfWay, waysOfRow, wordOfWay } from '../../../../src/renderer/features/documents/way-looks.ts';
import { waysOut, waysOutInFull } from '../../../../src/renderer/features/documents/ways.ts';
import { batchStateSchema } from '../../../../src/shared/model/batch.ts';
import { documentStateSchema } from '../../../../src/shared/model/document.ts';
import { ahlstrom, rowOf } from './batches.ts';

describe('the ways out of a document', () => {
  test('while a batch is prepared it can be assigned, or left out', () => {
    expect(waysOut(rowOf(), 'draft')).toEqual(['assign', 'exclude']);
    expect(waysOut(rowOf({ beneficiary: ahlstrom }), 'draft')).toEqual(['reassign', 'unassign', 'exclude']);
  });

  test('a name that is not accepted is not looked at again, content is', () => {
    const rejected = (code: 'extension-not-allowed' | 'content-differs') =>
      waysOut(rowOf({ state: 'rejected', group: 'rejected', reason: { code, facts: {} } }), 'draft');
    expect(rejected('extension-not-allowed')).toEqual(['exclude']);
    expect(rejected('content-differs')).toEqual(['recheck', 'exclude']);
  });

  test('a changed file is checked anew, never sent unseen', () => {
    const reason = { code: 'file-changed', facts: {} } as const;
    const failed = rowOf({ state: 'failed', group: 'problem', reason, beneficiary: ahlstrom });
    expect(waysOut(failed, 'running')).toEqual(['check-new-version', 'exclude']);
  });

  test('an unknown outcome can only be settled, also of a cancelled batch', () => {
    const unknown = rowOf({ state: 'attach-unknown', group: 'unknown', beneficiary: ahlstrom });
    expect(waysOut(unknown, 'running')).toEqual(['settle']);
    expect(waysOut(unknown, 'cancelled')).toEqual(['settle']);
  });

  test('what is on its way to a beneficiary, or there, has none', () => {
    for (const state of ['attaching', 'attached'] as const) {
      expect(waysOut(rowOf({ state, group: 'attached', beneficiary: ahlstrom }), 'running')).toEqual([]);
    }
  });

  test('documents that wait for a failed one can be attached without it', () => {
    const siblings = { stored: 2, failed: 1 };
    const stored = { ...rowOf({ state: 'stored', group: 'stored', beneficiary: ahlstrom }), siblings };
    expect(waysOutInFull(stored, 'running')[0]).toBe('attach-others');
    expect(waysOutInFull({ ...stored, siblings: { stored: 2, failed: 0 } }, 'running')).toEqual(['cancel']);
    expect(waysOutInFull({ ...stored, group: 'on-hold' }, 'running')).not.toContain('attach-others');
  });

  test('all have words, and at most two stand at the end of a row', () => {
    for (const state of documentStateSchema.options) {
      for (const batch of batchStateSchema.options) {
        for (const beneficiary of [null, ahlstrom]) {
          const ways = waysOut(rowOf({ state, beneficiary }), batch);
          expect(waysOfRow(ways).length).toBeLessThanOrEqual(2);
          for (const way of ways) expect(wordOfWay(way)).not.toBe('');
        }
      }
    }
  });

  test('those that need an answer are no plain acts', () => {
    expect(actOfWay('assign')).toBeNull();
    expect(actOfWay('settle')).toBeNull();
    expect(actOfWay('check-new-version')).toBe('recheck');
  });
});
