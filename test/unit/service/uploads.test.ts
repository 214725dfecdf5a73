import { describe, expect, test } from 'vitest';
import { errorOfUpload, linkRequestBody, mimeTypeOf, readLinks } from '../../../src/main/service/uploads.ts';
import { allTextsOf, incoming, thrownBy } from './http/incoming.ts';

const rules = { allowHttpLoopback: false, storageHosts: [] };
const now = 0;
const item = (number: number) => ({
  link: `https://storage.example/${number}?signature=canary-${number}`,
  url: `https://storage.example/view/${number}`,
  key: `key-${number}`,
});
const read = (body: unknown, count = 2) => readLinks('beneficiary.example', incoming(body), count, rules);

describe('a request for links (section 4.3)', () => {
  test('is an array with one item per file in order, with the type of the extension', () => {
    const body: unknown = JSON.parse(
      new TextDecoder().decode(linkRequestBody(['b.PDF', 'ä "q".jpg', 'c.jpeg', 'd.png', 'e.svg'])),
    );
    expect(body).toEqual([
      { fileName: 'b.PDF', fileType: 'application/pdf' },
      { fileName: 'ä "q".jpg', fileType: 'image/jpeg' },
      { fileName: 'c.jpeg', fileType: 'image/jpeg' },
      { fileName: 'd.png', fileType: 'image/png' },
      { fileName: 'e.svg', fileType: 'image/svg+xml' },
    ]);
  });

  test.each(['a.gif', 'a', '.pdf', 'a.pdf.exe'])('is never made for %s', (name) => {
    expect(thrownBy(() => mimeTypeOf(name)).code).toBe('arguments-invalid');
    expect(thrownBy(() => linkRequestBody(['ok.pdf', name])).code).toBe('arguments-invalid');
  });
});

describe('the items of an answer (section 2.4)', () => {
  test('belong to the files by their index', () => {
    const targets = read({ items: [item(2), item(1)], more: true });
    expect(targets.map(({ key }) => key)).toEqual(['key-2', 'key-1']);
    expect(targets[0]?.link.reveal()).toBe(item(2).link);
  });

  test('may have a key of 2,048 characters', () => {
    expect(read({ items: [{ ...item(1), key: 'k'.repeat(2_048) }] }, 1)).toHaveLength(1);
  });

  test('need no url field, which is never used as the link', () => {
    const { url: _url, ...itemWithoutUrl } = item(1);
    expect(read({ items: [itemWithoutUrl] }, 1)[0]?.link.reveal()).toBe(item(1).link);
  });

  test.each([
    ['too few', { items: [item(1)] }, 'items (1 in place of 2)'],
    ['too many', { items: [item(1), item(2), item(3)] }, 'items (3 in place of 2)'],
    ['none', { items: [] }, 'items (0 in place of 2)'],
    ['no list', { items: { 0: item(1), 1: item(2) } }, 'items'],
    ['no field items', { data: [item(1), item(2)] }, 'items'],
    ['a list at the top', [item(1), item(2)], 'items'],
    ['a web page', '<html>Sign in</html>', 'items'],
    ['JSON that was cut off', '{"items": [{"link": "https://', 'items'],
    ['a repeated key', { items: [item(1), { ...item(2), key: 'key-1' }] }, 'items with different keys'],
    [
      'a repeated link',
      { items: [item(1), { ...item(2), link: item(1).link }] },
      'items with different links',
    ],
    ['a missing key', { items: [item(1), { ...item(2), key: undefined }] }, 'items.key'],
    ['an empty key', { items: [item(1), { ...item(2), key: '' }] }, 'items.key'],
    ['a key that is a number', { items: [item(1), { ...item(2), key: 7 }] }, 'items.key'],
    ['a key that is too long', { items: [item(1), { ...item(2), key: 'k'.repeat(2_049) }] }, 'items.key'],
    ['a missing link', { items: [item(1), { ...item(2), link: undefined }] }, 'items.link'],
    ['a link that is a number', { items: [item(1), { ...item(2), link: 7 }] }, 'items.link'],
    [
      'a link by http',
      { items: [item(1), { ...item(2), link: 'http://s.example/' }] },
      'items.link that may be used',
    ],
    ['an item that is null', { items: [item(1), null] }, 'items.key'],
    ['an item that is a text', { items: [item(1), 'https://s.example'] }, 'items.key'],
  ])('with %s are all rejected', (_what, body, missing) => {
    const error = thrownBy(() => read(body));
    expect(error).toMatchObject({ code: 'answer-not-understood', requestId: 'req-1', details: { missing } });
    expect(allTextsOf(error)).not.toContain('canary');
  });
});

