/**
 * @file An in-memory fake of Azure Blob Storage. Accepts Put Blob requests with a service SAS (shared access signature)
 * and applies the rules of Microsoft's documentation ("Create a service SAS", version 2020-12-06 and later; "Put Blob").
 */
import { createHmac } from 'node:crypto';
import { refuse, type SignedStorage, type StorageOptions, startSignedStorage } from './signed-storage.ts';

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

/** Returns the name of a blob from a path that starts with the account name, as in an emulator, or without it. */
function readBlobName(path: string): string {
  const prefix = path.startsWith(`/${name}/`) ? `/${name}/${container}/` : `/${container}/`;
  if (!path.startsWith(prefix)) throw refuse(404, 'ContainerNotFound');
  return decodeURIComponent(path.slice(prefix.length));
}

/** Starts a storage. */
export async function startBlobStore(options: StorageOptions = {}): Promise<BlobStore> {
  const storage = await startSignedStorage(options, ({ target }, headers) => {
    const [path = '', search = ''] = target.split('?');
    const blob = readBlobName(path);
    const fields = Object.fromEntries(new URLSearchParams(search));
    // Whatever else a link states is covered by its signature.
    if (fields['sig'] !== sasSignature(blob, fields)) throw refuse(403, 'AuthenticationFailed');
    if (fields['spr'] === 'https' && options.identity === undefined)
      throw refuse(403, 'AuthorizationProtocolMismatch');
    if (headers['x-ms-blob-type'] !== 'BlockBlob') throw refuse(400, 'InvalidHeaderValue');
    return { name: blob, answer: { status: 201, headers: { 'x-ms-request-id': requestId } } };
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
