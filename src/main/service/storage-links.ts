/** @file What a pre-signed upload link says of the request that its storage expects. Nothing here sends anything. */
import { PaydeskError } from '../../shared/errors.ts';
import { isRegionalHostOf } from './regional-host.ts';
import { acceptLink, type LinkRules, type UploadLink } from './targets.ts';

/** Headers of every upload, whatever its storage. */
const sentHeaders: ReadonlySet<string> = new Set([
  'host',
  'content-type',
  'content-length',
  'user-agent',
  'connection',
]);

const maxNamedHeaders = 10;

/** Headers that the storage of a link needs beside those of every upload. */
export function storageHeaders(url: URL): Readonly<Record<string, string>> {
  return isBlobSas(url) ? { 'x-ms-blob-type': 'BlockBlob' } : {};
}

/** Resources that a blob can be created in: a blob, a container, a directory. */
const writableResources: ReadonlySet<string> = new Set(['b', 'c', 'd']);

/** Services of Azure Storage other than blobs; `dfs` creates files by other requests. */
const otherAzureService =
  /\.(dfs|file|queue|table)\.(core\.(windows\.net|chinacloudapi\.cn|usgovcloudapi\.net|cloudapi\.de)|storage\.azure\.net)$/;

/**
 * True for a link with a shared access signature of Azure Blob Storage, of a resource (`sv`, `sr`, `sig`) or of an
 * account (`sv`, `ss`, `srt`, `sig`). Its parameters decide and not its host, which may be a domain of the company's
 * own; a host that is known to be another service of Azure is no storage of blobs.
 */
function isBlobSas(url: URL): boolean {
  const query = url.searchParams;
  if (!/^\d{4}-\d\d-\d\d$/.test(query.get('sv') ?? '') || (query.get('sig') ?? '') === '') return false;
  // `comp` names an operation on a blob that is none of its creation, such as one of its blocks.
  if (query.has('comp') || query.has('x-amz-signature') || query.has('X-Amz-Signature')) return false;
  if (otherAzureService.test(url.hostname)) return false;
  const resource = query.get('sr');
  if (resource !== null) return writableResources.has(resource);
  return (query.get('ss') ?? '').includes('b') && query.has('srt');
}

/** The values of a parameter, whatever the case of its name. */
function valuesOf(url: URL, ...names: readonly string[]): string[] {
  return [...url.searchParams].flatMap(([name, value]) =>
    names.includes(name.toLowerCase()) ? [value] : [],
  );
}

/**
 * Names of headers that a link was signed with and that Paydesk does not send, in lower case: their values are known to
 * the signer alone, so a storage that verifies the signature refuses every request.
 */
export function unmetHeaders(url: URL): string[] {
  const named = valuesOf(url, 'x-amz-signedheaders', 'x-goog-signedheaders')
    .flatMap((list) => list.split(';'))
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && !sentHeaders.has(name))
    .map((name) => (/^[\w-]{1,60}$/.test(name) ? name : '[removed]'));
  return [...new Set(named)].slice(0, maxNamedHeaders);
}

/** Checksums of no bytes at all, by the parameter that a link carries them in. */
const checksumsOfNothing: Readonly<Record<string, string>> = {
  'content-md5': '1B2M2Y8AsgTpgAmY7PhCfg==',
  'x-amz-checksum-crc32': 'AAAAAA==',
  'x-amz-checksum-crc32c': 'AAAAAA==',
  'x-amz-checksum-crc64nvme': 'AAAAAAAAAAA=',
  'x-amz-checksum-sha1': '2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
  'x-amz-checksum-sha256': '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  'x-goog-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
};

/** True when a link was signed with the checksum of an empty file, as some libraries do that sign without the body. */
export function hasChecksumOfNothing(url: URL): boolean {
  return [...url.searchParams].some(([name, value]) => {
    const nothing = checksumsOfNothing[name.toLowerCase()];
    return nothing !== undefined && (value === nothing || value === nothing.replaceAll('=', ''));
  });
}

/** Codes by which a storage says that the bytes have another checksum than the request. */
const saysOtherChecksum: ReadonlySet<unknown> = new Set(['BadDigest', 'XAmzContentSHA256Mismatch']);

/** The error of a storage's answer, or `link-unusable` when the link alone was the reason. */
export function withCauseInLink(url: URL, error: PaydeskError): PaydeskError {
  if (!saysOtherChecksum.has(error.details['message']) || !hasChecksumOfNothing(url)) return error;
  return new PaydeskError('link-unusable', `A link for ${url.host} has the checksum of an empty file`, {
    details: { ...error.details, problem: 'empty-checksum' },
    requestId: error.requestId,
  });
}

/** Throws `link-unusable` when no request of Paydesk can fit the link. */
export function requireUsable(url: URL): void {
  const headers = unmetHeaders(url);
  if (headers.length === 0) return;
  throw new PaydeskError('link-unusable', `A link for ${url.host} needs headers that are not sent`, {
    details: { host: url.host, problem: 'signed-headers', headers: headers.join(', ') },
  });
}

/**
 * The link that a 307 leads to when that is the same object at the regional host of the same bucket, and a link that may
 * be used; otherwise `null`. S3 answers so for hours after a bucket was created, until its name is known everywhere.
 */
export function regionalLink(url: URL, location: string, rules: LinkRules): UploadLink | null {
  const target = URL.parse(location);
  if (target === null || target.port !== url.port) return null;
  if (target.pathname !== url.pathname || !isSameQuery(url, target)) return null;
  if (!isRegionalHostOf(url.hostname, target.hostname)) return null;
  return acceptLink(location, rules);
}

/** Parameters that another host of a storage may want otherwise: those of the signature, and the note of S3 (`rk`). */
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

/** True when both ask for the same thing, whatever the signatures are. */
function isSameQuery(url: URL, target: URL): boolean {
  const asked = ({ searchParams }: URL) =>
    JSON.stringify([...searchParams].filter(([name]) => !signatureParameters.has(name.toLowerCase())));
  return asked(url) === asked(target);
}
