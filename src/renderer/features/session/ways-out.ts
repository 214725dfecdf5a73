/** @file What a clerk can do about a failed sign-in, by what it was. */
import type { ErrorCode } from '../../../shared/errors.ts';

/** One way out. */
export type WayOut = 'choose-counterpart' | 'another-key' | 'open-profile' | 'check';

/** What decides which ways there are. */
export interface Situation {
  /** True while the kept key is used. */
  readonly usesKept: boolean;
  /** The same company has a profile in the other environment. */
  readonly hasCounterpart: boolean;
}

const networkTrouble: ReadonlySet<ErrorCode> = new Set([
  'host-unreachable',
  'certificate-untrusted',
  'proxy-refused',
  'timed-out',
  'connection-lost',
  'service-failed',
]);

const keyTrouble: ReadonlySet<ErrorCode> = new Set([
  'key-refused',
  'keychain-absent',
  'keychain-locked',
  'keychain-refused',
  'keychain-timed-out',
]);

/** The ways out of a failure, the likeliest first. */
export function waysOut(code: ErrorCode, situation: Situation): WayOut[] {
  const ways: WayOut[] = [];
  if (code === 'wrong-environment') {
    if (situation.hasCounterpart) ways.push('choose-counterpart');
    ways.push('open-profile');
  }
  if (keyTrouble.has(code) && situation.usesKept) ways.push('another-key');
  if (code === 'answer-not-understood' || code === 'profile-invalid') ways.push('open-profile');
  if (networkTrouble.has(code) || code === 'answer-not-understood') ways.push('check');
  return ways;
}
