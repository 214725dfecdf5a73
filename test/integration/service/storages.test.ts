import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { acceptLink } from '../../../src/main/service/targets.ts';
import type { ProfileOptions } from '../../../src/shared/model/profile.ts';
import { startBlobStore } from '../../fakes/blob-store.ts';
import { createAuthority } from '../../fakes/certificate.ts';
import { startProxy } from '../../fakes/connect-proxy.ts';
import { startS3Store } from '../../fakes/s3-store.ts';
import { type ReceivedRequest, startHttp } from '../../fakes/servers.ts';
import { bodyOf, openService } from '../../fakes/service.ts';
import { trust } from './trust.ts';

const bytes = Buffer.from('%PDF-1.4 of this test');

/** Uploads the bytes to a link for a profile with the options. */
async function put(link: string, options: Partial<ProfileOptions> = {}, pac = 'DIRECT') {
  const { service, exchanges } = openService({ base: 'http://127.0.0.1:1', options, pac });
  const rules = { allowHttpLoopback: true, storageHosts: options.storageHosts ?? ['127.0.0.1'] };
  const accepted = acceptLink(link, rules);
  if (accepted === null) throw new Error('The link was not accepted');
  const progress: number[] = [];
  const outcome = service.putDocument(accepted, 'a.pdf', bodyOf(bytes), {
    onSent: (part) => progress.push(part),
  });
  return { outcome, exchanges, progress };
}

const headerNamesOf = (receivedRequests: readonly ReceivedRequest[]) =>
  receivedRequests.map(({ headers }) => headers.map(([name]) => name));

/** Keys with special characters, which must arrive as they were signed. */
const specialKeys = [
  'a.pdf',
  'company 7/Rechnung 2026 + Anlage.pdf',
  'ü/請求書 ①.pdf',
  'e\u0301 and \u00e9.pdf',
  '100%/50%25 off.pdf',
  "a'b(c)!*~_-.pdf",
  'a&b=c;d,e@f:g$h.pdf',
  'x#y?z.pdf',
  'twice//slashed.pdf',
  'back\\slash |^`[1]{2}<3>".pdf',
  ' blanks .pdf',
  'receipt 🧾.pdf',
];

