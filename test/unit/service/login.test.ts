import { describe, expect, test } from 'vitest';
import { loginBody, readLogin } from '../../../src/main/service/login.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { allTextsOf, incoming, thrownBy } from './incoming.ts';

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

  test('is taken from the top level first, and by the order of the usual names', () => {
    const withNestedToken = incoming({ data: { accessToken: 'below' }, token: 'top', companyId: 'c1' });
    expect(read(withNestedToken).token.reveal()).toBe('top');
    const withTwoTokens = incoming({ idToken: 'later', accessToken: 'earlier', companyId: 'c1' });
    expect(read(withTwoTokens).token.reveal()).toBe('earlier');
  });

  test('two levels down is only found by the path of the profile', () => {
    const nestedBody = { a: { b: { secretThing: token } }, companyId: 'c1' };
    expect(thrownBy(() => read(incoming(nestedBody))).code).toBe('answer-not-understood');
    expect(read(incoming(nestedBody), 'a.b.secretThing').token.reveal()).toBe(token);
  });

  test('is only taken from the field that the profile names', () => {
    const answer = incoming({ accessToken: 'usual', session: { value: token }, companyId: 'c1' });
    expect(read(answer, 'session.value').token.reveal()).toBe(token);
    const error = thrownBy(() => read(answer, 'session.other'));
    expect(error.code).toBe('answer-not-understood');
    expect(error.details).toMatchObject({
      missing: 'token',
      fields: ['accessToken', 'session', 'session.value', 'companyId'],
    });
  });

  test.each([
    ['a blank inside', 'two words'],
    ['a line break inside', 'one\r\nx-injected: 1'],
    ['a letter that is not allowed in headers', 'tökén'],
    ['nothing in it', ''],
    ['a number', 12_345],
    ['null', null],
    ['an object', { value: token }],
  ])('with %s is not accepted', (_what, value) => {
    const error = thrownBy(() => read(incoming({ accessToken: value, companyId: 'c1' })));
    expect(error.code).toBe('answer-not-understood');
    expect(error.details['missing']).toBe('token');
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

  test.each([
    ['is missing', {}],
    ['is empty', { companyId: '' }],
    ['is blank', { companyId: '   ' }],
    ['is null', { companyId: null }],
    ['is a number that lost digits', { companyId: 2 ** 60 }],
    ['is a list', { companyId: ['c1'] }],
  ])('that %s is reported as missing', (_what, part) => {
    const error = thrownBy(() => read(incoming({ token, ...part })));
    expect(error.code).toBe('answer-not-understood');
    expect(error.details['missing']).toBe('companyId');
  });
});

describe('an answer that is not understood', () => {
  test.each([
    ['a web page', incoming('<html><body>Sign in</body></html>', { contentType: 'text/html' })],
    ['nothing at all', incoming('', { contentType: '' })],
    ['a list', incoming([{ token, companyId: 'c1' }])],
    ['a text', incoming('"token"')],
    ['null', incoming('null')],
    ['JSON that was cut off', incoming(`{"token": "${token}"`)],
    ['bytes that are not UTF-8', incoming('', { body: new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]) })],
  ])('because it is %s is reported with its content type', (_what, answer) => {
    const error = thrownBy(() => read(answer));
    expect(error.code).toBe('answer-not-understood');
    expect(error.details['contentType']).toBe(answer.contentType === '' ? 'nothing' : answer.contentType);
    expect(error.requestId).toBe('req-1');
  });
});

describe('field names in an error, without their values,', () => {
  test('are listed when an answer has no token', () => {
    const error = thrownBy(() =>
      read(incoming({ sessionKey: token, user: { mail: 'canary@mail', secret: token }, list: ['canary'] })),
    );
    expect(error.details['fields']).toEqual(['sessionKey', 'user', 'user.mail', 'user.secret', 'list']);
    expect(allTextsOf(error)).not.toContain('canary');
  });

  test('are limited in number and length', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`${index}`.repeat(50), 1]));
    const { fields } = thrownBy(() => read(incoming(many))).details;
    expect(JSON.stringify(fields).length).toBeLessThan(4_000);
  });
});

describe('a refused login', () => {
  test.each([
    [400, 'key-refused'],
    [401, 'key-refused'],
    [404, 'key-refused'],
    [422, 'key-refused'],
    [403, 'wrong-environment'],
    [407, 'proxy-refused'],
    [408, 'timed-out'],
    [429, 'service-throttled'],
    [500, 'service-failed'],
    [502, 'service-failed'],
    [503, 'service-failed'],
  ] as const)('with status %i is reported as %s', (status, code) => {
    const error = thrownBy(() => read(incoming({ message: 'No' }, { status })));
    expect(error.code).toBe(code);
    expect(error.details).toMatchObject({ host: 'auth.example', status, message: 'No' });
    expect(error.requestId).toBe('req-1');
  });

  test('has a status below 200 or above 299', () => {
    const answer = (status: number) => incoming({ token, companyId: 'c1' }, { status });
    for (const status of [200, 299]) expect(read(answer(status)).companyId).toBe('c1');
    expect(thrownBy(() => read(answer(199))).code).toBe('service-refused');
    expect(thrownBy(() => read(answer(300))).code).toBe('answer-not-understood');
  });

  test('with a redirect is not understood, because the service sends no redirects', () => {
    const error = thrownBy(() => read(incoming({ message: 'No' }, { status: 302 })));
    expect(error).toMatchObject({ code: 'answer-not-understood', retryable: true });
  });

  test('with Retry-After is throttled', () => {
    const error = thrownBy(() => read(incoming('', { status: 503, retryAfter: '7' })));
    expect(error).toMatchObject({
      code: 'service-throttled',
      retryable: true,
      details: { retryAfter: 7_000 },
    });
  });

  test.each([401, 403])(
    'with status %i that repeats the key in its message is shown without the key',
    (status) => {
      const error = thrownBy(() =>
        read(incoming({ message: `Key ${apiKey.reveal()} is unknown` }, { status })),
      );
      expect(error.details['message']).toBe('Key [secret] is unknown');
      expect(allTextsOf(error)).not.toContain('canary');
    },
  );
});
