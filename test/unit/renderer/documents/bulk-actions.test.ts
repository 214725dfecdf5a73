import { describe, expect, test } from 'vitest';
import {
  countByAction,
  selectionForAction,
} from '../../../../src/renderer/features/documents/list/bulk-actions.ts';
import type { SelectionFacts } from '../../../../src/renderer/features/documents/list/document-selection.ts';
import { packIds } from '../../../../src/shared/model/id-set.ts';

const ready = { state: 'ready', assigned: false } as const;
const facts = new Map<number, SelectionFacts>([
  [1, { group: 'rejected', state: 'rejected', assigned: false }],
  [2, { group: 'unassigned', ...ready }],
  [3, { group: 'assigned', ...ready, assigned: true }],
  [4, { group: 'stored', state: 'attaching', assigned: true }],
  [5, { group: 'stored', state: 'stored', assigned: true }],
]);
const filter = { group: null, text: '' };

describe('an action on selected documents', () => {
  test('applies only to the documents in its groups', () => {
    const countsByAction = countByAction('draft', { ids: new Set([1, 2, 3]), facts });
    expect(Object.fromEntries(countsByAction)).toMatchObject({
      assign: 2,
      unassign: 1,
      exclude: 3,
      recheck: 1,
      retry: 0,
    });
  });

  test('does not count documents that are being attached as cancellable', () => {
    expect(countByAction('running', { ids: new Set([4, 5]), facts }).get('cancel')).toBe(1);
  });

  test('sends the filter of the list, the IDs of the selected documents and the groups of the action', () => {
    expect(selectionForAction('recheck', 'draft', { ids: new Set([1, 3]), facts }, filter)).toEqual({
      kind: 'ticked',
      filter,
      ids: packIds([1, 3]),
      groups: ['rejected', 'waiting-for-file'],
    });
  });

  test('is not available in a cancelled batch', () => {
    const countsByAction = countByAction('cancelled', { ids: new Set([1, 2, 3, 4, 5]), facts });
    expect([...countsByAction.values()].every((count) => count === 0)).toBe(true);
  });
});
