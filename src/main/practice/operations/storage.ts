/** @file The storage host: the PUT to a signed link (section 4.4), and the checks against misuse. */
import { createHash } from 'node:crypto';
import type { SimulatorDeps } from '../deps.ts';
import { type Answer, escapeXml, Refusal, storageError } from '../http/answers.ts';
import { type Exchange, readBody } from '../http/exchange.ts';
import type { LinkCheck } from '../http/links.ts';
import type { Route } from '../http/route.ts';
import type { Rule } from '../http/violations.ts';
import { linkPathPrefix, urlPathPrefix } from './uploads.ts';

/** Serves the PUT of a file to its link. */
export function uploadRoute(deps: SimulatorDeps): Route {
  const { ledger, links, settings } = deps;
  return {
    name: 'upload',
    hosts: ['storage'],
    methods: ['PUT'],
    pattern: new RegExp(`^${linkPathPrefix}(.+)$`),
    check(exchange) {
      const key = readKey(exchange, linkPathPrefix);
      exchange.subject = key;
      requireNoAuthorization(exchange);
      const issued = ledger.findIssued(key);
      if (issued === null) throw storageBreach(403, 'link-signature', 'No link was issued for this key');
      const { contentType } = issued;
      const grant = { method: 'PUT', path: exchange.path, contentType } as const;
      requireValidLink(exchange, links.check(grant, exchange.query, exchange.at));
      requireContentType(exchange, contentType);
      requireLength(exchange);
    },
    async handle(exchange) {
      const key = exchange.subject ?? '';
      const sha256 = createHash('sha256');
      const keptChunks: Buffer[] = [];
      await readBody(exchange, (chunk) => {
        sha256.update(chunk);
        if (settings.keepBytes) keptChunks.push(chunk);
      });
      const digest = sha256.digest('hex');
      const contentType = ledger.findIssued(key)?.contentType ?? '';
      ledger.commit(
        {
          kind: 'stored',
          at: deps.now(),
          key,
          size: exchange.bytesRead,
          sha256: digest,
          type: contentType,
        },
        settings.keepBytes ? Buffer.concat(keptChunks) : null,
      );
      return {
        status: 200,
        headers: { etag: `"${digest.slice(0, 32)}-1"` },
        body: { kind: 'none' },
      };
    },
  };
}

/** Refuses every request to the target of `url`. A file sent there is a violation. */
export function documentUrlRoute(): Route {
  return {
    name: 'documentUrl',
    hosts: ['storage'],
    methods: ['PUT', 'POST'],
    pattern: new RegExp(`^${urlPathPrefix}(.+)$`),
    check(exchange) {
      exchange.subject = readKey(exchange, urlPathPrefix);
      throw storageBreach(403, 'put-to-url', 'url is not an upload target');
    },
    handle: refuseAll,
  };
}

function refuseAll(): Answer {
  return storageError(403, 'AccessDenied', 'Access Denied');
}

/** Requires that no token is sent, because the signed link is the authorization. */
export function requireNoAuthorization(exchange: Exchange): void {
  if (exchange.request.headers.authorization !== undefined) {
    throw storageBreach(400, 'authorization-unwanted', 'Only one auth mechanism allowed', 'InvalidArgument');
  }
}

/** Requires a link that is unaltered and not expired. An expired link is no violation. */
export function requireValidLink(exchange: Exchange, check: LinkCheck): void {
  if (check.state === 'bad') {
    throw new Refusal(
      storageError(
        403,
        'SignatureDoesNotMatch',
        'The request signature we calculated does not match the signature you provided.',
        echoSignature(exchange),
      ),
      { rule: 'link-signature', detail: 'The link was altered' },
    );
  }
  exchange.linkAgeMs = check.ageMs;
  if (check.state === 'expired') throw new Refusal(createExpiredAnswer(exchange.at, check.validitySeconds));
}

/** Creates the response to an expired link. */
export function createExpiredAnswer(now: number, validitySeconds: number): Answer {
  const expiryXml = `<X-Amz-Expires>${validitySeconds}</X-Amz-Expires><ServerTime>${new Date(now).toISOString()}</ServerTime>`;
  return storageError(403, 'AccessDenied', 'Request has expired', expiryXml);
}

/** Echoes the signature as real storage services do: their XML must never be logged. */
function echoSignature(exchange: Exchange): string {
  const signature = exchange.query.get('X-Amz-Signature') ?? '';
  return `<SignatureProvided>${escapeXml(signature)}</SignatureProvided><StringToSign>${escapeXml(exchange.path)}</StringToSign>`;
}

function requireContentType(exchange: Exchange, expected: string): void {
  if (exchange.request.headers['content-type'] === expected) return;
  throw new Refusal(
    storageError(
      403,
      'SignatureDoesNotMatch',
      'The request signature we calculated does not match the signature you provided.',
      echoSignature(exchange),
    ),
    { rule: 'content-type', detail: `Content-Type must be ${expected}` },
  );
}

function requireLength(exchange: Exchange): void {
  const { headers } = exchange.request;
  if (headers['transfer-encoding'] !== undefined) {
    throw storageBreach(
      501,
      'chunked',
      'A header implies functionality that is not implemented',
      'NotImplemented',
    );
  }
  if (headers['content-length'] === undefined) {
    throw storageBreach(
      411,
      'content-length',
      'You must provide the Content-Length HTTP header.',
      'MissingContentLength',
    );
  }
}

function storageBreach(status: number, rule: Rule, message: string, code = 'AccessDenied'): Refusal {
  return new Refusal(storageError(status, code, message), { rule, detail: message });
}

function readKey(exchange: Exchange, prefix: string): string {
  return exchange.path.slice(prefix.length);
}
