/**
 * @file A storage with the interface of S3 that verifies a PUT to a pre-signed link by Signature Version 4, implemented from
 * the documentation of AWS ("Authenticating Requests: Using Query Parameters") and independently of Paydesk. Unlike AWS, it
 * requires path and query as they were encoded in the link. Its links have the bucket in the path or in the host name.
 */
import { createHash, createHmac } from 'node:crypto';
import { refuse, type SignedStorage, type StorageOptions, startSignedStorage } from './signed-storage.ts';

const credentials = { accessKeyId: 'AKIDPAYDESKTEST', secretAccessKey: 'secret/of+the/tests' };
const bucket = 'company-documents';
const region = 'eu-west-1';
const linkSeconds = 900;

/** Options of a link. */
interface PresignOptions {
  /** Signed headers besides `host`, with their values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other signed parameters, such as those that libraries add. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Origin of the link, such as `https://company-documents.s3.amazonaws.com`; the storage itself when absent. */
  readonly origin?: string;
}

interface S3Store extends SignedStorage {
  presign(key: string, options?: PresignOptions): string;
}

/** Percent-encodes the UTF-8 bytes of all but the unreserved characters, in upper case. */
const uriEncode = (text: string) =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text, 'utf8').digest();

/** Computes the signature of a PUT; a header that the query names and the request lacks counts as empty. */
function signatureOf(path: string, search: string, headers: Readonly<Record<string, string | undefined>>) {
  const query = new URLSearchParams(search);
  const [time, credential] = ['X-Amz-Date', 'X-Amz-Credential'].map((name) => query.get(name) ?? '');
  const names = (query.get('X-Amz-SignedHeaders') ?? '').split(';');
  const canonicalRequest = [
    'PUT',
    path,
    search.split('&').sort().join('&'),
    ...names.map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    names.join(';'),
    'UNSIGNED-PAYLOAD',
  ].join('\n');
  const [, ...scope] = (credential ?? '').split('/');
  const digest = createHash('sha256').update(canonicalRequest, 'utf8').digest('hex');
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${credentials.secretAccessKey}`);
  return hmac(key, ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n')).toString('hex');
}

/** Starts a storage. */
export async function startS3Store(options: StorageOptions = {}): Promise<S3Store> {
  const storage = await startSignedStorage(options, ({ target, body }, headers) => {
    const [path = '', search = ''] = target.split('?');
    const [signedSearch = '', signature] = search.split('&X-Amz-Signature=');
    const signed = (new URLSearchParams(search).get('X-Amz-SignedHeaders') ?? '').split(';');
    if (Object.keys(headers).some((name) => name.startsWith('x-amz-') && !signed.includes(name)))
      throw refuse(403, 'AccessDenied');
    if (signature !== signatureOf(path, signedSearch, headers)) throw refuse(403, 'SignatureDoesNotMatch');
    const name = decodeURIComponent(path).slice(1);
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    return {
      name: name.startsWith(`${bucket}/`) ? name.slice(bucket.length + 1) : name,
      answer: { status: 200, headers: { etag, 'x-amz-request-id': '79YVN0ZQ3E4ZKQ1B' } },
    };
  });
  return {
    ...storage,
    presign(key, { headers = {}, parameters = {}, origin = storage.base } = {}) {
      const keyPath = key.split('/').map(uriEncode).join('/');
      const path = `${origin === storage.base ? `/${bucket}` : ''}/${keyPath}`;
      const time = new Date().toISOString().replace(/[:-]|\.\d{3}/g, '');
      const signed = { ...headers, host: new URL(origin).host };
      const query = {
        ...parameters,
        'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
        'X-Amz-Credential': `${credentials.accessKeyId}/${time.slice(0, 8)}/${region}/s3/aws4_request`,
        'X-Amz-Date': time,
        'X-Amz-Expires': String(linkSeconds),
        'X-Amz-SignedHeaders': Object.keys(signed).sort().join(';'),
      };
      const pairs = Object.entries(query).map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`);
      const search = pairs.join('&');
      return `${origin}${path}?${search}&X-Amz-Signature=${signatureOf(path, search, signed)}`;
    },
  };
}
