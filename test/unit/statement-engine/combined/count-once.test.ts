/** @file Every figure of two overlapping statements that are counted once, beside the union of their bookings. */
import { expect, test } from 'vitest';
import { createNumbers } from '../../../fakes/random-numbers.ts';
import { uniteStatements } from '../../../fakes/statements/united-statements.ts';

interface Booking {
  readonly day: string;
  readonly reference: string;
  readonly name: string;
  readonly cents: number;
  readonly balance: number;
}

const names = ['Ahlström Oy', 'Kärcher GmbH', 'Škoda a.s.', 'Nordlicht AG'];

/** Bookings of 46 days from 1 January; some have no reference, and some are made twice. */
function inventBookings(seed: number): Booking[] {
  const random = createNumbers(seed);
  let balance = 5_000_000;
  return Array.from({ length: 46 }, (_, index) => index).flatMap((index) =>
    Array.from({ length: 1 + random(4) }, () => {
      const day = new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
      const hasReference = random(4) > 0;
      const cents = (random(3) === 0 ? 1 : -1) * (1 + random(hasReference ? 400_000 : 3));
      const reference = hasReference ? `PX-${index}-${random(1_000_000)}` : '';
      return { day, reference, name: names[random(4)] ?? '', cents };
    }).map((booking) => {
      balance += booking.cents;
      return { ...booking, balance };
    }),
  );
}

const plain = (cents: number) => (cents / 100).toFixed(2);
const german = (cents: number) =>
  plain(cents)
    .replace('.', ',')
    .replace(/(\d)(\d{3},)/, '$1.$2');

function groupSums(bookings: readonly Booking[], keyOf: (booking: Booking) => string): string[] {
  return [...Map.groupBy(bookings, keyOf)]
    .map(([key, rows]) => `${key}: ${rows.length} ${rows.reduce((sum, { cents }) => sum + cents, 0)}`)
    .toSorted();
}

const total = (bookings: readonly Booking[]) =>
  String(bookings.reduce((sum, { cents }) => sum + cents, 0)).replace('-', '');

test.each([1, 2, 3])('sums, groups, charts and matching are those of the union (seed %i)', async (seed) => {
  const bookings = inventBookings(seed);
  const [first, second] = [
    bookings.filter(({ day }) => day <= '2026-01-31'),
    bookings.filter(({ day }) => day >= '2026-01-15'),
  ];
  const english = first.map(({ day, reference, name, cents, balance }) =>
    [day, reference, name, plain(cents), 'EUR', plain(balance)].join(','),
  );
  const other = second.map(({ day, reference, name, cents, balance }) =>
    [
      german(balance),
      'EUR',
      german(cents),
      name.toUpperCase(),
      reference,
      day.split('-').toReversed().join('.'),
    ].join(';'),
  );
  const table = await uniteStatements([
    { csv: ['Date,Reference,Counterparty,Amount,Currency,Balance', ...english].join('\n') },
    {
      csv: ['Saldo;Währung;Betrag;Auftraggeber;Referenz;Buchungstag', ...other].join('\n'),
      since: '2026-01-15',
      till: '2026-02-15',
    },
  ]);
  const repeated = first.length + second.length - bookings.length;
  expect(repeated).toBeGreaterThan(20);
  expect(table.repeated).toBe(repeated);
  const once = { filters: [{ kind: 'repeated' as const, show: 'once' as const }] };
  const [date = -1, party = -1, amount = -1] = ['Date', 'Counterparty', 'Amount'].map(table.columnNamed);
  const incoming = bookings.filter(({ cents }) => cents > 0);
  const outgoing = bookings.filter(({ cents }) => cents < 0);
  expect(await table.rows(once)).toHaveLength(bookings.length);
  const { sums } = await table.sums('Amount');
  expect(sums).toMatchObject([
    { rows: bookings.length, incoming: total(incoming), outgoing: `-${total(outgoing)}` },
  ]);

  expect(await table.groups({ kind: 'cell', column: party })).toEqual(
    groupSums(bookings, ({ name }) => name),
  );
  expect(await table.groups({ kind: 'date', column: date, unit: 'week' })).toHaveLength(7);
  const months = groupSums(bookings, ({ day }) => day.slice(0, 7));
  expect(await table.groups({ kind: 'date', column: date, unit: 'month' })).toEqual(months);

  const flows = await table.chart({ kind: 'flows', amount, date, unit: 'month' }, once);
  expect(flows).toMatchObject({ currencies: [{ currency: 'EUR' }] });
  const periods = flows.kind === 'flows' ? (flows.currencies[0]?.periods ?? []) : [];
  expect(periods.map(({ period, rows, net }) => `${period}: ${rows} ${net}`)).toEqual(months);
  const parties = await table.chart({ kind: 'parties', amount, party }, once);
  expect(parties).toMatchObject({
    currencies: [
      { incoming: { total: total(incoming) }, outgoing: { total: expect.stringContaining(total(outgoing)) } },
    ],
  });
  const balance = await table.chart({ kind: 'balance', date }, once);
  const [series] = balance.kind === 'balance' ? balance.series : [];
  expect(series).toMatchObject({ rows: bookings.length, jumps: [] });
  const points = series?.segments.flatMap((segment) => segment.points) ?? [];
  expect(points.map(({ from, closing }) => `${from} ${closing}`)).toEqual(
    [...Map.groupBy(bookings, ({ day }) => day)].map(([day, rows]) => `${day} ${rows.at(-1)?.balance}`),
  );
  expect(points.every(({ inQuestion }) => inQuestion === 0)).toBe(true);

  const referred = bookings.filter(({ reference }) => reference !== '');
  const ledger = referred.map(({ day, reference, name, cents }) => [
    day,
    reference,
    name,
    plain(cents),
    'EUR',
  ]);
  const { statement, matches } = await table.match(
    [['Date', 'Reference', 'Payee', 'Amount', 'Currency'], ...ledger]
      .map((line) => line.join(','))
      .join('\n'),
  );
  expect(matches.reference).toBe(referred.length);
  expect(statement.leftOut).toEqual([{ reason: 'repeated', count: repeated }]);
  const open = bookings.filter(({ reference }) => reference === '');
  expect(statement.openSums).toEqual([
    {
      currency: 'EUR',
      rows: open.length,
      incoming: plain(Number(total(open.filter(({ cents }) => cents > 0)))),
      outgoing: `-${plain(Number(total(open.filter(({ cents }) => cents < 0))))}`,
    },
  ]);
});
