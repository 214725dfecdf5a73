import { expect, test } from 'vitest';
import { unreadableSummary } from '../../../../src/renderer/features/statements/grid/state/unreadable-summary.ts';
import { noColumn } from '../../../../src/renderer/features/statements/interpretation/column-names.ts';

test.each([
  ['is null when every cell could be read', { Date: 0, Amount: 0 }, null],
  [
    'counts the cells of all columns and names the columns',
    { Date: 1, Text: 0, Amount: 1_200 },
    '1,201 cells could not be read: 1 in Date and 1,200 in Amount',
  ],
  ['names a column without a name by its number', { '': 1 }, '1 cell could not be read: 1 in Column 1'],
  [
    'names three columns and counts the others',
    { A: 1, B: 1, C: 1, D: 1, E: 1 },
    '5 cells could not be read: 1 in A, 1 in B, 1 in C and 2 more columns',
  ],
  [
    'shortens the name of a column that is very long',
    { ['x'.repeat(80)]: 2 },
    `2 cells could not be read: 2 in ${'x'.repeat(39)}…`,
  ],
])('the sentence about unreadable cells %s', (_, bad, sentence) => {
  const columns = Object.entries(bad).map(([name, cells]) => ({ ...noColumn, name, bad: cells }));
  expect(unreadableSummary(columns)).toBe(sentence);
});
