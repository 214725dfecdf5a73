import { describe, expect, test } from 'vitest';
import {
  errorOfStatus,
  fieldNames,
  isWebPage,
  jsonOf,
  messageOf,
  notUnderstood,
  retryAfterMilliseconds,
} from '../../../src/main/service/answers.ts';
import type { Incoming } from '../../../src/main/service/http/http-messages.ts';
import { nameSanitizer } from '../../../src/main/service/sanitize-name.ts';
import { Secret } from '../../../src/main/service/secret.ts';
import { incoming } from './http/incoming.ts';

const now = Date.parse('2026-03-02T08:00:00Z');

describe('the error of an answer outside 200 to 299 (section 7)', () => {
  const errorWith = (status: number, facts: Partial<Incoming> = {}) =>
    errorOfStatus('host', incoming('', { status, ...facts }), now, []);

  test.each([
    [300, null, 'answer-not-understood', true],
    [399, null, 'answer-not-understood', true],
    [400, null, 'service-refused', false],
    [401, null, 'sign-in-needed', false],
    [403, null, 'wrong-environment', false],
    [404, null, 'service-refused', false],
    [407, null, 'proxy-refused', false],
    [408, null, 'timed-out', true],
    [429, null, 'service-throttled', true],
    [429, '7', 'service-throttled', true],
    [500, null, 'service-failed', true],
    [500, '7', 'service-failed', true],
    [503, null, 'service-failed', true],
    [503, '7', 'service-throttled', true],
    [503, 'soon', 'service-failed', true],
  ] as const)('for status %i and Retry-After %o: %s, retryable %s', (status, retryAfter, code, retryable) => {
    const error = errorWith(status, { retryAfter });
    expect(error).toMatchObject({ code, retryable, requestId: 'req-1', details: { host: 'host', status } });
    expect(error.details['retryAfter']).toBe(retryAfter === '7' ? 7_000 : undefined);
    expect(Object.hasOwn(error.details, 'retryAfter')).toBe(retryAfter === '7');
  });

  test('measures a date of Retry-After by the clock of the answering host if the answer has a date', () => {
    const retryAfter = 'Mon, 02 Mar 2026 09:00:30 GMT';
    const waitOf = (date: string | null) => errorWith(429, { retryAfter, date }).details['retryAfter'];
    expect(waitOf('Mon, 02 Mar 2026 09:00:00 GMT')).toBe(30_000);
    for (const date of [null, 'no date']) expect(waitOf(date)).toBe(600_000);
  });

  test('counts a redirect as the answer of a captive portal', () => {
    const details = { host: 'host', status: 302, contentType: 'text/html' };
    expect(errorWith(302).details).toEqual(details);
  });
});

describe('a web page', () => {
  test.each([
    ['text/html', '<p>', true],
    ['application/xhtml+xml', '<p/>', true],
    ['text/html', '', false],
    ['application/json', '{}', false],
    ['', '<p>', false],
  ])('is recognized by type %o and bytes %o: %s', (contentType, body, expected) => {
    expect(isWebPage(incoming(body, { contentType }))).toBe(expected);
  });
});

describe('the names of the fields of an answer', () => {
  const namesOf = (body: unknown) => fieldNames(body, nameSanitizer(['canary-secret-value']));

  test('include the top level and one level down, in their order, and never a value', () => {
    const body = { data: { token: 'x', inner: { deep: 1 } }, code: 17, list: [{ a: 1 }] };
    expect(namesOf(body)).toEqual(['data', 'data.token', 'data.inner', 'code', 'list']);
  });

  test.each([null, [], 'text', 17, undefined])('are empty for %o', (body) => {
    expect(namesOf(body)).toEqual([]);
  });

  test('that could reveal a secret, or are invalid, are removed', () => {
    const body = { 'canary-secret-value': 1, 'a name': { 'canary-secret': 1, plain: 2 } };
    expect(namesOf(body)).toEqual(['[removed]', '[removed]', '[removed].[removed]', '[removed].plain']);
  });

  test('are cut at 60 characters', () => {
    expect(namesOf({ ['n'.repeat(100)]: 1 })).toEqual(['n'.repeat(60)]);
  });

  test('are at most 40, however many there are', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`field${index}`, index]));
    expect(namesOf(many)).toHaveLength(40);
    expect(namesOf({ first: many, second: 1 })).toHaveLength(40);
    expect(namesOf(many).at(-1)).toBe('field39');
  });
});

