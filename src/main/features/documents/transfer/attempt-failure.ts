/** @file Maps a failed attempt to the next state of its document. */
import type { Random } from '../../../platform/platform.ts';
import type { AttemptFailure, UploadJob } from '../database/transfer.ts';
import { chooseBackoffMs, type FailureAction, maxAttempts } from './classify-failure.ts';

/** Returns the next state of a document after a failed attempt, at `now` (milliseconds since 1970). */
export function toAttemptFailure(
  { tries: attempts }: UploadJob,
  action: FailureAction,
  now: number,
  random: Random,
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
        const retryAt = now + chooseBackoffMs(attempts, action.minWaitMs, random);
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
