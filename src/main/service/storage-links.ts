/** @file Derives from a pre-signed upload link the request that its storage expects. Sends no requests. */

import { PaydeskError } from '../../shared/errors.ts';
import { acceptLink, type LinkRules, type UploadLink } from './targets.ts';

const regionPattern = /^[a-z]{2,}(-[a-z]+)+-\d{1,2}$/;

interface S3Host {
  /** The host name without the region: the same for all hosts of a bucket. */
  readonly bucketAndDomain: string;
  readonly region: string | null;
}

/**
 * Parses the host name of a bucket: `bucket.s3.example`, regional `bucket.s3.eu-west-1.example` or the older form
 * `bucket.s3-eu-west-1.example`. The bucket may also be in the path. Returns `null` for a host name without `s3`.
 */
function parseS3Host(hostname: string): S3Host | null {
  const labels = hostname.split('.');
  const s3Index = labels.findLastIndex((label) => label === 's3' || isOlderForm(label));
  if (s3Index < 0) return null;
  const bucketLabels = labels.slice(0, s3Index);
  const domainLabels = labels.slice(s3Index + 1);
  const label = labels[s3Index] ?? '';
  if (isOlderForm(label))
    return { bucketAndDomain: [...bucketLabels, 's3', ...domainLabels].join('.'), region: label.slice(3) };
  if (domainLabels[0] === 'dualstack') domainLabels.shift();
  const region = regionPattern.test(domainLabels[0] ?? '') ? (domainLabels.shift() ?? null) : null;
  return { bucketAndDomain: [...bucketLabels, 's3', ...domainLabels].join('.'), region };
}

function isOlderForm(label: string): boolean {
  return label.startsWith('s3-') && regionPattern.test(label.slice(3));
}

/** True when `target` is a different, regional host of the same bucket as `hostname`. */
function isRegionalHostOf(hostname: string, target: string): boolean {
  const sourceHost = parseS3Host(hostname);
  const targetHost = parseS3Host(target);
  if (sourceHost === null || targetHost === null || targetHost.region === null || hostname === target)
    return false;
  return sourceHost.bucketAndDomain === targetHost.bucketAndDomain;
}

/** Headers that Paydesk sends with every upload. */
const uploadHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-type',
  'content-length',
  'user-agent',
  'connection',
]);

/** Maximum number of unsupported headers that an error names. */
const maxNamedHeaders = 10;

/** Returns the additional headers that the storage of a link requires. */
export function storageHeaders(url: URL): Readonly<Record<string, string>> {
  return isBlobSas(url) ? { 'x-ms-blob-type': 'BlockBlob' } : {};
}

/** Signed resources (`sr`) that permit creating a blob: blob, container, directory. */
const writableResources: ReadonlySet<string> = new Set(['b', 'c', 'd']);

/** Azure Storage services other than Blob; `dfs` creates files with different requests. */
const otherAzureService =
  /\.(dfs|file|queue|table)\.(core\.(windows\.net|chinacloudapi\.cn|usgovcloudapi\.net|cloudapi\.de)|storage\.azure\.net)$/;

/**
 * True for a link with a shared access signature of Azure Blob Storage, of a resource (`sv`, `sr`, `sig`) or of an
 * account (`sv`, `ss`, `srt`, `sig`). The parameters decide, because the host may be a custom domain; hosts of other
 * Azure services are excluded.
 */
function isBlobSas(url: URL): boolean {
  const query = url.searchParams;
  if (!/^\d{4}-\d\d-\d\d$/.test(query.get('sv') ?? '') || (query.get('sig') ?? '') === '') return false;
  // `comp` selects an operation other than creating a blob, such as writing one of its blocks.
  if (query.has('comp') || query.has('x-amz-signature') || query.has('X-Amz-Signature')) return false;
  if (otherAzureService.test(url.hostname)) return false;
  const resource = query.get('sr');
  if (resource !== null) return writableResources.has(resource);
  return (query.get('ss') ?? '').includes('b') && query.has('srt');
}

