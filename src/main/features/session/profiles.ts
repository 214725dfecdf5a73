/** @file All profiles of this machine: the clerk's own, the managed ones, and the practice company. */
import { PaydeskError } from '../../../shared/errors.ts';
import type { Environment } from '../../../shared/model/session/environment.ts';
import type { ManagedFile } from '../../../shared/model/session/managed.ts';
import type { Profile, ProfileEntry, ProfileFields } from '../../../shared/model/session/profile.ts';
import type { Random } from '../../platform/platform.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database.ts';
import type { Keys } from './keys.ts';
import type { ProfileSource } from './source.ts';

/** A profile with its usage data. */
type ProfileUsage = Omit<ProfileEntry, 'session' | 'work'>;

export type Profiles = ReturnType<typeof createProfiles>;

/** Creates the list over the store, the managed file and the practice company. */
export function createProfiles(deps: {
  readonly store: Store;
  readonly random: Random;
  readonly keys: Keys;
  readonly managed: ManagedFile;
  readonly practice: ProfileSource | null;
}) {
  const { store, keys } = deps;
  const managed: Profile[] = deps.managed.profiles.map((fields) => ({ ...fields, origin: 'managed' }));

  async function listAll(): Promise<Profile[]> {
    const clerkProfiles = await store.run(procedures.listProfiles, null);
    const practice = deps.practice?.profile() ?? null;
    return [
      ...managed,
      ...clerkProfiles.map((fields): Profile => ({ ...fields, origin: 'clerk' })),
      ...(practice === null ? [] : [practice]),
    ];
  }

  function requireEditable(id: string): void {
    const isFixed = managed.some((profile) => profile.id === id) || deps.practice?.id === id;
    if (isFixed) throw new PaydeskError('profile-managed', 'The clerk cannot change this profile');
  }

  /**
   * Throws `profile-environment-fixed` for another environment: batches, beneficiaries and attachments belong to the ID of
   * the profile and would continue there.
   */
  async function requireSameEnvironment(id: string, environment: Environment): Promise<void> {
    const savedProfile = (await store.run(procedures.listProfiles, null)).find(
      (profile) => profile.id === id,
    );
    if (savedProfile === undefined) throw new PaydeskError('profile-unknown', 'There is no such profile');
    if (savedProfile.environment !== environment) {
      throw new PaydeskError('profile-environment-fixed', 'The environment of a profile cannot change');
    }
  }

  return {
    /** Finds a profile. Throws `profile-unknown`. */
    async find(id: string) {
      const profile = (await listAll()).find((one) => one.id === id);
      if (profile === undefined) throw new PaydeskError('profile-unknown', 'There is no such profile');
      return profile;
    },
    /** Lists all profiles. `open` are those with open sessions at the end of the last run, most recently shown first. */
    async list() {
      const uses = new Map((await store.run(procedures.listUse, null)).map((use) => [use.profileId, use]));
      const entries = (await listAll()).map((profile): ProfileUsage => {
        const use = uses.get(profile.id);
        return {
          ...profile,
          keyPlace: keys.placeOf(profile.id, use),
          lastSignedInAt: use?.lastSignedInAt ?? null,
        };
      });
      const exists = (id: string) => id === deps.practice?.id || entries.some((entry) => entry.id === id);
      const usesByRecency = [...uses.values()].filter(
        (use) => use.lastSignedInAt !== null && exists(use.profileId),
      );
      usesByRecency.sort((a, b) => (b.lastSignedInAt ?? '').localeCompare(a.lastSignedInAt ?? ''));
      return {
        entries,
        lastUsed: usesByRecency[0]?.profileId ?? null,
        open: usesByRecency
          .filter((use) => use.sessionOpen)
          .sort((a, b) => b.activeOrder - a.activeOrder)
          .map((use) => use.profileId),
      };
    },
    /**
     * Adds or changes a profile of the clerk. Throws `profile-managed` for a profile that the clerk may not change, and
     * `profile-environment-fixed` when its environment would change.
     */
    async save(id: string | null, fields: ProfileFields) {
      if (id !== null) requireEditable(id);
      if (id !== null) await requireSameEnvironment(id, fields.environment);
      const profile: Profile = { ...fields, id: id ?? deps.random.identifier(), origin: 'clerk' };
      await store.run(procedures.saveProfile, {
        id: profile.id,
        name: profile.name,
        environment: profile.environment,
        clientId: profile.clientId,
        hosts: JSON.stringify(profile.hosts),
        options: JSON.stringify(profile.options),
      });
      return profile;
    },
    async remove(id: string) {
      requireEditable(id);
      await store.run(procedures.removeProfile, { id });
    },
  };
}
