import { describe, expect, test } from 'vitest';
import {
  acceptRegionalLink,
  explainChecksumError,
  hasEmptyFileChecksum,
  requireUsable,
  storageHeaders,
  unsupportedSignedHeaders,
} from '../../../src/main/service/storage-links.ts';
import { PaydeskError } from '../../../src/shared/errors.ts';
import { thrownBy } from './http/incoming.ts';

const azure = 'company.blob.core.windows.net';
const amazon = 'bucket.s3.amazonaws.com';
const blobSas = 'sv=2024-11-04&se=2026-11-22T20%3A00%3A00Z&sr=b&sp=cw&sig=c2lnbmF0dXJl%2Bw%3D%3D';
const accountSas = 'sv=2024-11-04&ss=bf&srt=o&se=2026-11-22T20%3A00%3A00Z&sp=cw&sig=c2ln';
const linkAt = (host: string, query: string) => new URL(`https://${host}/documents/a.pdf?${query}`);

describe('x-ms-blob-type', () => {
  test.each([
    ['a blob', azure, blobSas],
    ['a container', azure, blobSas.replace('sr=b', 'sr=c')],
    ['a stored access policy, without end and rights', azure, 'sv=2024-11-04&si=p&sr=c&sig=a'],
    ['a blob in China', 'company.blob.core.chinacloudapi.cn', blobSas],
    ['a blob at a domain of the company', 'documents.company.example', blobSas],
    ['an account', azure, accountSas],
    ['a blob at a domain like another service', 'a.file.core.windows.net.company.example', blobSas],
  ])('is sent to a link with a shared access signature of %s', (_what, host, query) => {
    expect(storageHeaders(linkAt(host, query))).toEqual({ 'x-ms-blob-type': 'BlockBlob' });
  });

  test.each([
    ['no signature', azure, blobSas.replace('sig=', 'x=')],
    ['an empty signature', azure, 'sv=2024-11-04&sr=b&sig='],
    ['no version', azure, blobSas.replace('sv=', 'x=')],
    ['a version that is no date', azure, blobSas.replace('2024-11-04', '2')],
    ['a version with more before its date', azure, blobSas.replace('sv=2024', 'sv=12024')],
    ['a version with more behind its date', azure, blobSas.replace('11-04', '11-04x')],
    ['no resource', azure, blobSas.replace('sr=', 'x=')],
    ['no parameters', azure, ''],
    ['a file of a share', 'company.file.core.windows.net', blobSas.replace('sr=b', 'sr=f')],
    ['a host of files', 'company.file.core.windows.net', blobSas],
    ['a host of the data lake', 'company.dfs.core.windows.net', blobSas],
    ['a snapshot', azure, blobSas.replace('sr=b', 'sr=bs')],
    ['an account without blobs', azure, accountSas.replace('ss=bf', 'ss=f')],
    ['one block of a blob', azure, `${blobSas}&comp=block&blockid=AA%3D%3D`],
    ['parameters in upper case, which Azure does not know', azure, 'SV=2024-11-04&SR=b&SIG=a'],
    ['a link of S3 as well', amazon, `${blobSas}&X-Amz-Signature=00`],
    ['a link of S3 in lower case as well', amazon, `${blobSas}&x-amz-signature=00`],
    ['a link of S3', amazon, 'X-Amz-SignedHeaders=host&X-Amz-Signature=00'],
    ['a link of another storage with a parameter sig', 'store.example', 'sig=abc&sv=2024-11-04'],
  ])('is not sent to a link with %s', (_what, host, query) => {
    expect(storageHeaders(linkAt(host, query))).toEqual({});
  });
});

