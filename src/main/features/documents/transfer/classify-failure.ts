/** @file Classifies a failed step by its consequence for the document and for other work. */
import type { PaydeskError } from '../../../../shared/errors.ts';
import type { BlockReason } from '../../../../shared/model/documents/batch.ts';
import type { DocumentReason, DocumentReasonCode } from '../../../../shared/model/documents/document.ts';
import { exponentialBackoffMs } from '../../../concurrency/exponential-backoff.ts';
import type { Random } from '../../../platform/platform.ts';
import { blockReasonOf } from '../../../service/http/connectivity-monitor.ts';
import { isHostPaused } from '../../../service/http/host-backoff.ts';

/** What to do about a failed step. */
export type FailureAction =
  /** Something outside this document stops all work of the profile. */
  | { readonly kind: 'stop'; readonly cause: 'sign-in' | 'wrong-environment'; readonly error: PaydeskError }
  /** The service cannot be reached. */
  | { readonly kind: 'unreachable'; readonly blockReason: BlockReason; readonly error: PaydeskError }
  /** The document was withdrawn, or work is being stopped. */
  | { readonly kind: 'dropped' }
  /** Retry at once with a new link, without counting the attempt. */
  | { readonly kind: 'fresh-link' }
  | { readonly kind: 'retry'; readonly reason: DocumentReason; readonly minWaitMs: number }
  /** The host has asked for a pause, and nothing was sent. */
  | { readonly kind: 'host-paused'; readonly reason: DocumentReason }
  | { readonly kind: 'wait-for-file'; readonly reason: DocumentReason }
  | { readonly kind: 'fail'; readonly reason: DocumentReason };

/** Returns a reason with the facts of an error that its message needs. */
function createReason(code: DocumentReasonCode, error: PaydeskError): DocumentReason {
  const facts: DocumentReason['facts'] = {};
  for (const name of ['host', 'status', 'message', 'cause', 'missing', 'problem', 'headers'] as const) {
    const value = error.details[name];
    if (typeof value === 'string' || typeof value === 'number') facts[name] = value;
  }
  if (error.requestId !== null) facts['requestId'] = error.requestId;
  return { code, facts };
}

/** Classifies an error of a link request or of an upload. */
export function classifyFailure(error: PaydeskError): FailureAction {
  const minWaitMs = typeof error.details['retryAfter'] === 'number' ? error.details['retryAfter'] : 0;
  const retry = (code: DocumentReasonCode): FailureAction => ({
    kind: 'retry',
    reason: createReason(code, error),
    minWaitMs,
  });
  const fail = (code: DocumentReasonCode): FailureAction => ({
    kind: 'fail',
    reason: createReason(code, error),
  });
  const blockReason = blockReasonOf(error);
  if (blockReason !== null) return { kind: 'unreachable', blockReason, error };
  if (isHostPaused(error)) return { kind: 'host-paused', reason: createReason('service-busy', error) };
  switch (error.code) {
    case 'sign-in-needed':
    case 'sign-in-refused':
    case 'key-refused':
    case 'api-key-needed':
      return { kind: 'stop', cause: 'sign-in', error };
    case 'wrong-environment':
      return { kind: 'stop', cause: 'wrong-environment', error };
    case 'cancelled':
      return { kind: 'dropped' };
    case 'link-refused':
      return { kind: 'fresh-link' };
    case 'timed-out':
      return retry('no-answer');
    case 'connection-lost':
      return retry('connection-lost');
    case 'service-throttled':
    case 'service-failed':
      return retry('service-busy');
    case 'link-unusable':
      return fail('link-unusable');
    case 'answer-not-understood':
    case 'answer-too-large':
      return fail('answer-not-understood');
    case 'file-changed':
      return fail('file-changed');
    case 'file-missing':
    case 'file-locked':
      return { kind: 'wait-for-file', reason: createReason(classifyMissingFile(error), error) };
    case 'file-unreadable':
      return fail('unreadable');
    default:
      return fail('service-refused');
  }
}

/** Returns why a document waits for its file. */
function classifyMissingFile({ code, details }: PaydeskError): DocumentReasonCode {
  const { reason } = details;
  if (reason === 'drive-away' || reason === 'drive-not-responding' || reason === 'cloud-only') return reason;
  return code === 'file-locked' ? 'file-locked' : 'file-missing';
}

/** Returns the reason of a refused attach operation. */
export function createAttachRefusedReason(error: PaydeskError): DocumentReason {
  return createReason('attach-refused', error);
}

/** Returns the reason of a document whose new link was refused too. */
export function createLinkRefusedReason(error: PaydeskError): DocumentReason {
  return createReason('link-refused', error);
}

/** Maximum number of attempts per document. */
export const maxAttempts = 6;
const backoff = { minMs: 1_000, maxMs: 60_000 };

/** Returns the wait before the next attempt: exponential backoff with full jitter, but at least `minWaitMs`. */
export function chooseBackoffMs(attempts: number, minWaitMs: number, random: Random): number {
  return Math.max(minWaitMs, Math.round(random.fraction() * exponentialBackoffMs(attempts, backoff)));
}
