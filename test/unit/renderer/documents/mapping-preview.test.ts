import { describe, expect, test } from 'vitest';
import {
  outcomeChips,
  planOf,
  reasonOfRow,
} from '../../../../src/renderer/features/documents/mapping-preview.ts';
import type { MappingRow } from '../../../../src/shared/model/mapping.ts';

const numbers = {
  counts: { matched: 12, 'new-recipient': 5, ambiguous: 1 },
  documents: 12,
  beneficiaries: 4,
  left: 6,
  newRecipients: [
    { recipientId: 'rcp-1', documents: 3 },
    { recipientId: 'rcp-2', documents: 2 },
  ],
  newRecipientsTotal: 2,
};

describe('the button that applies a rule', () => {
  test('shows the numbers of main when the clerk adds no recipient', () => {
    expect(planOf(numbers, new Map())).toEqual({
      documents: 12,
      beneficiaries: 4,
      left: 6,
      add: [],
      hasInvalidName: false,
    });
  });

  test('counts the documents of recipients that the clerk adds, and sends the names of these recipients', () => {
    expect(planOf(numbers, new Map([['rcp-1', 'Ahlström']]))).toEqual({
      documents: 15,
      beneficiaries: 5,
      left: 3,
      add: [{ recipientId: 'rcp-1', label: 'Ahlström' }],
      hasInvalidName: false,
    });
  });

  test('adds no recipient that the rule no longer finds', () => {
    expect(planOf(numbers, new Map([['rcp-9', 'Gone']])).add).toEqual([]);
  });

  test('is disabled until a typed name is valid', () => {
    expect(planOf(numbers, new Map([['rcp-1', ' ']])).hasInvalidName).toBe(true);
  });
});

test('outcomeChips returns a chip for each outcome with rows, and for the selected outcome', () => {
  const chipCounts = (selected: 'all' | 'no-match') =>
    outcomeChips(numbers, selected).map(({ id, count }) => [id, count]);
  expect(chipCounts('all')).toEqual([
    ['all', 18],
    ['matched', 12],
    ['new-recipient', 5],
    ['ambiguous', 1],
  ]);
  expect(chipCounts('no-match').at(-1)).toEqual(['no-match', 0]);
});

test('reasonOfRow explains an ambiguous file name and an ambiguous line of a list differently', () => {
  const row: MappingRow = {
    line: null,
    file: 'a.pdf',
    folder: '',
    recipientIds: ['r', 'r_1'],
    beneficiary: null,
    outcome: 'ambiguous',
    documents: 1,
  };
  expect(reasonOfRow(row)).toBe('Can mean r, r_1');
  expect(reasonOfRow({ ...row, line: 7, documents: 3 })).toContain('3 files');
  expect(reasonOfRow({ ...row, outcome: 'matched' })).toBeNull();
});
