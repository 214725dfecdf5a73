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
import { thrownBy } from './incoming.ts';

const blobType = { 'x-ms-blob-type': 'BlockBlob' };
const blobSas = 'sv=2024-11-04&se=2026-11-22T20%3A00%3A00Z&sr=b&sp=cw&sig=c2lnbmF0dXJl%2Bw%3D%3D';
const accountSas = 'sv=2024-11-04&ss=bf&srt=o&se=2026-11-22T20%3A00%3A00Z&sp=cw&sig=c2ln';
const linkAt = (host: string, query: string) => new URL(`https://${host}/documents/a.pdf?${query}`);

describe('x-ms-blob-type', () => {
  test.each([
    ['a blob', 'company.blob.core.windows.net', blobSas],
    ['a container', 'company.blob.core.windows.net', blobSas.replace('sr=b', 'sr=c')],
    ['a directory', 'company.blob.core.windows.net', blobSas.replace('sr=b', 'sr=d')],
    [
      'a stored access policy, without end and rights',
      'company.blob.core.windows.net',
      'sv=2024-11-04&si=p&sr=c&sig=a',
    ],
    ['a blob at a host of a zone', 'company.z11.blob.storage.azure.net', blobSas],
    ['a blob in China', 'company.blob.core.chinacloudapi.cn', blobSas],
    ['a blob at a domain of the company', 'documents.company.example', blobSas],
    ['a blob in an emulator', '127.0.0.1:10000', blobSas],
    ['an account', 'company.blob.core.windows.net', accountSas],
    [
      'a blob at a domain that only starts like another service',
      'a.file.core.windows.net.company.example',
      blobSas,
    ],
  ])('is sent to a link with a shared access signature of %s', (_what, host, query) => {
    expect(storageHeaders(linkAt(host, query))).toEqual(blobType);
  });

  test.each([
    ['no signature', 'company.blob.core.windows.net', blobSas.replace('sig=', 'x=')],
    ['an empty signature', 'company.blob.core.windows.net', 'sv=2024-11-04&sr=b&sig='],
    ['no version', 'company.blob.core.windows.net', blobSas.replace('sv=', 'x=')],
    ['a version that is no date', 'company.example', blobSas.replace('2024-11-04', '2')],
    ['a version with more before its date', 'company.example', blobSas.replace('sv=2024', 'sv=12024')],
    ['a version with more behind its date', 'company.example', blobSas.replace('11-04', '11-04x')],
    ['no resource', 'company.blob.core.windows.net', blobSas.replace('sr=', 'x=')],
    ['no parameters', 'company.blob.core.windows.net', ''],
    ['a file of a share', 'company.file.core.windows.net', blobSas.replace('sr=b', 'sr=f')],
    ['a host of files', 'company.file.core.windows.net', blobSas],
    ['a host of the data lake', 'company.dfs.core.windows.net', blobSas],
    ['a snapshot', 'company.blob.core.windows.net', blobSas.replace('sr=b', 'sr=bs')],
    ['an account without blobs', 'company.blob.core.windows.net', accountSas.replace('ss=bf', 'ss=f')],
    ['one block of a blob', 'company.blob.core.windows.net', `${blobSas}&comp=block&blockid=AA%3D%3D`],
    ['parameters in upper case, which Azure does not know', 'company.example', 'SV=2024-11-04&SR=b&SIG=a'],
    ['a link of S3 as well', 'bucket.s3.amazonaws.com', `${blobSas}&X-Amz-Signature=00`],
    ['a link of S3 in lower case as well', 'bucket.s3.amazonaws.com', `${blobSas}&x-amz-signature=00`],
    ['a link of S3', 'bucket.s3.amazonaws.com', 'X-Amz-SignedHeaders=host&X-Amz-Signature=00'],
    ['a link of Google', 'storage.googleapis.com', 'X-Goog-SignedHeaders=host&X-Goog-Signature=00'],
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
    ['X-Amz-SignedHeaders=content-md5%20and%20more', ['[removed]']],
    [`X-Amz-SignedHeaders=${'a'.repeat(60)}%3B${'b'.repeat(61)}`, ['a'.repeat(60), '[removed]']],
    ['X-Amz-SignedHeaders=content-md5;host', ['content-md5']],
    [
      'X-Amz-SignedHeaders=host%3Bx-amz-server-side-encryption%3Bx-amz-acl',
      ['x-amz-server-side-encryption', 'x-amz-acl'],
    ],
    ['x-amz-signedheaders=Host%3BX-Amz-Meta-Owner', ['x-amz-meta-owner']],
    [
      'X-Goog-SignedHeaders=content-type%3Bhost%3Bx-goog-content-length-range',
      ['x-goog-content-length-range'],
    ],
    ['X-Amz-SignedHeaders=host%3Bcontent-md5&X-Amz-SignedHeaders=content-md5', ['content-md5']],
    ['X-Amz-SignedHeaders=', []],
    ['a=b', []],
    ['X-Amz-SignedHeaders=host%3B%3Cb%3E%20and%20more', ['[removed]']],
  ])('of %s that Paydesk does not send are %j', (query, expected) => {
    expect(unsupportedSignedHeaders(linkAt('bucket.s3.amazonaws.com', query))).toEqual(expected);
  });

  test('are listed, but at most ten of them', () => {
    const many = Array.from({ length: 30 }, (_, index) => `x-amz-meta-${index}`).join('%3B');
    expect(unsupportedSignedHeaders(linkAt('store.example', `X-Amz-SignedHeaders=${many}`))).toHaveLength(10);
  });
});

