/**
 * @file An in-memory fake of Azure Blob Storage. Accepts Put Blob requests with a service SAS (shared access signature)
 * and applies the rules of Microsoft's documentation ("Create a service SAS", version 2020-12-06 and later; "Put Blob").
 */
import { createHash, createHmac } from 'node:crypto';
import {
  Refusal,
  type RequestHeaders,
  type SignedStorage,
  type StorageOptions,
  startSignedStorage,
} from './signed-storage.ts';

const requestId = '2b9a51c0-101e-0015-6e0c-5a9d1d000000';
const linkSeconds = 900;

/** The account, its key and its container. */
const name = 'paydesktest';
const key = Buffer.from('the account key of the tests').toString('base64');
const container = 'documents';

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
function sasSignature(blob: string, fields: SasFields): string {
  const resource = `/blob/${name}/${container}${fields['sr'] === 'b' ? `/${blob}` : ''}`;
  const valuesOf = (names: readonly string[]) => names.map((field) => fields[field] ?? '');
  const text = [...valuesOf(signedFields[0]), resource, ...valuesOf(signedFields[1])].join('\n');
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
}

/** Options of a link. */
interface SasOptions {
  /** `b` for one blob, `c` for all blobs of the container. */
  readonly resourceType?: 'b' | 'c';
  readonly httpsOnly?: boolean;
  /** Origin of the link; the storage itself when absent. */
  readonly origin?: string;
}

interface BlobStore extends SignedStorage {
  linkOf(blob: string, options?: SasOptions): string;
}

function refusal(status: number, code: string): Refusal {
  const body = `\uFEFF<?xml version="1.0" encoding="utf-8"?><Error><Code>${code}</Code><Message>Refused.\nRequestId:${requestId}</Message></Error>`;
  const headers = { 'content-type': 'application/xml', 'x-ms-error-code': code };
  return new Refusal(code, { status, headers: { ...headers, 'x-ms-request-id': requestId }, body });
}

/** Whatever else a link states is covered by its signature. */
function requireSignature(blob: string, fields: SasFields, isSecure: boolean): void {
  // An invalid end is NaN, for which every comparison is false: the link must not count as valid.
  const isBeforeEnd = Date.now() <= Date.parse(fields['se'] ?? '');
  if (!isBeforeEnd || fields['sig'] !== sasSignature(blob, fields))
    throw refusal(403, 'AuthenticationFailed');
  if (fields['spr'] === 'https' && !isSecure) throw refusal(403, 'AuthorizationProtocolMismatch');
}

function requirePutBlob(headers: RequestHeaders): void {
  if (headers['authorization'] !== undefined) throw refusal(400, 'InvalidAuthenticationInfo');
  if (headers['content-length'] === undefined) throw refusal(411, 'MissingContentLengthHeader');
  const type = headers['x-ms-blob-type'];
  if (type === undefined) throw refusal(400, 'MissingRequiredHeader');
  if (type !== 'BlockBlob') throw refusal(400, 'InvalidHeaderValue');
}

/** Returns the name of a blob from a path that starts with the account name, as in an emulator, or without it. */
function readBlobName(path: string): string {
  const prefix = path.startsWith(`/${name}/`) ? `/${name}/${container}/` : `/${container}/`;
  if (!path.startsWith(prefix)) throw refusal(404, 'ContainerNotFound');
  return decodeURIComponent(path.slice(prefix.length));
}

/** Starts a storage. */
export async function startBlobStore(options: StorageOptions = {}): Promise<BlobStore> {
  const storage = await startSignedStorage(options, ({ target, body }, headers) => {
    const [path = '', search = ''] = target.split('?');
    const blob = readBlobName(path);
    const fields = Object.fromEntries(new URLSearchParams(search));
    requireSignature(blob, fields, options.identity !== undefined);
    requirePutBlob(headers);
    const md5 = createHash('md5').update(body).digest('base64');
    const storedHeaders = { etag: '"0x8DCE0A1F6B1B0D2"', 'content-md5': md5, 'x-ms-request-id': requestId };
    return { name: blob, answer: { status: 201, headers: storedHeaders } };
  });
  return {
    ...storage,
    linkOf(blob, { resourceType = 'b', httpsOnly = false, origin } = {}) {
      const fields: SasFields = {
        sp: 'cw',
        se: new Date(Date.now() + linkSeconds * 1000).toISOString().replace(/\.\d{3}/, ''),
        ...(httpsOnly ? { spr: 'https' } : {}),
        sv: '2024-11-04',
        sr: resourceType,
      };
      const query = new URLSearchParams({ ...fields, sig: sasSignature(blob, fields) });
      const path = blob.split('/').map(encodeURIComponent).join('/');
      return `${origin ?? `${storage.base}/${name}`}/${container}/${path}?${query.toString()}`;
    },
  };
}
