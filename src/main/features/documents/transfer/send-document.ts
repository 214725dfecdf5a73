/**
 * @file Uploads one document: reads it again, requests a link, commits the key, waits for a slot, sends the bytes,
 * and commits that they are stored. The link exists only in this function.
 */
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import type { DocumentReason } from '../../../../shared/model/documents/document.ts';
import type { OutgoingBody } from '../../../service/http/http-messages.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Ports } from '../../ports.ts';
import * as procedures from '../database/transfer.ts';
import type { Intake } from '../intake/intake-client.ts';
import type { CheckedFile } from '../intake/messages.ts';
import { waitsForFile } from '../intake/reasons.ts';
import type { Bandwidth } from './bandwidth.ts';
import { classifyFailure, createLinkRefusedReason, type FailureAction } from './classify-failure.ts';
import type { IssuedLinkRegistry } from './issued-link-registry.ts';
import { createAgeCheck, type DatedTarget, isStale } from './link-age.ts';
import type { UploadLinkBatcher } from './upload-link-batcher.ts';
import type { Release } from './upload-slots.ts';

/** Bytes per chunk: small enough to show progress on a slow line, large enough to be cheap. */
const chunkLength = 64 * 1024;

/** A body from memory. */
export function bodyOfBytes(bytes: Uint8Array): OutgoingBody {
  return {
    size: bytes.length,
    async *chunks() {
      for (let offset = 0; offset < bytes.length; offset += chunkLength) {
        yield bytes.subarray(offset, offset + chunkLength);
      }
    },
  };
}

/**
 * A body from the file, opened for every attempt and hashed while it is sent. Throws `file-changed` in the middle of
 * the request when the content has changed since the check, so that the request never completes, and `file-missing`,
 * `file-locked` or `file-unreadable` when the file cannot be read.
 */
export function bodyOfFile(intake: Pick<Intake, 'chunks'>, checked: CheckedFile): OutgoingBody {
  return {
    size: checked.size,
    async *chunks() {
      for await (const chunk of intake.chunks(checked)) {
        if (chunk.kind === 'not-sendable') throw notSendableError(chunk.reason);
        yield chunk.bytes;
      }
    },
  };
}

function notSendableError(reason: DocumentReason): PaydeskError {
  const { code, facts } = reason;
  if (code === 'file-changed') return new PaydeskError(code, 'The file changed while it was sent');
  if (waitsForFile(reason)) {
    const missingCode = code === 'file-locked' ? 'file-locked' : 'file-missing';
    return new PaydeskError(missingCode, 'The file is not available', { details: { reason: code } });
  }
  return new PaydeskError('file-unreadable', 'The file cannot be read', {
    details: { cause: facts['system'] ?? code },
  });
}

export interface SendDeps extends Pick<Ports, 'store' | 'clock'> {
  readonly intake: Intake;
  readonly putDocument: PaymentsService['putDocument'];
  readonly issuedLinks: IssuedLinkRegistry;
  readonly linkBatcher: UploadLinkBatcher;
  /** Called when the file was read, or could not be. */
  readonly onRead: () => void;
  /** Waits for an upload slot. */
  readonly acquireSlot: () => Promise<Release>;
  readonly bandwidth: Bandwidth;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

/** `stored`, or what to do about the failed step. */
type SendResult = { readonly kind: 'stored' } | FailureAction;

/** Uploads one claimed document. Never rejects for errors of the document or the network. */
export async function send(job: procedures.UploadJob, deps: SendDeps): Promise<SendResult> {
  try {
    const rereadResult = await deps.intake.reread(job, deps.signal);
    deps.onRead();
    if (rereadResult.kind === 'not-sendable') {
      return {
        kind: waitsForFile(rereadResult.reason) ? 'wait-for-file' : 'fail',
        reason: rereadResult.reason,
      };
    }
    const body =
      rereadResult.kind === 'bytes' ? bodyOfBytes(rereadResult.bytes) : bodyOfFile(deps.intake, job);
    const result = await sendBody(job, body, deps);
    // After a failure, the network may still read the memory.
    if (rereadResult.kind === 'bytes' && result.kind === 'stored') rereadResult.free();
    return result;
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code === 'unexpected') throw thrown;
    return classifyFailure(error);
  }
}

async function sendBody(job: procedures.UploadJob, body: OutgoingBody, deps: SendDeps): Promise<SendResult> {
  try {
    return await attemptUpload(job, body, deps);
  } catch (thrown) {
    // A refused link does not concern the document: retries at once with a new link.
    if (!(thrown instanceof PaydeskError) || thrown.code !== 'link-refused') throw thrown;
  }
  try {
    return await attemptUpload(job, body, deps);
  } catch (thrown) {
    if (!(thrown instanceof PaydeskError) || thrown.code !== 'link-refused') throw thrown;
    return { kind: 'fail', reason: createLinkRefusedReason(thrown) };
  }
}

async function attemptUpload(
  job: procedures.UploadJob,
  body: OutgoingBody,
  deps: SendDeps,
): Promise<SendResult> {
  const { store, clock, putDocument, signal, onSent } = deps;
  onSent(0);
  let issuedTarget = await requestAndRecordLink(job, deps);
  if (issuedTarget === null) return { kind: 'dropped' };
  const release = await deps.acquireSlot();
  try {
    // Replaces a link that aged in the queue while keeping the slot, so that the new one is used at once.
    if (isStale(issuedTarget)) issuedTarget = await requestAndRecordLink(job, deps);
    if (issuedTarget === null) return { kind: 'dropped' };
    const requireFreshLink = createAgeCheck(issuedTarget);
    requireFreshLink();
    const { link, key } = issuedTarget.target;
    const throttled = deps.bandwidth.throttle(body, signal);
    const { requestId } = await putDocument(link, job.name, throttled, {
      signal,
      onSent,
      beforeFirstByte: requireFreshLink,
    });
    const { id, attemptId } = job;
    await store.run(procedures.markStored, { id, attemptId, key, at: clock.now(), requestId });
    return { kind: 'stored' };
  } finally {
    release();
  }
}

/** Requests a link and commits its key; `null` when the document was withdrawn. */
async function requestAndRecordLink(job: procedures.UploadJob, deps: SendDeps): Promise<DatedTarget | null> {
  const { store, clock, issuedLinks, linkBatcher, signal } = deps;
  const issuedTarget = await linkBatcher.requestLink(job.name, signal);
  const { id, attemptId } = job;
  const { link, key } = issuedTarget.target;
  if (!issuedLinks.register(link, id)) throw duplicateResponseError('links');
  const recorded = await store.run(procedures.markSending, { id, attemptId, key, at: clock.now() });
  if (recorded.keyOfAnother) throw duplicateResponseError('keys');
  return recorded.changed === 0 ? null : issuedTarget;
}

/**
 * Returns the error of a response that repeats a link or key of an earlier one: one document would be mistaken for
 * another.
 */
function duplicateResponseError(what: 'links' | 'keys'): PaydeskError {
  return new PaydeskError('answer-not-understood', 'The response repeats a link or key of another document', {
    details: { missing: `items with different ${what}` },
  });
}
