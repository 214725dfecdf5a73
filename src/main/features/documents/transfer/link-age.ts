/** @file The age of upload links, and until when a link is used. */
import { PaydeskError } from '../../../../shared/errors.ts';
import type { Clock } from '../../../platform/platform.ts';
import type { UploadTarget } from '../../../service/uploads.ts';

/** A link with its age. */
export interface DatedTarget {
  readonly target: UploadTarget;
  /** Milliseconds since the request. */
  ageMs(): number;
}

/** Age at which a link is replaced; links are valid for 15 minutes (specification, section 8). */
const linkRefreshAgeMs = 10 * 60_000;

/** True when a link must be replaced. A link with a short lifetime is used for two thirds of its lifetime. */
export function isStale({ target: { lifetimeMs }, ageMs }: DatedTarget): boolean {
  return ageMs() > Math.min(linkRefreshAgeMs, ((lifetimeMs ?? Number.POSITIVE_INFINITY) * 2) / 3);
}

/**
 * Returns a function that throws `link-refused` when the link must be replaced. It is called again when the connection is
 * ready, because a proxy's sign-in, a slow handshake or a sleep may come between.
 */
export function createAgeCheck(issuedTarget: DatedTarget): () => void {
  return () => {
    if (!isStale(issuedTarget)) return;
    throw new PaydeskError('link-refused', 'The link is too old to be used', { details: { sent: false } });
  };
}

/**
 * Returns a function that measures the time from now, in milliseconds. Wall time can jump and monotonic time can
 * stand still during sleep, so the larger of both counts.
 */
export function startAgeTimer(clock: Clock): () => number {
  const startWallMs = clock.now();
  const startMonotonicMs = clock.monotonic();
  return () => Math.max(Math.abs(clock.now() - startWallMs), clock.monotonic() - startMonotonicMs);
}
