import { expect, test } from 'vitest';
import { RowStateValues } from '../../../../src/main/statement-engine/query/row-states.ts';

test('a row has its states of each kind, and none for the value 0', () => {
  const states = new RowStateValues(3);
  states.set('tick', Uint8Array.of(1, 0, 1));
  states.set('agreement', Uint8Array.of(0, 0, 4));
  expect([0, 1, 2].map((row) => states.of(row))).toEqual([{ tick: 1 }, {}, { tick: 1, agreement: 4 }]);
});

test('values beyond the last row are ignored, and missing ones are 0', () => {
  const states = new RowStateValues(2);
  states.set('tick', Uint8Array.of(0, 0, 1));
  states.set('note', Uint8Array.of(1));
  expect([0, 1, 2].map((row) => states.of(row))).toEqual([{ note: 1 }, {}, {}]);
});

test('a filter passes the rows with one of its values, and rows without a state for 0', () => {
  const states = new RowStateValues(4);
  states.set('agreement', Uint8Array.of(0, 1, 2, 3));
  const rowsWith = (values: number[]) => {
    const isInside = states.createTest({ kind: 'state', of: 'agreement', values });
    return [0, 1, 2, 3].filter((row) => isInside(row));
  };
  expect(rowsWith([2, 3])).toEqual([2, 3]);
  expect(rowsWith([0])).toEqual([0]);
  const isNotTicked = states.createTest({ kind: 'state', of: 'tick', values: [0] });
  expect([0, 1].filter((row) => isNotTicked(row))).toEqual([0, 1]);
});

test('the key of filters changes with the states only when a filter tests them', () => {
  const states = new RowStateValues(1);
  const keys = () => [
    states.filterKeyOf([{ kind: 'state', of: 'tick', values: [1] }]),
    states.filterKeyOf([]),
  ];
  const [before, beforeWithout] = keys();
  states.set('tick', Uint8Array.of(1));
  const [after, afterWithout] = keys();
  expect(after).not.toBe(before);
  expect(afterWithout).toBe(beforeWithout);
});
