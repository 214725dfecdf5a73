/** @file Charts of the rows in view: exact figures, missing months, thinned series, failed checks and filters. */
import { describe, expect, test } from 'vitest';
import { createEngine } from '../../../src/main/review/engine.ts';
import { reviewMethods } from '../../../src/main/review/messages.ts';
import { ReviewSession } from '../../../src/main/review/session.ts';
import { openTable } from '../../../src/main/review/table.ts';
import type { View } from '../../../src/shared/model/review.ts';
import {
  type BalanceSeries,
  type Chart,
  type ChartQuery,
  chartSchema,
  maxChartPoints,
} from '../../../src/shared/model/review-chart.ts';

const wholeView: View = { sort: null, filters: [], find: '' };

function sessionOf(lines: readonly string[]): ReviewSession {
  const bytes = new TextEncoder().encode(lines.join('\n'));
  return new ReviewSession({ bytes, table: openTable(bytes) });
}

function chartOf<Kind extends Chart['kind']>(
  session: ReviewSession,
  query: Extract<ChartQuery, { kind: Kind }>,
): Extract<Chart, { kind: Kind }>;
function chartOf(session: ReviewSession, query: ChartQuery): Chart {
  return chartSchema.parse(session.chart(query));
}

const pointsOf = ({ segments }: BalanceSeries) => segments.flatMap(({ points }) => points);

