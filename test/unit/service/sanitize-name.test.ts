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
  const sanitize = nameSanitizer([token, 'key']);
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

test('a media type has one slash, no parameters and nothing secret', () => {
  expect(sanitizeMediaType('Application/JSON; charset=utf-8', [token])).toBe('application/json');
  expect(sanitizeMediaType('image/svg+xml', [token])).toBe('image/svg+xml');
  expect(sanitizeMediaType(`text/${token}`, [token])).toBe('');
  expect(sanitizeMediaType('nonsense', [token])).toBe('');
  expect(sanitizeMediaType(null, [token])).toBe('');
});

describe('a media type', () => {
  test.each([
    ['application/json', 'application/json'],
    ['  Application/PROBLEM+json ; charset=utf-8', 'application/problem+json'],
    [`text/csv; name=${'x'.repeat(500)}`, 'text/csv'],
    [null, ''],
    ['', ''],
    ['json', ''],
    ['text/csv and more', ''],
    ['a text/csv', ''],
    ['text/csv/x', ''],
    [`${'x'.repeat(300)}/y`, ''],
  ])('is read from %o as %o', (header, type) => {
    expect(sanitizeMediaType(header, [])).toBe(type);
  });
});

describe('the request ID of an answer', () => {
  const idOf = (headers: Readonly<Record<string, string>>, secrets: string[] = []) =>
    findRequestId((name) => headers[name] ?? null, nameSanitizer(secrets));

  test.each(['x-request-id', 'request-id', 'x-correlation-id', 'x-amz-request-id', 'x-trace-id'])(
    'is found under %s',
    (name) => {
      expect(idOf({ [name]: 'req-1' })).toBe('req-1');
    },
  );

  test.each(['x-ms-request-id', 'x-guploader-uploadid', 'x-amz-id-2'])(
    'of a storage is found under %s',
    (name) => {
      expect(idOf({ [name]: 'req-1' })).toBe('req-1');
    },
  );

  test.each([
    ['x-amz-id-2', 'Uuag1LuByRx9e6j5Onimru9pO4ZVKnJ2Qz7/C1NPcfTWAtRPfTaOFg==', true],
    ['x-guploader-uploadid', `ABPtcPr${'x-_9'.repeat(40)}`, true],
    ['x-ms-request-id', '2b9a51c0-101e-0015-6e0c-5a9d1d000000', true],
    ['x-amz-id-2', 'x'.repeat(201), false],
    ['x-amz-id-2', '<b>1</b>', false],
    ['x-amz-id-2', 'two words', false],
  ])('in the header %s with the value %s is kept: %s', (name, value, isKept) => {
    const id = findRequestId((header) => (header === name ? value : null), requestIdSanitizer([token]));
    expect(id).toBe(isKept ? value : null);
  });

  test('of S3 is x-amz-request-id before x-amz-id-2', () => {
    expect(idOf({ 'x-amz-id-2': 'host', 'x-amz-request-id': 'own' })).toBe('own');
  });

  test('comes from the next header when the first header repeats a secret', () => {
    const headers = { 'x-amz-request-id': token, 'x-amz-id-2': 'host' };
    expect(idOf(headers, [token])).toBe('host');
    const sanitize = requestIdSanitizer([token]);
    expect(findRequestId(() => `a/${token}=`, sanitize)).toBeNull();
  });

  test('of the service is preferred to the trace ID of a proxy', () => {
    expect(idOf({ 'x-trace-id': 'trace', 'x-request-id': 'own' })).toBe('own');
  });

  test('is null without a known header, or when the header repeats a secret', () => {
    expect(idOf({})).toBeNull();
    expect(idOf({ 'x-other': 'req-1' })).toBeNull();
    expect(idOf({ 'x-request-id': token }, [token])).toBeNull();
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
