import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createLinkSigner } from '../../../src/main/simulator/links.ts';
import { eventually } from '../../fakes/eventually.ts';
import { brokenRules, call, clientOf, linkFor, open, put, sendRaw } from './support.ts';

const minute = 60_000;
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('a PUT to a link', () => {
  test('stores the bytes with size, hash, type and time', async () => {
    const now = 1_767_600_000_000;
    const simulator = await open({ time: () => now });
    const client = await clientOf(simulator);
    const { link, key } = await linkFor(simulator, client, 'scan.png');
    const body = Buffer.alloc(700_000, 'practice');
    const reply = await put(link, body, 'image/png');
    expect(reply.status).toBe(200);
    expect(reply.headers['x-request-id']).toBeDefined();
    expect(simulator.state.objects.get(key)).toEqual({
      key,
      size: body.length,
      sha256: sha256(body),
      contentType: 'image/png',
      uploadCount: 1,
      storedAt: now,
      bytes: null,
    });
    expect(simulator.violations()).toEqual([]);
  });

  test('requires the declared type, or without a declaration the type of the extension', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const url = `${simulator.hosts.beneficiary}/uploadDocuments`;
    const body = [{ fileName: 'a.jpg', fileType: 'image/pjpeg' }, { fileName: 'b.svg' }];
    const reply = await client.send('POST', url, body);
    const [declaredTypeLink = '', derivedTypeLink = ''] = [...reply.text.matchAll(/"link":"([^"]+)"/g)].map(
      ([, link]) => link,
    );
    expect((await put(declaredTypeLink, 'x', 'image/pjpeg')).status).toBe(200);
    expect((await put(derivedTypeLink, 'x', 'image/svg+xml')).status).toBe(200);
    expect(simulator.violations()).toEqual([]);
  });

  test('keeps the bytes with the option `keepBytes`', async () => {
    const simulator = await open({ keepBytes: true });
    const client = await clientOf(simulator);
    const { link, key } = await linkFor(simulator, client);
    await put(link, 'kept');
    expect(Buffer.from(simulator.state.objects.get(key)?.bytes ?? []).toString()).toBe('kept');
  });

  test('replaces the stored bytes and is counted when it is repeated', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link, key } = await linkFor(simulator, client);
    await put(link, 'first');
    await put(link, 'second');
    expect(simulator.state.objects.get(key)).toMatchObject({ uploadCount: 2, sha256: sha256('second') });
  });

  test('is refused with 403 in XML and without a violation from 15 minutes after the issue of the link', async () => {
    const simulator = await open({ time: () => 1_767_600_000_000 });
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    simulator.clock.advance(15 * minute - 1);
    expect((await put(link)).status).toBe(200);
    simulator.clock.advance(1);
    const reply = await put(link);
    expect(reply.status).toBe(403);
    expect(reply.headers['content-type']).toBe('application/xml;charset=utf-8');
    expect(reply.text).toContain('<Error><Code>AccessDenied</Code><Message>Request has expired</Message>');
    expect(reply.text).toContain(`<RequestId>${String(reply.headers['x-request-id'])}</RequestId>`);
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['key', (link: string) => link.replace('.pdf?', '.png?')],
    ['validity', (link: string) => link.replace('X-Amz-Expires=900', 'X-Amz-Expires=9000')],
    ['date', (link: string) => link.replace(/X-Amz-Date=\d{4}/, 'X-Amz-Date=2099')],
    ['signature', (link: string) => link.replace(/X-Amz-Signature=[\da-f]{4}/, 'X-Amz-Signature=ffff')],
    ['missing signature', (link: string) => link.replace(/&X-Amz-Signature=[\da-f]+/, '')],
    ['further parameter', (link: string) => `${link}&x=1`],
  ])('with an altered link (%s) is refused with 403 and a violation', async (_, alter) => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    const reply = await put(alter(link));
    expect(reply.status).toBe(403);
    expect(brokenRules(simulator)).toEqual(['link-signature']);
    expect(simulator.state.objects.size).toBe(0);
  });

  test('to the link of one key cannot store another key', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const [first, second] = [await linkFor(simulator, client), await linkFor(simulator, client)];
    await put(first.link.replace(first.key, second.key));
    expect(brokenRules(simulator)).toEqual(['link-signature']);
  });

  test.each([
    ['another type', 'image/png'],
    ['a parameter', 'application/pdf; charset=utf-8'],
  ])('with %s is refused with 403 and a violation', async (_, type) => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    const reply = await put(link, 'x', type);
    expect(reply.status).toBe(403);
    expect(reply.text).toContain('<Code>SignatureDoesNotMatch</Code>');
    expect(brokenRules(simulator)).toEqual(['content-type']);
  });

  test('with chunked encoding is refused with 501 and a violation', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    const headers = { 'content-type': 'application/pdf' };
    const reply = await call(link, { method: 'PUT', headers, body: 'x', chunked: true });
    expect(reply.status).toBe(501);
    expect(reply.text).toContain('<Code>NotImplemented</Code>');
    expect(brokenRules(simulator)).toEqual(['chunked']);
    expect(simulator.state.objects.size).toBe(0);
  });

  test('without a length is refused with 411 and a violation', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { pathname, search } = new URL((await linkFor(simulator, client)).link);
    const received = await sendRaw(
      simulator.storage,
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/pdf\r\n\r\n`,
    );
    expect(received).toMatch(/^HTTP\/1\.1 411 /);
    expect(brokenRules(simulator)).toEqual(['content-length']);
  });

  test('of an empty file with a length of 0 is stored', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link, key } = await linkFor(simulator, client);
    expect((await put(link, '')).status).toBe(200);
    expect(simulator.state.objects.get(key)).toMatchObject({ size: 0, sha256: sha256('') });
  });

  test.each([
    ['a token', 'authorization-unwanted'],
    ['a cookie', 'cookie'],
  ])('with %s is refused with 400 and a violation', async (header, rule) => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    const { authorization } = client.headers;
    const forbiddenHeader = header === 'a token' ? { authorization } : { cookie: 'a=b' };
    const headers = { 'content-type': 'application/pdf', ...forbiddenHeader };
    const reply = await call(link, { method: 'PUT', headers, body: 'x' });
    expect(reply.status).toBe(400);
    expect(reply.headers['content-type']).toBe('application/xml;charset=utf-8');
    expect(brokenRules(simulator)).toEqual([rule]);
    expect(simulator.state.objects.size).toBe(0);
  });

  test('that is interrupted stores nothing and is recorded without a status', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { pathname, search, port } = new URL((await linkFor(simulator, client)).link);
    const head = `PUT ${pathname}${search} HTTP/1.1\r\nhost: x\r\ncontent-type: application/pdf\r\ncontent-length: 9\r\n\r\n`;
    const socket = connect(Number(port), '127.0.0.1', () => socket.end(`${head}part`));
    socket.resume();
    await eventually(() => expect(simulator.calls().at(-1)).toMatchObject({ route: 'upload', status: null }));
    expect(simulator.state.objects.size).toBe(0);
    expect(simulator.violations()).toEqual([]);
  });

  test('to `url` is refused with a violation, regardless of the query', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link, url } = await linkFor(simulator, client);
    expect((await put(url)).status).toBe(403);
    expect((await put(`${url}${new URL(link).search}`)).status).toBe(403);
    expect(brokenRules(simulator)).toEqual(['put-to-url', 'put-to-url']);
    expect(simulator.state.objects.size).toBe(0);
  });

  test('is required: other methods for a link are refused with 405 and a violation', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link } = await linkFor(simulator, client);
    expect((await call(link)).status).toBe(405);
    expect((await call(link, { method: 'POST', body: 'x' })).status).toBe(405);
    expect(brokenRules(simulator)).toEqual(['wrong-method', 'wrong-method']);
  });

  test.each([
    ['opaque', /^"[\da-f]{32}-1"$/],
    ['md5', new RegExp(`^"${createHash('md5').update('bytes').digest('hex')}"$`)],
  ] as const)('returns an ETag of the kind %s', async (etag, expected) => {
    const simulator = await open({ etag });
    const client = await clientOf(simulator);
    const reply = await put((await linkFor(simulator, client)).link);
    expect(reply.headers.etag).toMatch(expected);
  });

  test('returns no ETag with the option `none`', async () => {
    const simulator = await open({ etag: 'none' });
    const client = await clientOf(simulator);
    const reply = await put((await linkFor(simulator, client)).link);
    expect(reply.headers.etag).toBeUndefined();
  });

  test('with `Expect: 100-continue` is stored', async () => {
    const simulator = await open();
    const client = await clientOf(simulator);
    const { link, key } = await linkFor(simulator, client);
    const headers = { 'content-type': 'application/pdf', expect: '100-continue' };
    expect((await call(link, { method: 'PUT', headers, body: 'x' })).status).toBe(200);
    expect(simulator.state.objects.get(key)?.size).toBe(1);
  });
});

describe('the signature of a link', () => {
  const grant = { method: 'PUT', path: '/a', contentType: 'image/png' } as const;
  const signer = createLinkSigner(Buffer.from('secret'));
  const query = new URLSearchParams(signer.sign(grant, 0, 900));

  test('is valid for the signed request, whatever the order of its parameters', () => {
    expect(signer.check(grant, query, 1000)).toEqual({ state: 'good', ageMs: 1000 });
    const reversed = new URLSearchParams([...query.entries()].reverse());
    expect(signer.check(grant, reversed, 1000)).toEqual({ state: 'good', ageMs: 1000 });
  });

  test.each([
    ['path', { ...grant, path: '/b' }],
    ['method', { ...grant, method: 'GET' as const }],
    ['content type', { ...grant, contentType: 'image/jpeg' }],
  ])('is invalid for another %s', (_, changedGrant) => {
    expect(signer.check(changedGrant, query, 0)).toEqual({ state: 'bad' });
  });

  test('is invalid under another secret', () => {
    expect(createLinkSigner(Buffer.from('other')).check(grant, query, 0)).toEqual({ state: 'bad' });
  });
});