describe('a storage that verifies signatures of AWS', () => {
  test.each(specialKeys)('stores %j byte for byte without other headers', async (key) => {
    const store = await startS3Store();
    const { outcome } = await put(store.presign(key));
    expect(await outcome).toEqual({ requestId: '79YVN0ZQ3E4ZKQ1B' });
    expect(store.objects.get(key)).toEqual({ bytes, type: 'application/pdf' });
    expect(store.refusals).toEqual([]);
    const expectedHeaders = ['content-type', 'user-agent', 'content-length', 'host', 'connection'];
    expect(headerNamesOf(store.receivedRequests).map((names) => names.toSorted())).toEqual([
      expectedHeaders.toSorted(),
    ]);
  });

  test('accepts an HTTPS link whose content type is signed', async () => {
    const authority = createAuthority('Storage Root');
    trust(authority);
    const store = await startS3Store({ identity: authority.issue('127.0.0.1') });
    const { outcome } = await put(
      store.presign('a b.pdf', { headers: { 'content-type': 'application/pdf' } }),
    );
    await outcome;
    expect(store.objects.get('a b.pdf')?.bytes).toEqual(bytes);
  });

  test('accepts a link with a checksum that the storage computes', async () => {
    const store = await startS3Store();
    const { outcome } = await put(
      store.presign('a', { parameters: { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' } }),
    );
    await outcome;
    const checksumStore = await startS3Store();
    const uploadWithChecksum = await put(
      checksumStore.presign('a', { parameters: { 'x-amz-sdk-checksum-algorithm': 'CRC32' } }),
    );
    await uploadWithChecksum.outcome;
    expect(checksumStore.objects.size).toBe(1);
  });

  test.each([
    ['another key', (link: string) => link.replace('right', 'wrong'), 'SignatureDoesNotMatch'],
    [
      'another signature',
      (link: string) => link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      'SignatureDoesNotMatch',
    ],
    [
      'a longer validity',
      (link: string) => link.replace('Expires=900', 'Expires=90000'),
      'SignatureDoesNotMatch',
    ],
    [
      'another region',
      (link: string) => link.replace('eu-west-1', 'us-east-1'),
      'AuthorizationQueryParametersError',
    ],
    ['another signer', (link: string) => link.replace('AKID', 'AKIX'), 'InvalidAccessKeyId'],
    ['an additional parameter', (link: string) => `${link}&x-amz-acl=public-read`, 'SignatureDoesNotMatch'],
  ])('refuses a link with %s', async (_what, changeLink, code) => {
    const store = await startS3Store();
    const { outcome } = await put(changeLink(store.presign('right.pdf')));
    await expect(outcome).rejects.toMatchObject({ details: { message: code } });
    expect(store.refusals).toEqual([code]);
    expect(store.objects.size).toBe(0);
  });

  test.each([
    ['expired', 901_000, 'AccessDenied'],
    ['not valid yet', -16 * 60_000, 'AccessDenied'],
    ['about to expire', 899_000, null],
  ])('checks the validity of a link that is %s', async (_what, elapsedMs, code) => {
    let now = Date.parse('2026-11-22T19:30:00Z');
    const store = await startS3Store({ now: () => now });
    const link = store.presign('a.pdf');
    now += elapsedMs;
    const { outcome } = await put(link);
    if (code === null) await outcome;
    else await expect(outcome).rejects.toMatchObject({ code: 'link-refused', details: { message: code } });
  });
});

describe('a link that was signed with headers that Paydesk does not send', () => {
  test.each([
    [{ 'content-md5': createHash('md5').update(bytes).digest('base64') }, 'content-md5'],
    [
      { 'x-amz-server-side-encryption': 'AES256', 'x-amz-acl': 'private' },
      'x-amz-acl, x-amz-server-side-encryption',
    ],
  ])('is not used: nothing is sent, and the headers are reported', async (headers, signedHeaderNames) => {
    const store = await startS3Store();
    const { outcome, exchanges, progress } = await put(store.presign('a.pdf', { headers }));
    await expect(outcome).rejects.toMatchObject({
      code: 'link-unusable',
      retryable: false,
      details: { host: `127.0.0.1:${store.port}`, problem: 'signed-headers', headers: signedHeaderNames },
    });
    expect(progress).toEqual([]);
    expect(exchanges).toEqual([]);
    expect(store.receivedRequests).toEqual([]);
  });
});

describe('a link with the checksum of an empty file', () => {
  test.each([
    ['BadDigest', { 'x-amz-checksum-crc32': 'AAAAAA==', 'x-amz-sdk-checksum-algorithm': 'CRC32' }],
    ['XAmzContentSHA256Mismatch', { 'X-Amz-Content-Sha256': createHash('sha256').digest('hex') }],
  ])('is refused with %s, and the cause is explained', async (message, parameters) => {
    const store = await startS3Store();
    const { outcome } = await put(store.presign('a.pdf', { parameters }));
    await expect(outcome).rejects.toMatchObject({
      code: 'link-unusable',
      requestId: '79YVN0ZQ3E4ZKQ1B',
      details: { status: 400, message, problem: 'empty-checksum' },
    });
  });

  test('does not change the error of a link with another checksum', async () => {
    const store = await startS3Store();
    const { outcome } = await put(store.presign('a', { parameters: { 'x-amz-checksum-crc32': 'NhCmhg==' } }));
    await expect(outcome).rejects.toMatchObject({
      code: 'service-refused',
      details: { message: 'BadDigest' },
    });
  });
});

describe('a storage with the rules of Azure', () => {
  test.each(specialKeys)('stores %j byte for byte as a block blob', async (key) => {
    const store = await startBlobStore();
    const { outcome } = await put(store.linkOf(key));
    expect(await outcome).toEqual({ requestId: '2b9a51c0-101e-0015-6e0c-5a9d1d000000' });
    expect(store.blobs.get(key)).toEqual({ bytes, type: 'application/pdf' });
    expect(store.receivedRequests[0]?.headers).toContainEqual(['x-ms-blob-type', 'BlockBlob']);
    expect(store.receivedRequests[0]?.headers).toHaveLength(6);
  });

  test('accepts a container link, by HTTPS only, at a custom domain', async () => {
    const authority = createAuthority('Storage Root');
    trust(authority);
    const host = 'uploads.company.example';
    const store = await startBlobStore({ identity: authority.issue(host) });
    const proxy = await startProxy(null, [], { [host]: store.port });
    const link = store.linkOf('a b.pdf', { resourceType: 'c', httpsOnly: true, origin: `https://${host}` });
    const { outcome } = await put(link, { storageHosts: [host] }, `PROXY ${proxy.address}`);
    await outcome;
    expect(store.blobs.get('a b.pdf')?.bytes).toEqual(bytes);
  });

  test.each([
    ['another signature', {}, (link: string) => link.replace('sig=', 'sig=A'), 403, 'AuthenticationFailed'],
    ['another name', {}, (link: string) => link.replace('/right', '/wrong'), 403, 'AuthenticationFailed'],
    [
      'more rights',
      { permissions: 'r' },
      (link: string) => link.replace('sp=r', 'sp=rcw'),
      403,
      'AuthenticationFailed',
    ],
    ['a later expiry', {}, (link: string) => link.replace('se=2', 'se=3'), 403, 'AuthenticationFailed'],
    [
      'no right to write',
      { permissions: 'r' },
      (link: string) => link,
      403,
      'AuthorizationPermissionMismatch',
    ],
    [
      'HTTPS only, used over HTTP',
      { httpsOnly: true },
      (link: string) => link,
      403,
      'AuthorizationProtocolMismatch',
    ],
    ['an expiry in the past', { seconds: -1 }, (link: string) => link, 403, 'AuthenticationFailed'],
    [
      'an unknown container',
      {},
      (link: string) => link.replace('/documents/', '/other/'),
      404,
      'ContainerNotFound',
    ],
  ])('refuses a link with %s', async (_what, options, changeLink, status, code) => {
    const store = await startBlobStore();
    const { outcome } = await put(changeLink(store.linkOf('right.pdf', options)));
    await expect(outcome).rejects.toMatchObject({
      code: status === 403 ? 'link-refused' : 'service-refused',
      requestId: '2b9a51c0-101e-0015-6e0c-5a9d1d000000',
      details: { status, message: code },
    });
    expect(store.blobs.size).toBe(0);
  });

  test('refuses a request without the blob type header', async () => {
    const store = await startBlobStore();
    const answer = await fetch(store.linkOf('a.pdf'), { method: 'PUT', body: bytes });
    expect([answer.status, answer.headers.get('x-ms-error-code')]).toEqual([400, 'MissingRequiredHeader']);
    expect(await answer.text()).toContain('<Code>MissingRequiredHeader</Code>');
  });
});

test('the request ID of another storage is reported as well', async () => {
  const id = `ABPtcPr${'x-_9'.repeat(30)}`;
  const store = await startHttp(() => ({ status: 200, headers: { 'x-guploader-uploadid': id } }));
  const { outcome, exchanges } = await put(
    `${store.base}/bucket/a.pdf?X-Goog-SignedHeaders=host&X-Goog-Signature=00`,
  );
  expect(await outcome).toEqual({ requestId: id });
  expect(exchanges).toMatchObject([{ requestId: id }]);
});

describe('a redirect of S3 to the region of a bucket', () => {
  const names = {
    global: 'company-documents.s3.amazonaws.com',
    regional: 'company-documents.s3.eu-west-1.amazonaws.com',
  };
  const attackerHost = 'company-documents.s3.eu-west-1.amazonaws.com.attacker.example';

  /** Starts a storage at all three hosts that redirects requests to the global host to `createLocation`. */
  async function startRedirectingStorage(
    createLocation: (presign: (host: string) => string, requestedTarget: string) => string,
  ) {
    const authority = createAuthority('Storage Root');
    trust(authority);
    const originAt = (host: string) => ({ origin: `https://${host}` });
    const store = await startS3Store({
      identity: authority.issue(names.global, names.regional, attackerHost),
      instead(request) {
        const host = new Map(request.headers).get('host');
        const requestedTarget = host === names.global || host === attackerHost ? request.target : null;
        if (requestedTarget === null) return undefined;
        return {
          status: 307,
          headers: {
            location: createLocation((name) => store.presign('a b.pdf', originAt(name)), requestedTarget),
          },
        };
      },
    });
    const { port } = store;
    const proxy = await startProxy(null, [], {
      [names.global]: port,
      [names.regional]: port,
      [attackerHost]: port,
    });
    const send = (storageHosts: string[] = []) =>
      put(store.presign('a b.pdf', originAt(names.global)), { storageHosts }, `PROXY ${proxy.address}`);
    const hosts = () => store.receivedRequests.map(({ headers }) => new Map(headers).get('host'));
    return { store, send, hosts };
  }

  test('is followed once with the same bytes and headers, without a token', async () => {
    const { store, send, hosts } = await startRedirectingStorage((presign) => presign(names.regional));
    const { outcome, exchanges } = await send();
    await outcome;
    expect(hosts()).toEqual([names.global, names.regional]);
    expect(store.objects.get('a b.pdf')).toEqual({ bytes, type: 'application/pdf' });
    const [firstHeaders = [], secondHeaders = []] = headerNamesOf(store.receivedRequests);
    expect(secondHeaders).toEqual(firstHeaders);
    expect([...firstHeaders, ...secondHeaders]).not.toContain('authorization');
    expect(store.receivedRequests.map(({ body }) => body)).toEqual([bytes, bytes]);
    expect(exchanges.map(({ request, status }) => [request, status])).toEqual([
      [`PUT ${names.global}`, 307],
      [`PUT ${names.regional}`, 200],
    ]);
  });

  test('is followed with the same query, and the link is refused when S3 does not accept it', async () => {
    const { send, hosts } = await startRedirectingStorage(
      (_, requestedTarget) => `https://${names.regional}${requestedTarget}`,
    );
    const { outcome } = await send();
    await expect(outcome).rejects.toMatchObject({ code: 'link-refused', details: { host: names.regional } });
    expect(hosts()).toEqual([names.global, names.regional]);
  });

  test('is not followed a second time', async () => {
    const store = await startS3Store();
    const authority = createAuthority('Storage Root');
    trust(authority);
    const thirdHost = 'company-documents.s3.us-west-2.amazonaws.com';
    const server = await startHttp(
      ({ headers, target }) => {
        const isFirst = new Map(headers).get('host') === names.global;
        return {
          status: 307,
          headers: { location: `https://${isFirst ? names.regional : thirdHost}${target}` },
        };
      },
      authority.issue(names.global, names.regional, thirdHost),
    );
    const { port } = server;
    const proxy = await startProxy(null, [], {
      [names.global]: port,
      [names.regional]: port,
      [thirdHost]: port,
    });
    const link = store.presign('a.pdf', { origin: `https://${names.global}` });
    const { outcome } = await put(link, { storageHosts: [] }, `PROXY ${proxy.address}`);
    await expect(outcome).rejects.toMatchObject({ code: 'service-refused', details: { status: 307 } });
    expect(server.receivedRequests).toHaveLength(2);
  });

  test.each([
    ['another domain', (requestedTarget: string) => `https://${attackerHost}${requestedTarget}`, []],
    ['HTTP', (requestedTarget: string) => `http://${names.regional}${requestedTarget}`, []],
    ['an address in the network', (requestedTarget: string) => `https://10.0.0.5${requestedTarget}`, []],
    [
      'another key',
      (requestedTarget: string) => `https://${names.regional}${requestedTarget.replace('/a', '/b')}`,
      [],
    ],
    [
      'a host that the profile does not allow',
      (requestedTarget: string) => `https://${names.regional}${requestedTarget}`,
      [names.global],
    ],
  ])('is not followed to %s', async (_what, locationOf, storageHosts) => {
    const { store, send, hosts } = await startRedirectingStorage((_, requestedTarget) =>
      locationOf(requestedTarget),
    );
    const { outcome } = await send(storageHosts);
    await expect(outcome).rejects.toMatchObject({
      code: 'service-refused',
      details: { host: names.global, status: 307 },
    });
    expect(hosts()).toEqual([names.global]);
    expect(store.objects.size).toBe(0);
  });

  test.each([301, 302, 303, 308])('by a %i is not followed at all', async (status) => {
    const authority = createAuthority('Storage Root');
    trust(authority);
    const server = await startHttp(
      ({ target }) => ({ status, headers: { location: `https://${names.regional}${target}` } }),
      authority.issue(names.global, names.regional),
    );
    const proxy = await startProxy(null, [], { [names.global]: server.port, [names.regional]: server.port });
    const link = `https://${names.global}/a.pdf?X-Amz-SignedHeaders=host`;
    const { outcome } = await put(link, { storageHosts: [] }, `PROXY ${proxy.address}`);
    await expect(outcome).rejects.toMatchObject({ code: 'service-refused', details: { status } });
    expect(server.receivedRequests).toHaveLength(1);
  });
});
