import { describe, expect, test } from 'vitest';
import { loginBody, readLogin } from '../../../src/main/service/login.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { allTextsOf, incoming, thrownBy } from './http/incoming.ts';

const apiKey = new Secret('api-key', 'canary-key-11aa');
const token = 'canary-token.22bb';
const options = { tokenField: null, apiKey, now: Date.parse('2026-03-02T08:00:00Z') };
const read = (answer: ReturnType<typeof incoming>, tokenField: string | null = null) =>
  readLogin('auth.example', answer, { ...options, tokenField });

test('a login has exactly three fields (section 2.1)', () => {
  const body: unknown = JSON.parse(new TextDecoder().decode(loginBody('client-1', apiKey)));
  expect(body).toEqual({ clientId: 'client-1', apiKey: apiKey.reveal(), mode: 'apiKey' });
});

describe('the token of an answer (section 2.2 does not name it)', () => {
  test.each(['accessToken', 'access_token', 'token', 'bearerToken', 'jwt', 'idToken'])(
    'is found as %s, at the top and one level down',
    (name) => {
      const topLevel = read(incoming({ [name]: token, companyId: 'c1' }));
      expect([topLevel.token.reveal(), topLevel.token.kind]).toEqual([token, 'bearer-token']);
      const nested = read(incoming({ data: { [name]: token }, companyId: 'c1' }));
      expect(nested.token.reveal()).toBe(token);
    },
  );

  test.each<[string, unknown, string | null]>([
    ['the top level first', { data: { accessToken: 'below' }, token: 'found' }, null],
    ['the order of the usual names', { idToken: 'later', accessToken: 'found' }, null],
    ['the path of the profile', { a: { b: { secretThing: 'found' } } }, 'a.b.secretThing'],
    ['only the path of the profile', { accessToken: 'usual', session: { value: 'found' } }, 'session.value'],
  ])('is taken by %s', (_what, body, tokenField) => {
    const { token: found } = read(incoming({ ...Object(body), companyId: 'c1' }), tokenField);
    expect(found.reveal()).toBe('found');
  });

  test.each<[string, unknown, string | null]>([
    ['two levels down', { a: { b: { secretThing: token } } }, null],
    ['at another path than that of the profile', { accessToken: 'usual', session: {} }, 'session.other'],
    ['with a blank inside', { accessToken: 'two words' }, null],
    ['with a line break inside', { accessToken: 'one\r\nx-injected: 1' }, null],
    ['with a letter that is not allowed in headers', { accessToken: 'tökén' }, null],
    ['that is null', { accessToken: null }, null],
  ])('%s is not accepted', (_what, body, tokenField) => {
    const error = thrownBy(() => read(incoming({ ...Object(body), companyId: 'c1' }), tokenField));
    expect(error).toMatchObject({ code: 'answer-not-understood', details: { missing: 'token' } });
  });
});

describe('the company of an answer', () => {
  test.each([
    ['a text', { companyId: 'c-1' }, 'c-1'],
    ['a number', { companyId: 42 }, '42'],
    ['one level down', { user: { companyId: 'c-1' } }, 'c-1'],
    ['zero', { companyId: 0 }, '0'],
  ])('may be %s', (_what, part, companyId) => {
    expect(read(incoming({ token, ...part })).companyId).toBe(companyId);
  });

  test.each([{}, ...['', '   ', null, 2 ** 60, ['c1']].map((companyId) => ({ companyId }))])(
    'in %j is reported as missing',
    (part) => {
      const error = thrownBy(() => read(incoming({ token, ...part })));
      expect(error).toMatchObject({ code: 'answer-not-understood', details: { missing: 'companyId' } });
    },
  );
});

test.each([
  ['a web page', incoming('<html><body>Sign in</body></html>', { contentType: 'text/html' })],
  ['nothing at all', incoming('', { contentType: 'nothing' })],
  ['a list', incoming([{ token, companyId: 'c1' }])],
  ['a text', incoming('"token"')],
  ['null', incoming('null')],
  ['JSON that was cut off', incoming(`{"token": "${token}"`)],
])('an answer that is %s is not understood, and reported with its type', (_what, answer) => {
  expect(thrownBy(() => read(answer))).toMatchObject({
    code: 'answer-not-understood',
    details: { contentType: answer.contentType },
    requestId: 'req-1',
  });
});

test('an answer without a token is reported with the names of its fields, not their values', () => {
  const body = { sessionKey: token, user: { mail: 'canary@mail', secret: token }, list: ['canary'] };
  const error = thrownBy(() => read(incoming(body)));
  expect(error.details['fields']).toEqual(['sessionKey', 'user', 'user.mail', 'user.secret', 'list']);
  expect(allTextsOf(error)).not.toContain('canary');
});

describe('a refused login', () => {
  test.each([
    [199, 'service-refused', false],
    [302, 'answer-not-understood', true],
    [400, 'sign-in-refused', false],
    [401, 'key-refused', false],
    [404, 'sign-in-refused', false],
    [403, 'wrong-environment', false],
    [407, 'proxy-refused', false],
    [408, 'timed-out', true],
    [429, 'service-throttled', true],
    [500, 'service-failed', true],
  ] as const)('with status %i is reported as %s, without key, retryable %s', (status, code, retryable) => {
    const message = `Key ${apiKey.reveal()} is unknown`;
    const error = thrownBy(() => read(incoming({ message, token, companyId: 'c1' }, { status })));
    const details = { host: 'auth.example', status };
    expect(error).toMatchObject({ code, retryable, details, requestId: 'req-1' });
    if (status !== 302) expect(error.details['message']).toBe('Key [secret] is unknown');
    expect(allTextsOf(error)).not.toContain('canary');
  });

  test('has a status below 200 or above 299', () => {
    const answer = (status: number) => incoming({ token, companyId: 'c1' }, { status });
    for (const status of [200, 299]) expect(read(answer(status)).companyId).toBe('c1');
    expect(thrownBy(() => read(answer(300))).code).toBe('answer-not-understood');
  });

  test('with Retry-After is throttled', () => {
    const error = thrownBy(() => read(incoming('', { status: 503, retryAfter: '7' })));
    expect(error).toMatchObject({ code: 'service-throttled', details: { retryAfter: 7_000 } });
  });
});
