/** @file Where a document goes when an attempt ended without its bytes being stored. */
import type { Chance } from '../../../platform.ts';
import type { Claim, Setback } from '../tables/transfer.ts';
import { backoff, mostTries, type Verdict } from './outcome.ts';

/** The setback that a verdict means, at `now` (milliseconds since 1970). */
export function setbackOf({ tries }: Claim, verdict: Verdict, now: number, chance: Chance): Setback {
  switch (verdict.kind) {
    case 'dropped':
    case 'fresh-link':
    case 'unreachable':
    case 'stop':
      return { to: 'ready' };
    case 'retry': {
      if (tries + 1 < mostTries) {
        const retryAt = now + backoff(tries, verdict.waitAtLeast, chance);
        return { to: 'waiting-to-retry', reason: verdict.reason, retryAt };
      }
      const { code, facts } = verdict.reason;
      return {
        to: 'failed',
        reason: { code: 'too-many-tries', facts: { ...facts, tries: mostTries, last: code } },
      };
    }
    case 'wait-for-file':
      return { to: 'waiting-for-file', reason: verdict.reason };
    case 'fail':
      return { to: 'failed', reason: verdict.reason };
  }
}
