/**
 * @file Begins the practice company anew: ends its work, removes everything that is kept of its profile, resets its
 * service and signs in again. The activity stays, because nothing is ever taken out of it.
 */
import { PaydeskError } from '../shared/errors.ts';
import type { Profile } from '../shared/model/profile.ts';

/** A feature that keeps something of profiles. */
export interface ProfileDataOwner {
  /** Waits for the work of a profile that was signed out to end, and removes everything that is kept of it. */
  forgetProfile(profileId: string): Promise<void>;
}

export interface StartOverDeps {
  /** The profile of an ID, or `null`. */
  readonly find: (profileId: string) => Profile | null;
  /** Rejects when what is kept of a profile cannot be removed now, such as with a locked keychain. */
  readonly checkRemovable: () => Promise<void>;
  readonly signOut: (profileId: string) => Promise<unknown>;
  /** In the order in which they are to forget: what refers to others first. */
  readonly dataOwners: readonly ProfileDataOwner[];
  /** Ends the service of the profile and removes what it knows. */
  readonly resetService: () => Promise<void>;
  readonly signIn: () => Promise<void>;
  readonly onRemoved: (profile: Profile) => void;
}

/** Creates the step. Cut off halfway it has removed less, and can be done again. One runs at a time. */
export function createStartOver(deps: StartOverDeps): (profileId: string) => Promise<void> {
  let running: Promise<void> | null = null;

  async function run(profileId: string): Promise<void> {
    const profile = deps.find(profileId);
    if (profile?.origin !== 'practice') {
      throw new PaydeskError('profile-not-practice', 'Only the practice company can start over');
    }
    await deps.checkRemovable();
    await deps.signOut(profileId);
    for (const owner of deps.dataOwners) await owner.forgetProfile(profileId);
    await deps.resetService();
    deps.onRemoved(profile);
    await deps.signIn();
  }

  return (profileId) => {
    running ??= run(profileId).finally(() => {
      running = null;
    });
    return running;
  };
}