describe('the balance over time of one statement', () => {
  test('has the lowest, highest and last balance of each day', () => {
    const session = sessionOf([
      'Date,Amount,Balance',
      '2026-01-05,-10.00,90.00',
      '2026-01-05,-40.00,50.00',
      '2026-01-05,25.50,75.50',
      '2026-01-07,-0.50,75.00',
    ]);
    expect(chartOf(session, { kind: 'balance', date: 0 })).toEqual({
      kind: 'balance',
      scale: 2,
      omitted: 0,
      undated: 0,
      isOrdered: true,
      series: [
        {
          wallet: '',
          group: '',
          currency: '',
          rows: 4,
          jumps: [],
          segments: [
            {
              since: '2026-01-05',
              till: '2026-01-07',
              points: [
                {
                  from: '2026-01-05',
                  till: '2026-01-05',
                  least: '5000',
                  largest: '9000',
                  closing: '7550',
                  inQuestion: 0,
                },
                {
                  from: '2026-01-07',
                  till: '2026-01-07',
                  least: '7500',
                  largest: '7500',
                  closing: '7500',
                  inQuestion: 0,
                },
              ],
            },
          ],
        },
      ],
    });
  });

  test('is the same when the newest row comes first', () => {
    const rows = [
      '2026-01-05,-10.00,90.00',
      '2026-01-05,-40.00,50.00',
      '2026-01-06,25.50,75.50',
      '2026-01-07,-0.50,75.00',
      '2026-01-07,-5.00,70.00',
    ];
    const oldestFirst = sessionOf(['Date,Amount,Balance', ...rows]);
    const newestFirst = sessionOf(['Date,Amount,Balance', ...rows.toReversed()]);
    const query = { kind: 'balance', date: 0 } as const;
    expect(chartOf(newestFirst, query)).toEqual(chartOf(oldestFirst, query));
  });

  test('is exact beyond the range of doubles', () => {
    const session = sessionOf([
      'Date,Amount,Balance',
      '2026-01-05,0.01,90071992547409931.01',
      '2026-01-06,0.01,90071992547409931.02',
      '2026-01-07,0.01,90071992547409931.03',
    ]);
    const [series] = chartOf(session, { kind: 'balance', date: 0 }).series;
    expect(series === undefined ? [] : pointsOf(series).map(({ closing }) => closing)).toEqual([
      '9007199254740993101',
      '9007199254740993102',
      '9007199254740993103',
    ]);
  });

  test('is parted by currency when each currency has its balance', () => {
    const session = sessionOf([
      'Date,Amount,Currency,Balance',
      ...Array.from({ length: 6 }, (_, index) => [
        `2026-01-0${index + 1},10.00,EUR,${100 + index * 10}.00`,
        `2026-01-0${index + 1},-1.00,USD,${50 - index}.00`,
      ]).flat(),
    ]);
    const { series } = chartOf(session, { kind: 'balance', date: 0 });
    expect(series.map(({ currency, group, rows }) => [currency, group, rows])).toEqual([
      ['EUR', '', 6],
      ['USD', '', 6],
    ]);
    expect(series.map((found) => pointsOf(found).at(-1)?.closing)).toEqual(['15000', '4500']);
  });

  test('marks the days whose balance does not follow from the balance before', () => {
    const rows = Array.from({ length: 20 }, (_, index) => {
      const balance = 100 + index * 10 + (index >= 12 ? 1 : 0);
      return `2026-01-${String(index + 1).padStart(2, '0')},10.00,${balance}.00`;
    });
    const [series] = chartOf(sessionOf(['Date,Amount,Balance', ...rows]), {
      kind: 'balance',
      date: 0,
    }).series;
    const marked = series === undefined ? [] : pointsOf(series).filter(({ inQuestion }) => inQuestion > 0);
    expect(marked.map(({ from }) => from)).toEqual(['2026-01-13']);
  });

  test('has only the rows in view, and counts those without a date', () => {
    const session = sessionOf([
      'Date,Counterparty,Amount,Balance',
      '2026-01-05,Ahlström,-10.00,90.00',
      '2026-01-06,Kärcher,-40.00,50.00',
      '2026-01-07,Ahlström,25.50,75.50',
      '2026-01-08,Kärcher,-0.50,75.00',
    ]);
    session.setView({ ...wholeView, filters: [{ kind: 'contains', column: 1, text: 'ahl' }] });
    const [series] = chartOf(session, { kind: 'balance', date: 0 }).series;
    expect(series === undefined ? [] : pointsOf(series).map(({ from, closing }) => [from, closing])).toEqual([
      ['2026-01-05', '9000'],
      ['2026-01-07', '7550'],
    ]);
    session.setView({ ...wholeView, filters: [{ kind: 'between', column: 0, from: 20_260_108, to: null }] });
    const [filtered] = chartOf(session, { kind: 'balance', date: 0 }).series;
    expect(filtered?.segments).toMatchObject([{ since: '2026-01-08', till: '2026-01-08' }]);
  });

  test('keeps the extremes and the last balance when there are more days than points', () => {
    const days = maxChartPoints * 3 + 17;
    let balance = 1_000_000;
    const rows = Array.from({ length: days }, (_, index) => {
      const amount =
        index === 4_321 ? -9_000_000 : index === 4_322 ? 9_000_000 : ((index * 7919) % 2_003) - 1_000;
      balance += amount;
      const day = new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10);
      return { day, amount, balance };
    });
    const text = (cents: number) => (cents / 100).toFixed(2);
    const session = sessionOf([
      'Date,Amount,Balance',
      ...rows.map(({ day, amount, balance: after }) => `${day},${text(amount)},${text(after)}`),
    ]);
    const [series] = chartOf(session, { kind: 'balance', date: 0 }).series;
    const points = series === undefined ? [] : pointsOf(series);
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

  test('is empty without a column of balances or dates', () => {
    expect(
      chartOf(sessionOf(['Date,Amount', '2026-01-05,1.00']), { kind: 'balance', date: 0 }).series,
    ).toEqual([]);
    expect(
      chartOf(sessionOf(['Date,Amount,Balance', '2026-01-05,1.00,1.00']), { kind: 'balance', date: 1 })
        .series,
    ).toEqual([]);
  });
});

interface StatementFile {
  readonly walletId?: number;
  readonly month: string;
  readonly opening: number;
  readonly currency?: string;
}

const header = 'Date,Amount,Currency,Balance';

function fileOf({ month, opening, currency = 'EUR' }: StatementFile): string {
  const rows = [3, 9, 21].map((day, index) => {
    const date = `${month}-${String(day).padStart(2, '0')}`;
    return `${date},5.00,${currency},${opening + 5 * (index + 1)}.00`;
  });
  return [header, ...rows].join('\n');
}

/** Opens statements of whole months as one table, and returns charts of it. */
async function openStatements(files: readonly StatementFile[]) {
  const engine = createEngine();
  const handle = 1;
  const origins = files.map(({ walletId = 7, month }) => ({
    walletId,
    wallet: `Wallet ${walletId}`,
    period: month,
    since: `${month}-01`,
    till: new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10),
    currency: 'unknown',
  }));
  const names = { wallet: 'Wallet', period: 'Period', row: 'Row' };
  await engine({ name: 'unite', args: { handle, names, origins, bytes: 1_000 } });
  for (const [index, file] of files.entries()) {
    const source = { kind: 'bytes', bytes: new TextEncoder().encode(fileOf(file)) };
    await engine({ name: 'uniteNext', args: { handle, index, source, remembered: null } });
  }
  await engine({ name: 'uniteEnd', args: { handle } });
  return async (view: Partial<View> = {}) => {
    await engine({ name: 'view', args: { handle, view: { ...wholeView, ...view } } });
    const args = { handle, query: { kind: 'balance', date: 0 } };
    const chart = reviewMethods.chart.result.parse(await engine({ name: 'chart', args }));
    return chart.kind === 'balance' ? chart.series : [];
  };
}

