import { expect, test } from 'vitest';
import {
  duplicateReferencesBetween,
  indexReferences,
} from '../../../src/main/review/duplicate-references.ts';
import { determineRoles } from '../../../src/main/review/roles.ts';
import { openTable } from '../../../src/main/review/table.ts';

const january = { first: 20_260_101, last: 20_260_131 };

function compare(own: string[], other: string[], common: typeof january | null) {
  const [one, two] = [own, other].map((lines) => {
    const table = openTable(
      new TextEncoder().encode(['Date,Reference,Amount,Currency', ...lines].join('\n')),
    );
    return { table, columns: determineRoles(table), column: 1 };
  });
  if (one === undefined || two === undefined) throw new Error('There are two');
  return duplicateReferencesBetween(indexReferences(one.table, 1), one.columns, two, common);
}

const booking = '2026-01-05,A1,-5.00,EUR';

test('the same booking on a day that both statements cover is not in question', () => {
  expect(
    compare([booking, '2026-01-06,B,1.00,EUR'], [booking, '2026-01-06,B,1.00,EUR'], january).inQuestion,
  ).toBe(0);
});

test('a payment and its fee may share a reference if both are equal in both statements', () => {
  const both = [booking, '2026-01-05,A1,-0.10,EUR'];
  expect(compare(both, both, january).inQuestion).toBe(0);
  expect(compare(both, [booking, '2026-01-05,A1,-0.20,EUR'], january)).toEqual({
    rows: [1],
    theirs: [1],
    inQuestion: 1,
  });
});

test.each([
  ['periods that do not overlap', booking, null],
  ['another amount', '2026-01-05,A1,-6.00,EUR', january],
  ['another currency', '2026-01-05,A1,-5.00,USD', january],
  ['another day', '2026-01-06,A1,-5.00,EUR', january],
])('%s put a shared reference in question', (_, other, common) => {
  expect(compare([booking], ['2026-01-02,Z,9.00,EUR', other], common)).toEqual({
    rows: [0],
    theirs: [1],
    inQuestion: 1,
  });
});

test('an equal booking outside the overlap is in question', () => {
  const late = '2026-02-05,A1,-5.00,EUR';
  expect(compare([late], [late], january).inQuestion).toBe(1);
});

test('rows without a reference are not compared', () => {
  const none = '2026-01-05,,-5.00,EUR';
  expect(compare([none], [none], null).inQuestion).toBe(0);
});
