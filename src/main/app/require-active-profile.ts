/** @file Prevents the export of a profile's data after another profile became active, for example during a dialog. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Profile } from '../../shared/model/session/profile.ts';

/** Throws `sign-in-needed` unless `profile` is the active profile. */
export function requireActiveProfile(active: Profile | null, profile: Pick<Profile, 'id'>): void {
  if (active?.id !== profile.id) throw new PaydeskError('sign-in-needed', 'Another profile became active');
}
