import { describe, expect, test } from 'vitest';
import { phaseOf } from '../../../../src/renderer/features/documents/batches/batch-numbers.ts';
import {
  actionsOfRow,
  directActionOf,
  labelOfAction,
} from '../../../../src/renderer/features/documents/list/action-looks.ts';
import { bulkActions } from '../../../../src/renderer/features/documents/list/bulk-actions.ts';
import {
  type DocumentAction,
  documentActions,
  documentActionsInPanel,
} from '../../../../src/renderer/features/documents/list/document-actions.ts';
import type { DocumentRow } from '../../../../src/shared/contract/documents.ts';
import { type BatchState, batchStateSchema } from '../../../../src/shared/model/documents/batch.ts';
import {
  type DocumentGroup,
  type DocumentState,
  documentStateSchema,
  documentStates,
  groupOf,
} from '../../../../src/shared/model/documents/document.ts';
import { clerkActions } from '../../../../src/shared/model/documents/document-machine.ts';
import { ahlstrom, rowOf } from './batches.ts';

/** States in which each action on one document is possible; settling concerns the beneficiary of the document. */
const statesOfAction: Readonly<Partial<Record<DocumentAction, readonly DocumentState[]>>> = {
  assign: clerkActions.assign.states,
  reassign: clerkActions.assign.states,
  unassign: clerkActions.unassign.states,
  exclude: clerkActions.exclude.states,
  include: clerkActions.include.states,
  'include-now': clerkActions.include.states,
  'send-anyway': clerkActions['send-anyway'].states,
  recheck: clerkActions.recheck.states,
  'check-new-version': clerkActions.recheck.states,
  retry: clerkActions.retry.states,
  'try-now': clerkActions.retry.states,
  cancel: clerkActions.cancel.states,
};
const booleans = [true, false];
const documentCases = booleans.flatMap((held) =>
  booleans.flatMap((assigned) => documentStates.map((state) => ({ state, assigned, held }))),
);

test.each(batchStateSchema.options)('every action offered in a batch that is %s is possible', (batch) => {
  const started = phaseOf(batch) !== 'preparing';
  for (const { state, assigned, held } of documentCases) {
    const group = groupOf(state, { started, assigned, held });
    const row = rowOf({ state, group, beneficiary: assigned ? ahlstrom : null });
    const offered = [
      ...documentActions(row, batch),
      ...documentActionsInPanel({ ...row, siblings: { stored: 1, failed: 1 } }, batch),
    ];
    const impossible = offered.filter((action) => statesOfAction[action]?.includes(state) === false);
    expect([state, impossible]).toEqual([state, []]);
  }
});

test.each(bulkActions)('%s is possible for every document of the groups it is offered to', (action) => {
  for (const [phase, started] of [['preparing', false] as const, ['started', true] as const]) {
    const offeredGroups: readonly DocumentGroup[] = clerkActions[action][phase];
    const offeredStates = documentCases.flatMap(({ state, assigned, held }) =>
      offeredGroups.includes(groupOf(state, { started, assigned, held })) ? [state] : [],
    );
    const states: readonly DocumentState[] = clerkActions[action].states;
    // Documents that are being attached are in a group with stored documents, and are not counted.
    expect(offeredStates.filter((state) => !states.includes(state) && state !== 'attaching')).toEqual([]);
  }
});

describe('the actions on a document', () => {
  const assigned = { beneficiary: ahlstrom };
  const attached = { ...assigned, group: 'attached' } as const;
  const rejected = { state: 'rejected', group: 'rejected' } as const;
  const reason = <Code extends NonNullable<DocumentRow['reason']>['code']>(code: Code) => ({
    code,
    facts: {},
  });
  const unknown = { ...assigned, state: 'attach-unknown', group: 'unknown' } as const;

  test.each<[Partial<DocumentRow>, BatchState, readonly DocumentAction[]]>([
    [{}, 'draft', ['assign', 'exclude']],
    [assigned, 'draft', ['reassign', 'unassign', 'exclude']],
    [{ ...rejected, reason: reason('extension-not-allowed') }, 'draft', ['exclude']],
    [{ ...rejected, reason: reason('content-differs') }, 'draft', ['recheck', 'exclude']],
    // A changed file is never sent unchecked.
    [
      { ...assigned, state: 'failed', group: 'problem', reason: reason('file-changed') },
      'running',
      ['check-new-version', 'exclude'],
    ],
    [unknown, 'running', ['settle']],
    [{ ...attached, state: 'attaching' }, 'running', []],
  ])('%o in a batch that is %s are %o', (change, batch, actions) => {
    expect(documentActions(rowOf(change), batch)).toEqual(actions);
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
    const directActions = (['assign', 'settle', 'check-new-version'] as const).map(directActionOf);
    expect(directActions).toEqual([null, null, 'recheck']);
  });
});