describe('the balance over time of several statements', () => {
  test('has a series for each wallet, with a gap where a month is missing', async () => {
    const read = await openStatements([
      { month: '2026-01', opening: 100 },
      { month: '2026-02', opening: 115 },
      { month: '2026-05', opening: 300 },
      { walletId: 8, month: '2026-01', opening: 0, currency: 'USD' },
    ]);
    const series = await read();
    expect(series.map(({ wallet, currency }) => [wallet, currency])).toEqual([
      ['Wallet 7', 'EUR'],
      ['Wallet 8', 'USD'],
    ]);
    expect(
      series.map(({ segments }) => segments.map(({ since, till, points }) => [since, till, points.length])),
    ).toEqual([
      [
        ['2026-01-01', '2026-02-28', 6],
        ['2026-05-01', '2026-05-31', 3],
      ],
      [['2026-01-01', '2026-01-31', 3]],
    ]);
    expect(series.map(({ jumps }) => jumps)).toEqual([[], []]);
  });

  test('ends with the last balance in view when a filter hides others', async () => {
    const read = await openStatements([{ month: '2026-01', opening: 100 }]);
    const [series] = await read({ filters: [{ kind: 'between', column: 0, from: null, to: 20_260_109 }] });
    expect(series?.segments.map(({ since, till }) => [since, till])).toEqual([['2026-01-03', '2026-01-09']]);
  });

  test('marks a statement that does not begin with the balance before', async () => {
    const read = await openStatements([
      { month: '2026-01', opening: 100 },
      { month: '2026-02', opening: 120 },
      { month: '2026-03', opening: 135 },
    ]);
    const [series] = await read();
    expect(series?.jumps).toEqual([{ date: '2026-02-01', closing: '11500', opening: '12000' }]);
    const [filtered] = await read({ filters: [{ kind: 'between', column: 0, from: 20_260_301, to: null }] });
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
    expect(chartOf(sessionOf(lines), flows)).toEqual({
      kind: 'flows',
      scale: 2,
      unit: 'month',
      undated: 0,
      hasTooMany: false,
      currencies: [
        {
          currency: 'EUR',
          periods: [
            { period: '2026-01', rows: 2, incoming: '4000', outgoing: '-1000', net: '3000' },
            { period: '2026-03', rows: 1, incoming: '0', outgoing: '-2550', net: '-2550' },
          ],
        },
        {
          currency: 'USD',
          periods: [
            {
              period: '2026-01',
              rows: 2,
              incoming: '18014398509481986',
              outgoing: '0',
              net: '18014398509481986',
            },
            { period: '2026-02', rows: 1, incoming: '0', outgoing: '-700', net: '-700' },
          ],
        },
      ],
    });
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
    session.setView({ ...wholeView, filters: [{ kind: 'contains', column: 1, text: 'karcher' }] });
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
    const session = sessionOf([
      'Counterparty,Amount,Currency',
      'Ahlström,1.00,EUR',
      'AHLSTRÖM,2.00,EUR',
      'Kärcher,9.00,EUR',
    ]);
    session.setView({ ...wholeView, filters: [{ kind: 'contains', column: 0, text: 'ahl' }] });
    expect(chartOf(session, parties).currencies).toMatchObject([
      { incoming: { count: 1, total: '300', parties: [{ name: 'Ahlström', rows: 2, amount: '300' }] } },
    ]);
  });
});
