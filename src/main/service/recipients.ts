/** @file Attach operations on beneficiaries (specification, sections 2.5 and 4.5). */
import type { ErrorCode, PaydeskError } from '../../shared/errors.ts';
import { isJsonObject, isWebPage, jsonOf } from './answers.ts';
import type { HttpFailure } from './http/failure.ts';
import type { Incoming } from './http/http-messages.ts';

/** One element of `documentDetails`, which has exactly two fields. */
interface DocumentDetail {
  readonly key: string;
  readonly name: string;
}

/** Creates the body of an update, which has only the documents. */
export function updateBody(documents: readonly DocumentDetail[]): string {
  return JSON.stringify({ documentDetails: documents.map(({ key, name }) => ({ key, name })) });
}

/** Creates the body of a creation: the JSON object of the clerk and the documents, if any. */
export function createBody(
  payload: Readonly<Record<string, unknown>>,
  documents: readonly DocumentDetail[],
): string {
  if (documents.length === 0) return JSON.stringify(payload);
  return JSON.stringify({ ...payload, documentDetails: documents.map(({ key, name }) => ({ key, name })) });
}

/** The outcome of an attach operation, as far as this machine can know. */
export type AttachAnswer =
  | {
      readonly kind: 'accepted';
      readonly status: number;
      readonly requestId: string | null;
      /** The ID of a created beneficiary, or `null` when the answer does not name it. */
      readonly recipientId: string | null;
    }
  /** The service refused the request: nothing was attached. */
  | { readonly kind: 'refused'; readonly error: PaydeskError }
  /** The service certainly did not perform the request, so it may be sent again. */
  | { readonly kind: 'not-done'; readonly error: PaydeskError }
  /** The outcome is unknown, so the request is never repeated automatically. */
  | { readonly kind: 'lost'; readonly cause: string; readonly requestId: string | null };

/** Errors after which the request was certainly not performed. */
const notPerformedCodes: readonly ErrorCode[] = [
  'sign-in-needed',
  'wrong-environment',
  'proxy-refused',
  'service-throttled',
];

/**
 * Classifies an answer. Only a clear success or refusal counts. A request answered with 5xx or 408 may have been stored
 * (specification, section 7: not shown), and a redirect or a web page does not come from the service. A request answered
 * with 429, or with 503 and Retry-After, was not performed.
 */
export function readAttach(incoming: Incoming, error: PaydeskError): AttachAnswer {
  const { status, requestId } = incoming;
  if (status >= 200 && status < 300 && !isWebPage(incoming)) {
    return { kind: 'accepted', status, requestId, recipientId: recipientIdOf(jsonOf(incoming)) };
  }
  if (status >= 400 && notPerformedCodes.includes(error.code)) return { kind: 'not-done', error };
  if (status >= 400 && error.code === 'service-refused') return { kind: 'refused', error };
  return { kind: 'lost', cause: `status ${status}`, requestId };
}

/** Classifies a failed exchange: the outcome is `lost` unless it is certain that no byte left this machine. */
export function attachFailure(failure: HttpFailure, error: PaydeskError): AttachAnswer {
  return failure.sent ? { kind: 'lost', cause: failure.kind, requestId: null } : { kind: 'not-done', error };
}

/**
 * Finds the new ID under `recipientId` or `id`, at the top or one level down. `null` when there are several different
 * IDs, because Paydesk does not guess which ID belongs to the beneficiary.
 */
export function recipientIdOf(body: unknown): string | null {
  if (!isJsonObject(body)) return null;
  const topId = findId(body);
  if (topId !== null) return topId;
  const nestedIds = Object.values(body).filter(isJsonObject).map(findId);
  const [nestedId = null, ...otherIds] = new Set(nestedIds.filter((id) => id !== null));
  return otherIds.length === 0 ? nestedId : null;
}

function findId(object: Readonly<Record<string, unknown>>): string | null {
  for (const name of ['recipientId', 'id']) {
    const value = object[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
    if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  }
  return null;
}
