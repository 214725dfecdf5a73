import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import type { StatementEvent } from '../../../src/main/simulator/statement-event.ts';
import { eventually } from '../../fakes/eventually.ts';
import { brokenRules, call, clientOf, open, textLike, textWith, textWithout } from './support.ts';

const period = 'since=2026-01-01&till=2026-01-31';
const rowsSchema = z.array(z.record(z.string(), z.string()));
const start = Date.parse('2026-06-15T10:00:00Z');

async function practice(options: SimulatorOptions = {}) {
  const simulator = await open({ time: () => start, ...options });
  const client = await clientOf(simulator);
  const requestStatement = (query: string, body: unknown) =>
    client.send('POST', `${simulator.hosts.statement}/statement/export?${query}`, body);
  const eventOf = async (walletId: number, query = period): Promise<StatementEvent['event']> => {
    await requestStatement(query, { walletIds: [walletId], email: '' });
    const last = simulator.events().at(-1);
    if (last === undefined) throw new Error('No event was emitted');
    return last.event;
  };
  return { simulator, client, requestStatement, eventOf };
}

function rowsOf(text: string) {
  return rowsSchema.parse(parse(text, { columns: true }));
}

describe('a statement request', () => {
  test('by webhook is accepted and emits one event for each wallet', async () => {
    const { simulator, requestStatement } = await practice();
    const reply = await requestStatement(`${period}&format=pdf`, { walletIds: [1001, 1006], email: '' });
    expect(reply.status).toBe(202);
    expect(reply.json()).toEqual({ statusCode: 202, message: textWith('webhook') });
    const time = new Date(start).toISOString();
    expect(simulator.events()).toMatchObject([
      {
        eventId: textLike(/^[\da-f-]{36}$/),
        eventType: 'wallet.statement.generated',
        createdAt: time,
        event: {
          walletId: 1001,
          companyId: simulator.companyId,
          createdAt: time,
          dateFrom: '2026-01-01T00:00:00.000Z',
          dateTill: '2026-01-31T23:59:59.999Z',
        },
      },
      { event: { walletId: 1006 } },
    ]);
    expect(simulator.state.statementRequests).toMatchObject([
      {
        walletIds: [1001, 1006],
        since: '2026-01-01',
        till: '2026-01-31',
        format: 'pdf',
        delivery: 'webhook',
      },
    ]);
    expect(simulator.violations()).toEqual([]);
  });

  test('by webhook passes the event to `onEvent`', async () => {
    const events: StatementEvent[] = [];
    const { simulator, requestStatement } = await practice({ onEvent: (event) => events.push(event) });
    await requestStatement(period, { walletIds: [1001], email: '' });
    await eventually(() => expect(events).toEqual(simulator.events()));
  });

  test('by e-mail is accepted without an event, and the address is not stored', async () => {
    const { simulator, requestStatement } = await practice();
    const reply = await requestStatement(period, { walletIds: [1001], email: 'clerk@practice.example' });
    expect(reply.json()).toEqual({ statusCode: 202, message: textWithout('webhook') });
    expect(simulator.events()).toEqual([]);
    expect(simulator.state.statementRequests).toMatchObject([{ delivery: 'email', format: 'csv' }]);
    expect(JSON.stringify(simulator.state.statementRequests)).not.toContain('clerk');
  });

  test('for unknown wallets is refused with their IDs, without a violation', async () => {
    const { simulator, requestStatement } = await practice();
    const reply = await requestStatement(period, { walletIds: [1, 1001, 2], email: '' });
    expect(reply.status).toBe(400);
    expect(reply.json()).toEqual({ statusCode: 400, message: 'Invalid wallet Ids: 1, 2' });
    expect(simulator.events()).toEqual([]);
    expect(simulator.violations()).toEqual([]);
  });

  test('gets the HTTP status 200 for every result with the option `always-200`', async () => {
    const { requestStatement } = await practice({ statementStatus: 'always-200' });
    const accepted = await requestStatement(period, { walletIds: [1001], email: '' });
    const refused = await requestStatement(period, { walletIds: [1], email: '' });
    expect([accepted.status, refused.status]).toEqual([200, 200]);
    expect([accepted.json(), refused.json()]).toMatchObject([{ statusCode: 202 }, { statusCode: 400 }]);
  });

  test.each<[string, string, unknown, string]>([
    ['no dates', '', { walletIds: [1001], email: '' }, 'period'],
    [
      'a day that does not exist',
      'since=2026-02-30&till=2026-03-01',
      { walletIds: [1001], email: '' },
      'period',
    ],
    ['a time', 'since=2026-01-01T00:00:00Z&till=2026-03-01', { walletIds: [1001], email: '' }, 'period'],
    [
      'an end before its start',
      'since=2026-02-01&till=2026-01-01',
      { walletIds: [1001], email: '' },
      'period',
    ],
    ['another format', `${period}&format=xlsx`, { walletIds: [1001], email: '' }, 'query'],
    ['another parameter', `${period}&page=1`, { walletIds: [1001], email: '' }, 'query'],
    ['a parameter twice', `${period}&since=2026-01-02`, { walletIds: [1001], email: '' }, 'query'],
    ['no wallets', period, { walletIds: [], email: '' }, 'body'],
    ['wallets as text', period, { walletIds: ['1001'], email: '' }, 'body'],
    ['no e-mail field', period, { walletIds: [1001] }, 'body'],
    ['an invalid e-mail address', period, { walletIds: [1001], email: 'clerk' }, 'body'],
    ['an additional field', period, { walletIds: [1001], email: '', format: 'csv' }, 'body'],
  ])('with %s is a violation', async (_, query, body, rule) => {
    const { simulator, requestStatement } = await practice();
    expect((await requestStatement(query, body)).status).toBe(400);
    expect(brokenRules(simulator)).toEqual([rule]);
    expect(simulator.events()).toEqual([]);
  });
});

