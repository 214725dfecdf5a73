/** @file Sends a file's bytes to its upload link (specification, section 4.4). */
import { asPaydeskError, stallLimit } from './authorised-calls.ts';
import type { Purpose } from './exchange.ts';
import type { Incoming, Outgoing, OutgoingBody } from './http-messages.ts';
import { regionalLink, requireUsable, storageHeaders, withCauseInLink } from './storage-links.ts';
import type { LinkRules, UploadLink } from './targets.ts';
import { errorOfUpload, mimeTypeOf } from './uploads.ts';

const storageAnswerLimit = 64 * 1024;

/** What a caller may say of an upload. */
export interface PutOptions {
  readonly signal?: AbortSignal;
  /** Hears how many bytes are on their way; begins anew when the storage sends the upload to another host. */
  readonly onSent?: (bytes: number) => void;
}

/** What an upload needs. */
export interface PutDeps {
  /** Sends a request as it is, without the token. */
  readonly send: (purpose: Purpose, outgoing: Outgoing) => Promise<Incoming>;
  readonly rules: LinkRules;
  readonly now: () => number;
}

/**
 * One upload: no token, exact length, the type of the extension. Rejects with `link-unusable` before a byte leaves when
 * no request could fit the link, with the errors of {@link errorOfUpload}, with what the body's producer threw, or with
 * the network's failures. A redirect is followed once, to the regional host of the same bucket.
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
      answerLimit: storageAnswerLimit,
      stallLimit,
      secrets: [link, target],
      signal: options.signal,
      onSent: options.onSent,
    };
    const purpose: Purpose = { kind: 'upload', subject: fileName, request: `PUT ${url.host}` };
    return { url, incoming: await asPaydeskError(send(purpose, outgoing)) };
  };
  let { url, incoming } = await put(link);
  if (incoming.status === 307 && incoming.location !== null) {
    const regional = regionalLink(url, incoming.location.reveal(), rules);
    if (regional !== null) ({ url, incoming } = await put(regional));
  }
  const error = errorOfUpload(url.host, incoming, now());
  if (error !== null) throw withCauseInLink(url, error);
  return { requestId: incoming.requestId };
}
