import { expect, test } from 'vitest';
import {
  outcomeChips,
  planOf,
  reasonOfRow,
} from '../../../../src/renderer/features/documents/assign/mapping-preview.ts';
import type { MappingRow } from '../../../../src/shared/model/documents/mapping.ts';

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

test.each([
  ['no recipient', [], { documents: 12, beneficiaries: 4, left: 6, add: [], hasInvalidName: false }],
  [
    'a recipient, whose documents and name are sent',
    [['rcp-1', 'Ahlström']],
    {
      documents: 15,
      beneficiaries: 5,
      left: 3,
      hasInvalidName: false,
      add: [{ recipientId: 'rcp-1', label: 'Ahlström' }],
    },
  ],
  ['a recipient that the rule no longer finds', [['rcp-9', 'Gone']], { add: [] }],
  ['a recipient without a valid name', [['rcp-1', ' ']], { hasInvalidName: true }],
] as const)('the button that applies a rule when the clerk adds %s', (_, added, plan) => {
  expect(planOf(numbers, new Map(added))).toMatchObject(plan);
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
