/** @file Upload links and their answers (specification, sections 2.3, 2.4, 4.3 and 4.4). */
import { PaydeskError } from '../../shared/errors.ts';
import {
  extensionOf,
  isAllowedExtension,
  mimeTypeOfExtension,
} from '../../shared/model/documents/document.ts';
import { answerTime, errorOfStatus, isJsonObject, isWebPage, jsonOf, notUnderstood } from './answers.ts';
import type { Incoming } from './http/http-messages.ts';
import { linkLifetimeMs } from './link-expiry.ts';
import { acceptLink, type LinkRules, type UploadLink } from './targets.ts';

/** The upload link and the document key of one file. */
export interface UploadTarget {
  readonly link: UploadLink;
  readonly key: string;
  /** Lifetime of the link in milliseconds from its issue, or `null` when unknown. See `linkLifetimeMs`. */
  readonly lifetimeMs: number | null;
}

/** Returns the MIME type of the extension of a file name; the same value is declared as `fileType` and sent as Content-Type. */
export function mimeTypeOf(fileName: string): string {
  const extension = extensionOf(fileName);
  if (!isAllowedExtension(extension)) {
    throw new PaydeskError('arguments-invalid', 'A file without an allowed extension was about to be sent');
  }
  return mimeTypeOfExtension[extension];
}

/** Creates the body of a request for links: an array with one item per file. */
export function linkRequestBody(fileNames: readonly string[]): Uint8Array {
  const items = fileNames.map((fileName) => ({ fileName, fileType: mimeTypeOf(fileName) }));
  return new TextEncoder().encode(JSON.stringify(items));
}

/**
 * Reads the answer to a request for `count` links. Items have no file name, so the n-th item belongs to the n-th
 * file. Throws `answer-not-understood` unless there are exactly `count` items with distinct links and keys.
 */
export function readLinks(host: string, incoming: Incoming, count: number, rules: LinkRules): UploadTarget[] {
  const body = jsonOf(incoming);
  const items = isJsonObject(body) ? body['items'] : undefined;
  const createError = (missing: string) => notUnderstood(host, incoming, body, missing);
  if (!Array.isArray(items)) throw createError('items');
  if (items.length !== count) throw createError(`items (${items.length} in place of ${count})`);
  const targets = items.map((item: unknown) => readItem(item, rules, answerTime(incoming), createError));
  if (new Set(targets.map(({ key }) => key)).size !== count) throw createError('items with different keys');
  if (new Set(targets.map(({ link }) => link.reveal())).size !== count) {
    throw createError('items with different links');
  }
  return targets;
}

function readItem(
  item: unknown,
  rules: LinkRules,
  answeredAt: number | null,
  createError: (missing: string) => PaydeskError,
): UploadTarget {
  const { link, key } = isJsonObject(item) ? item : {};
  if (typeof key !== 'string' || key === '' || key.length > 2_048) throw createError('items.key');
  if (typeof link !== 'string') throw createError('items.link');
  const accepted = acceptLink(link, rules);
  if (accepted === null) throw createError('items.link that may be used');
  return { link: accepted, key, lifetimeMs: linkLifetimeMs(new URL(accepted.reveal()), answeredAt) };
}

/**
 * Maps a storage's answer to an error, or `null` for 200, 201 and 204. A web page with such a status comes from a proxy
 * or portal and is an error. A 403 is `link-refused`: the link is expired or invalid, and a new link is needed. Only the
 * code of an XML error body is read.
 */
export function errorOfUpload(host: string, incoming: Incoming, now: number): PaydeskError | null {
  if (incoming.status === 200 || incoming.status === 201 || incoming.status === 204) {
    return isWebPage(incoming) ? notUnderstood(host, incoming, undefined, 'answer of a storage') : null;
  }
  const text = new TextDecoder().decode(incoming.body.subarray(0, 4_096));
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  const details = { host, status: incoming.status, message: code };
  const errorOptions = { details, requestId: incoming.requestId };
  const isExpired = incoming.status === 400 && code === 'ExpiredToken';
  if (incoming.status === 403 || isExpired) {
    return new PaydeskError('link-refused', `${host} refused a link`, { ...errorOptions, retryable: true });
  }
  if (incoming.status === 400 && code === 'RequestTimeout') {
    return new PaydeskError('timed-out', `${host} waited too long`, { ...errorOptions, retryable: true });
  }
  // S3: a conflicting request for the same bucket or object is in progress.
  if (incoming.status === 409 && code === 'OperationAborted') {
    return new PaydeskError('service-failed', `${host} is busy with this place`, {
      ...errorOptions,
      retryable: true,
    });
  }
  if (incoming.status === 401 || incoming.status < 400) {
    return new PaydeskError('service-refused', `${host} answered ${incoming.status}`, errorOptions);
  }
  const error = errorOfStatus(host, incoming, now, []);
  // The message of the storage may repeat parts of the link; only its code is kept.
  return new PaydeskError(error.code, error.message, {
    ...errorOptions,
    details: { ...error.details, message: code },
    retryable: error.retryable,
  });
}
