import { describe, expect, test } from 'vitest';
import { errorOfStatus, messageOf, retryAfterMilliseconds } from '../../../src/main/service/answers.ts';
import { Secret, withoutSecrets } from '../../../src/main/service/secret.ts';
import { everythingSeenOf, incoming } from './incoming.ts';

const now = Date.parse('2026-03-02T08:00:00Z');

describe('what an answer outside 200 to 299 means (section 7)', () => {
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
  ] as const)('%i: %s, retryable %s', (status, code, retryable) => {
    expect(errorOfStatus('host', incoming('', { status }), now, [])).toMatchObject({
      code,
      retryable,
      requestId: 'req-1',
      details: { host: 'host', status },
    });
  });
});

describe('the service’s own words', () => {
  test.each([
    ['message', { message: 'Invalid wallet Ids: 1, 2' }, 'Invalid wallet Ids: 1, 2'],
    ['error', { error: 'No such recipient' }, 'No such recipient'],
    ['error.message', { error: { message: 'No such recipient' } }, 'No such recipient'],
    ['detail', { detail: 'Too many' }, 'Too many'],
    ['title', { title: 'Too many' }, 'Too many'],
    ['nothing', { code: 17 }, ''],
    ['a message that is no text', { message: { text: 'x' } }, ''],
  ])('are found under %s', (_where, body, words) => {
    expect(messageOf(incoming(body), [])).toBe(words);
  });

  test('of a web page, of XML and of plain text stay out', () => {
    for (const text of ['<html>No</html>', '<Error><Message>No</Message></Error>', 'No', '["No"]', '']) {
      expect(messageOf(incoming(text), [])).toBe('');
    }
  });

  test('are one line of at most 300 characters', () => {
    expect(messageOf(incoming({ message: ' one\n\ttwo\u0000three ' }), [])).toBe('one two three');
    expect(messageOf(incoming({ message: 'x'.repeat(5_000) }), [])).toHaveLength(300);
  });

  test('lose the query of every address, also of 400 KB of addresses', () => {
    const message = 'see HTTPS://s.example/a?sig=canary and http://t.example/b#canary';
    expect(messageOf(incoming({ message }), [])).toBe(
      'see HTTPS://s.example/a?[removed] and http://t.example/b?[removed]',
    );
    expect(messageOf(incoming({ message: 'http://'.repeat(60_000) }), [])).toHaveLength(300);
  });

  test('lose a secret that stands where the text is cut', () => {
    const secret = new Secret('bearer-token', 'canary-token');
    const message = `Bearer ${'x'.repeat(9_983)} canary-token`;
    expect(messageOf(incoming({ message }), [secret])).not.toContain('canary');
  });

  test('lose every secret that is known, wherever it stands', () => {
    const secrets = [new Secret('api-key', 'canary-key'), new Secret('bearer-token', 'canary-token')];
    const message = 'canary-key for canary-token and canary-key again';
    expect(messageOf(incoming({ message }), secrets)).toBe('[secret] for [secret] and [secret] again');
    expect(messageOf(incoming({ message: 'bad header Bearer abc.def-1' }), [])).toBe(
      'bad header Bearer [removed]',
    );
  });
});

test('a link in the service’s words loses what makes it one', () => {
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
    ['a date of old servers', 'Monday, 02-Mar-26 08:02:00 GMT', 120_000],
    ['a date that is over', 'Mon, 02 Mar 2026 07:00:00 GMT', 0],
    ['a date far away, cut to ten minutes', 'Mon, 02 Mar 2027 08:00:00 GMT', 600_000],
    ['a word', 'soon', null],
    ['a word with a number', 'in 5', null],
    ['less than nothing', '-5', null],
    ['half a second', '0.5', null],
    ['an empty header', '', null],
    ['no header', null, null],
  ])('as %s', (_what, header, milliseconds) => {
    expect(retryAfterMilliseconds(header, now)).toBe(milliseconds);
  });
});

describe('a secret', () => {
  const secret = new Secret('api-key', 'canary-value');

  test('shows itself to nobody who does not ask for it by name', () => {
    const holder = { secret, list: [secret], text: ['key', secret].join(' ') };
    expect(everythingSeenOf(secret)).not.toContain('canary');
    expect(everythingSeenOf(holder)).not.toContain('canary');
    expect(everythingSeenOf(Object.assign(new Error('x'), { secret }))).not.toContain('canary');
    expect(secret.reveal()).toBe('canary-value');
  });

  test('is taken out of texts, but for words so short that they stand everywhere', () => {
    expect(withoutSecrets('a canary-value b', [secret])).toBe('a [secret] b');
    expect(withoutSecrets('banana', [new Secret('api-key', 'a')])).toBe('banana');
    expect(withoutSecrets('nothing', [new Secret('api-key', '')])).toBe('nothing');
  });
});
