/**
 * @file One document on its way to the store: read again, ask for a link, commit the key, wait for a place, send the
 * bytes, commit that they are stored. The link lives in this function alone.
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

/** Milliseconds for which a link is used, of the 15 minutes that it lives (specification, section 8). */
const linkUsedFor = 10 * 60_000;

/** True when a link is used no more; one that says itself that it ends earlier is used for as large a part of its time. */
export function isTooOld({ target: { lifetimeMs }, age }: DatedTarget): boolean {
  return age() > Math.min(linkUsedFor, ((lifetimeMs ?? Number.POSITIVE_INFINITY) * 2) / 3);
}

/** What sending needs. */
export interface SendDeps {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly service: PaymentsService;
  readonly issuedLinks: IssuedLinkRegistry;
  readonly links: UploadLinkBatcher;
  /** The drive gave the file, or said why not. */
  readonly onRead: () => void;
  /** Waits until its bytes may leave. */
  readonly place: () => Promise<Release>;
  readonly bandwidth: Bandwidth;
  readonly signal: AbortSignal;
  readonly onSent: (bytes: number) => void;
}

/** `stored`, with the milliseconds that the bytes needed, or what the failed step means. */
export type Sent = { readonly kind: 'stored'; readonly milliseconds: number } | FailureAction;

/** Sends one claimed document. Never rejects for anything that a document or a network can do. */
export async function send(claim: tables.UploadJob, deps: SendDeps): Promise<Sent> {
  try {
    const read = await deps.intake.reread(claim, deps.signal);
    deps.onRead();
    if (read.kind === 'not-sendable') {
      return { kind: waitsForFile(read.reason) ? 'wait-for-file' : 'fail', reason: read.reason };
    }
    const body = read.kind === 'bytes' ? bodyOfBytes(read.bytes) : bodyOfFile(deps.intake, claim);
    return await sendBody(claim, body, deps);
  } catch (thrown) {
    const error = toPaydeskError(thrown);
    if (error.code === 'unexpected') throw thrown;
    return classifyFailure(error);
  }
}

async function sendBody(claim: tables.UploadJob, body: OutgoingBody, deps: SendDeps): Promise<Sent> {
  try {
    return await attempt(claim, body, deps);
  } catch (thrown) {
    // A refused link says nothing of the document: one fresh link, at once.
    if (!(thrown instanceof PaydeskError) || thrown.code !== 'link-refused') throw thrown;
  }
  try {
    return await attempt(claim, body, deps);
  } catch (thrown) {
    if (!(thrown instanceof PaydeskError) || thrown.code !== 'link-refused') throw thrown;
    return { kind: 'fail', reason: linkRefused(thrown) };
  }
}

async function attempt(claim: tables.UploadJob, body: OutgoingBody, deps: SendDeps): Promise<Sent> {
  const { store, clock, service, signal, onSent } = deps;
  onSent(0);
  let given = await linkFor(claim, deps);
  if (given === null) return { kind: 'dropped' };
  const release = await deps.place();
  try {
    // A link that grew old behind large files is exchanged with the place kept, so that the next one is used at once.
    if (isTooOld(given)) given = await linkFor(claim, deps);
    if (given === null) return { kind: 'dropped' };
    if (isTooOld(given)) throw new PaydeskError('link-refused', 'The link is too old to be used');
    const { link, key } = given.target;
    const slowed = deps.bandwidth.slowed(body, signal);
    const startedAt = clock.monotonic();
    const { requestId } = await service.putDocument(link, claim.name, slowed, { signal, onSent });
    const milliseconds = clock.monotonic() - startedAt;
    const { id, attemptId } = claim;
    await store.run(tables.stored, { id, attemptId, key, at: clock.now(), requestId });
    return { kind: 'stored', milliseconds };
  } finally {
    release();
  }
}

/** A link whose key is written down; `null` when the document was taken off its way. */
async function linkFor(claim: tables.UploadJob, deps: SendDeps): Promise<DatedTarget | null> {
  const { store, clock, issuedLinks, links, signal } = deps;
  const given = await links.requestLink(claim.name, signal);
  const { id, attemptId } = claim;
  const { link, key } = given.target;
  if (!issuedLinks.isFor(link, id)) throw givenBefore('links');
  const taken = await store.run(tables.sending, { id, attemptId, key, at: clock.now() });
  if (taken.keyOfAnother) throw givenBefore('keys');
  return taken.changed === 0 ? null : given;
}

/** Links and keys of different answers must differ as well, or one document would be taken for another. */
function givenBefore(what: 'links' | 'keys'): PaydeskError {
  return new PaydeskError('answer-not-understood', 'The answer repeats that for another document', {
    details: { missing: `items with different ${what}` },
  });
}
