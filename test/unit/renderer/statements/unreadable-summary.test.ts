import { describe, expect, it } from 'vitest';
import { noColumn } from '../../../../src/renderer/features/statements/column-names.ts';
import { unreadableSummary } from '../../../../src/renderer/features/statements/unreadable-summary.ts';

const columnsOf = (bad: Readonly<Record<string, number>>) =>
  Object.entries(bad).map(([name, cells]) => ({ ...noColumn, name, bad: cells }));

describe('the sentence about unreadable cells', () => {
  it('is null when every cell could be read', () => {
    expect(unreadableSummary(columnsOf({ Date: 0, Amount: 0 }))).toBeNull();
  });

  it('counts the cells of all columns and names the columns', () => {
    expect(unreadableSummary(columnsOf({ Date: 1, Text: 0, Amount: 1_200 }))).toBe(
      '1,201 cells could not be read: 1 in Date and 1,200 in Amount',
    );
    expect(unreadableSummary([{ ...noColumn, bad: 1 }])).toBe('1 cell could not be read: 1 in Column 1');
  });

  it('names three columns and counts the others', () => {
    expect(unreadableSummary(columnsOf({ A: 1, B: 1, C: 1, D: 1, E: 1 }))).toBe(
      '5 cells could not be read: 1 in A, 1 in B, 1 in C and 2 more columns',
    );
  });

  it('shortens the name of a column that is very long', () => {
    expect(unreadableSummary(columnsOf({ ['x'.repeat(80)]: 2 }))).toBe(
      `2 cells could not be read: 2 in ${'x'.repeat(39)}…`,
    );
  });
});
