/**
 * @file Uploads one document: reads it again, requests a link, commits the key, waits for a slot, sends the bytes,
 * and commits that they are stored. The link exists only in this function.
 */
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import type { Clock } from '../../../platform/platform.ts';
import type { OutgoingBody } from '../../../service/http/http-messages.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Store } from '../../../storage/store/store.ts';
import * as procedures from '../database/transfer.ts';
import type { Intake } from '../intake/intake-client.ts';
import { waitsForFile } from '../intake/reasons.ts';
import type { Bandwidth } from './bandwidth.ts';
import { bodyOfBytes, bodyOfFile } from './body.ts';
import { classifyFailure, createLinkRefusedReason, type FailureAction } from './classify-failure.ts';
import type { IssuedLinkRegistry } from './issued-link-registry.ts';
import { createAgeCheck, type DatedTarget, isStale } from './link-age.ts';
import type { UploadLinkBatcher } from './upload-link-batcher.ts';
import type { Release } from './upload-slots.ts';

export interface SendDeps {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
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
