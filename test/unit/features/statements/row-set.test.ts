import { describe, expect, test } from 'vitest';
import {
  encodeRows,
  forEachRow,
  type RowSet,
  rowSetSchema,
} from '../../../../src/main/features/statements/annotations/row-set.ts';

function decode(set: RowSet): number[] {
  const rows: number[] = [];
  forEachRow(rowSetSchema.parse(JSON.parse(JSON.stringify(set))), (row) => rows.push(row));
  return rows;
}

/** Returns ascending numbers with irregular gaps, from a fixed seed. */
function irregularRows(count: number): number[] {
  let state = 12_345;
  let row = 0;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    row += 1 + (state % 7);
    return row;
  });
}

describe('a set of rows', () => {
  test.each([
    ['no row', []],
    ['one row', [41]],
    ['neighbours', [3, 4, 5, 9]],
    ['many rows with gaps', irregularRows(30_000)],
    ['every second row', Array.from({ length: 5_000 }, (_, index) => index * 2)],
  ])('gives back %s', (_name, rows) => {
    expect(decode(encodeRows(Uint32Array.from(rows)))).toEqual(rows);
  });

  test('of a million rows in one piece is a few bytes', () => {
    const set = encodeRows(Uint32Array.from({ length: 1_000_000 }, (_, row) => row));
    expect(set).toEqual({ form: 'ranges', ranges: [[0, 999_999]] });
  });

  test('with many gaps is smaller than a list', () => {
    const rows = irregularRows(100_000);
    const set = encodeRows(Uint32Array.from(rows));
    expect(set.form).toBe('bitmap');
    expect(JSON.stringify(set).length).toBeLessThan(JSON.stringify(rows).length / 5);
  });
});
