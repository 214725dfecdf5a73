/** @file Charts of the rows in view: exact figures, missing months, thinned series, failed checks and filters. */
import { describe, expect, test } from 'vitest';
import type { StatementSession } from '../../../../src/main/statement-engine/process/session.ts';
import {
  type BalanceSeries,
  type Chart,
  type ChartQuery,
  chartSchema,
  maxChartPoints,
} from '../../../../src/shared/model/statements/statement-chart.ts';
import { sessionOf, viewOf } from '../../../fakes/files/text-statement.ts';
import { uniteStatements } from '../../../fakes/statements/united-statements.ts';

function chartOf<Kind extends Chart['kind']>(
  session: StatementSession,
  query: Extract<ChartQuery, { kind: Kind }>,
): Extract<Chart, { kind: Kind }>;
function chartOf(session: StatementSession, query: ChartQuery): Chart {
  return chartSchema.parse(session.chart(query));
}

const balance = { kind: 'balance', date: 0 } as const;

const pointsOf = ({ segments }: BalanceSeries) => segments.flatMap(({ points }) => points);

/** Returns the days and the closing balances of the first series. */
const closingsOf = (session: StatementSession) =>
  chartOf(session, balance)
    .series.slice(0, 1)
    .flatMap(pointsOf)
    .map(({ from, closing }) => `${from} ${closing}`);

describe('the balance over time of one statement', () => {
  test('has the lowest, highest and last balance of each day', () => {
    const session = sessionOf(
      'Date,Amount,Balance\n2026-01-05,-10.00,90.00\n2026-01-05,-40.00,50.00\n2026-01-05,25.50,75.50\n2026-01-07,-0.50,75.00',
    );
    const point = (day: string, least: string, largest: string, closing: string) => ({
      from: day,
      till: day,
      least,
      largest,
      closing,
      inQuestion: 0,
    });
    const points = [point('2026-01-05', '5000', '9000', '7550'), point('2026-01-07', '7500', '7500', '7500')];
    const segments = [{ since: '2026-01-05', till: '2026-01-07', points }];
    expect(chartOf(session, balance)).toEqual({
      kind: 'balance',
      scale: 2,
      omitted: 0,
      undated: 0,
      isOrdered: true,
      series: [{ wallet: '', group: '', currency: '', rows: 4, jumps: [], segments }],
    });
  });

  test('is the same when the newest row comes first', () => {
    const rows = ['05,-10.00,90.00', '05,-40.00,50.00', '06,25.50,75.50', '07,-0.50,75.00', '07,-5.00,70.00'];
    const lines = rows.map((row) => `2026-01-${row}`);
    const [oldest, newest] = [lines, lines.toReversed()].map((ordered) =>
      chartOf(sessionOf(['Date,Amount,Balance', ...ordered]), balance),
    );
    expect(newest).toEqual(oldest);
  });

  test('is exact beyond the range of doubles', () => {
    const rows = [1, 2, 3].map((day) => `2026-01-0${day},0.01,90071992547409931.0${day}`);
    expect(closingsOf(sessionOf(['Date,Amount,Balance', ...rows]))).toEqual(
      [1, 2, 3].map((day) => `2026-01-0${day} 900719925474099310${day}`),
    );
  });

  test('is parted by currency when each currency has its balance', () => {
    const rows = Array.from({ length: 6 }, (_, index) => [
      `2026-01-0${index + 1},10.00,EUR,${100 + index * 10}.00`,
      `2026-01-0${index + 1},-1.00,USD,${50 - index}.00`,
    ]);
    const { series } = chartOf(sessionOf(['Date,Amount,Currency,Balance', ...rows.flat()]), balance);
    expect(
      series.map((found) => [found.currency, found.group, found.rows, pointsOf(found).at(-1)?.closing]),
    ).toEqual([
      ['EUR', '', 6, '15000'],
      ['USD', '', 6, '4500'],
    ]);
  });

  test('marks the days whose balance does not follow from the balance before', () => {
    const rows = Array.from({ length: 20 }, (_, index) => {
      const after = 100 + index * 10 + (index >= 12 ? 1 : 0);
      return `2026-01-${String(index + 1).padStart(2, '0')},10.00,${after}.00`;
    });
    const { series } = chartOf(sessionOf(['Date,Amount,Balance', ...rows]), balance);
    const marked = series.flatMap(pointsOf).filter(({ inQuestion }) => inQuestion > 0);
    expect(marked.map(({ from }) => from)).toEqual(['2026-01-13']);
  });

  test('has only the rows in view', () => {
    const session = sessionOf([
      'Date,Counterparty,Amount,Balance',
      '2026-01-05,Ahlström,-10.00,90.00',
      '2026-01-06,Kärcher,-40.00,50.00',
      '2026-01-07,Ahlström,25.50,75.50',
      '2026-01-08,Kärcher,-0.50,75.00',
    ]);
    session.setView(viewOf({ kind: 'contains', column: 1, text: 'ahl' }));
    expect(closingsOf(session)).toEqual(['2026-01-05 9000', '2026-01-07 7550']);
    session.setView(viewOf({ kind: 'between', column: 0, from: 20_260_108, to: null }));
    const [filtered] = chartOf(session, balance).series;
    expect(filtered?.segments).toMatchObject([{ since: '2026-01-08', till: '2026-01-08' }]);
  });

  test('keeps the extremes and the last balance when there are more days than points', () => {
    const days = maxChartPoints * 3 + 17;
    let after = 1_000_000;
    const rows = Array.from({ length: days }, (_, index) => {
      const usual = ((index * 7919) % 2_003) - 1_000;
      const amount = index === 4_321 ? -9_000_000 : index === 4_322 ? 9_000_000 : usual;
      after += amount;
      const day = new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10);
      return { day, amount, balance: after };
    });
    const text = (cents: number) => (cents / 100).toFixed(2);
    const lines = rows.map((row) => `${row.day},${text(row.amount)},${text(row.balance)}`);
    const points = chartOf(sessionOf(['Date,Amount,Balance', ...lines]), balance).series.flatMap(pointsOf);
    expect(points.length).toBeLessThanOrEqual(maxChartPoints);
    expect(points.length).toBeGreaterThan(maxChartPoints / 2);
    const balances = rows.map((row) => row.balance);
    expect(Math.min(...points.map(({ least }) => Number(least)))).toBe(Math.min(...balances));
    expect(Math.max(...points.map(({ largest }) => Number(largest)))).toBe(Math.max(...balances));
    for (const { from, till, least, largest, closing } of points) {
      const own = rows.filter(({ day }) => from <= day && day <= till).map((row) => row.balance);
      expect([least, largest, closing].map(Number)).toEqual([Math.min(...own), Math.max(...own), own.at(-1)]);
    }
    expect(
      points.reduce((previous, { from, till }) => (previous < from && from <= till ? till : '9'), ''),
    ).toBe(rows.at(-1)?.day);
  });

  test.each([
    ['balances', 'Date,Amount\n2026-01-05,1.00', 0],
    ['dates', 'Date,Amount,Balance\n2026-01-05,1.00,1.00', 1],
  ])('is empty without a column of %s', (_, text, date) => {
    expect(chartOf(sessionOf(text), { kind: 'balance', date }).series).toEqual([]);
  });
});

