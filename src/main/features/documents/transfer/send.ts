/**
 * @file Uploads one document: reads it again, requests a link, commits the key, waits for a slot, sends the bytes,
 * and commits that they are stored. The link exists only in this function.
 */
import { PaydeskError, toPaydeskError } from '../../../../shared/errors.ts';
import type { Clock } from '../../../platform.ts';
import type { OutgoingBody } from '../../../service/http-messages.ts';
import type { PaymentsService } from '../../../service/service.ts';
import type { Store } from '../../../store/store.ts';
import type { Intake } from '../intake/intake.ts';
import { waitsForFile } from '../intake/reasons.ts';
import * as tables from '../tables/transfer.ts';
import type { Bandwidth } from './bandwidth.ts';
import { bodyOfBytes, bodyOfFile } from './body.ts';
import { classifyFailure, type FailureAction, linkRefused } from './classify-failure.ts';
import type { IssuedLinkRegistry } from './issued-link-registry.ts';
import type { DatedTarget, UploadLinkBatcher } from './upload-link-batcher.ts';
import type { Release } from './upload-slots.ts';

/** Milliseconds after which a link is replaced, of its 15 minutes of validity (specification, section 8). */
const linkRefreshAgeMs = 10 * 60_000;

/** True when a link must be replaced; one with a shorter lifetime is used for two thirds of it. */
export function isStale({ target: { lifetimeMs }, ageMs: age }: DatedTarget): boolean {
  return age() > Math.min(linkRefreshAgeMs, ((lifetimeMs ?? Number.POSITIVE_INFINITY) * 2) / 3);
}

export interface SendDeps {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly service: PaymentsService;
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

/** `stored` with the duration of the upload in milliseconds, or what the failed step means. */
export type Sent = { readonly kind: 'stored'; readonly milliseconds: number } | FailureAction;

/** Uploads one claimed document. Never rejects for errors of the document or the network. */
export async function send(job: tables.UploadJob, deps: SendDeps): Promise<Sent> {
  try {
    const read = await deps.intake.reread(job, deps.signal);
    deps.onRead();
    if (read.kind === 'not-sendable') {
      return { kind: waitsForFile(read.reason) ? 'wait-for-file' : 'fail', reason: read.reason };
    }
    const body = read.kind === 'bytes' ? bodyOfBytes(read.bytes) : bodyOfFile(deps.intake, job);
    return await sendBody(job, body, deps);
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code === 'unexpected') throw thrown;
    return classifyFailure(error);
  }
}

async function sendBody(job: tables.UploadJob, body: OutgoingBody, deps: SendDeps): Promise<Sent> {
  try {
    return await attempt(job, body, deps);
  } catch (thrown) {
    // A refused link does not concern the document: retries at once with a new link.
    if (!(thrown instanceof PaydeskError) || thrown.code !== 'link-refused') throw thrown;
  }
  try {
    return await attempt(job, body, deps);
  } catch (thrown) {
    if (!(thrown instanceof PaydeskError) || thrown.code !== 'link-refused') throw thrown;
    return { kind: 'fail', reason: linkRefused(thrown) };
  }
}

async function attempt(job: tables.UploadJob, body: OutgoingBody, deps: SendDeps): Promise<Sent> {
  const { store, clock, service, signal, onSent } = deps;
  onSent(0);
  let issued = await linkFor(job, deps);
  if (issued === null) return { kind: 'dropped' };
  const release = await deps.acquireSlot();
  try {
    // Replaces a link that aged in the queue while keeping the slot, so that the new one is used at once.
    if (isStale(issued)) issued = await linkFor(job, deps);
    if (issued === null) return { kind: 'dropped' };
    if (isStale(issued)) throw new PaydeskError('link-refused', 'The link is too old to be used');
    const { link, key } = issued.target;
    const throttled = deps.bandwidth.throttle(body, signal);
    const startedAt = clock.monotonic();
    const { requestId } = await service.putDocument(link, job.name, throttled, { signal, onSent });
    const milliseconds = clock.monotonic() - startedAt;
    const { id, attemptId } = job;
    await store.run(tables.markStored, { id, attemptId, key, at: clock.now(), requestId });
    return { kind: 'stored', milliseconds };
  } finally {
    release();
  }
}

/** Requests a link and commits its key; `null` when the document was withdrawn. */
async function linkFor(job: tables.UploadJob, deps: SendDeps): Promise<DatedTarget | null> {
  const { store, clock, issuedLinks, linkBatcher, signal } = deps;
  const issued = await linkBatcher.requestLink(job.name, signal);
  const { id, attemptId } = job;
  const { link, key } = issued.target;
  if (!issuedLinks.register(link, id)) throw repeatedAnswer('links');
  const marked = await store.run(tables.markSending, { id, attemptId, key, at: clock.now() });
  if (marked.keyOfAnother) throw repeatedAnswer('keys');
  return marked.changed === 0 ? null : issued;
}

/** Links and keys must also differ between responses, or one document would be taken for another. */
function repeatedAnswer(what: 'links' | 'keys'): PaydeskError {
  return new PaydeskError('answer-not-understood', 'The answer repeats that for another document', {
    details: { missing: `items with different ${what}` },
  });
}
