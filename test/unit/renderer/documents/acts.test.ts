import { describe, expect, test } from 'vitest';
import {
  everythingSelected,
  type RowSelection,
  withRowToggled,
} from '../../../../src/renderer/components/data-grid/selection.ts';
import {
  type KnownRows,
  reachOfAct,
  selectionsOfAct,
} from '../../../../src/renderer/features/documents/acts.ts';
import { rowOf } from './batches.ts';

const rows = [
  rowOf({ id: 1, group: 'rejected', state: 'rejected' }),
  rowOf({ id: 2, group: 'unassigned' }),
  rowOf({ id: 3, group: 'assigned' }),
];
const known: KnownRows = {
  rows,
  counts: { rejected: 1, unassigned: 1, assigned: 998 },
  filter: { group: null, text: '' },
  total: 1000,
};
const some: RowSelection = { kind: 'some', ids: new Set([1, 2, 3]) };

describe('what can be done with selected documents', () => {
  test('is done with those that it is about', () => {
    expect(reachOfAct('assign', 'draft', some, known)).toBe(2);
    expect(selectionsOfAct('assign', 'draft', some, known)).toEqual([{ kind: 'some', ids: [2, 3] }]);
  });

  test('counts the groups where everything is selected, less what was taken out', () => {
    expect(reachOfAct('assign', 'draft', everythingSelected, known)).toBe(999);
    expect(reachOfAct('assign', 'draft', withRowToggled(everythingSelected, 3), known)).toBe(998);
  });

  test('stays within the reason to which the list is narrowed', () => {
    const narrowed: KnownRows = {
      rows: [],
      counts: { problem: 40 },
      filter: { group: 'problem', reason: 'service-refused', text: '' },
      total: 7,
    };
    expect(reachOfAct('retry', 'running', everythingSelected, narrowed)).toBe(7);
    expect(selectionsOfAct('retry', 'running', everythingSelected, narrowed)).toEqual([
      { kind: 'all', filter: { group: 'problem', reason: 'service-refused', text: '' }, except: [] },
    ]);
  });

  test('asks main by groups where everything is selected, so that no row need be loaded', () => {
    const selections = selectionsOfAct('recheck', 'draft', withRowToggled(everythingSelected, 1), known);
    expect(selections).toEqual([
      { kind: 'all', filter: { group: 'rejected', text: '' }, except: [1] },
      { kind: 'all', filter: { group: 'waiting-for-file', text: '' }, except: [1] },
    ]);
  });

  test('is nothing once a batch is cancelled', () => {
    expect(reachOfAct('retry', 'cancelled', everythingSelected, known)).toBe(0);
  });
});
