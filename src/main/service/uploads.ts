/** @file Upload links and the upload itself (specification, sections 2.3, 2.4, 4.3 and 4.4). */
import { PaydeskError } from '../../shared/errors.ts';
import { extensionOf, isAllowedExtension, mimeTypeOfExtension } from '../../shared/model/document.ts';
import { clockOf, errorOfStatus, isJsonObject, isWebPage, jsonOf, notUnderstood } from './answers.ts';
import type { Incoming } from './http-messages.ts';
import { linkLifetimeMs } from './link-expiry.ts';
import { acceptLink, type LinkRules, type UploadLink } from './targets.ts';

/** Where one file goes, and the key that names it afterwards. */
export interface UploadTarget {
  readonly link: UploadLink;
  readonly key: string;
  /** Milliseconds that the link is valid from its issue, by what it says itself; `null` when it does not say. */
  readonly lifetimeMs: number | null;
}

/** The MIME type of a file name's extension; the same value is declared as `fileType` and sent as Content-Type. */
export function mimeTypeOf(fileName: string): string {
  const extension = extensionOf(fileName);
  if (!isAllowedExtension(extension)) {
    throw new PaydeskError('arguments-invalid', 'A file without an allowed extension was about to be sent');
  }
  return mimeTypeOfExtension[extension];
}

/** The body of a request for links: the raw array, one item per file. */
export function linkRequestBody(fileNames: readonly string[]): Uint8Array {
  const items = fileNames.map((fileName) => ({ fileName, fileType: mimeTypeOf(fileName) }));
  return new TextEncoder().encode(JSON.stringify(items));
}

/**
 * Reads the answer to a request for `expected` links. The n-th item belongs to the n-th file, because an item carries
 * no file name; so the answer must have exactly as many items as asked for, with distinct links and distinct keys,
 * or none of it is used (`answer-not-understood`).
 */
export function readLinks(
  host: string,
  incoming: Incoming,
  expected: number,
  rules: LinkRules,
): UploadTarget[] {
  const body = jsonOf(incoming);
  const items = isJsonObject(body) ? body['items'] : undefined;
  const refuse = (missing: string) => notUnderstood(host, incoming, body, missing);
  if (!Array.isArray(items)) throw refuse('items');
  if (items.length !== expected) throw refuse(`items (${items.length} in place of ${expected})`);
  const targets = items.map((item: unknown) => readItem(item, rules, clockOf(incoming), refuse));
  if (new Set(targets.map(({ key }) => key)).size !== expected) throw refuse('items with different keys');
  if (new Set(targets.map(({ link }) => link.reveal())).size !== expected) {
    throw refuse('items with different links');
  }
  return targets;
}

function readItem(
  item: unknown,
  rules: LinkRules,
  answeredAt: number | null,
  refuse: (missing: string) => PaydeskError,
): UploadTarget {
  const { link, key } = isJsonObject(item) ? item : {};
  if (typeof key !== 'string' || key === '' || key.length > 2_048) throw refuse('items.key');
  if (typeof link !== 'string') throw refuse('items.link');
  const accepted = acceptLink(link, rules);
  if (accepted === null) throw refuse('items.link that may be used');
  return { link: accepted, key, lifetimeMs: linkLifetimeMs(new URL(accepted.reveal()), answeredAt) };
}

/**
 * The error of a pre-signed target's answer, or `null` for 200, 201 and 204 of a storage: a web page with such a status
 * comes from something in between. A 403 is `link-refused`: expired or not
 * valid, ask for a fresh one. Of its XML only the code is read.
 */
export function errorOfUpload(host: string, incoming: Incoming, now: number): PaydeskError | null {
  if (incoming.status === 200 || incoming.status === 201 || incoming.status === 204) {
    return isWebPage(incoming) ? notUnderstood(host, incoming, undefined, 'answer of a storage') : null;
  }
  const text = new TextDecoder().decode(incoming.body.subarray(0, 4_096));
  const code = /<Code>([A-Za-z0-9]{1,60})<\/Code>/.exec(text)?.[1] ?? '';
  const details = { host, status: incoming.status, message: code };
  const facts = { details, requestId: incoming.requestId };
  const expired = incoming.status === 400 && code === 'ExpiredToken';
  if (incoming.status === 403 || expired) {
    return new PaydeskError('link-refused', `${host} refused a link`, { ...facts, retryable: true });
  }
  if (incoming.status === 400 && code === 'RequestTimeout') {
    return new PaydeskError('timed-out', `${host} waited too long`, { ...facts, retryable: true });
  }
  // S3: another request for the same bucket or object is not finished.
  if (incoming.status === 409 && code === 'OperationAborted') {
    return new PaydeskError('service-failed', `${host} is busy with this place`, {
      ...facts,
      retryable: true,
    });
  }
  if (incoming.status === 401 || incoming.status < 400) {
    return new PaydeskError('service-refused', `${host} answered ${incoming.status}`, facts);
  }
  const error = errorOfStatus(host, incoming, now, []);
  // Whatever else the answer says may repeat parts of the link.
  return new PaydeskError(error.code, error.message, {
    ...facts,
    details: { ...error.details, message: code },
    retryable: error.retryable,
  });
}