/** Returns the values of query parameters, ignoring the case of their names. */
function valuesOfParameters(url: URL, ...names: readonly string[]): string[] {
  return [...url.searchParams].flatMap(([name, value]) =>
    names.includes(name.toLowerCase()) ? [value] : [],
  );
}

/**
 * Returns the names of signed headers that Paydesk does not send, in lower case. Only the signer knows the values of these
 * headers, so a storage that verifies the signature refuses every request.
 */
export function unsupportedSignedHeaders(url: URL): string[] {
  const headerNames = valuesOfParameters(url, 'x-amz-signedheaders', 'x-goog-signedheaders')
    .flatMap((list) => list.split(';'))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && !uploadHeaders.has(name))
    .map((name) => (/^[\w-]{1,60}$/.test(name) ? name : '[removed]'));
  return [...new Set(headerNames)].slice(0, maxNamedHeaders);
}

/** Checksums of an empty file, by query parameter. */
const emptyFileChecksums: Readonly<Record<string, string>> = {
  'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==',
  'x-amz-checksum-crc32': 'AAAAAA==',
  'x-amz-checksum-crc32c': 'AAAAAA==',
  'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=',
  'x-amz-checksum-sha1': '2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
  'x-amz-checksum-sha256': '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'x-goog-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

/** True when a link was signed with the checksum of an empty file, as libraries do that sign without the body. */
export function hasEmptyFileChecksum(url: URL): boolean {
  return [...url.searchParams].some(([name, value]) => {
    const emptyChecksum = emptyFileChecksums[name.toLowerCase()];
    return (
      emptyChecksum !== undefined && (value === emptyChecksum || value === emptyChecksum.replaceAll('=', ''))
    );
  });
}

/** Error codes of storages for a checksum mismatch. */
const checksumErrorCodes: ReadonlySet<unknown> = new Set(['BadDigest', 'XAmzContentSHA256Mismatch']);

/** Returns `link-unusable` in place of the error of a storage when the checksum in the link caused the error. */
export function explainChecksumError(url: URL, error: PaydeskError): PaydeskError {
  if (!checksumErrorCodes.has(error.details['message']) || !hasEmptyFileChecksum(url)) return error;
  return new PaydeskError('link-unusable', `A link for ${url.host} has the checksum of an empty file`, {
    details: { ...error.details, problem: 'empty-checksum' },
    requestId: error.requestId,
  });
}

/** Throws `link-unusable` when no request by Paydesk can satisfy the link. */
export function requireUsable(url: URL): void {
  const headers = unsupportedSignedHeaders(url);
  if (headers.length === 0) return;
  throw new PaydeskError('link-unusable', `A link for ${url.host} needs headers that are not sent`, {
    details: { host: url.host, problem: 'signed-headers', headers: headers.join(', ') },
  });
}

/**
 * Returns the target of a 307 redirect if the target is an allowed link to the same object at a regional host of the same
 * bucket; otherwise `null`. S3 redirects to a regional host for hours after a bucket was created, until DNS has its name.
 */
export function acceptRegionalLink(url: URL, location: string, rules: LinkRules): UploadLink | null {
  const target = URL.parse(location);
  if (target === null || target.port !== url.port) return null;
  if (target.pathname !== url.pathname || !isSameQuery(url, target)) return null;
  if (!isRegionalHostOf(url.hostname, target.hostname)) return null;
  return acceptLink(location, rules);
}

/** Query parameters that may differ at another host of a storage: the parameters of the signature, and `rk` of S3. */
const signatureParameters: ReadonlySet<string> = new Set([
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-security-token',
  'x-amz-signature',
  'x-amz-signedheaders',
  'awsaccesskeyid',
  'expires',
  'signature',
  'rk',
]);

/** True when both links have the same query apart from the signature. */
function isSameQuery(url: URL, target: URL): boolean {
  const comparableQuery = ({ searchParams }: URL) =>
    JSON.stringify([...searchParams].filter(([name]) => !signatureParameters.has(name.toLowerCase())));
  return comparableQuery(url) === comparableQuery(target);
}
