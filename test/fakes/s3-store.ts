/**
 * @file A storage with the interface of S3 that verifies a PUT to a pre-signed link like AWS and refuses with the same
 * errors. Its links have the bucket in the path (`/bucket/key`) or in the host name.
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ServerIdentity } from './certificate.ts';
import { amzDate, parameter, type SignedRequest, signatureOf, uriEncode } from './s3-signature.ts';
import { type Answer, type ReceivedRequest, startHttp } from './servers.ts';

const credentials = {
  accessKeyId: 'AKIDPAYDESKTEST',
  secretAccessKey: 'secret/of+the/tests',
};
const bucket = 'company-documents';
const region = 'eu-west-1';
const maxClockSkewMs = 15 * 60_000;

/** Options of a link. */
export interface PresignOptions {
  /** Validity of the link, in seconds. */
  readonly seconds?: number;
  /** Signed headers besides `host`, with their values. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Other signed parameters, such as the checksums that libraries add. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Origin of the link, such as `https://company-documents.s3.amazonaws.com`; the storage itself when absent. */
  readonly origin?: string;
}

/** A stored object. */
interface StoredObject {
  readonly bytes: Buffer;
  readonly type: string;
}

/** A storage that runs until the test ends. */
export interface S3Store {
  readonly base: string;
  readonly port: number;
  readonly bucket: string;
  readonly objects: ReadonlyMap<string, StoredObject>;
  /** All requests, in order. */
  readonly receivedRequests: readonly ReceivedRequest[];
  /** Codes of the refused requests, in order. */
  readonly refusals: readonly string[];
  presign(key: string, options?: PresignOptions): string;
}

/** Options of the storage. */
interface S3StoreOptions {
  readonly now?: () => number;
  readonly identity?: ServerIdentity;
  /** Answers instead of the storage unless it returns `undefined`. */
  readonly instead?: (request: ReceivedRequest) => Answer | undefined;
  /** Called after an object was stored and before the answer is sent. */
  readonly onStored?: (key: string, object: StoredObject) => Promise<void>;
}

class Refusal extends Error {
  readonly answer: Answer;
  readonly code: string;