interface MonthOfStatement {
  readonly walletId?: number;
  readonly month: string;
  readonly opening: number;
  readonly currency?: string;
}

/** Opens statements of whole months as one table, and returns charts of it. */
async function openStatements(months: readonly MonthOfStatement[]) {
  const files = months.map(({ walletId = 7, month, opening, currency = 'EUR' }) => {
    const rows = ['03', '09', '21'].map(
      (day, index) => `${month}-${day},5.00,${currency},${opening + 5 * (index + 1)}.00`,
    );
    const till = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString();
    const csv = ['Date,Amount,Currency,Balance', ...rows].join('\n');
    return { csv, walletId, since: `${month}-01`, till: till.slice(0, 10) };
  });
  const table = await uniteStatements(files);
  return async (...filters: Parameters<typeof viewOf>) => {
    const chart = await table.chart(balance, { filters });
    return chart.kind === 'balance' ? chart.series : [];
  };
}

const daysOf = (series: BalanceSeries | undefined) =>
  series?.segments.map(({ since, till, points }) => `${since} ${till}: ${points.length}`);

describe('the balance over time of several statements', () => {
  test('has a series for each wallet, with a gap where a month is missing', async () => {
    const read = await openStatements([
      { month: '2026-01', opening: 100 },
      { month: '2026-02', opening: 115 },
      { month: '2026-05', opening: 300 },
      { walletId: 8, month: '2026-01', opening: 0, currency: 'USD' },
    ]);
    const series = await read();
    expect(series).toMatchObject([
      { wallet: 'Wallet 7', currency: 'EUR', jumps: [] },
      { wallet: 'Wallet 8', currency: 'USD', jumps: [] },
    ]);
    expect(series.map(daysOf)).toEqual([
      ['2026-01-01 2026-02-28: 6', '2026-05-01 2026-05-31: 3'],
      ['2026-01-01 2026-01-31: 3'],
    ]);
  });

  test('ends with the last balance in view when a filter hides others', async () => {
    const read = await openStatements([{ month: '2026-01', opening: 100 }]);
    const [series] = await read({ kind: 'between', column: 0, from: null, to: 20_260_109 });
    expect(daysOf(series)).toEqual(['2026-01-03 2026-01-09: 2']);
  });

  test('marks a statement that does not begin with the balance before', async () => {
    const read = await openStatements([
      { month: '2026-01', opening: 100 },
      { month: '2026-02', opening: 120 },
      { month: '2026-03', opening: 135 },
    ]);
    const [series] = await read();
    expect(series?.jumps).toEqual([{ date: '2026-02-01', closing: '11500', opening: '12000' }]);
    const [filtered] = await read({ kind: 'between', column: 0, from: 20_260_301, to: null });
    expect(filtered?.jumps).toEqual([]);
  });
});

