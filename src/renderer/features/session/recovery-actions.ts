/** @file Chooses the recovery actions for a failed sign-in. */
import type { ErrorCode } from '../../../shared/errors.ts';

export type RecoveryAction = 'choose-counterpart' | 'another-key' | 'open-profile' | 'check';

interface FailureContext {
  /** True when the sign-in used the stored key. */
  readonly usesStoredKey: boolean;
  /** The same company has a profile in the other environment. */
  readonly hasCounterpart: boolean;
}

const networkCodes: ReadonlySet<ErrorCode> = new Set([
  'host-unreachable',
  'certificate-untrusted',
  'proxy-refused',
  'timed-out',
  'connection-lost',
  'service-failed',
]);

const keyCodes: ReadonlySet<ErrorCode> = new Set([
  'key-refused',
  'keychain-absent',
  'keychain-locked',
  'keychain-refused',
  'keychain-timed-out',
]);

/** Returns the recovery actions, most likely first. */
export function listRecoveryActions(code: ErrorCode, context: FailureContext): RecoveryAction[] {
  const actions: RecoveryAction[] = [];
  if (code === 'wrong-environment') {
    if (context.hasCounterpart) actions.push('choose-counterpart');
    actions.push('open-profile');
  }
  if (keyCodes.has(code) && context.usesStoredKey) actions.push('another-key');
  const isHostDoubtful = code === 'answer-not-understood' || code === 'sign-in-refused';
  if (isHostDoubtful || code === 'profile-invalid') actions.push('open-profile');
  if (isHostDoubtful || networkCodes.has(code)) actions.push('check');
  return actions;
}