  constructor(status: number, code: string, message: string, extraXml = '') {
    super(code);
    this.code = code;
    const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message>${extraXml}<RequestId>${requestIds['x-amz-request-id']}</RequestId><HostId>${requestIds['x-amz-id-2']}</HostId></Error>`;
    this.answer = { status, headers: { 'content-type': 'application/xml', ...requestIds }, body: xml };
  }
}

const requestIds = {
  'x-amz-request-id': '79YVN0ZQ3E4ZKQ1B',
  'x-amz-id-2': 'Uuag1LuByRx9e6j5Onimru9pO4ZVKnJ2Qz7/C1NPcfTWAtRPfTaOFg==',
};

function headersOf({ headers }: ReceivedRequest): Record<string, string | undefined> {
  return Object.fromEntries(headers);
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

function requireSignature(request: SignedRequest, now: number): void {
  const { query, headers } = request;
  const malformed = (message: string) => new Refusal(400, 'AuthorizationQueryParametersError', message);
  for (const name of ['Algorithm', 'Credential', 'Date', 'Expires', 'SignedHeaders', 'Signature'])
    if (parameter(query, `X-Amz-${name}`) === '') throw malformed(`X-Amz-${name} is missing`);
  if (headers['authorization'] !== undefined)
    throw new Refusal(400, 'InvalidArgument', 'Only one auth mechanism allowed');
  if (parameter(query, 'X-Amz-Algorithm') !== 'AWS4-HMAC-SHA256') throw malformed('X-Amz-Algorithm');
  const time = parameter(query, 'X-Amz-Date');
  const scope = parameter(query, 'X-Amz-Credential').split('/');
  if (scope[0] !== credentials.accessKeyId)
    throw new Refusal(403, 'InvalidAccessKeyId', 'The AWS Access Key Id does not exist in our records.');
  if (scope.slice(1).join('/') !== `${time.slice(0, 8)}/${region}/s3/aws4_request`)
    throw malformed('Error parsing the X-Amz-Credential parameter');
  requireTime(time, Number(parameter(query, 'X-Amz-Expires')), now);
  const signed = parameter(query, 'X-Amz-SignedHeaders').split(';');
  if (!signed.includes('host')) throw malformed('SignedHeaders must contain host');
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signed.includes(name));
  if (unsigned.length > 0) {
    const extraXml = `<HeadersNotSigned>${unsigned.join(', ')}</HeadersNotSigned>`;
    throw new Refusal(403, 'AccessDenied', 'There were headers present which were not signed', extraXml);
  }
  const sentSignature = Buffer.from(parameter(query, 'X-Amz-Signature'));
  const expected = Buffer.from(signatureOf(request, credentials));
  if (sentSignature.length !== expected.length || !timingSafeEqual(sentSignature, expected))
    throw new Refusal(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.');
}

function requireTime(time: string, seconds: number, now: number): void {
  const iso = time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
  const signedAt = Date.parse(iso);
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > 604_800 || Number.isNaN(signedAt))
    throw new Refusal(400, 'AuthorizationQueryParametersError', 'X-Amz-Expires must be 1 to 604800');
  if (signedAt > now + maxClockSkewMs) throw new Refusal(403, 'AccessDenied', 'Request is not valid yet');
  if (now > signedAt + seconds * 1000) {
    const extraXml = `<X-Amz-Expires>${seconds}</X-Amz-Expires><ServerTime>${new Date(now).toISOString()}</ServerTime>`;
    throw new Refusal(403, 'AccessDenied', 'Request has expired', extraXml);
  }
}

/** Returns the object key of a request with the bucket in its path or host name. */
function keyOf(path: string, host: string): string {
  const decoded = decodeURIComponent(path);
  if (host.startsWith(`${bucket}.`)) return decoded.slice(1);
  if (!decoded.startsWith(`/${bucket}/`)) throw new Refusal(404, 'NoSuchBucket', 'No such bucket');
  return decoded.slice(bucket.length + 2);
}

function requireBody({ query, headers }: SignedRequest, body: Buffer): void {
  if (headers['transfer-encoding'] !== undefined)
    throw new Refusal(501, 'NotImplemented', 'Transfer-Encoding is not implemented');
  if (headers['content-length'] === undefined)
    throw new Refusal(411, 'MissingContentLength', 'You must provide the Content-Length header');
  const digest = createHash('sha256').update(body).digest('hex');
  const payload = parameter(query, 'X-Amz-Content-Sha256');
  if (payload !== '' && payload !== 'UNSIGNED-PAYLOAD' && payload !== digest)
    throw new Refusal(400, 'XAmzContentSHA256Mismatch', 'The provided x-amz-content-sha256 does not match');
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crc32(body));
  const statedChecksum = parameter(query, 'x-amz-checksum-crc32');
  if (statedChecksum !== '' && statedChecksum !== crc.toString('base64'))
    throw new Refusal(400, 'BadDigest', 'The CRC32 you specified did not match the calculated checksum.');
  const md5 = headers['content-md5'];
  if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64'))
    throw new Refusal(400, 'BadDigest', 'The Content-MD5 you specified did not match what we received.');
}

/** Starts a storage. */
export async function startS3Store(options: S3StoreOptions = {}): Promise<S3Store> {
  const { now = Date.now, identity, instead, onStored } = options;
  const objects = new Map<string, StoredObject>();
  const refusals: string[] = [];

  async function answer(receivedRequest: ReceivedRequest): Promise<Answer> {
    const replacement = instead?.(receivedRequest);
    if (replacement !== undefined) return replacement;
    try {
      const { method } = receivedRequest;
      const request = { method, headers: headersOf(receivedRequest), ...readTarget(receivedRequest.target) };
      if (method !== 'PUT') throw new Refusal(405, 'MethodNotAllowed', 'Not allowed against this resource');
      requireSignature(request, now());
      const key = keyOf(request.path, request.headers['host'] ?? '');
      requireBody(request, receivedRequest.body);
      const object = { bytes: receivedRequest.body, type: request.headers['content-type'] ?? '' };
      objects.set(key, object);
      await onStored?.(key, object);
      const etag = `"${createHash('md5').update(receivedRequest.body).digest('hex')}"`;
      return { status: 200, headers: { etag, ...requestIds } };
    } catch (thrown) {
      if (!(thrown instanceof Refusal)) throw thrown;
      refusals.push(thrown.code);
      return thrown.answer;
    }
  }

  const { base, port, receivedRequests } = await startHttp(answer, identity);

  function presign(key: string, link: PresignOptions = {}): string {
    const { seconds = 900, headers = {}, parameters = {}, origin } = link;
    const path = `${origin === undefined ? `/${bucket}` : ''}/${uriEncode(key, true)}`;
    const at = amzDate(now());
    const signed = { ...headers, host: new URL(origin ?? base).host };
    const query: (readonly [string, string])[] = [
      ...Object.entries(parameters),
      ['X-Amz-Algorithm', 'AWS4-HMAC-SHA256'],
      ['X-Amz-Credential', `${credentials.accessKeyId}/${at.slice(0, 8)}/${region}/s3/aws4_request`],
      ['X-Amz-Date', at],
      ['X-Amz-Expires', String(seconds)],
      ['X-Amz-SignedHeaders', Object.keys(signed).sort().join(';')],
    ];
    const signature = signatureOf({ method: 'PUT', path, query, headers: signed }, credentials);
    const all = [...query, ['X-Amz-Signature', signature] as const];
    const search = all.map(([name, value]) => `${uriEncode(name)}=${uriEncode(value)}`).join('&');
    return `${origin ?? base}${path}?${search}`;
  }

  return { base, port, bucket, objects, receivedRequests, refusals, presign };
}
