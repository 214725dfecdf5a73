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
import { nameSanitizer } from '../../../src/main/service/sanitize-name.ts';
import { Secret, withoutSecrets } from '../../../src/main/service/secret.ts';
import { allTextsOf, incoming } from './incoming.ts';

const now = Date.parse('2026-03-02T08:00:00Z');

describe('the error of an answer outside 200 to 299 (section 7)', () => {
  test.each([
    [301, 'answer-not-understood', true],
    [400, 'service-refused', false],
    [401, 'sign-in-needed', false],
    [403, 'wrong-environment', false],
    [404, 'service-refused', false],
    [407, 'proxy-refused', false],
    [408, 'timed-out', true],
    [409, 'service-refused', false],
    [413, 'service-refused', false],
    [429, 'service-throttled', true],
    [500, 'service-failed', true],
    [503, 'service-failed', true],
    [504, 'service-failed', true],
  ] as const)('with status %i has the code %s and retryable %s', (status, code, retryable) => {
    expect(errorOfStatus('host', incoming('', { status }), now, [])).toMatchObject({
      code,
      retryable,
      requestId: 'req-1',
      details: { host: 'host', status },
    });
  });
});

describe('an answer with a Retry-After', () => {
  const errorWith = (status: number, facts: { retryAfter: string | null; date?: string }) =>
    errorOfStatus('host', incoming('', { status, ...facts }), now, []);

  test.each([
    [500, 'service-failed'],
    [502, 'service-failed'],
    [503, 'service-throttled'],
    [429, 'service-throttled'],
  ] as const)('and the status %i is %s, with the requested wait', (status, code) => {
    expect(errorWith(status, { retryAfter: '7' })).toMatchObject({ code, details: { retryAfter: 7_000 } });
  });

  test('that is invalid requests no wait', () => {
    expect(Object.keys(errorWith(429, { retryAfter: 'soon' }).details)).not.toContain('retryAfter');
    expect(errorWith(503, { retryAfter: null }).code).toBe('service-failed');
  });

  test('that is a date is measured by the clock of the answering host if the answer has a date', () => {
    const retryAfter = 'Mon, 02 Mar 2026 09:00:30 GMT';
    const errorByHostClock = errorWith(429, { retryAfter, date: 'Mon, 02 Mar 2026 09:00:00 GMT' });
    expect(errorByHostClock.details['retryAfter']).toBe(30_000);
    expect(errorWith(429, { retryAfter }).details['retryAfter']).toBe(600_000);
    expect(errorWith(429, { retryAfter, date: 'no date' }).details['retryAfter']).toBe(600_000);
  });

  test.each([
    'on Mon, 02 Mar 2026 08:00:30 GMT',
    'Mon, 02 Mar 2026 08:00:30 GMT+1',
    'March 2026',
    '1.5',
    '-7',
  ])('of %o is invalid', (retryAfter) => {
    expect(retryAfterMilliseconds({ retryAfter, date: null }, now)).toBeNull();
  });
});

