import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { SimulatorOptions } from '../../../src/main/simulator/options.ts';
import { anyNumber, anyText, brokenRules, call, clientOf, listWith, open, textLike } from './support.ts';

const wallet = {
  id: anyNumber,
  currency: textLike(/^[A-Z]{3}$/),
  name: anyText,
};

describe('wallets', () => {
  test('are twelve, each with an ID, a currency and a name', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const reply = await client.get(`${simulator.hosts.wallet}/${simulator.companyId}/wallets`);
    const { data } = z.object({ data: z.array(z.unknown()) }).parse(reply.json());
    expect(data).toEqual(Array.from({ length: 12 }, () => wallet));
    expect(simulator.violations()).toEqual([]);
  });

  test.each<[NonNullable<SimulatorOptions['walletsField']>, unknown]>([
    ['top', listWith([wallet])],
    ['data', { data: listWith([wallet]) }],
    ['items', { items: listWith([wallet]) }],
    ['wallets', { wallets: listWith([wallet]) }],
    ['results', { results: listWith([wallet]) }],
    ['nowhere', { total: 12 }],
  ])('are returned at the configured position %s', async (walletsField, expected) => {
    const simulator = await open({ walletsField });
    const client = await clientOf(simulator);
    const reply = await client.get(`${simulator.hosts.wallet}/${simulator.companyId}/wallets`);
    expect(reply.json()).toEqual(expected);
  });

  test('use the configured name of the ID', async () => {
    const simulator = await open({ walletsField: 'top', walletIdField: 'walletId' });
    const client = await clientOf(simulator);
    const reply = await client.get(`${simulator.hosts.wallet}/${simulator.companyId}/wallets`);
    expect(reply.json()).toContainEqual({ walletId: 1001, currency: 'EUR', name: 'Main account' });
  });

  test('are refused unless the path names the company of the token, which may be percent-encoded', async () => {
    const simulator = await open({ companyId: 'a b/c' });
    const client = await clientOf(simulator);
    expect((await client.get(`${simulator.hosts.wallet}/a%20b%2Fc/wallets`)).status).toBe(200);
    expect(simulator.violations()).toEqual([]);
    expect((await client.get(`${simulator.hosts.wallet}/other/wallets`)).status).toBe(404);
    expect(brokenRules(simulator)).toEqual(['company']);
  });

  test('are refused with 400 and a violation for a request with a query or a body', async () => {
    const simulator = await open();
    const { headers } = await clientOf(simulator);
    const url = `${simulator.hosts.wallet}/${simulator.companyId}/wallets`;
    expect((await call(`${url}?page=1`, { headers })).status).toBe(400);
    expect((await call(url, { headers, body: '{}' })).status).toBe(400);
    expect((await call(url, { headers, body: '{}', chunked: true })).status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['query', 'body', 'body']);
  });
});
