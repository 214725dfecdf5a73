/**
 * @file A storage with the interface of S3 that verifies a PUT to a pre-signed link like AWS and refuses with the same
 * errors. Its links have the bucket in the path (`/bucket/key`) or in the host name.
 */
import { createHash } from 'node:crypto';
import { amzDate, parameter, type SignedRequest, signatureOf, uriEncode } from './s3-signature.ts';
import { Refusal, type SignedStorage, type StorageOptions, startSignedStorage } from './signed-storage.ts';

const credentials = {
  accessKeyId: 'AKIDPAYDESKTEST',
  secretAccessKey: 'secret/of+the/tests',
};
const bucket = 'company-documents';
const region = 'eu-west-1';
const linkSeconds = 900;
const requestIds = {
  'x-amz-request-id': '79YVN0ZQ3E4ZKQ1B',
  'x-amz-id-2': 'Uuag1LuByRx9e6j5Onimru9pO4ZVKnJ2Qz7/C1NPcfTWAtRPfTaOFg==',
};

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

function refusal(status: number, code: string, message: string, extraXml = ''): Refusal {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${extraXml}<RequestId>${requestIds['x-amz-request-id']}</RequestId><HostId>${requestIds['x-amz-id-2']}</HostId></Error>`;
  return new Refusal(code, { status, headers: { 'content-type': 'application/xml', ...requestIds }, body });
}

/** Returns path and decoded query of a request. Throws when the query cannot be decoded. */
function readTarget(target: string): Pick<SignedRequest, 'path' | 'query'> {
  const [path = '', search = ''] = target.split('?');
  const query = search.split('&').map((pair): [string, string] => {
    const [name = '', value = ''] = pair.split('=');
    return [decodeURIComponent(name), decodeURIComponent(value)];
  });
  return { path, query };
}

/** Whatever else a link states is covered by its signature. */
function requireSignature(request: SignedRequest, now: number): void {
  const { query, headers } = request;
  if (headers['authorization'] !== undefined)
    throw refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  const time = parameter(query, 'X-Amz-Date');
  const signedAt = Date.parse(
    time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'),
  );
  const seconds = Number(parameter(query, 'X-Amz-Expires'));
  if (now > signedAt + seconds * 1000) {
    const extraXml = `<X-Amz-Expires>${seconds}</X-Amz-Expires><ServerTime>${new Date(now).toISOString()}</ServerTime>`;
    throw refusal(403, 'AccessDenied', 'Request has expired', extraXml);
  }
  const signed = parameter(query, 'X-Amz-SignedHeaders').split(';');
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name));
  if (unsigned.length > 0) {
    const extraXml = `<HeadersNotSigned>${unsigned.join(', ')}</HeadersNotSigned>`;
    throw refusal(403, 'AccessDenied', 'There were headers present which were not signed', extraXml);
  }
  if (parameter(query, 'X-Amz-Signature') !== signatureOf(request, credentials))
    throw refusal(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.');
}

/** Returns the object key of a request with the bucket in its path or host name. */
function keyOf(path: string, host: string): string {
  const decoded = decodeURIComponent(path);
  if (host.startsWith(`${bucket}.`)) return decoded.slice(1);
  if (!decoded.startsWith(`/${bucket}/`)) throw refusal(404, 'NoSuchBucket', 'No such bucket');
  return decoded.slice(bucket.length + 2);
}

function requireBody({ headers }: SignedRequest): void {
  if (headers['transfer-encoding'] !== undefined)
    throw refusal(501, 'NotImplemented', 'Transfer-Encoding is not implemented');
  if (headers['content-length'] === undefined)
    throw refusal(411, 'MissingContentLength', 'You must provide the Content-Length header');
}

/** Starts a storage. */
export async function startS3Store(options: StorageOptions = {}): Promise<S3Store> {
  const storage = await startSignedStorage(options, ({ method, target, body }, headers) => {
    const request = { method, headers, ...readTarget(target) };
    requireSignature(request, Date.now());
    const name = keyOf(request.path, headers['host'] ?? '');
    requireBody(request);
    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    return { name, answer: { status: 200, headers: { etag, ...requestIds } } };
  });
  return {
    ...storage,
    presign(key, { headers = {}, parameters = {}, origin } = {}) {
      const path = `${origin === undefined ? `/${bucket}` : ''}/${uriEncode(key, true)}`;
      const at = amzDate(Date.now());
      const signed = { ...headers, host: new URL(origin ?? storage.base).host };
      const query: (readonly [string, string])[] = [
        ...Object.entries(parameters),
        ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
        ['X-Amz-Credential', `${credentials.accessKeyId}/${at.slice(0, 8)}/${region}/s3/aws4_request`],
        ['X-Amz-Date', at],
        ['X-Amz-Expires', String(linkSeconds)],
        ['X-Amz-SignedHeaders', Object.keys(signed).sort().join(';')],
      ];
      const signature = signatureOf({ method: 'PUT', path, query, headers: signed }, credentials);
      const all = [...query, ['X-Amz-Signature', signature] as const];
      const search = all.map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`).join('&');
      return `${origin ?? storage.base}${path}?${search}`;
    },
  };
}
