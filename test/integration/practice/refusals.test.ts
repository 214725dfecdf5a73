/** @file Calls that break the specification: each gets an error, is recorded as a violation, and takes no effect. */
import { describe, expect, test } from 'vitest';
import { hostNames } from '../../../src/shared/model/session/environment.ts';
import type { Simulator } from '../../practice/simulator.ts';
import { brokenRules, call, clientOf, jsonHeaders, linkFor, open, put, sendRaw } from './support.ts';

type Request = NonNullable<Parameters<typeof call>[1]>;

/** A call with the mistake under test. Fields of `headers` that are undefined are not sent. */
interface Mistake {
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  readonly chunked?: boolean;
}

/** Sends a valid call, changed by a mistake, and expects its refusal. */
async function expectRefusal(
  simulator: Simulator,
  valid: { readonly url: string; readonly headers: Readonly<Record<string, string>> } & Request,
  { path = '', body, headers: changedHeaders, ...change }: Mistake,
  [status, rule]: readonly [number, string],
): Promise<void> {
  const { url, headers: validHeaders, ...request } = valid;
  const headers = Object.fromEntries(
    Object.entries({ ...validHeaders, ...changedHeaders }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
  const changedBody =
    body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
  const reply = await call(url + path, { ...request, ...changedBody, ...change, headers });
  expect([reply.status, ...brokenRules(simulator)]).toEqual([status, rule]);
}

async function practice() {
  const simulator = await open();
  return { simulator, client: await clientOf(simulator) };
}

function expectUnchanged({ state }: Simulator): void {
  expect([state.linksIssued, state.recipients.size, state.objects.size, state.statementRequests]).toEqual([
    0,
    0,
    0,
    [],
  ]);
}

test.each<[string, Mistake, [number, string]]>([
  ['no accept header', { headers: { accept: undefined } }, [406, 'header']],
  ['no content type', { headers: { 'content-type': undefined } }, [415, 'header']],
  ['an Authorization header', { headers: { authorization: 'Basic eDp5' } }, [400, 'authorization-unwanted']],
  ['a query', { path: '?a=b' }, [400, 'query']],
  ['a body that is not JSON', { body: '{' }, [400, 'body']],
  ['an additional field', { body: { clientId: 'a', apiKey: 'b', mode: 'apiKey', extra: 1 } }, [400, 'body']],
])('a login with %s is refused (section 4.1)', async (_, mistake, expected) => {
  const simulator = await open();
  const body = JSON.stringify({ ...simulator.credentials, mode: 'apiKey' });
  const valid = { url: `${simulator.hosts.auth}/users/login`, method: 'POST', headers: jsonHeaders, body };
  await expectRefusal(simulator, valid, mistake, expected);
  expect(simulator.state.tokensIssued).toBe(0);
});

test.each([
  ['no header', {}],
  ['another scheme', { authorization: 'Basic eDp5' }],
  ['a header without a token', { authorization: 'Bearer' }],
])('every protected operation refuses %s (section 5)', async (_, headers) => {
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
  for (const [method, url] of operations) expect((await call(url, { method, headers })).status).toBe(401);
  expect(brokenRules(simulator)).toEqual(operations.map(() => 'authorization-missing'));
});

test.each<[string, Mistake, [number, string]]>([
  ['a query', { path: '?page=1' }, [400, 'query']],
  ['a body', { body: '{}' }, [400, 'body']],
  ['a cookie', { headers: { cookie: 'a=b' } }, [400, 'cookie']],
  ['another method', { method: 'POST' }, [405, 'wrong-method']],
])('a request for wallets with %s is refused (section 4.2)', async (_, mistake, expected) => {
  const { simulator, client } = await practice();
  const url = `${simulator.hosts.wallet}/${simulator.companyId}/wallets`;
  const { authorization } = client.headers;
  await expectRefusal(simulator, { url, headers: { authorization } }, mistake, expected);
});

test.each<[string, Mistake, [number, string]]>([
  ['an array in an object', { body: { items: [{ fileName: 'a.pdf' }] } }, [400, 'body']],
  ['an additional field', { body: [{ fileName: 'a.pdf', size: 1 }] }, [400, 'body']],
  ['a type that is no MIME type', { body: [{ fileName: 'a.pdf', fileType: 'pdf' }] }, [400, 'file-type']],
  ['one bad name', { body: [{ fileName: 'a.pdf' }, { fileName: 'b.gif' }] }, [400, 'file-extension']],
  ['a path', { body: [{ fileName: 'x/a.pdf' }] }, [400, 'file-name']],
  ['too many files', { body: Array.from({ length: 1_001 }, () => ({ fileName: 'a.pdf' })) }, [400, 'body']],
  ['another content type', { headers: { 'content-type': 'text/plain' } }, [415, 'header']],
  ['another company', { path: '?companyId=other' }, [400, 'company']],
  ['an unknown parameter', { path: '?other=1' }, [400, 'query']],
])('a request for upload links with %s is refused (section 4.3)', async (_, mistake, expected) => {
  const { simulator, client } = await practice();
  const body = JSON.stringify([{ fileName: 'a.pdf' }]);
  const url = `${simulator.hosts.beneficiary}/uploadDocuments`;
  await expectRefusal(simulator, { url, method: 'POST', headers: client.headers, body }, mistake, expected);
  expectUnchanged(simulator);
});

describe('an upload to a link (section 4.4)', () => {
  async function practiceLink() {
    const { simulator, client } = await practice();
    return { simulator, client, ...(await linkFor(simulator, client)) };
  }
  const headers = { 'content-type': 'application/pdf' };

  test.each<[string, Mistake, [number, string]]>([
    ['another type', { headers: { 'content-type': 'image/png' } }, [403, 'content-type']],
    ['chunks', { chunked: true }, [501, 'chunked']],
    ['a token', { headers: { authorization: 'Bearer x' } }, [400, 'authorization-unwanted']],
    ['a cookie', { headers: { cookie: 'a=b' } }, [400, 'cookie']],
    ['another method', { method: 'POST' }, [405, 'wrong-method']],
    ['a further parameter of the link', { path: '&x=1' }, [403, 'link-signature']],
  ])('with %s is refused', async (_, mistake, expected) => {
    const { simulator, link } = await practiceLink();
    const valid = { url: link, method: 'PUT', headers, body: 'x' };
    await expectRefusal(simulator, valid, mistake, expected);
    expect(simulator.state.objects.size).toBe(0);
  });

  test.each([
    ['key', (link: string) => link.replace('.pdf?', '.png?')],
    ['validity', (link: string) => link.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000')],
    ['signature', (link: string) => link.replace(/X-Amz-Signature=[\da-f]{4}/, 'X-Amz-Signature=ffff')],
  ])('whose %s was altered is refused', async (_, alter) => {
    const { simulator, link } = await practiceLink();
    expect((await put(alter(link))).status).toBe(403);
    expect(brokenRules(simulator)).toEqual(['link-signature']);
    expect(simulator.state.objects.size).toBe(0);
  });

  test('without a length is refused', async () => {
    const { simulator, link } = await practiceLink();
    const { pathname, search } = new URL(link);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/pdf`;
    expect(await sendRaw(simulator.storage, `${head}\r\n\r\n`)).toMatch(/^HTTP\/1\.1 411 /);
    expect(brokenRules(simulator)).toEqual(['content-length']);
  });

  test('to `url` is refused, whatever the query', async () => {
    const { simulator, link, url } = await practiceLink();
    expect((await put(url)).status).toBe(403);
    expect((await put(`${url}${new URL(link).search}`)).status).toBe(403);
    expect(brokenRules(simulator)).toEqual(['put-to-url', 'put-to-url']);
    expect(simulator.state.objects.size).toBe(0);
  });
});

test.each<[string, Mistake, [number, string]]>([
  ['an array', { body: [] }, [400, 'body']],
  ['a document without a key', { body: { documentDetails: [{ name: 'a.pdf' }] } }, [400, 'body']],
  [
    'an additional field',
    { body: { documentDetails: [{ key: 'k', name: 'a.pdf', link: 'x' }] } },
    [400, 'body'],
  ],
  ['a query', { path: '?a=1' }, [400, 'query']],
  ['another content type', { headers: { 'content-type': 'text/plain' } }, [415, 'header']],
])('a recipient with %s is refused (section 4.5)', async (_, mistake, expected) => {
  for (const [method, path] of [
    ['POST', '/recipients'],
    ['PUT', '/recipients/X'],
  ] as const) {
    const { simulator, client } = await practice();
    const valid = { url: simulator.hosts.beneficiary + path, method, headers: client.headers, body: '{}' };
    await expectRefusal(simulator, valid, mistake, expected);
    expectUnchanged(simulator);
  }
});

const statementBody = { walletIds: [1001], email: '' };
test.each<[string, string, unknown, string]>([
  ['no dates', '', statementBody, 'period'],
  ['a day that does not exist', 'since=2026-02-30&till=2026-03-01', statementBody, 'period'],
  ['an end before its start', 'since=2026-02-01&till=2026-01-01', statementBody, 'period'],
  ['another format', 'since=2026-01-01&till=2026-01-31&format=xlsx', statementBody, 'query'],
  ['a parameter twice', 'since=2026-01-01&till=2026-01-31&since=2026-01-02', statementBody, 'query'],
  ['wallets as text', 'since=2026-01-01&till=2026-01-31', { ...statementBody, walletIds: ['1001'] }, 'body'],
  ['no e-mail field', 'since=2026-01-01&till=2026-01-31', { walletIds: [1001] }, 'body'],
  ['an additional field', 'since=2026-01-01&till=2026-01-31', { ...statementBody, format: 'csv' }, 'body'],
])('a statement request with %s is refused (section 4.7)', async (_, query, body, rule) => {
  const { simulator, client } = await practice();
  const url = `${simulator.hosts.statement}/statement/export?${query}`;
  expect((await client.send('POST', url, body)).status).toBe(400);
  expect(brokenRules(simulator)).toEqual([rule]);
  expect(simulator.events()).toEqual([]);
  expectUnchanged(simulator);
});

test('operations exist only on their own host', async () => {
  const { simulator, client } = await practice();
  const paths: Record<(typeof hostNames)[number], string> = {
    auth: '/users/login',
    wallet: `/${simulator.companyId}/wallets`,
    beneficiary: '/uploadDocuments',
    exchange: '/none',
    onboarding: '/none',
    legacy: '/profile/transaction-history/proof-of-payment/X',
    statement: '/statement/export',
  };
  const wrongCalls = hostNames.flatMap((owner) =>
    hostNames.filter((host) => host !== owner).map((host) => simulator.hosts[host] + paths[owner]),
  );
  for (const url of wrongCalls) expect((await client.get(url)).status).toBe(404);
  expect(brokenRules(simulator)).toEqual(wrongCalls.map(() => 'unknown-route'));
});

test('malformed HTTP and bytes beyond the declared length are refused', async () => {
  const { simulator, client } = await practice();
  expect(await sendRaw(simulator.hosts.wallet, 'NONSENSE\r\n\r\n')).toMatch(
    /^HTTP\/1\.1 400 .*x-request-id/s,
  );
  const { pathname, search } = new URL((await linkFor(simulator, client)).link);
  const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: 2`;
  await sendRaw(simulator.storage, `${head}\r\n\r\nabcd\r\n\r\n`);
  expect(brokenRules(simulator)).toEqual(['malformed-http', 'malformed-http']);
});

test.each(['the API key', 'the token'])('%s in a URL or another header is a violation', async (kind) => {
  const { simulator, client } = await practice();
  const secret = kind === 'the token' ? client.headers.authorization.slice(7) : simulator.credentials.apiKey;
  const { link } = await linkFor(simulator, client);
  await client.get(`${simulator.hosts.wallet}/${secret}/wallets`);
  await client.get(`${simulator.hosts.wallet}/${simulator.companyId}/wallets?t=${secret}`);
  await call(link, { method: 'PUT', headers: { 'x-extra': secret }, body: 'x' });
  expect(brokenRules(simulator)).toEqual(['secret-leak', 'secret-leak', 'secret-leak']);
  expect(JSON.stringify([simulator.violations(), simulator.calls()])).not.toContain(secret);
});