describe('the signed headers of a link', () => {
  test.each([
    ['X-Amz-SignedHeaders=host', []],
    ['X-Amz-SignedHeaders=content-length%3Bcontent-type%3Bhost%3Buser-agent', []],
    ['X-Amz-SignedHeaders=connection%3B%20host%20', []],
    ['X-Amz-SignedHeaders=content-md5%3Bhost', ['content-md5']],
    [`X-Amz-SignedHeaders=${'a'.repeat(60)}%3B${'b'.repeat(61)}`, ['a'.repeat(60), '[removed]']],
    ['X-Amz-SignedHeaders=content-md5;host', ['content-md5']],
    ['X-Amz-SignedHeaders=host%3Bx-amz-meta-a%3Bx-amz-acl', ['x-amz-meta-a', 'x-amz-acl']],
    ['x-amz-signedheaders=Host%3BX-Amz-Meta-Owner', ['x-amz-meta-owner']],
    ['X-Goog-SignedHeaders=content-type%3Bhost%3Bx-goog-acl', ['x-goog-acl']],
    ['X-Amz-SignedHeaders=host%3Bcontent-md5&X-Amz-SignedHeaders=content-md5', ['content-md5']],
    ['X-Amz-SignedHeaders=', []],
    ['a=b', []],
    ['X-Amz-SignedHeaders=host%3B%3Cb%3E%20and%20more', ['[removed]']],
    ['X-Amz-SignedHeaders=content-md5%20and%20more', ['[removed]']],
  ])('of %s that Paydesk does not send are %j', (query, expected) => {
    expect(unsupportedSignedHeaders(linkAt(amazon, query))).toEqual(expected);
  });

  test('are listed, but at most ten of them', () => {
    const many = Array.from({ length: 30 }, (_, index) => `x-amz-meta-${index}`).join('%3B');
    expect(unsupportedSignedHeaders(linkAt('store.example', `X-Amz-SignedHeaders=${many}`))).toHaveLength(10);
  });

  test('that Paydesk does not send make a link unusable', () => {
    const needs = 'X-Amz-SignedHeaders=host%3Bcontent-md5%3Bx-amz-acl';
    expect(thrownBy(() => requireUsable(linkAt(amazon, needs)))).toMatchObject({
      code: 'link-unusable',
      details: { host: amazon, problem: 'signed-headers', headers: 'content-md5, x-amz-acl' },
    });
    requireUsable(linkAt(amazon, 'X-Amz-SignedHeaders=host'));
  });
});

describe('a checksum in a link', () => {
  const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

  test.each([
    ['x-amz-checksum-crc32=AAAAAA%3D%3D&x-amz-sdk-checksum-algorithm=CRC32', true],
    ['x-amz-checksum-crc32=AAAAAA', true],
    ['X-Amz-Checksum-Crc32c=AAAAAA%3D%3D', true],
    ['x-amz-checksum-crc64nvme=AAAAAAAAAAA%3D', true],
    ['x-amz-checksum-sha1=2jmj7l5rSw0yVb%2FvlWAYkK%2FYBwk%3D', true],
    ['x-amz-checksum-sha256=47DEQpj8HBSa%2B%2FTImW%2B5JCeuQeRkm5NMpJWZG3hSuFU%3D', true],
    [`X-Amz-Content-Sha256=${emptySha256}`, true],
    [`x-goog-content-sha256=${emptySha256}`, true],
    ['Content-MD5=1B2M2Y8AsgTpgAmY7PhCfg%3D%3D', true],
    ['x-amz-checksum-crc32=NhCmhg%3D%3D', false],
    ['X-Amz-Content-Sha256=UNSIGNED-PAYLOAD', false],
    ['crc=AAAAAA%3D%3D', false],
    ['', false],
  ])('%s is that of an empty file: %s', (query, expected) => {
    expect(hasEmptyFileChecksum(linkAt(amazon, query))).toBe(expected);
  });

  test.each([
    ['BadDigest', 'AAAAAA%3D%3D', true],
    ['XAmzContentSHA256Mismatch', 'AAAAAA%3D%3D', true],
    ['InvalidArgument', 'AAAAAA%3D%3D', false],
    ['BadDigest', 'NhCmhg%3D%3D', false],
  ])('is the cause of %s with the checksum %s: %s', (message, checksum, isCause) => {
    const details = { host: 'h', status: 400, message };
    const refusal = new PaydeskError('service-refused', 'm', { details, requestId: 'r-1' });
    const explained = explainChecksumError(linkAt(amazon, `x-amz-checksum-crc32=${checksum}`), refusal);
    if (!isCause) return expect(explained).toBe(refusal);
    const expectedDetails = { ...details, problem: 'empty-checksum' };
    expect(explained).toMatchObject({ code: 'link-unusable', requestId: 'r-1', details: expectedDetails });
  });
});

