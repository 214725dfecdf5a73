import { expect, test } from 'vitest';
import {
  duplicateReferencesBetween,
  indexReferences,
} from '../../../src/main/review/duplicate-references.ts';
import { determineRoles } from '../../../src/main/review/roles.ts';
import { openTable } from '../../../src/main/review/table.ts';

/** The days that both statements cover. */
const january = { first: 20_260_101, last: 20_260_131 };

function compareStatements(ownLines: string[], otherLines: string[], overlap: typeof january | null) {
  const [ownStatement, otherStatement] = [ownLines, otherLines].map((lines) => {
    const table = openTable(
      new TextEncoder().encode(['Date,Reference,Amount,Currency', ...lines].join('\n')),
    );
    return { table, columns: determineRoles(table), column: 1 };
  });
  if (ownStatement === undefined || otherStatement === undefined) throw new Error('Two tables are expected');
  return duplicateReferencesBetween(
    indexReferences(ownStatement.table, 1),
    ownStatement.columns,
    otherStatement,
    overlap,
  );
}

const booking = '2026-01-05,A1,-5.00,EUR';

test('a booking that is equal in both statements is not in question on a day that both statements cover', () => {
  expect(
    compareStatements([booking, '2026-01-06,B,1.00,EUR'], [booking, '2026-01-06,B,1.00,EUR'], january)
      .inQuestion,
  ).toBe(0);
});

test('a payment and its fee may share a reference if the payment and the fee are equal in both statements', () => {
  const paymentAndFee = [booking, '2026-01-05,A1,-0.10,EUR'];
  expect(compareStatements(paymentAndFee, paymentAndFee, january).inQuestion).toBe(0);
  expect(compareStatements(paymentAndFee, [booking, '2026-01-05,A1,-0.20,EUR'], january)).toEqual({
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
  expect(compareStatements([booking], ['2026-01-02,Z,9.00,EUR', other], common)).toEqual({
    rows: [0],
    theirs: [1],
    inQuestion: 1,
  });
});

test('an equal booking outside the overlap is in question', () => {
  const bookingAfterOverlap = '2026-02-05,A1,-5.00,EUR';
  expect(compareStatements([bookingAfterOverlap], [bookingAfterOverlap], january).inQuestion).toBe(1);
});

test('rows without a reference are not compared', () => {
  const bookingWithoutReference = '2026-01-05,,-5.00,EUR';
  expect(compareStatements([bookingWithoutReference], [bookingWithoutReference], null).inQuestion).toBe(0);
});
