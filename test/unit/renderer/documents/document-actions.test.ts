import { describe, expect, test } from 'vitest';
import {
  actionsOfRow,
  directActionOf,
  labelOfAction,
} from '../../../../src/renderer/features/documents/action-looks.ts';
import {
  documentActions,
  documentActionsInPanel,
} from '../../../../src/renderer/features/documents/document-actions.ts';
import { batchStateSchema } from '../../../../src/shared/model/batch.ts';
import { documentStateSchema } from '../../../../src/shared/model/document.ts';
import { ahlstrom, rowOf } from './batches.ts';

describe('the actions on a document', () => {
  test('are assigning and excluding while a batch is prepared', () => {
    expect(documentActions(rowOf(), 'draft')).toEqual(['assign', 'exclude']);
    expect(documentActions(rowOf({ beneficiary: ahlstrom }), 'draft')).toEqual([
      'reassign',
      'unassign',
      'exclude',
    ]);
  });

  test('contain another check for rejected content, but not for a rejected name', () => {
    const rejected = (code: 'extension-not-allowed' | 'content-differs') =>
      documentActions(rowOf({ state: 'rejected', group: 'rejected', reason: { code, facts: {} } }), 'draft');
    expect(rejected('extension-not-allowed')).toEqual(['exclude']);
    expect(rejected('content-differs')).toEqual(['recheck', 'exclude']);
  });

  test('contain another check for a changed file, which is never sent unchecked', () => {
    const reason = { code: 'file-changed', facts: {} } as const;
    const failed = rowOf({ state: 'failed', group: 'problem', reason, beneficiary: ahlstrom });
    expect(documentActions(failed, 'running')).toEqual(['check-new-version', 'exclude']);
  });

  test('contain only the settlement for a document with an unknown outcome, also in a cancelled batch', () => {
    const unknown = rowOf({ state: 'attach-unknown', group: 'unknown', beneficiary: ahlstrom });
    expect(documentActions(unknown, 'running')).toEqual(['settle']);
    expect(documentActions(unknown, 'cancelled')).toEqual(['settle']);
  });

  test('are empty while a document is being attached and after it was attached', () => {
    for (const state of ['attaching', 'attached'] as const) {
      expect(documentActions(rowOf({ state, group: 'attached', beneficiary: ahlstrom }), 'running')).toEqual(
        [],
      );
    }
  });

  test('contain attaching the stored documents when they wait for a failed document', () => {
    const siblings = { stored: 2, failed: 1 };
    const stored = { ...rowOf({ state: 'stored', group: 'stored', beneficiary: ahlstrom }), siblings };
    expect(documentActionsInPanel(stored, 'running')[0]).toBe('attach-others');
    expect(documentActionsInPanel({ ...stored, siblings: { stored: 2, failed: 0 } }, 'running')).toEqual([
      'cancel',
    ]);
    expect(documentActionsInPanel({ ...stored, group: 'on-hold' }, 'running')).not.toContain('attach-others');
  });

  test('all have labels, and a row shows at most two actions', () => {
    for (const state of documentStateSchema.options) {
      for (const batch of batchStateSchema.options) {
        for (const beneficiary of [null, ahlstrom]) {
          const actions = documentActions(rowOf({ state, beneficiary }), batch);
          expect(actionsOfRow(actions).length).toBeLessThanOrEqual(2);
          for (const action of actions) expect(labelOfAction(action)).not.toBe('');
        }
      }
    }
  });

  test('have no bulk action when they open a dialog', () => {
    expect(directActionOf('assign')).toBeNull();
    expect(directActionOf('settle')).toBeNull();
    expect(directActionOf('check-new-version')).toBe('recheck');
  });
});
