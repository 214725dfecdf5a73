import { expect, test } from 'vitest';
import { determineRoles } from '../../../../src/main/statement-engine/columns/roles.ts';
import {
  duplicateReferencesBetween,
  indexReferences,
} from '../../../../src/main/statement-engine/compare/duplicate-references.ts';
import { tableOf } from '../../../fakes/files/text-statement.ts';

/** The days that both statements cover. */
const january = { first: 20_260_101, last: 20_260_131 };

function compareStatements(ownLines: string[], otherLines: string[], overlap: typeof january | null) {
  const open = (lines: readonly string[]) => {
    const table = tableOf(['Date,Reference,Amount,Currency', ...lines]);
    return { table, columns: determineRoles(table), column: 1 };
  };
  const own = open(ownLines);
  return duplicateReferencesBetween(indexReferences(own.table, 1), own.columns, open(otherLines), overlap);
}

const booking = '2026-01-05,A1,-5.00,EUR';
const bookings = [booking, '2026-01-06,B,1.00,EUR'];
const bookingAfter = '2026-02-05,A1,-5.00,EUR';
const withoutReference = '2026-01-05,,-5.00,EUR';
const paymentAndFee = [booking, '2026-01-05,A1,-0.10,EUR'];
type Found = ReturnType<typeof compareStatements>;
const inQuestion = (row: number, other: number): Found => ({ rows: [row], theirs: [other], inQuestion: 1 });
const none: Found = { rows: [], theirs: [], inQuestion: 0 };

test.each<[string, string[], string[], typeof january | null, Found]>([
  ['equal bookings on days of both are not', bookings, bookings, january, none],
  ['an equal payment and its equal fee are not', paymentAndFee, paymentAndFee, january, none],
  [
    'a fee of another amount is',
    paymentAndFee,
    [booking, '2026-01-05,A1,-0.20,EUR'],
    january,
    inQuestion(1, 1),
  ],
  ['an equal booking outside the overlap is', [bookingAfter], [bookingAfter], january, inQuestion(0, 0)],
  ['a row without a reference is not', [withoutReference], [withoutReference], null, none],
  ...(
    [
      ['in periods that do not overlap', booking, null],
      ['with another amount', '2026-01-05,A1,-6.00,EUR', january],
      ['with another currency', '2026-01-05,A1,-5.00,USD', january],
      ['on another day', '2026-01-06,A1,-5.00,EUR', january],
    ] as const
  ).map(([title, other, overlap]): [string, string[], string[], typeof january | null, Found] => [
    `a booking ${title} is`,
    [booking],
    ['2026-01-02,Z,9.00,EUR', other],
    overlap,
    inQuestion(0, 1),
  ]),
])('among rows with a shared reference, %s in question', (_, own, other, overlap, expected) => {
  expect(compareStatements(own, other, overlap)).toEqual(expected);
});