describe('the answer of a pre-signed target (section 4.4)', () => {
  const xml = (code: string) =>
    `<?xml version="1.0"?>\n<Error><Code>${code}</Code><Message>canary</Message></Error>`;
  const errorFor = (status: number, body = '', facts = {}) =>
    errorOfUpload(
      'storage.example',
      incoming(body, { status, contentType: 'application/xml', ...facts }),
      now,
    );

  test.each([200, 201, 204])('with status %i means that the file is stored', (status) => {
    expect(errorFor(status)).toBeNull();
  });

  test('that is a web page is not a success, because a filter may have sent it', () => {
    const page = { contentType: 'text/html' };
    expect(errorFor(200, '<html>Blocked</html>', page)).toMatchObject({
      code: 'answer-not-understood',
      details: { contentType: 'text/html', host: 'storage.example' },
    });
    // Some storages declare an empty answer as HTML.
    expect(errorFor(200, '', page)).toBeNull();
  });

  test.each([
    [202, '', 'service-refused', false],
    [206, '', 'service-refused', false],
    [301, '', 'service-refused', false],
    [302, 'ExpiredToken', 'service-refused', false],
    [307, '', 'service-refused', false],
    [400, 'RequestTimeout', 'timed-out', true],
    [400, 'ExpiredToken', 'link-refused', true],
    [400, 'EntityTooLarge', 'service-refused', false],
    [400, 'OperationAborted', 'service-refused', false],
    [401, '', 'service-refused', false],
    [403, 'SignatureDoesNotMatch', 'link-refused', true],
    [403, '', 'link-refused', true],
    [404, 'NoSuchBucket', 'service-refused', false],
    [408, '', 'timed-out', true],
    [409, 'OperationAborted', 'service-failed', true],
    [409, 'BlobAlreadyExists', 'service-refused', false],
    [409, 'ExpiredToken', 'service-refused', false],
    [409, 'RequestTimeout', 'service-refused', false],
    [429, '', 'service-throttled', true],
    [500, '', 'service-failed', true],
    [500, 'RequestTimeout', 'service-failed', true],
    [503, 'SlowDown', 'service-failed', true],
  ] as const)('with status %i and the error %j is %s, retryable %s', (status, message, code, retryable) => {
    const error = errorFor(status, message === '' ? '<html>No</html>' : xml(message));
    expect(error).toMatchObject({ code, retryable, requestId: 'req-1', details: { status, message } });
  });

  test('with status 503 and Retry-After is throttled', () => {
    expect(errorFor(503, xml('SlowDown'), { retryAfter: '3' })).toMatchObject({
      code: 'service-throttled',
      details: { retryAfter: 3_000 },
    });
  });

  test.each([
    ['XML', xml('SignatureDoesNotMatch'), 'SignatureDoesNotMatch'],
    ['XML of another error', xml('NoSuchBucket'), 'NoSuchBucket'],
    ['JSON that repeats the link', '{"message":"PUT /key?signature=canary is not signed"}', ''],
    ['XML whose code has a blank', xml('canary canary'), ''],
  ])(
    'with %s in its body is reported with its code alone, without any part of the link',
    (_what, body, message) => {
      for (const status of [400, 403, 404, 500]) {
        const error = errorFor(status, body);
        expect(error?.details['message']).toBe(message);
        expect(allTextsOf(error)).not.toContain('canary');
      }
    },
  );
});

test('a link has its stated lifetime, or the lifetime from the time of the answer to its expiry', () => {
  const lifetimesOf = (links: readonly string[], date: string | null) =>
    readLinks(
      'h',
      incoming({ items: links.map((link, index) => ({ link, key: `k${index}` })) }, { date }),
      2,
      rules,
    ).map(({ lifetimeMs }) => lifetimeMs);
  const links = [
    'https://s.example/1?X-Amz-Date=20261122T100000Z&X-Amz-Expires=120',
    'https://s.example/2?sv=2024-11-04&sr=b&sig=a&se=2026-11-22T10%3A05%3A00Z',
  ];
  expect(lifetimesOf(links, 'Sun, 22 Nov 2026 10:00:00 GMT')).toEqual([120_000, 300_000]);
  expect(lifetimesOf(links, null)).toEqual([120_000, null]);
});
