import { Agent } from 'node:http';
import { describe, expect, test } from 'vitest';
import { hostNames, hostsSchema } from '../../../src/shared/model/environment.ts';
import { anyText, brokenRules, call, clientOf, linkFor, open, put, sendRaw, textWith } from './support.ts';

describe('hosts', () => {
  test('are eight different origins on 127.0.0.1', async () => {
    const simulator = await open();
    const origins = [...Object.values(simulator.hosts), simulator.storage];
    expect(hostsSchema.parse(simulator.hosts)).toEqual(simulator.hosts);
    expect(new Set(origins).size).toBe(8);
    for (const origin of origins) expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  });

  test('listen on no other address', async () => {
    const simulator = await open();
    for (const origin of [...Object.values(simulator.hosts), simulator.storage]) {
      await expect(call(`http://127.0.0.2:${new URL(origin).port}/`)).rejects.toThrow();
    }
  });

  test('listen on the configured ports, and fail to start on a port in use', async () => {
    const simulator = await open();
    const port = Number(new URL(simulator.storage).port);
    await expect(open({ ports: { storage: port } })).rejects.toThrow('could not listen');
    await simulator.close();
    const next = await open({ ports: { storage: port } });
    expect(next.storage).toBe(simulator.storage);
  });

  test('keep connections alive and count them', async () => {
    const simulator = await open();
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let count = 0; count < 3; count += 1) await call(`${simulator.hosts.exchange}/`, { agent });
    agent.destroy();
    expect(simulator.connections()).toMatchObject({ exchange: 1, wallet: 0 });
  });
});

describe('operations', () => {
  test('respond with 404 and a violation when they do not exist', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const reply = await client.get(`${simulator.hosts.exchange}/rates`);
    expect(reply.status).toBe(404);
    expect(simulator.violations()).toEqual([
      {
        route: 'unknown',
        rule: 'unknown-route',
        detail: textWith('GET /rates on the exchange host'),
      },
    ]);
  });

  test('exist only on their own host', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const paths: Record<(typeof hostNames)[number], string> = {
      auth: '/users/login',
      wallet: `/${simulator.companyId}/wallets`,
      beneficiary: '/uploadDocuments',
      exchange: '/none',
      onboarding: '/none',
      legacy: '/profile/transaction-history/proof-of-payment/X',
      statement: '/statement/export',
    };
    let wrongCalls = 0;
    for (const operationHost of hostNames) {
      for (const host of hostNames.filter((name) => name !== operationHost)) {
        wrongCalls += 1;
        expect((await client.get(simulator.hosts[host] + paths[operationHost])).status).toBe(404);
      }
    }
    expect(brokenRules(simulator)).toEqual(Array.from({ length: wrongCalls }, () => 'unknown-route'));
  });

  test('respond with 405 and a violation for another method', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const reply = await client.get(`${simulator.hosts.beneficiary}/recipients`);
    expect(reply.status).toBe(405);
    expect(reply.headers.allow).toBe('POST');
    expect(brokenRules(simulator)).toEqual(['wrong-method']);
  });

  test('refuse cookies', async () => {
    const simulator = await open();
    const { headers } = await clientOf(simulator);
    const url = `${simulator.hosts.wallet}/${simulator.companyId}/wallets`;
    const reply = await call(url, { headers: { authorization: headers.authorization, cookie: 'a=b' } });
    expect(reply.status).toBe(400);
    expect(brokenRules(simulator)).toEqual(['cookie']);
  });

  test('return a unique request ID in a header and, for an error, in the body', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const success = await client.get(`${simulator.hosts.wallet}/${simulator.companyId}/wallets`);
    const failure = await client.get(`${simulator.hosts.wallet}/none`);
    expect(success.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    expect(failure.json()).toEqual({ message: anyText, requestId: failure.headers['x-request-id'] });
    expect(failure.headers['x-request-id']).not.toBe(success.headers['x-request-id']);
  });

  test('respond with 404, and to a revoked token with 401, at the base URL without a violation', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    for (const host of hostNames) {
      const url = `${simulator.hosts[host]}/`;
      expect((await call(url)).status).toBe(404);
      expect((await call(url, { method: 'HEAD' })).status).toBe(404);
      expect((await client.get(url)).status).toBe(404);
    }
    simulator.revokeTokens();
    expect((await client.get(`${simulator.hosts.onboarding}/`)).status).toBe(401);
    expect(simulator.violations()).toEqual([]);
  });

  test('refuse malformed HTTP and bytes beyond the declared length', async () => {
    const simulator = await open();
    expect(await sendRaw(simulator.hosts.wallet, 'NONSENSE\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 400 .*x-request-id/s,
    );
    expect(brokenRules(simulator)).toEqual(['malformed-http']);
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    const { pathname, search } = new URL(link);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: 2\r\n\r\n`;
    await sendRaw(simulator.storage, `${head}abcd\r\n\r\n`);
    expect(brokenRules(simulator)).toEqual(['malformed-http', 'malformed-http']);
  });
});

describe('secrets', () => {
  test.each(['the API key', 'the token'])(
    '%s in a URL or an undocumented header is a violation',
    async (kind) => {
      const simulator = await open();
      const client = await clientOf(simulator);
      const secret =
        kind === 'the token' ? client.headers.authorization.slice(7) : simulator.credentials.apiKey;
      const { link } = await linkFor(simulator, client);
      await client.get(`${simulator.hosts.wallet}/${secret}/wallets`);
      await client.get(`${simulator.hosts.wallet}/${simulator.companyId}/wallets?t=${secret}`);
      await call(link, { method: 'PUT', headers: { 'x-extra': secret }, body: 'x' });
      expect(brokenRules(simulator)).toEqual(['secret-leak', 'secret-leak', 'secret-leak']);
      expect(simulator.state.objects.size).toBe(0);
    },
  );

  test('never appear in violations and calls', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const token = client.headers.authorization.slice(7);
    const { apiKey } = simulator.credentials;
    const { link, url } = await linkFor(simulator, client);
    await call(`${link}0`, { method: 'PUT', headers: client.headers, body: 'x' });
    await put(`${link}0`);
    await put(url);
    await put(link);
    await client.get(`${simulator.hosts.wallet}/${token}`);
    await client.get(`${simulator.hosts.wallet}/${apiKey}`);
    const written = JSON.stringify([simulator.violations(), simulator.calls(), simulator.state]);
    const signature = new URL(link).searchParams.get('X-Amz-Signature') ?? 'none';
    expect(simulator.violations()).toHaveLength(5);
    for (const secret of [token, apiKey, signature]) expect(written).not.toContain(secret);
  });
});

describe('calls', () => {
  test('are recorded with route, status, subject, sizes, link age and time', async () => {
    const start = 1_767_600_000_000;
    const simulator = await open({ time: () => start });
    const client = await clientOf(simulator);
    const { link, key } = await linkFor(simulator, client);
    simulator.clock.advance(61_000);
    await put(link, 'four');
    await client.get(`${simulator.hosts.wallet}/none`);
    expect(simulator.calls()).toMatchObject([
      { route: 'login', host: 'auth', method: 'POST', status: 200, linkAgeMs: null, at: start },
      { route: 'uploadDocuments', host: 'beneficiary', status: 200, requestBytes: 22 },
      {
        route: 'upload',
        host: 'storage',
        method: 'PUT',
        status: 200,
        subject: key,
        requestBytes: 4,
        answerBytes: 0,
        linkAgeMs: 61_000,
        at: start + 61_000,
        fault: null,
      },
      { route: 'unknown', host: 'wallet', status: 404 },
    ]);
  });
});
