import { describe, expect, test } from 'vitest';
import { acceptLink } from '../../../src/main/service/targets.ts';
import type { ProfileOptions } from '../../../src/shared/model/session/profile.ts';
import { startBlobStore } from '../../fakes/servers/blob-store.ts';
import { createAuthority } from '../../fakes/servers/certificate.ts';
import { startProxy } from '../../fakes/servers/connect-proxy.ts';
import { startS3Store } from '../../fakes/servers/s3-store.ts';
import type { ReceivedRequest } from '../../fakes/servers/servers.ts';
import { bodyOf, openService } from '../../fakes/servers/service.ts';
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
  test('stores keys with special characters byte for byte without other headers', async () => {
    const store = await startS3Store();
    for (const key of specialKeys) {
      const { outcome } = await put(store.presign(key));
      expect(await outcome).toEqual({ requestId: '79YVN0ZQ3E4ZKQ1B' });
      expect(store.objects.get(key)).toEqual({ bytes, type: 'application/pdf' });
    }
    expect(store.refusals).toEqual([]);
    const expectedHeaders = ['connection', 'content-length', 'content-type', 'host', 'user-agent'];
    for (const names of headerNamesOf(store.receivedRequests))
      expect(names.toSorted()).toEqual(expectedHeaders);
    const unsignedPayload = { parameters: { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' } };
    await (await put(store.presign('checksum.pdf', unsignedPayload))).outcome;
    expect(store.objects.size).toBe(specialKeys.length + 1);
  });

  test('accepts an HTTPS link whose content type is signed', async () => {
    const authority = createAuthority('Storage Root');
    trust(authority);
    const store = await startS3Store({ identity: authority.issue('127.0.0.1') });
    const link = store.presign('a b.pdf', { headers: { 'content-type': 'application/pdf' } });
    await (await put(link)).outcome;
    expect(store.objects.get('a b.pdf')?.bytes).toEqual(bytes);
  });
});

describe('a storage with the rules of Azure', () => {
  test('stores names with special characters byte for byte as block blobs', async () => {
    const store = await startBlobStore();
    for (const key of specialKeys) {
      const { outcome } = await put(store.linkOf(key));
      expect(await outcome).toEqual({ requestId: '2b9a51c0-101e-0015-6e0c-5a9d1d000000' });
      expect(store.objects.get(key)).toEqual({ bytes, type: 'application/pdf' });
    }
    for (const { headers } of store.receivedRequests) {
      expect(headers).toContainEqual(['x-ms-blob-type', 'BlockBlob']);
      expect(headers).toHaveLength(6);
    }
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
    expect(store.objects.get('a b.pdf')?.bytes).toEqual(bytes);
  });
});

describe('a redirect of S3 to the region of a bucket', () => {
  const names = {
    global: 'company-documents.s3.amazonaws.com',
    regional: 'company-documents.s3.eu-west-1.amazonaws.com',
    attacker: 'company-documents.s3.eu-west-1.amazonaws.com.attacker.example',
  };

  /** Starts a storage at all three hosts that redirects from the global host, and uploads to the global host. */
  async function putRedirected(
    locationOf: (presign: (host: string) => string, requestedTarget: string) => string,
    status = 307,
    storageHosts: string[] = [],
  ) {
    const authority = createAuthority('Storage Root');
    trust(authority);
    const store = await startS3Store({
      identity: authority.issue(...Object.values(names)),
      instead({ headers, target }) {
        if (new Map(headers).get('host') !== names.global) return undefined;
        return { status, headers: { location: locationOf(presign, target) } };
      },
    });
    const presign = (host: string) => store.presign('a b.pdf', { origin: `https://${host}` });
    const ports = Object.fromEntries(Object.values(names).map((name) => [name, store.port]));
    const { address } = await startProxy(null, [], ports);
    const { outcome, exchanges } = await put(presign(names.global), { storageHosts }, `PROXY ${address}`);
    const hosts = () => store.receivedRequests.map(({ headers }) => new Map(headers).get('host'));
    return { store, outcome, exchanges, hosts };
  }

  test('is followed once with the same bytes and headers, without a token', async () => {
    const { store, outcome, exchanges, hosts } = await putRedirected((presign) => presign(names.regional));
    await outcome;
    expect(hosts()).toEqual([names.global, names.regional]);
    expect(store.objects.get('a b.pdf')).toEqual({ bytes, type: 'application/pdf' });
    const [firstHeaders = [], secondHeaders = []] = headerNamesOf(store.receivedRequests);
    expect(secondHeaders).toEqual(firstHeaders);
    expect(firstHeaders).not.toContain('authorization');
    expect(store.receivedRequests.map(({ body }) => body)).toEqual([bytes, bytes]);
    expect(exchanges.map(({ request, status }) => [request, status])).toEqual([
      [`PUT ${names.global}`, 307],
      [`PUT ${names.regional}`, 200],
    ]);
  });
});
