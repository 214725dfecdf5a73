/** @file Maps a failed attempt to the next state of its document. */
import type { Random } from '../../../platform/platform.ts';
import type { AttemptFailure, UploadJob } from '../database/transfer.ts';
import { chooseBackoffMs, type FailureAction, maxAttempts } from './classify-failure.ts';

/**
 * Returns the next state of a document after a failed attempt, at `now` (milliseconds since 1970). `earlierFailures` are
 * those of all documents since one was stored: while others are stored, the service is well, and the wait is short.
 */
export function toAttemptFailure(
  { tries: attempts }: UploadJob,
  action: FailureAction,
  now: number,
  random: Random,
  earlierFailures: number,
): AttemptFailure {
  switch (action.kind) {
    case 'dropped':
    case 'fresh-link':
    case 'host-paused':
    case 'unreachable':
    case 'stop':
      return { to: 'ready' };
    case 'retry': {
      if (attempts + 1 < maxAttempts) {
        const retryAt = now + chooseBackoffMs(Math.min(attempts, earlierFailures), action.minWaitMs, random);
        return { to: 'waiting-to-retry', reason: action.reason, retryAt };
      }
      const { code, facts } = action.reason;
      return {
        to: 'failed',
        reason: { code: 'too-many-tries', facts: { ...facts, tries: maxAttempts, last: code } },
      };
    }
    case 'wait-for-file':
      return { to: 'waiting-for-file', reason: action.reason };
    case 'fail':
      return { to: 'failed', reason: action.reason };
  }
}
