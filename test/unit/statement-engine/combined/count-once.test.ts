/** @file Every figure of two overlapping statements that are counted once, beside the union of their bookings. */
import { expect, test } from 'vitest';
import { createNumbers } from '../../../fakes/random-numbers.ts';
import { uniteStatements } from '../../../fakes/statements/united-statements.ts';

type Booking = ReturnType<typeof inventBookings>[number];

/** Bookings of 46 days from 1 January; some have no reference, and some are made twice. */
function inventBookings(seed: number) {
  const random = createNumbers(seed);
  const names = ['Ahlström Oy', 'Kärcher GmbH', 'Škoda a.s.', 'Nordlicht AG'];
  let balance = 5_000_000;
  return Array.from({ length: 120 }, (_, index) => {
    const day = new Date(Date.UTC(2026, 0, 1 + Math.floor((index * 46) / 120))).toISOString().slice(0, 10);
    const reference = random(4) > 0 ? `PX-${index}-${random(1_000_000)}` : '';
    const cents = (random(3) === 0 ? 1 : -1) * (1 + random(reference === '' ? 3 : 400_000));
    balance += cents;
    return { day, reference, name: names[random(4)] ?? '', cents, balance };
  });
}

const plain = (cents: number) => (cents / 100).toFixed(2);
const german = (cents: number) =>
  plain(cents)
    .replace('.', ',')
    .replace(/(\d)(\d{3},)/, '$1.$2');
const sumOf = (bookings: readonly Booking[]) => bookings.reduce((sum, { cents }) => sum + cents, 0);
const isIncoming = ({ cents }: Booking) => cents > 0;
const isOutgoing = ({ cents }: Booking) => cents < 0;

function groupSums(bookings: readonly Booking[], keyOf: (booking: Booking) => string): string[] {
  const groups = [...Map.groupBy(bookings, keyOf)];
  return groups.map(([key, rows]) => `${key}: ${rows.length} ${sumOf(rows)}`).toSorted();
}

test.each([1, 2, 3])('sums, groups, charts and matching are those of the union (seed %i)', async (seed) => {
  const bookings = inventBookings(seed);
  const first = bookings.filter(({ day }) => day <= '2026-01-31');
  const second = bookings.filter(({ day }) => day >= '2026-01-15');
  const english = first.map(({ day, reference, name, cents, balance }) =>
    [day, reference, name, plain(cents), 'EUR', plain(balance)].join(','),
  );
  const other = second.map(({ day, reference, name, cents, balance }) => {
    const date = day.split('-').toReversed().join('.');
    return [german(balance), 'EUR', german(cents), name.toUpperCase(), reference, date].join(';');
  });
  const table = await uniteStatements([
    { csv: ['Date,Reference,Counterparty,Amount,Currency,Balance', ...english].join('\n') },
    {
      csv: ['Saldo;Währung;Betrag;Auftraggeber;Referenz;Buchungstag', ...other].join('\n'),
      since: '2026-01-15',
      till: '2026-02-15',
    },
  ]);
  const repeated = first.length + second.length - bookings.length;
  expect(table.repeated).toBe(repeated);
  const once = { filters: [{ kind: 'repeated' as const, show: 'once' as const }] };
  const [date = -1, party = -1, amount = -1] = ['Date', 'Counterparty', 'Amount'].map(table.columnNamed);
  const incoming = sumOf(bookings.filter(isIncoming));
  const outgoing = sumOf(bookings.filter(isOutgoing));
  expect(await table.rows(once)).toHaveLength(bookings.length);
  const sums = { rows: bookings.length, incoming: String(incoming), outgoing: String(outgoing) };
  expect((await table.sums('Amount')).sums).toMatchObject([sums]);

  const months = groupSums(bookings, ({ day }) => day.slice(0, 7));
  expect(await table.groups({ kind: 'date', column: date, unit: 'month' })).toEqual(months);
  expect(await table.groups({ kind: 'cell', column: party })).toEqual(
    groupSums(bookings, ({ name }) => name),
  );

  const flows = await table.chart({ kind: 'flows', amount, date, unit: 'month' }, once);
  const periods = flows.kind === 'flows' ? (flows.currencies[0]?.periods ?? []) : [];
  expect(periods.map(({ period, rows, net }) => `${period}: ${rows} ${net}`)).toEqual(months);
  const totals = { incoming: { total: `${incoming}` }, outgoing: { total: `${outgoing}` } };
  expect(await table.chart({ kind: 'parties', amount, party }, once)).toMatchObject({ currencies: [totals] });
  const balance = await table.chart({ kind: 'balance', date }, once);
  const [series] = balance.kind === 'balance' ? balance.series : [];
  expect(series).toMatchObject({ rows: bookings.length, jumps: [] });
  const points = series?.segments.flatMap((segment) => segment.points) ?? [];
  const closings = [...Map.groupBy(bookings, ({ day }) => day)].map(([day, rows]) => [
    day,
    rows.at(-1)?.balance,
    0,
  ]);
  expect(points.map(({ from, closing, inQuestion }) => [from, Number(closing), inQuestion])).toEqual(
    closings,
  );

  const [open = [], referred = []] = [true, false].map((isOpen) =>
    bookings.filter(({ reference }) => (reference === '') === isOpen),
  );
  const lines = referred.map(
    ({ day, reference, name, cents }) => `${day},${reference},${name},${plain(cents)},EUR`,
  );
  const { statement, matches } = await table.match(
    ['Date,Reference,Payee,Amount,Currency', ...lines].join('\n'),
  );
  expect(matches.reference).toBe(referred.length);
  expect(statement.leftOut).toEqual([{ reason: 'repeated', count: repeated }]);
  const openSums = [isIncoming, isOutgoing].map((isOnSide) => plain(sumOf(open.filter(isOnSide))));
  expect(statement.openSums).toMatchObject([
    { rows: open.length, incoming: openSums[0], outgoing: openSums[1] },
  ]);
});