describe('a redirect of S3', () => {
  const regional = 'bucket.s3.eu-west-1.amazonaws.com';
  const path = '/company/a%20b%2B%C3%A4.pdf?X-Amz-SignedHeaders=host&X-Amz-Signature=00';
  const follow = (from: string, to: string, storageHosts: string[] = []) =>
    acceptRegionalLink(new URL(from), to, { allowHttpLoopback: false, storageHosts })?.reveal() ?? null;
  const globalLink = `https://${amazon}${path}`;
  const regionalLink = `https://${regional}${path}`;

  test.each([
    ['its regional host', amazon, regional],
    ['its regional host in older form', amazon, 'bucket.s3-us-west-2.amazonaws.com'],
    ['its regional host in a government region', amazon, 'bucket.s3.us-gov-west-12.amazonaws.com'],
    ['its regional host for IPv6', amazon, 'bucket.s3.dualstack.eu-west-1.amazonaws.com'],
    ['a host of another region', regional, 'bucket.s3.ap-southeast-2.amazonaws.com'],
    ['the regional host, the bucket in the path', 's3.amazonaws.com', 's3.eu-west-1.amazonaws.com'],
    ['its regional host with dots', 'my.s3.b.s3.amazonaws.com', 'my.s3.b.s3.eu-west-1.amazonaws.com'],
    ['its regional host elsewhere', 'bucket.s3.storage.example', 'bucket.s3.eu-central-1.storage.example'],
  ])('is followed to %s', (_what, from, to) => {
    expect(follow(`https://${from}${path}`, `https://${to}${path}`)).toBe(`https://${to}${path}`);
  });

  const amazonParameters = 'Algorithm Credential Date Expires Security-Token Signature SignedHeaders'.split(
    ' ',
  );

  test.each([
    ...amazonParameters.map((name) => `X-Amz-${name}`),
    ...'AWSAccessKeyId Expires Signature rk'.split(' '),
  ])('is followed when only the signature parameter %s differs', (name) => {
    const to = `${regionalLink.split('?')[0]}?${name}=host`;
    expect(follow(globalLink, to)).toBe(to);
    expect(follow(globalLink, `${to}&x-amz-acl=public-read`)).toBeNull();
  });

  test.each([
    ['another bucket', 'https://other.s3.eu-west-1.amazonaws.com'],
    ['a bucket with a longer name', 'https://my.bucket.s3.eu-west-1.amazonaws.com'],
    ['another company', 'https://bucket.s3.eu-west-1.amazonaws.com.attacker.example'],
    ['another domain', 'https://bucket.s3.eu-west-1.amazonaws.example'],
    ['the same host', 'https://bucket.s3.amazonaws.com'],
    ['a region with more before it', 'https://bucket.s3.1eu-west-1.amazonaws.com'],
    ['a region with more behind it', 'https://bucket.s3.eu-west-1x.amazonaws.com'],
    ['a host that only resembles the older form', 'https://bucket.s3x-us-west-2.amazonaws.com'],
    ['a host without a region', 'https://bucket.s3.accelerate.amazonaws.com'],
    ['HTTP', 'http://bucket.s3.eu-west-1.amazonaws.com'],
    ['another port', 'https://bucket.s3.eu-west-1.amazonaws.com:8443'],
    ['a user name and password', 'https://a:b@bucket.s3.eu-west-1.amazonaws.com'],
    ['an IP address in the company network', 'https://10.0.0.5'],
    ['this computer', 'https://s3.eu-west-1.localhost'],
  ])('is not followed to %s', (_what, origin) => {
    expect(follow(globalLink, `${origin}${path}`)).toBeNull();
  });

  test.each([
    ['another key', regionalLink.replace('a%20b', 'c')],
    ['the same key in another encoding', regionalLink.replace('%20', '+')],
    ['a path alone', path],
    ['no address', 'elsewhere'],
  ])('is not followed to %s', (_what, to) => {
    expect(follow(globalLink, to)).toBeNull();
  });

  test('is followed to a host that the profile allows, and to no other', () => {
    expect(follow(globalLink, regionalLink, ['*.amazonaws.com'])).toBe(regionalLink);
    expect(follow(globalLink, regionalLink, [amazon])).toBeNull();
  });

  test.each([
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4001'],
    ['https://store.example', 'https://eu-west-1.store.example'],
    ['https://company.blob.core.windows.net', 'https://other.blob.core.windows.net'],
  ])('at %s is not followed to %s', (from, to) => {
    expect(follow(`${from}${path}`, `${to}${path}`)).toBeNull();
  });
});