test('a link that requires headers that Paydesk does not send is not used', () => {
  const needs = 'X-Amz-SignedHeaders=host%3Bcontent-md5%3Bx-amz-acl';
  expect(thrownBy(() => requireUsable(linkAt('bucket.s3.amazonaws.com', needs)))).toMatchObject({
    code: 'link-unusable',
    details: {
      host: 'bucket.s3.amazonaws.com',
      problem: 'signed-headers',
      headers: 'content-md5, x-amz-acl',
    },
  });
  requireUsable(linkAt('bucket.s3.amazonaws.com', 'X-Amz-SignedHeaders=host'));
});

describe('a checksum in a link', () => {
  test.each([
    ['CRC32', 'x-amz-checksum-crc32=AAAAAA%3D%3D&x-amz-sdk-checksum-algorithm=CRC32'],
    ['CRC32 without its padding', 'x-amz-checksum-crc32=AAAAAA'],
    ['CRC32C', 'X-Amz-Checksum-Crc32c=AAAAAA%3D%3D'],
    ['CRC64', 'x-amz-checksum-crc64nvme=AAAAAAAAAAA%3D'],
    ['SHA-1', 'x-amz-checksum-sha1=2jmj7l5rSw0yVb%2FvlWAYkK%2FYBwk%3D'],
    ['SHA-256', 'x-amz-checksum-sha256=47DEQpj8HBSa%2B%2FTImW%2B5JCeuQeRkm5NMpJWZG3hSuFU%3D'],
    [
      'SHA-256 of the body',
      'X-Amz-Content-Sha256=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ],
    [
      'SHA-256 of the body at Google',
      'x-goog-content-sha256=e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    ],
    ['MD5', 'Content-MD5=1B2M2Y8AsgTpgAmY7PhCfg%3D%3D'],
  ])('is recognized as that of an empty file: %s', (_what, query) => {
    expect(hasEmptyFileChecksum(linkAt('bucket.s3.amazonaws.com', query))).toBe(true);
  });

  test.each([
    'x-amz-checksum-crc32=NhCmhg%3D%3D',
    'X-Amz-Content-Sha256=UNSIGNED-PAYLOAD',
    'crc=AAAAAA%3D%3D',
    '',
  ])('is not that of an empty file: %s', (query) => {
    expect(hasEmptyFileChecksum(linkAt('bucket.s3.amazonaws.com', query))).toBe(false);
  });

  const refusal = (message: string) =>
    new PaydeskError('service-refused', 'm', {
      details: { host: 'h', status: 400, message },
      requestId: 'r-1',
    });
  const emptyChecksumLink = linkAt('bucket.s3.amazonaws.com', 'x-amz-checksum-crc32=AAAAAA%3D%3D');

  test.each(['BadDigest', 'XAmzContentSHA256Mismatch'])(
    'of an empty file is reported as the cause of %s',
    (message) => {
      expect(explainChecksumError(emptyChecksumLink, refusal(message))).toMatchObject({
        code: 'link-unusable',
        requestId: 'r-1',
        details: { host: 'h', status: 400, message, problem: 'empty-checksum' },
      });
    },
  );

  test('of an empty file does not change another error, and the checksum of a file with contents changes no error', () => {
    const otherError = refusal('InvalidArgument');
    expect(explainChecksumError(emptyChecksumLink, otherError)).toBe(otherError);
    const digestError = refusal('BadDigest');
    expect(
      explainChecksumError(linkAt('b.s3.amazonaws.com', 'x-amz-checksum-crc32=NhCmhg%3D%3D'), digestError),
    ).toBe(digestError);
  });
});

describe('a redirect of S3', () => {
  const path = '/company/a%20b%2B%C3%A4.pdf?X-Amz-SignedHeaders=host&X-Amz-Signature=00';
  const rules = { allowHttpLoopback: false, storageHosts: [] };
  const follow = (from: string, to: string, storageHosts: string[] = []) =>
    acceptRegionalLink(new URL(from), to, { ...rules, storageHosts })?.reveal() ?? null;
  const globalLink = `https://bucket.s3.amazonaws.com${path}`;
  const regionalLinkText = `https://bucket.s3.eu-west-1.amazonaws.com${path}`;

  test.each([
    ['its regional host', globalLink, regionalLinkText],
    ['its regional host in older form', globalLink, `https://bucket.s3-us-west-2.amazonaws.com${path}`],
    [
      'its regional host in a government region',
      globalLink,
      `https://bucket.s3.us-gov-west-12.amazonaws.com${path}`,
    ],
    ['its regional host for IPv6', globalLink, `https://bucket.s3.dualstack.eu-west-1.amazonaws.com${path}`],
    ['a host of another region', regionalLinkText, `https://bucket.s3.ap-southeast-2.amazonaws.com${path}`],
    [
      'the regional host with the bucket in the path',
      `https://s3.amazonaws.com/bucket${path}`,
      `https://s3.eu-west-1.amazonaws.com/bucket${path}`,
    ],
    [
      'its regional host when the bucket name has dots',
      `https://my.s3.bucket.s3.amazonaws.com${path}`,
      `https://my.s3.bucket.s3.eu-west-1.amazonaws.com${path}`,
    ],
    [
      'its regional host at another S3-compatible storage',
      `https://bucket.s3.storage.example${path}`,
      `https://bucket.s3.eu-central-1.storage.example${path}`,
    ],
    ['its regional host with the redirect parameter of S3', globalLink, `${regionalLinkText}&rk=8d47490b`],
    ['its regional host with a signature of its own', globalLink, regionalLinkText.replace('=00', '=01')],
  ])('is followed to %s', (_what, from, to) => {
    expect(follow(from, to)).toBe(to);
  });

  test.each([
    'X-Amz-Algorithm',
    'X-Amz-Credential',
    'X-Amz-Date',
    'X-Amz-Expires',
    'X-Amz-Security-Token',
    'X-Amz-Signature',
    'X-Amz-SignedHeaders',
    'AWSAccessKeyId',
    'Expires',
    'Signature',
    'rk',
  ])('is followed when only the signature parameter %s differs', (name) => {
    const to = `${regionalLinkText.split('?')[0]}?${name}=host`;
    expect(follow(globalLink, to)).toBe(to);
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
    ['another key', regionalLinkText.replace('a%20b', 'c')],
    ['the same key in another encoding', regionalLinkText.replace('%20', '+')],
    ['an extra query parameter', `${regionalLinkText}&x-amz-acl=public-read`],
    [
      'an extra query parameter after the redirect parameter',
      `${regionalLinkText}&rk=1&x-amz-acl=public-read`,
    ],
    ['a path alone', path],
    ['no address', 'elsewhere'],
  ])('is not followed to %s', (_what, to) => {
    expect(follow(globalLink, to)).toBeNull();
  });

  test('is followed to a host that the profile allows, and to no other', () => {
    expect(follow(globalLink, regionalLinkText, ['*.amazonaws.com'])).toBe(regionalLinkText);
    expect(follow(globalLink, regionalLinkText, ['bucket.s3.amazonaws.com'])).toBeNull();
  });

  test.each([
    ['http://127.0.0.1:4000', 'http://127.0.0.1:4001'],
    ['https://store.example', 'https://eu-west-1.store.example'],
    ['https://company.blob.core.windows.net', 'https://other.blob.core.windows.net'],
  ])('at %s is not followed to %s', (from, to) => {
    expect(follow(`${from}${path}`, `${to}${path}`)).toBeNull();
  });
});