describe('a redirect', () => {
  test.each([300, 302, 399])('with status %i counts as the answer of a captive portal', (status) => {
    expect(errorOfStatus('host', incoming('', { status }), now, []).details).toEqual({
      host: 'host',
      status,
      contentType: 'text/html',
    });
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

describe('an answer without a needed field', () => {
  test('is reported with its host, type, status and field names, and its request ID', () => {
    const error = notUnderstood('host', incoming({ data: 1 }), { data: 1 }, 'token');
    expect(error).toMatchObject({
      code: 'answer-not-understood',
      requestId: 'req-1',
      details: {
        host: 'host',
        missing: 'token',
        fields: ['data'],
        contentType: 'application/json',
        status: 200,
      },
    });
  });

  test('and without a type is reported with the type nothing', () => {
    const error = notUnderstood('host', incoming('', { contentType: '' }), undefined, 'token');
    expect(error.details['contentType']).toBe('nothing');
  });
});

describe('a body', () => {
  test('that is not UTF-8 is not JSON', () => {
    expect(jsonOf(incoming('', { body: Uint8Array.from([0x22, 0xff, 0x22]) }))).toBeUndefined();
  });

  test('that is not JSON has no value', () => {
    expect(jsonOf(incoming('{"a":'))).toBeUndefined();
  });

  test('of 1 MB is parsed directly, and a larger body is taken from the parser thread', () => {
    const text = 'x'.repeat(1024 * 1024 - 2);
    expect(jsonOf(incoming(`"${text}"`))).toBe(text);
    const body = new TextEncoder().encode(`"${'x'.repeat(1024 * 1024)}"`);
    expect(jsonOf(incoming('', { body }))).toBeUndefined();
    expect(jsonOf(incoming('', { body, largeJson: 'parsed elsewhere' }))).toBe('parsed elsewhere');
  });
});

describe('messages of the service', () => {
  test('lose a bearer token after any separator', () => {
    const message = 'Sent: Bearer   canary.token and bearer\tcanary2, not FooBearer x';
    expect(messageOf(incoming({ message }), [])).toBe(
      'Sent: Bearer [removed] and Bearer [removed] not FooBearer x',
    );
  });

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
    for (const text of ['<html>No</html>', '<Error><Message>No</Message></Error>', 'No', '["No"]', '']) {
      expect(messageOf(incoming(text), [])).toBe('');
    }
  });

  test('are one line of at most 300 characters', () => {
    expect(messageOf(incoming({ message: ' one\n\ttwo\u0000three ' }), [])).toBe('one two three');
    expect(messageOf(incoming({ message: 'x'.repeat(5_000) }), [])).toHaveLength(300);
  });

  test('lose the query of every URL, also in 400 KB of URLs', () => {
    const message = 'see HTTPS://s.example/a?sig=canary and http://t.example/b#canary';
    expect(messageOf(incoming({ message }), [])).toBe(
      'see HTTPS://s.example/a?[removed] and http://t.example/b?[removed]',
    );
    expect(messageOf(incoming({ message: 'http://'.repeat(60_000) }), [])).toHaveLength(300);
  });

  test('lose a secret at the position of the cut', () => {
    const secret = new Secret('bearer-token', 'canary-token');
    const message = `Bearer ${'x'.repeat(9_983)} canary-token`;
    expect(messageOf(incoming({ message }), [secret])).not.toContain('canary');
  });

  test('lose every known secret at any position', () => {
    const secrets = [new Secret('api-key', 'canary-key'), new Secret('bearer-token', 'canary-token')];
    const message = 'canary-key for canary-token and canary-key again';
    expect(messageOf(incoming({ message }), secrets)).toBe('[secret] for [secret] and [secret] again');
    expect(messageOf(incoming({ message: 'bad header Bearer abc.def-1' }), [])).toBe(
      'bad header Bearer [removed]',
    );
  });
});

test('a link in the service’s message loses its secret parts', () => {
  const message =
    'Expired: https://s.example/key?X-Signature=canary&x=1, see http://docs.example/#canary or /help';
  expect(messageOf(incoming({ message }), [])).toBe(
    'Expired: https://s.example/key?[removed] see http://docs.example/?[removed] or /help',
  );
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
    ['a negative number', '-5', null],
    ['half a second', '0.5', null],
    ['an empty header', '', null],
    ['no header', null, null],
  ])('as %s is read in milliseconds', (_what, retryAfter, milliseconds) => {
    expect(retryAfterMilliseconds({ retryAfter, date: null }, now)).toBe(milliseconds);
  });
});

describe('a secret', () => {
  const secret = new Secret('api-key', 'canary-value');

  test('is returned only by its reveal method', () => {
    const holder = { secret, list: [secret], text: ['key', secret].join(' ') };
    expect(allTextsOf(secret)).not.toContain('canary');
    expect(allTextsOf(holder)).not.toContain('canary');
    expect(allTextsOf(Object.assign(new Error('x'), { secret }))).not.toContain('canary');
    expect(secret.reveal()).toBe('canary-value');
  });

  test('is removed from texts, unless it is too short to be distinctive', () => {
    expect(withoutSecrets('a canary-value b', [secret])).toBe('a [secret] b');
    expect(withoutSecrets('banana', [new Secret('api-key', 'a')])).toBe('banana');
    expect(withoutSecrets('nothing', [new Secret('api-key', '')])).toBe('nothing');
  });
});
