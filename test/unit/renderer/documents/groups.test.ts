import { describe, expect, test } from 'vitest';
import {
  chipForOutgoing,
  chipsOf,
  groupOrder,
  lookOfState,
} from '../../../../src/renderer/features/documents/list/groups.ts';
import { documentGroupSchema } from '../../../../src/shared/model/documents/document.ts';

describe('the appearance of a state', () => {
  test('is filled for rejected documents only while the batch is prepared', () => {
    const rejected = { state: 'rejected', group: 'rejected' } as const;
    expect(lookOfState(rejected, 'preparing').filled).toBe('danger');
    expect(lookOfState(rejected, 'sending').filled).toBeNull();
  });

  test('has its own label for a delayed retry, and the icon of its group for a document on hold', () => {
    const held = lookOfState({ state: 'stored', group: 'on-hold' }, 'sending');
    const retrying = lookOfState({ state: 'waiting-to-retry', group: 'queued' }, 'sending');
    const queued = lookOfState({ state: 'ready', group: 'queued' }, 'sending');
    expect(retrying.label).not.toBe(queued.label);
    expect(held.icon).toBe('hold');
  });
});

describe('the filter chips', () => {
  const batch = { documents: 220, counts: { problem: 3, attached: 136, uploading: 0 } };

  test('begin with *All*, omit empty groups, and list groups that need the clerk first', () => {
    const chips = chipsOf(batch, 'sending', 'all', 'All');
    expect(chips.map(({ id, count }) => [id, count])).toEqual([
      ['all', 220],
      ['problem', 3],
      ['attached', 136],
    ]);
  });

  test('keep the selected group when it becomes empty', () => {
    expect(chipsOf(batch, 'sending', 'uploading', 'All')).toContainEqual(
      expect.objectContaining({ id: 'uploading', count: 0 }),
    );
  });

  test('are reset when sending starts, unless they can contain what is sent', () => {
    const groups = ['unassigned', 'rejected', 'excluded', 'queued', 'problem'] as const;
    expect(groups.map(chipForOutgoing)).toEqual(['all', 'all', 'all', 'queued', 'problem']);
  });

  test('include every group in which a document of a started batch can be', () => {
    const preparingOnly = ['unassigned', 'assigned'];
    const sendingGroups = documentGroupSchema.options.filter((group) => !preparingOnly.includes(group));
    expect([...groupOrder('sending')].sort()).toEqual([...sendingGroups].sort());
  });
});