describe('a statement', () => {
  test('as CSV has the number of rows of its event, all in the period, with a running balance', async () => {
    const { simulator, eventOf } = await practice();
    const { url, transactionCount } = await eventOf(1001);
    const reply = await call(url);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    const rows = rowsOf(reply.text);
    expect(rows).toHaveLength(transactionCount);
    expect(transactionCount).toBeGreaterThan(20);
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    rows.forEach((row, index) => {
      expect(row['Date']).toMatch(/^2026-01-\d\d$/);
      const previousRow = rows[index - 1];
      if (previousRow === undefined) return;
      expect(cents(row['Balance'])).toBe(cents(previousRow['Balance']) + cents(row['Amount']));
    });
    expect(simulator.violations()).toEqual([]);
  });

  test('opens with the closing balance of the previous statement', async () => {
    const { eventOf } = await practice();
    const january = rowsOf((await call((await eventOf(1002)).url)).text);
    const february = rowsOf((await call((await eventOf(1002, 'since=2026-02-01&till=2026-02-28')).url)).text);
    const [first] = february;
    const opening = Number(first?.['Balance']) - Number(first?.['Amount']);
    expect(opening).toBeCloseTo(Number(january.at(-1)?.['Balance']), 2);
  });

  test.each([
    [1006, /^-?\d+$/],
    [1009, /^-?\d+\.\d{3}$/],
  ])('of wallet %i writes amounts with the decimals of its currency', async (walletId, shape) => {
    const { eventOf } = await practice();
    const rows = rowsOf((await call((await eventOf(walletId)).url)).text);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row['Amount']).toMatch(shape);
  });

  test('contains a reference in every row, and only payments have a proof', async () => {
    const { simulator, client, eventOf } = await practice();
    const rows = rowsOf((await call((await eventOf(1001)).url)).text);
    expect(new Set(rows.map((row) => row['Type']))).toEqual(
      new Set(['PAYMENT', 'RECEIPT', 'FEE', 'CONVERSION']),
    );
    for (const { Reference, Type } of rows) {
      const url = `${simulator.hosts.legacy}/profile/transaction-history/proof-of-payment/${Reference}`;
      expect((await client.get(url)).status).toBe(Type === 'PAYMENT' ? 200 : 404);
    }
  });

  test('has no transactions in the future or before the first day of the company', async () => {
    const { eventOf } = await practice({ time: () => Date.parse('2026-01-14T10:00:00Z') });
    const rows = rowsOf((await call((await eventOf(1001)).url)).text);
    const last = rows.map((row) => row['Date'] ?? '').reduce((one, other) => (one > other ? one : other));
    expect(last).toBe('2026-01-14');
    expect((await eventOf(1001, 'since=2020-01-01&till=2023-12-31')).transactionCount).toBe(0);
  });

  test('has the rows of the day of its event when its link is used on a later day', async () => {
    const { simulator, eventOf } = await practice({ time: () => Date.parse('2026-01-14T23:30:00Z') });
    const { url, transactionCount } = await eventOf(1001);
    simulator.clock.advance(86_000_000);
    expect(rowsOf((await call(url)).text)).toHaveLength(transactionCount);
  });

  test('as PDF is a valid PDF', async () => {
    const { eventOf } = await practice();
    const reply = await call((await eventOf(1001, `${period}&format=pdf`)).url);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.text).toMatch(/^%PDF-/);
    expect(reply.text).toMatch(/%%EOF\n$/);
  });

  test('has a link that states its validity and expires accordingly', async () => {
    const { simulator, eventOf } = await practice({ statementLinkSeconds: 600 });
    const { url } = await eventOf(1001);
    const query = new URL(url).searchParams;
    expect(url.startsWith(`${simulator.storage}/`)).toBe(true);
    expect(query.get('X-Amz-Date')).toBe('20260615T100000Z');
    expect(query.get('X-Amz-Expires')).toBe('600');
    simulator.clock.advance(599_000);
    expect((await call(url)).status).toBe(200);
    simulator.clock.advance(1000);
    const expiredReply = await call(url);
    expect(expiredReply.status).toBe(403);
    expect(expiredReply.text).toContain('Request has expired');
    expect(simulator.violations()).toEqual([]);
  });

  test('has a link that is valid for 86,400 seconds by default', async () => {
    const { eventOf } = await practice();
    expect(new URL((await eventOf(1001)).url).searchParams.get('X-Amz-Expires')).toBe('86400');
  });

  test.each([
    ['an altered link', (url: string) => ({ url: url.replace('1001', '1002') }), 403, 'link-signature'],
    [
      'a token',
      (url: string) => ({ url, headers: { authorization: 'Bearer x' } }),
      400,
      'authorization-unwanted',
    ],
    ['a cookie', (url: string) => ({ url, headers: { cookie: 'a=b' } }), 400, 'cookie'],
    ['another method', (url: string) => ({ url, method: 'HEAD' }), 405, 'wrong-method'],
  ])('is not served for %s', async (_, change, status, rule) => {
    const { simulator, eventOf } = await practice();
    const { url, ...request } = change((await eventOf(1001)).url);
    expect((await call(url, request)).status).toBe(status);
    expect(brokenRules(simulator)).toEqual([rule]);
  });

  test('has about as many transactions per day as configured', async () => {
    const { eventOf } = await practice({ transactionsPerDay: 200 });
    const { url, transactionCount } = await eventOf(1001);
    expect(transactionCount).toBeGreaterThan(2000);
    expect(rowsOf((await call(url)).text)).toHaveLength(transactionCount);
  });
});
