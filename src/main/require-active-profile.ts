/** @file Nothing of a profile leaves Paydesk once it is no longer in view, whatever dialog was open meanwhile. */
import { PaydeskError } from '../shared/errors.ts';
import type { Profile } from '../shared/model/profile.ts';

/** Throws `sign-in-needed` unless `profile` is the one that is `shown`. */
export function requireActiveProfile(active: Profile | null, profile: Pick<Profile, 'id'>): void {
  if (active?.id !== profile.id)
    throw new PaydeskError('sign-in-needed', 'The profile has left the view meanwhile');
}
