/** @file Attaching documents to a beneficiary (specification, sections 2.5 and 4.5). */
import type { ErrorCode, PaydeskError } from '../../shared/errors.ts';
import { isJsonObject, isWebPage, jsonOf } from './answers.ts';
import type { HttpFailure } from './failure.ts';
import type { Incoming } from './http-messages.ts';

/** One element of `documentDetails`: exactly these two fields. */
export interface DocumentDetail {
  readonly key: string;
  readonly name: string;
}

/** The body of an update: nothing but the documents. */
export function updateBody(documents: readonly DocumentDetail[]): string {
  return JSON.stringify({ documentDetails: documents.map(({ key, name }) => ({ key, name })) });
}

/** The body of a creation: the clerk's JSON object, with the documents when there are any. */
export function createBody(
  payload: Readonly<Record<string, unknown>>,
  documents: readonly DocumentDetail[],
): string {
  if (documents.length === 0) return JSON.stringify(payload);
  return JSON.stringify({ ...payload, documentDetails: documents.map(({ key, name }) => ({ key, name })) });
}

/** How an attach operation ended, as far as this machine can know. */
export type AttachAnswer =
  | {
      readonly kind: 'accepted';
      readonly status: number;
      readonly requestId: string | null;
      /** The ID of a created beneficiary, or `null` when the answer does not name it. */
      readonly recipientId: string | null;
    }
  /** The service has the request and said no: nothing was attached. */
  | { readonly kind: 'refused'; readonly error: PaydeskError }
  /** It is certain that the service did not act on it: it may be sent again. */
  | { readonly kind: 'not-done'; readonly error: PaydeskError }
  /** Nobody here can know. It is never repeated by itself. */
  | { readonly kind: 'lost'; readonly cause: string; readonly requestId: string | null };

/** Errors of answers that say for certain that the request was not acted on. */
const notActedOn: readonly ErrorCode[] = [
  'sign-in-needed',
  'wrong-environment',
  'proxy-refused',
  'service-throttled',
];

/**
 * What an answer means. Only a clear yes or no counts: a 5xx may have been stored before it failed, and so may a 408
 * (specification, section 7: not shown); a redirect or a web page is not the service's own word. A 429, or a 503 that
 * says when to come back, was not acted on.
 */
export function readAttach(incoming: Incoming, error: PaydeskError): AttachAnswer {
  const { status, requestId } = incoming;
  if (status >= 200 && status < 300 && !isWebPage(incoming)) {
    return { kind: 'accepted', status, requestId, recipientId: recipientIdOf(jsonOf(incoming)) };
  }
  if (status >= 400 && notActedOn.includes(error.code)) return { kind: 'not-done', error };
  if (status >= 400 && error.code === 'service-refused') return { kind: 'refused', error };
  return { kind: 'lost', cause: `status ${status}`, requestId };
}

/** What a failed exchange means: it is lost unless no byte of it can have left this machine. */
export function attachFailure(failure: HttpFailure, error: PaydeskError): AttachAnswer {
  return failure.sent ? { kind: 'lost', cause: failure.kind, requestId: null } : { kind: 'not-done', error };
}

/**
 * The new ID under `recipientId` or `id`, at the top or one level down. `null` when parts of the answer name different
 * ones: which of them is the beneficiary's is not guessed.
 */
export function recipientIdOf(body: unknown): string | null {
  if (!isJsonObject(body)) return null;
  const top = idIn(body);
  if (top !== null) return top;
  const below = Object.values(body).filter(isJsonObject).map(idIn);
  const [found = null, ...others] = new Set(below.filter((id) => id !== null));
  return others.length === 0 ? found : null;
}

function idIn(level: Readonly<Record<string, unknown>>): string | null {
  for (const name of ['recipientId', 'id']) {
    const value = level[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  }
  return null;
}
