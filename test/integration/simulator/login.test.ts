import { describe, expect, test } from 'vitest';
import { anyText, brokenRules, call, clientOf, jsonHeaders, login, open, textLike } from './support.ts';

describe('login', () => {
  test('returns a token and the company for valid credentials', async () => {
    const simulator = await open();
    const reply = await login(simulator, { ...simulator.credentials, mode: 'apiKey' });
    expect(reply.status).toBe(200);
    expect(reply.json()).toEqual({
      accessToken: textLike(/^pct_sandbox_/),
      companyId: 'practice-company',
    });
    expect(simulator.state).toMatchObject({ logins: 1, tokensIssued: 1 });
    expect(simulator.violations()).toEqual([]);
  });

  test('returns token and company at the configured paths', async () => {
    const simulator = await open({ loginTokenField: 'data.session.jwt', companyIdField: 'data.company' });
    const reply = await login(simulator, { ...simulator.credentials, mode: 'apiKey' });
    expect(reply.json()).toEqual({
      data: { company: 'practice-company', session: { jwt: textLike(/^pct_/) } },
    });
  });

  test('accepts configured credentials and a configured company', async () => {
    const credentials = { clientId: 'someone', apiKey: 'something' };
    const simulator = await open({ credentials, companyId: 'C 1' });
    const reply = await login(simulator, { ...credentials, mode: 'apiKey' });
    expect(reply.json()).toMatchObject({ companyId: 'C 1' });
  });

  test.each([
    ['another key', { apiKey: 'wrong' }],
    ['another client', { clientId: 'wrong' }],
  ])('refuses %s with 401 and without a violation', async (_, change) => {
    const simulator = await open();
    const reply = await login(simulator, { ...simulator.credentials, mode: 'apiKey', ...change });
    expect(reply.status).toBe(401);
    expect(reply.json()).toEqual({ message: anyText, requestId: reply.headers['x-request-id'] });
    expect(simulator.state).toMatchObject({ logins: 1, tokensIssued: 0 });
    expect(simulator.violations()).toEqual([]);
  });

  test('refuses credentials of the other environment with 403', async () => {
    const sandbox = await open();
    const production = await open({ environment: 'production' });
    const reply = await login(production, { ...sandbox.credentials, mode: 'apiKey' });
    expect(reply.status).toBe(403);
  });

  test.each([
    ['an additional field', { extra: 1 }],
    ['another mode', { mode: 'password' }],
    ['a client identifier that is not text', { clientId: 7 }],
    ['no key', { apiKey: undefined }],
  ])('records %s as a violation', async (_, change) => {
    const simulator = await open();
    const reply = await login(simulator, { ...simulator.credentials, mode: 'apiKey', ...change });
    expect(reply.status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['body']);
    expect(simulator.state.tokensIssued).toBe(0);
  });

  test('records a body that is not JSON as a violation', async () => {
    const simulator = await open();
    const url = `${simulator.hosts.auth}/users/login`;
    const reply = await call(url, { method: 'POST', headers: jsonHeaders, body: '{' });
    expect(reply.status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['body']);
  });

  test.each([
    ['no accept header', { 'content-type': 'application/json' }, 406, 'header'],
    ['any accept header', { ...jsonHeaders, accept: '*/*' }, 406, 'header'],
    ['no content type', { accept: 'application/json' }, 415, 'header'],
    ['a form', { ...jsonHeaders, 'content-type': 'application/x-www-form-urlencoded' }, 415, 'header'],
    [
      'an Authorization header',
      { ...jsonHeaders, authorization: 'Basic eDp5' },
      400,
      'authorization-unwanted',
    ],
  ])('records %s as a violation', async (_, headers, status, rule) => {
    const simulator = await open();
    const reply = await login(simulator, { ...simulator.credentials, mode: 'apiKey' }, headers);
    expect(reply.status).toBe(status);
    expect(brokenRules(simulator)).toEqual([rule]);
  });

  test('records a query as a violation', async () => {
    const simulator = await open();
    const body = JSON.stringify({ ...simulator.credentials, mode: 'apiKey' });
    const url = `${simulator.hosts.auth}/users/login?a=b`;
    expect((await call(url, { method: 'POST', headers: jsonHeaders, body })).status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['query']);
  });
});

describe('tokens', () => {
  const minute = 60_000;
  const walletsOf = (simulator: Awaited<ReturnType<typeof open>>) =>
    `${simulator.hosts.wallet}/${simulator.companyId}/wallets`;

  test('are valid for exactly 60 minutes', async () => {
    const simulator = await open({ time: () => 1_767_600_000_000 });
    const client = await clientOf(simulator);
    simulator.clock.advance(60 * minute - 1);
    expect((await client.get(walletsOf(simulator))).status).toBe(200);
    simulator.clock.advance(1);
    expect((await client.get(walletsOf(simulator))).status).toBe(401);
    expect(simulator.violations()).toEqual([]);
  });

  test('are refused with 401 and without a violation after they were revoked', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    simulator.revokeTokens();
    expect((await client.get(walletsOf(simulator))).status).toBe(401);
    expect(simulator.violations()).toEqual([]);
  });

  test('are refused with 403 and without a violation in the other environment', async () => {
    const sandbox = await open();
    const production = await open({ environment: 'production' });
    const client = await clientOf(sandbox);
    expect((await client.get(walletsOf(production))).status).toBe(403);
    expect(production.violations()).toEqual([]);
  });

  test('are refused with 401 and without a violation when they were never issued', async () => {
    const simulator = await open();
    const reply = await call(walletsOf(simulator), { headers: { authorization: 'Bearer abc' } });
    expect(reply.status).toBe(401);
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['no header', {}],
    ['another scheme', { authorization: 'Basic eDp5' }],
    ['a header without a token', { authorization: 'Bearer' }],
  ])(
    'are required: %s is refused with 401 and a violation on every protected operation',
    async (_, headers) => {
      const simulator = await open();
      const { hosts, companyId } = simulator;
      const operations = [
        ['GET', `${hosts.wallet}/${companyId}/wallets`],
        ['POST', `${hosts.beneficiary}/uploadDocuments`],
        ['POST', `${hosts.beneficiary}/recipients`],
        ['PUT', `${hosts.beneficiary}/recipients/R-1`],
        ['GET', `${hosts.legacy}/profile/transaction-history/proof-of-payment/X`],
        ['POST', `${hosts.statement}/statement/export?since=2026-01-01&till=2026-01-31`],
      ] as const;
      for (const [method, url] of operations) {
        expect((await call(url, { method, headers })).status).toBe(401);
      }
      expect(brokenRules(simulator)).toEqual(operations.map(() => 'authorization-missing'));
    },
  );
});
