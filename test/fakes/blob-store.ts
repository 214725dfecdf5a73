/**
 * @file An in-memory fake of Azure Blob Storage. Accepts Put Blob requests with a service SAS (shared access signature)
 * and applies the rules of Microsoft's documentation ("Create a service SAS", version 2020-12-06 and later; "Put Blob").
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { ServerIdentity } from './certificate.ts';
import { type Answer, type ReceivedRequest, startHttp } from './servers.ts';

const requestId = '2b9a51c0-101e-0015-6e0c-5a9d1d000000';

/** The account, its key and its container. */
const blobAccount = {
  name: 'paydesktest',
  key: Buffer.from('the account key of the tests').toString('base64'),
  container: 'documents',
} as const;

/** The fields of a signature as they are in the query; an absent field counts as empty. */
type SasFields = Readonly<Record<string, string>>;

/** The fields in the order in which they are signed; the canonicalized resource is signed between the two lists. */
const signedFields = [
  ['sp', 'st', 'se'],
  ['si', 'sip', 'spr', 'sv', 'sr', 'snapshot', 'ses', 'rscc', 'rscd', 'rsce', 'rscl', 'rsct'],
] as const;

/**
 * Returns the signature of a SAS. The canonicalized resource is `/blob/account/container`, followed by `/name` for a
 * blob, all decoded.
 */
function sasSignature(canonicalizedResource: string, fields: SasFields, key: string): string {
  const valuesOf = (names: readonly string[]) => names.map((name) => fields[name] ?? '');
  const text = [...valuesOf(signedFields[0]), canonicalizedResource, ...valuesOf(signedFields[1])].join('\n');
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
}

/** Options of a link. */
interface SasOptions {
  /** Validity of the link, in seconds. */
  readonly seconds?: number;
  /** `b` for one blob, `c` for all blobs of the container. */
  readonly resourceType?: 'b' | 'c';
  readonly permissions?: string;
  readonly httpsOnly?: boolean;
  /** Origin of the link; the storage itself when absent. */
  readonly origin?: string;
}

/** A stored blob. */
interface StoredBlob {
  readonly bytes: Buffer;
  readonly type: string;
}

/** A storage that runs until the test ends. */
interface BlobStore {
  readonly base: string;
  readonly port: number;
  readonly blobs: ReadonlyMap<string, StoredBlob>;
  readonly receivedRequests: readonly ReceivedRequest[];
  /** Codes of the refused requests, in order. */
  readonly refusals: readonly string[];
  linkOf(blob: string, options?: SasOptions): string;
}

/** Options of the storage. */
interface BlobStoreOptions {
  readonly now?: () => number;
  readonly identity?: ServerIdentity;
  /** Called after a blob was stored and before the answer is sent. */
  readonly onStored?: (blob: string, stored: StoredBlob) => Promise<void>;
}

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }

  answer(): Answer {
    const body = `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${this.code}</Code><Message>Refused.\nRequestId:${requestId}</Message></Error>`;
    const headers = { 'content-type': 'application/xml', 'x-ms-error-code': this.code };
    return { status: this.status, headers: { ...headers, 'x-ms-request-id': requestId }, body };
  }
}

function requireSignature(blob: string, query: URLSearchParams, now: number, isSecure: boolean): void {
  const fields = Object.fromEntries(query);
  const authenticationFailure = new Refusal(403, 'AuthenticationFailed');
  const { sv = '', sr = '', sig = '', sp = '', st, se = '' } = fields;
  if (!/^\d{4}-\d\d-\d\d$/.test(sv) || sig === '' || (sr !== 'b' && sr !== 'c')) throw authenticationFailure;
  const { name, container, key } = blobAccount;
  const canonicalizedResource = `/blob/${name}/${container}${sr === 'b' ? `/${blob}` : ''}`;
  const expected = Buffer.from(sasSignature(canonicalizedResource, fields, key));
  const sentSignature = Buffer.from(sig);
  if (sentSignature.length !== expected.length || !timingSafeEqual(sentSignature, expected)) {
    throw authenticationFailure;
  }
  // An invalid end is NaN, for which every comparison is false: the link must not count as valid.
  const isBeforeEnd = now <= Date.parse(se);
  if (!isBeforeEnd || (st !== undefined && now < Date.parse(st))) throw authenticationFailure;
  if (fields['spr'] === 'https' && !isSecure) throw new Refusal(403, 'AuthorizationProtocolMismatch');
  if (!/[cw]/.test(sp)) throw new Refusal(403, 'AuthorizationPermissionMismatch');
}

function requirePutBlob(headers: Readonly<Record<string, string | undefined>>): void {
  if (headers['authorization'] !== undefined) throw new Refusal(400, 'InvalidAuthenticationInfo');
  if (headers['content-length'] === undefined) throw new Refusal(411, 'MissingContentLengthHeader');
  const type = headers['x-ms-blob-type'];
  if (type === undefined) throw new Refusal(400, 'MissingRequiredHeader');
  if (type !== 'BlockBlob') throw new Refusal(400, 'InvalidHeaderValue');
}

/** Starts a storage. Accepts paths that start with the account name, as in an emulator, and paths without it. */
export async function startBlobStore(options: BlobStoreOptions = {}): Promise<BlobStore> {
  const { now = Date.now, identity, onStored } = options;
  const { name, container, key } = blobAccount;
  const blobs = new Map<string, StoredBlob>();
  const refusals: string[] = [];

  function readBlobName(path: string): string {
    const prefix = path.startsWith(`/${name}/`) ? `/${name}/${container}/` : `/${container}/`;
    if (!path.startsWith(prefix)) throw new Refusal(404, 'ContainerNotFound');
    return decodeURIComponent(path.slice(prefix.length));
  }

  async function answer({ method, target, headers: pairs, body }: ReceivedRequest): Promise<Answer> {
    try {
      const [path = '', search = ''] = target.split('?');
      if (method !== 'PUT') throw new Refusal(405, 'UnsupportedHttpVerb');
      const headers = Object.fromEntries(pairs);
      const blob = readBlobName(path);
      requireSignature(blob, new URLSearchParams(search), now(), identity !== undefined);
      requirePutBlob(headers);
      const stored = { bytes: body, type: headers['content-type'] ?? '' };
      blobs.set(blob, stored);
      await onStored?.(blob, stored);
      const md5 = createHash('md5').update(body).digest('base64');
      const storedHeaders = { etag: '"0x8DCE0A1F6B1B0D2"', 'content-md5': md5, 'x-ms-request-id': requestId };
      return { status: 201, headers: storedHeaders };
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      refusals.push(thrown.code);
      return thrown.answer();
    }
  }

  const { base, port, receivedRequests } = await startHttp(answer, identity);

  function linkOf(blob: string, link: SasOptions = {}): string {
    const { seconds = 900, resourceType = 'b', permissions = 'cw', httpsOnly = false, origin } = link;
    const fields: SasFields = {
      sp: permissions,
      se: new Date(now() + seconds * 1000).toISOString().replace(/\.\d{3}/, ''),
      ...(httpsOnly ? { spr: 'https' } : {}),
      sv: '2024-11-04',
      sr: resourceType,
    };
    const canonicalizedResource = `/blob/${name}/${container}${resourceType === 'b' ? `/${blob}` : ''}`;
    const query = new URLSearchParams({ ...fields, sig: sasSignature(canonicalizedResource, fields, key) });
    const path = blob.split('/').map(encodeURIComponent).join('/');
    return `${origin ?? `${base}/${name}`}/${container}/${path}?${query.toString()}`;
  }

  return { base, port, blobs, receivedRequests, refusals, linkOf };
}
