/** @file What the practice company promises beyond refusals: section 4 of the specification, and its validity periods. */
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventually } from '../../fakes/eventually.ts';
import type { SimulatorOptions } from '../../practice/simulator.ts';
import { brokenRules, call, clientOf, linkFor, linksFor, login, open, put, store } from './support.ts';

const start = Date.parse('2026-06-15T10:00:00Z');
const minute = 60_000;
const rowsSchema = z.array(z.record(z.string(), z.string()));

async function practice(options: SimulatorOptions = {}) {
  const simulator = await open({ time: () => start, ...options });
  const client = await clientOf(simulator);
  const walletsUrl = `${simulator.hosts.wallet}/${simulator.companyId}/wallets`;
  const recipients = `${simulator.hosts.beneficiary}/recipients`;
  const requestStatement = async (walletId: number, query = 'since=2026-01-01&till=2026-01-31') => {
    const url = `${simulator.hosts.statement}/statement/export?${query}`;
    await client.send('POST', url, { walletIds: [walletId], email: '' });
    const { event } = simulator.events().at(-1) ?? {};
    return { transactionCount: event?.transactionCount ?? -1, url: event?.url ?? '' };
  };
  const rowsOf = async (url: string) => rowsSchema.parse(parse((await call(url)).text, { columns: true }));
  return { simulator, client, walletsUrl, recipients, requestStatement, rowsOf };
}

test('a login with the client of the other environment is refused, which is no violation', async () => {
  const simulator = await open();
  const reply = await login(simulator, {
    ...simulator.credentials,
    mode: 'apiKey',
    clientId: 'practice-client-production',
  });
  expect(reply.status).toBe(403);
  expect(reply.json()).toMatchObject({ requestId: reply.headers['x-request-id'] });
  expect(simulator.state).toMatchObject({ logins: 1, tokensIssued: 0 });
  expect(simulator.violations()).toEqual([]);
});

describe('a token', () => {
  test('is valid for exactly 60 minutes, until it is revoked, and in its own environment', async () => {
    const { simulator, client, walletsUrl } = await practice();
    const production = await open({ environment: 'production' });
    simulator.clock.advance(60 * minute - 1);
    expect((await client.get(walletsUrl)).status).toBe(200);
    expect((await client.get(`${production.hosts.wallet}/${production.companyId}/wallets`)).status).toBe(403);
    simulator.clock.advance(1);
    expect((await client.get(walletsUrl)).status).toBe(401);
    const newClient = await clientOf(simulator);
    simulator.revokeTokens();
    expect((await newClient.get(walletsUrl)).status).toBe(401);
    expect([...simulator.violations(), ...production.violations()]).toEqual([]);
  });
});