test.each([
  ['application/json', 'application/json'],
  ['', 'nothing'],
])('an answer of the type %j without a needed field is reported with its facts', (contentType, reported) => {
  expect(notUnderstood('host', incoming({ data: 1 }, { contentType }), { data: 1 }, 'token')).toMatchObject({
    code: 'answer-not-understood',
    requestId: 'req-1',
    details: { host: 'host', missing: 'token', fields: ['data'], contentType: reported, status: 200 },
  });
});

test('a body that is not JSON, or not UTF-8, has no value', () => {
  expect(jsonOf(incoming('{"a":'))).toBeUndefined();
  expect(jsonOf(incoming('', { body: Uint8Array.from([0x22, 0xff, 0x22]) }))).toBeUndefined();
});

test('a body of 1 MB is parsed directly, and a larger body is taken from the parser thread', () => {
  const text = 'x'.repeat(1024 * 1024 - 2);
  expect(jsonOf(incoming(`"${text}"`))).toBe(text);
  expect(jsonOf(incoming(`"${text}x"`))).toBeUndefined();
  expect(jsonOf(incoming(`"${text}x"`, { largeJson: 'parsed elsewhere' }))).toBe('parsed elsewhere');
});

describe('messages of the service', () => {
  test.each([
    ['message', { message: 'Invalid wallet Ids: 1, 2' }, 'Invalid wallet Ids: 1, 2'],
    ['error', { error: 'No such recipient' }, 'No such recipient'],
    ['error.message', { error: { message: 'No such recipient' } }, 'No such recipient'],
    ['detail', { detail: 'Too many' }, 'Too many'],
    ['title', { title: 'Too many' }, 'Too many'],
    ['nothing', { code: 17 }, ''],
    ['a message that is not a string', { message: { text: 'x' } }, ''],
  ])('are found under %s', (_where, body, message) => {
    expect(messageOf(incoming(body), [])).toBe(message);
  });

  test('of a web page, XML and plain text are not shown', () => {
    for (const text of ['<html>No</html>', '<Error><Message>No</Message></Error>', 'No', '["No"]', ''])
      expect(messageOf(incoming(text), [])).toBe('');
  });

  test.each([
    [' one\n\ttwo\u0000three ', 'one two three'],
    ['x'.repeat(5_000), 'x'.repeat(300)],
    [
      'Sent: Bearer   canary.token and bearer\tcanary2, not FooBearer x',
      'Sent: Bearer [removed] and Bearer [removed] not FooBearer x',
    ],
    ['known-key for known-token and known-key again', '[secret] for [secret] and [secret] again'],
    [
      'Expired: HTTPS://s.example/key?sig=canary&x=1, see http://docs.example/#canary or /help',
      'Expired: HTTPS://s.example/key?[removed] see http://docs.example/?[removed] or /help',
    ],
    // The cut for the scan is in the middle of the secret.
    [`Bearer ${'x'.repeat(9_983)} known-token`, 'Bearer [removed] [secret]'],
    ['http://'.repeat(60_000), 'http://'.repeat(43).slice(0, 300)],
  ])('are one line of at most 300 characters without secrets and queries (%#)', (message, shown) => {
    const secrets = [new Secret('api-key', 'known-key'), new Secret('bearer-token', 'known-token')];
    expect(messageOf(incoming({ message }), secrets)).toBe(shown);
  });
});

describe('Retry-After', () => {
  test.each([
    ['seconds', '120', 120_000],
    ['seconds with blanks', ' 5 ', 5_000],
    ['none', '0', 0],
    ['a day, cut to ten minutes', '86400', 600_000],
    ['a date', 'Mon, 02 Mar 2026 08:02:00 GMT', 120_000],
    ['a date in the obsolete format', 'Monday, 02-Mar-26 08:02:00 GMT', 120_000],
    ['a date in the past', 'Mon, 02 Mar 2026 07:00:00 GMT', 0],
    ['a date far away, cut to ten minutes', 'Mon, 02 Mar 2027 08:00:00 GMT', 600_000],
    ['a word', 'soon', null],
    ['a word with a number', 'in 5', null],
    ['a date with a word before it', 'on Mon, 02 Mar 2026 08:00:30 GMT', null],
    ['a date with an offset', 'Mon, 02 Mar 2026 08:00:30 GMT+1', null],
    ['a month', 'March 2026', null],
    ['a negative number', '-5', null],
    ['half a second', '0.5', null],
    ['an empty header', '', null],
    ['no header', null, null],
  ])('as %s is read in milliseconds', (_what, retryAfter, milliseconds) => {
    expect(retryAfterMilliseconds({ retryAfter, date: null }, now)).toBe(milliseconds);
  });
});
