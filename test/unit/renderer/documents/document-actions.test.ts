import { describe, expect, test } from 'vitest';
import {
  actionsOfRow,
  bulkActionOf,
  labelOfAction,
} from '../../../../src/renderer/features/documents/action-looks.ts';
import {
  documentActions,
  documentActionsInPanel,
} from '../../../../src/renderer/features/documents/document-actions.ts';
import { batchStateSchema } from '../../../../src/shared/model/batch.ts';
import { documentStateSchema } from '../../../../src/shared/model/document.ts';
import { ahlstrom, rowOf } from './batches.ts';

describe('the ways out of a document', () => {
  test('while a batch is prepared it can be assigned, or left out', () => {
    expect(documentActions(rowOf(), 'draft')).toEqual(['assign', 'exclude']);
    expect(documentActions(rowOf({ beneficiary: ahlstrom }), 'draft')).toEqual([
      'reassign',
      'unassign',
      'exclude',
    ]);
  });

  test('a name that is not accepted is not looked at again, content is', () => {
    const rejected = (code: 'extension-not-allowed' | 'content-differs') =>
      documentActions(rowOf({ state: 'rejected', group: 'rejected', reason: { code, facts: {} } }), 'draft');
    expect(rejected('extension-not-allowed')).toEqual(['exclude']);
    expect(rejected('content-differs')).toEqual(['recheck', 'exclude']);
  });

  test('a changed file is checked anew, never sent unseen', () => {
    const reason = { code: 'file-changed', facts: {} } as const;
    const failed = rowOf({ state: 'failed', group: 'problem', reason, beneficiary: ahlstrom });
    expect(documentActions(failed, 'running')).toEqual(['check-new-version', 'exclude']);
  });

  test('an unknown outcome can only be settled, also of a cancelled batch', () => {
    const unknown = rowOf({ state: 'attach-unknown', group: 'unknown', beneficiary: ahlstrom });
    expect(documentActions(unknown, 'running')).toEqual(['settle']);
    expect(documentActions(unknown, 'cancelled')).toEqual(['settle']);
  });

  test('what is on its way to a beneficiary, or there, has none', () => {
    for (const state of ['attaching', 'attached'] as const) {
      expect(documentActions(rowOf({ state, group: 'attached', beneficiary: ahlstrom }), 'running')).toEqual(
        [],
      );
    }
  });

  test('documents that wait for a failed one can be attached without it', () => {
    const siblings = { stored: 2, failed: 1 };
    const stored = { ...rowOf({ state: 'stored', group: 'stored', beneficiary: ahlstrom }), siblings };
    expect(documentActionsInPanel(stored, 'running')[0]).toBe('attach-others');
    expect(documentActionsInPanel({ ...stored, siblings: { stored: 2, failed: 0 } }, 'running')).toEqual([
      'cancel',
    ]);
    expect(documentActionsInPanel({ ...stored, group: 'on-hold' }, 'running')).not.toContain('attach-others');
  });

  test('all have words, and at most two stand at the end of a row', () => {
    for (const state of documentStateSchema.options) {
      for (const batch of batchStateSchema.options) {
        for (const beneficiary of [null, ahlstrom]) {
          const ways = documentActions(rowOf({ state, beneficiary }), batch);
          expect(actionsOfRow(ways).length).toBeLessThanOrEqual(2);
          for (const way of ways) expect(labelOfAction(way)).not.toBe('');
        }
      }
    }
  });

  test('those that need an answer are no plain acts', () => {
    expect(bulkActionOf('assign')).toBeNull();
    expect(bulkActionOf('settle')).toBeNull();
    expect(bulkActionOf('check-new-version')).toBe('recheck');
  });
});