describe('in and out by period', () => {
  const lines = [
    'Date,Counterparty,Amount,Currency',
    '2026-01-05,Ahlström,-10.00,EUR',
    '2026-01-06,Kärcher,40.00,EUR',
    '2026-03-07,Ahlström,-25.50,EUR',
    '2026-01-08,Kärcher,90071992547409.93,USD',
    '2026-01-09,Kärcher,90071992547409.93,USD',
    '2026-02-08,Škoda,-7.00,USD',
  ];
  const flows = { kind: 'flows', amount: 2, date: 0, unit: null } as const;

  test('is parted by currency and exact', () => {
    const { currencies, ...chart } = chartOf(sessionOf(lines), flows);
    expect(chart).toEqual({ kind: 'flows', scale: 2, unit: 'month', undated: 0, hasTooMany: false });
    expect(
      currencies.flatMap(({ currency, periods }) =>
        periods.map(({ period, rows, incoming, outgoing, net }) =>
          [currency, period, rows, incoming, outgoing, net].join(' '),
        ),
      ),
    ).toEqual([
      'EUR 2026-01 2 4000 -1000 3000',
      'EUR 2026-03 1 0 -2550 -2550',
      'USD 2026-01 2 18014398509481986 0 18014398509481986',
      'USD 2026-02 1 0 -700 -700',
    ]);
  });

  test.each([
    [['2026-01-05', '2026-01-31'], 'day'],
    [['2026-01-31', '2026-02-01'], 'month'],
    [['2020-01-31', '2026-02-01'], 'quarter'],
    [['1990-01-31', '2026-02-01'], 'year'],
  ])('of dates from and to %j is by %s', (dates, unit) => {
    const session = sessionOf(['Date,Amount', ...dates.map((date) => `${date},1.00`)]);
    expect(chartOf(session, { kind: 'flows', amount: 1, date: 0, unit: null }).unit).toBe(unit);
  });

  test('has the chosen unit, and only the rows in view', () => {
    const session = sessionOf(lines);
    session.setView(viewOf({ kind: 'contains', column: 1, text: 'karcher' }));
    expect(chartOf(session, { ...flows, unit: 'week' }).currencies).toMatchObject([
      { currency: 'EUR', periods: [{ period: '2026-W02', incoming: '4000' }] },
      { currency: 'USD', periods: [{ period: '2026-W02', rows: 2 }] },
    ]);
  });
});

describe('the largest counterparties', () => {
  const parties = { kind: 'parties', amount: 1, party: 0 } as const;

  test('are the fifteen largest of each currency and side, with the sum of all', () => {
    const lines = Array.from({ length: 40 }, (_, index) => [
      `Party ${index},${index + 1}.00,EUR`,
      `Party ${index},-${2 * (index + 1)}.00,USD`,
    ]).flat();
    const { currencies } = chartOf(sessionOf(['Counterparty,Amount,Currency', ...lines]), parties);
    const [eur, usd] = currencies;
    expect(currencies.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
    expect(eur?.incoming).toMatchObject({ count: 40, total: '82000' });
    expect(eur?.incoming.parties).toHaveLength(15);
    expect(eur?.incoming.parties[0]).toMatchObject({ name: 'Party 39', rows: 1, amount: '4000', share: 49 });
    expect(eur?.outgoing).toEqual({ parties: [], count: 0, total: '0' });
    expect(usd?.outgoing.parties[14]).toMatchObject({ name: 'Party 25', amount: '-5200' });
    expect(usd?.outgoing).toMatchObject({ count: 40, total: '-164000' });
  });

  test('are those of the rows in view', () => {
    const session = sessionOf(
      'Counterparty,Amount,Currency\nAhlström,1.00,EUR\nAHLSTRÖM,2.00,EUR\nKärcher,9.00,EUR',
    );
    session.setView(viewOf({ kind: 'contains', column: 0, text: 'ahl' }));
    expect(chartOf(session, parties).currencies).toMatchObject([
      { incoming: { count: 1, total: '300', parties: [{ name: 'Ahlström', rows: 2, amount: '300' }] } },
    ]);
  });
});
