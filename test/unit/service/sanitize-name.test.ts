import { describe, expect, test } from 'vitest';
import {
  findRequestId,
  nameSanitizer,
  requestIdSanitizer,
  sanitizeMediaType,
  secretTexts,
} from '../../../src/main/service/sanitize-name.ts';
import { Secret } from '../../../src/main/service/secret.ts';

const token = 'eyJhbGciOi.JIUzI1NiJ9.c2lnbmF0dXJl';
const link = 'https://store.example/bucket/a.pdf?X-Amz-Signature=0123456789abcdef0123&X-Amz-Date=20261122';

describe('a name', () => {
  const sanitize = nameSanitizer([token, 'key', '?'.repeat(20)]);
  test.each(['req-1', 'a.b_c', '1-5f3e-9', 'x'.repeat(100)])('%s is kept', (name) => {
    expect(sanitize(name)).toBe(name);
  });
  test.each([
    '',
    'two words',
    'a/b',
    'a\nb',
    'ü',
    'x'.repeat(101),
    token,
    token.toUpperCase(),
    `req-${token.slice(5, 17)}-1`,
    token.slice(0, 12),
    Buffer.from('?'.repeat(20)).toString('base64url'),
    ...[token, Array.from(token).reverse().join('')].flatMap((text) => [
      text.slice(5, 17),
      ...['', 'x', 'xx'].map((before) => Buffer.from(`${before}${text}`).toString('base64url').slice(4, 20)),
      Buffer.from(text).toString('hex').slice(8, 20),
    ]),
  ])('%j is removed', (name) => {
    expect(sanitize(name)).toBeNull();
  });
});

test('a name with a secret of four characters is removed, and a name with a shorter secret is kept', () => {
  const sanitize = nameSanitizer(['pa55', 'key']);
  expect(sanitize('x-PA55-1')).toBeNull();
  expect(sanitize('pa5-5')).toBe('pa5-5');
  expect(sanitize('key-1')).toBe('key-1');
});

test('the path, the query and each query value of a link are secret, but not its host', () => {
  const sanitize = nameSanitizer(secretTexts([new Secret('upload-link', link)]));
  expect(sanitize('0123456789abcdef0123')).toBeNull();
  expect(sanitize('9abcdef0123')).toBe('9abcdef0123');
  expect(sanitize('store.example')).toBe('store.example');
});

test.each([
  ['application/json', 'application/json'],
  ['  Application/PROBLEM+json ; charset=utf-8', 'application/problem+json'],
  [`text/csv; name=${'x'.repeat(500)}`, 'text/csv'],
  [`text/${token}`, ''],
  [null, ''],
  ['', ''],
  ['json', ''],
  ['text/csv and more', ''],
  [`${'x'.repeat(300)}/y`, ''],
])('the media type of %o is %o: one slash, no parameters and nothing secret', (header, type) => {
  expect(sanitizeMediaType(header, [token])).toBe(type);
});

describe('the request ID of an answer', () => {
  const idOf = (headers: Readonly<Record<string, string>>) =>
    findRequestId((name) => headers[name] ?? null, requestIdSanitizer([token]));

  test.each([
    ['x-request-id', 'req-1', true],
    ['request-id', 'req-1', true],
    ['x-correlation-id', 'req-1', true],
    ['x-amz-request-id', 'req-1', true],
    ['x-trace-id', 'req-1', true],
    ['x-amz-id-2', 'Uuag1LuByRx9e6j5Onimru9pO4ZVKnJ2Qz7/C1NPcfTWAtRPfTaOFg==', true],
    ['x-guploader-uploadid', `ABPtcPr${'x-_9'.repeat(40)}`, true],
    ['x-ms-request-id', '2b9a51c0-101e-0015-6e0c-5a9d1d000000', true],
    ['x-amz-id-2', 'x'.repeat(201), false],
    ['x-amz-id-2', '<b>1</b>', false],
    ['x-amz-id-2', 'two words', false],
    ['x-amz-id-2', `a/${token}=`, false],
    ['x-request-id', Buffer.from(`?>~${token}`).toString('base64'), false],
    ['x-other', 'req-1', false],
  ])('in the header %s with the value %s is kept: %s', (name, value, isKept) => {
    expect(idOf({ [name]: value })).toBe(isKept ? value : null);
  });

  test.each([
    ['x-amz-request-id', 'x-amz-id-2'],
    ['x-request-id', 'x-trace-id'],
  ])('is that of %s before %s, unless it repeats a secret', (first, second) => {
    expect(idOf({ [second]: 'second', [first]: 'first' })).toBe('first');
    expect(idOf({ [second]: 'second', [first]: token })).toBe('second');
  });
});

test('the secret texts of a link are its path with query and each query value; the secret text of a key is the whole key', () => {
  expect(secretTexts([new Secret('upload-link', link)])).toEqual([
    '/bucket/a.pdf?X-Amz-Signature=0123456789abcdef0123&X-Amz-Date=20261122',
    '0123456789abcdef0123',
    '20261122',
  ]);
  expect(secretTexts([new Secret('api-key', 'https://looks.like/a-link')])).toEqual([
    'https://looks.like/a-link',
  ]);
  expect(secretTexts([new Secret('upload-link', 'no address')])).toEqual(['no address']);
});
