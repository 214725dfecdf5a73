/** @file Sends a file's bytes to its upload link (specification, section 4.4). */
import { asPaydeskError, stallTimeoutMs } from './authorised-calls.ts';
import type { Purpose } from './http/exchange.ts';
import type { Incoming, Outgoing, OutgoingBody } from './http/http-messages.ts';
import { acceptRegionalLink, explainChecksumError, requireUsable, storageHeaders } from './storage-links.ts';
import type { LinkRules, UploadLink } from './targets.ts';
import { errorOfUpload, mimeTypeOf } from './uploads.ts';

const maxStorageAnswerBytes = 64 * 1024;

export interface PutOptions {
  readonly signal?: AbortSignal;
  /** Called directly before the first byte of every request. When it throws, nothing is sent. */
  readonly beforeFirstByte?: () => void;
  /** Called with the number of bytes sent; restarts from 0 when the storage redirects the upload. */
  readonly onSent?: (bytes: number) => void;
}

export interface PutDeps {
  /** Sends a request unchanged, without the token. */
  readonly send: (purpose: Purpose, outgoing: Outgoing) => Promise<Incoming>;
  readonly rules: LinkRules;
  readonly now: () => number;
}

/**
 * Uploads a file: no token, exact length, the content type of the extension. Rejects with `link-unusable` before sending
 * when no request can satisfy the link, with the errors of {@link errorOfUpload}, with the error of the body's producer
 * or of `beforeFirstByte`, or with network failures. Follows one redirect, to the regional host of the same bucket.
 */
export async function putDocument(
  { send, rules, now }: PutDeps,
  link: UploadLink,
  fileName: string,
  body: OutgoingBody,
  options: PutOptions,
): Promise<{ requestId: string | null }> {
  const put = async (target: UploadLink) => {
    const url = new URL(target.reveal());
    requireUsable(url);
    const outgoing: Outgoing = {
      method: 'PUT',
      url,
      headers: { 'content-type': mimeTypeOf(fileName), ...storageHeaders(url) },
      body,
      maxAnswerBytes: maxStorageAnswerBytes,
      stallTimeoutMs,
      isFrequent: true,
      secrets: [link, target],
      signal: options.signal,
      beforeFirstByte: options.beforeFirstByte,
      onSent: options.onSent,
    };
    const purpose: Purpose = { kind: 'upload', subject: fileName, request: `PUT ${url.host}` };
    return { url, incoming: await asPaydeskError(send(purpose, outgoing)) };
  };
  let { url, incoming } = await put(link);
  if (incoming.status === 307 && incoming.location !== null) {
    const regionalLink = acceptRegionalLink(url, incoming.location.reveal(), rules);
    if (regionalLink !== null) ({ url, incoming } = await put(regionalLink));
  }
  const error = errorOfUpload(url.host, incoming, now());
  if (error !== null) throw explainChecksumError(url, error);
  return { requestId: incoming.requestId };
}
