import { expect, test } from 'vitest';
import { determineRoles } from '../../../src/main/review/roles.ts';
import { ReviewSession } from '../../../src/main/review/session.ts';
import { openTable } from '../../../src/main/review/table.ts';

const bytesOf = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'));
const swiss = [
  'Buchungsdatum;Valuta;Betrag;Währung;Saldo',
  '14.01.2026;15.01.2026;-10.00;CHF;90.00',
  '14.01.2026;16.01.2026;5.00;EUR;95.00',
  '17.01.2026;17.01.2026;-1.50;CHF;93.50',
];

test('the value date of a Swiss statement is not its currency, and sums are by currency', () => {
  const bytes = bytesOf(swiss);
  const session = new ReviewSession({ bytes, table: openTable(bytes) });
  expect(session.roles).toMatchObject({ date: 0, amount: 2, currency: 3, balance: 4 });
  expect(session.sums(2, { kind: 'all' }).map(({ currency, net }) => [currency, net])).toEqual([
    ['CHF', '-1150'],
    ['EUR', '500'],
  ]);
});

test.each<[string, string[], number | null]>([
  ['dates', ['Datum;Valuta;Betrag', '14.01.2026;15.01.2026;-10.00'], null],
  [
    'dates with an ambiguous order of day and month',
    ['Datum;Valuta;Betrag', '14.01.2026;05/06/2026;-10.00'],
    null,
  ],
  ['words', ['Datum;Valuta;Betrag', '14.01.2026;am 15. Januar;-10.00'], null],
  ['empty cells', ['Datum;Valuta;Betrag', '14.01.2026;;-10.00'], null],
  ['codes', ['Data;Importo;Valuta', '14.01.2026;-10.00;EUR', '15.01.2026;-1.00;', 'Totale'], 2],
  ['codes beside a column Currency', ['Valuta;Currency;Amount', 'USD;EUR;-10.00', 'USD;EUR;1.00'], 1],
])(
  'a column Valuta of %s is the currency only if its cells are codes and no better column exists',
  (_, lines, currency) => {
    expect(determineRoles(openTable(bytesOf(lines))).currency).toBe(currency);
  },
);

test('a value date is the date if there is no other date', () => {
  expect(determineRoles(openTable(bytesOf(['Valuta;Betrag', '15.01.2026;-10.00'])))).toMatchObject({
    date: 0,
    currency: null,
  });
});
