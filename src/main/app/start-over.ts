/**
 * @file Resets the practice company: ends its work, removes the stored data of its profile, resets its service and
 * signs in again. The activity log stays, because entries are never removed from it.
 */
import { PaydeskError } from '../../shared/errors.ts';
import type { Profile } from '../../shared/model/session/profile.ts';

/** A feature that stores data of profiles. */
interface ProfileDataOwner {
  /** Waits until the work of a signed-out profile has ended, and removes its stored data. */
  forgetProfile(profileId: string): Promise<void>;
}

interface StartOverDeps {
  readonly findProfile: (profileId: string) => Profile | null;
  /** Rejects when stored data cannot be removed now, for example because the keychain is locked. */
  readonly checkRemovable: () => Promise<void>;
  readonly signOut: (profileId: string) => Promise<unknown>;
  /** Owners in order of removal: an owner whose data refers to the data of another owner comes first. */
  readonly dataOwners: readonly ProfileDataOwner[];
  /** Stops the practice company's service and removes its state. */
  readonly resetService: () => Promise<void>;
  readonly signIn: () => Promise<void>;
  readonly onRemoved: (profile: Profile) => void;
}

/** Creates the reset function. An interrupted reset can be repeated. Calls during a running reset share its result. */
export function createStartOver(deps: StartOverDeps): (profileId: string) => Promise<void> {
  let runningReset: Promise<void> | null = null;

  async function run(profileId: string): Promise<void> {
    const profile = deps.findProfile(profileId);
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
    runningReset ??= run(profileId).finally(() => {
      runningReset = null;
    });
    return runningReset;
  };
}