describe('upload links', () => {
  test('have one key each, in the order of the files, and require the declared or derived type', async () => {
    const { simulator, client } = await practice();
    const items = await linksFor(simulator, client, 'a.pdf', 'b.JPG', 'Ä Ö (1).svg');
    expect(new Set(items.flatMap(({ link, url, key }) => [link, url, key])).size).toBe(9);
    expect(items.map(({ key }) => key.split('.').at(-1))).toEqual(['pdf', 'jpg', 'svg']);
    expect((await put(items[1]?.link ?? '', 'x', 'image/jpeg')).status).toBe(200);
    expect((await put(items[2]?.link ?? '', 'x', 'image/svg+xml')).status).toBe(200);
    const body = [{ fileName: 'a.jpg', fileType: 'image/pjpeg' }];
    const reply = await client.send('POST', `${simulator.hosts.beneficiary}/uploadDocuments`, body);
    const [, declaredTypeLink = ''] = /"link":"([^"]+)"/.exec(reply.text) ?? [];
    expect((await put(declaredTypeLink, 'x', 'image/pjpeg')).status).toBe(200);
    expect(simulator.violations()).toEqual([]);
  });

  test('are valid for 15 minutes; an expired link is refused in XML, which is no violation', async () => {
    const { simulator, client } = await practice();
    const { link, key } = await linkFor(simulator, client);
    simulator.clock.advance(15 * minute - 1);
    expect((await put(link, 'four')).status).toBe(200);
    expect(simulator.state.objects.get(key)).toMatchObject({
      size: 4,
      sha256: createHash('sha256').update('four').digest('hex'),
      uploadCount: 1,
    });
    expect(simulator.calls().at(-1)).toMatchObject({ linkAgeMs: 15 * minute - 1, requestBytes: 4 });
    simulator.clock.advance(1);
    const reply = await put(link);
    expect([reply.status, reply.headers['content-type']]).toEqual([403, 'application/xml;charset=utf-8']);
    expect(reply.text).toContain('<Error><Code>AccessDenied</Code><Message>Request has expired</Message>');
    expect(simulator.violations()).toEqual([]);
  });

  test('store nothing when the upload is interrupted', async () => {
    const { simulator, client } = await practice();
    const { pathname, search, port } = new URL((await linkFor(simulator, client)).link);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: 9\r\n\r\n`;
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(`${head}part`));
    socket.resume();
    await eventually(() => expect(simulator.calls().at(-1)).toMatchObject({ route: 'upload', status: null }));
    expect(simulator.state.objects.size).toBe(0);
    expect(simulator.violations()).toEqual([]);
  });
});

describe('documents of a recipient', () => {
  test('cannot be attached before their bytes are stored, and then all or none', async () => {
    const { simulator, client, recipients } = await practice();
    const storedKey = await store(simulator, client);
    const { key, link } = await linkFor(simulator, client);
    const body = { documentDetails: [storedKey, key].map((one) => ({ key: one, name: 'a.pdf' })) };
    expect((await client.send('POST', recipients, body)).status).toBe(422);
    expect((await client.send('PUT', `${recipients}/X`, body)).status).toBe(422);
    expect(brokenRules(simulator)).toEqual(['key-before-bytes', 'key-before-bytes']);
    expect(simulator.state.recipients.size).toBe(0);
    await put(link);
    expect((await client.send('POST', recipients, body)).json()).toMatchObject({ recipientId: 'R-100001' });
  });

  test('need the original file name in normalization form C', async () => {
    const { simulator, client, recipients } = await practice();
    const decomposed = 'Übersicht.pdf'.normalize('NFD');
    const { link, key } = await linkFor(simulator, client, decomposed);
    await put(link);
    const attach = async (name: string) =>
      (await client.send('PUT', `${recipients}/X`, { documentDetails: [{ key, name }] })).status;
    expect(await attach(decomposed)).toBe(422);
    expect(brokenRules(simulator)).toEqual(['document-name']);
    expect(await attach(decomposed.normalize('NFC'))).toBe(200);
  });

  test.each([
    ['replace', 1],
    ['append', 2],
  ] as const)('are changed by an update as the option `%s` says', async (recipientUpdate, count) => {
    const { simulator, client, recipients } = await practice({ recipientUpdate });
    for (const key of [await store(simulator, client), await store(simulator, client)])
      await client.send('PUT', `${recipients}/X`, { documentDetails: [{ key, name: 'a.pdf' }] });
    await client.send('PUT', `${recipients}/X`, { name: 'New name' });
    expect(simulator.state.recipients.get('X')).toMatchObject({
      fields: { name: 'New name' },
      documents: { length: count },
      updateCount: 2,
    });
  });
});

describe('a statement', () => {
  test('has the rows of its event, and continues the balance of the previous month', async () => {
    const { requestStatement, rowsOf } = await practice();
    const january = await requestStatement(1001);
    const rows = await rowsOf(january.url);
    expect(rows).toHaveLength(january.transactionCount);
    const february = await requestStatement(1001, 'since=2026-02-01&till=2026-02-28');
    const cents = (text: string | undefined) => Math.round(Number(text) * 100);
    const allRows = [...rows, ...(await rowsOf(february.url))];
    allRows.slice(1).forEach((row, index) => {
      expect(cents(row['Balance'])).toBe(cents(allRows[index]?.['Balance']) + cents(row['Amount']));
    });
  });

  test('has a proof for each payment, and for no other transaction', async () => {
    const { simulator, client, requestStatement, rowsOf } = await practice();
    const rows = await rowsOf((await requestStatement(1001)).url);
    expect(new Set(rows.map((row) => row['Type'])).size).toBe(4);
    for (const { Reference, Type } of rows) {
      const url = `${simulator.hosts.legacy}/profile/transaction-history/proof-of-payment/${Reference}`;
      expect((await client.get(url)).status).toBe(Type === 'PAYMENT' ? 200 : 404);
    }
  });

  test('ends on the day of its event, even when its link is used later', async () => {
    const { simulator, requestStatement, rowsOf } = await practice({
      time: () => Date.parse('2026-01-14T23:30:00Z'),
    });
    const { url, transactionCount } = await requestStatement(1001);
    simulator.clock.advance(86_000_000);
    const rows = await rowsOf(url);
    expect(rows).toHaveLength(transactionCount);
    expect(rows.every(({ Date: date = '' }) => date <= '2026-01-14')).toBe(true);
  });

  test('has a link that is valid for 24 hours, for this statement and without a token', async () => {
    const { simulator, requestStatement } = await practice();
    const { url } = await requestStatement(1001);
    simulator.clock.advance(86_399_000);
    expect((await call(url)).status).toBe(200);
    simulator.clock.advance(1000);
    expect((await call(url)).status).toBe(403);
    expect(simulator.violations()).toEqual([]);
    await call(url.replace('1001', '1002'));
    await call(url, { headers: { authorization: 'Bearer x' } });
    await call(url, { method: 'HEAD' });
    expect(brokenRules(simulator)).toEqual(['link-signature', 'authorization-unwanted', 'wrong-method']);
  });
});
