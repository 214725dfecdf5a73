/** @file One worker of a feature per open profile. Profiles that are not active continue their work. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Profile } from '../../shared/model/session/profile.ts';
import type { OpenProfile, OpenProfiles } from './open-profiles.ts';

/** Does the work of one profile, from its sign-in to its sign-out. */
interface ProfileWorker {
  readonly profile: Profile;
  /** Applies a new service, which is `null` while the session is interrupted, or a changed profile. */
  update(open: OpenProfile): Promise<void>;
  /** Stops the work when the session has ended. */
  end(): Promise<void>;
}

interface Entry<Worker> {
  readonly worker: Worker;
  open: OpenProfile;
}

/** The workers of one feature. Changes of one profile run in order; profiles do not wait for one another. */
export class ProfileWorkers<Worker extends ProfileWorker> {
  readonly #create: (profile: Profile) => Worker;
  readonly #onUnexpected: (thrown: unknown) => void;
  readonly #entries = new Map<string, Entry<Worker>>();
  readonly #changes = new Map<string, Promise<void>>();
  #activeId: string | null = null;

  constructor(create: (profile: Profile) => Worker, onUnexpected: (thrown: unknown) => void) {
    this.#create = create;
    this.#onUnexpected = onUnexpected;
  }

  /** Returns the worker of the active profile. Throws `sign-in-needed` without one. */
  requireActive(): Worker {
    return this.requireOpen(this.#activeId);
  }

  /** Returns the worker of an open profile. Throws `sign-in-needed` for any other. */
  requireOpen(profileId: string | null): Worker {
    const worker = this.find(profileId);
    if (worker === null) throw new PaydeskError('sign-in-needed', 'No profile is signed in');
    return worker;
  }

  find(profileId: string | null): Worker | null {
    return profileId === null ? null : (this.#entries.get(profileId)?.worker ?? null);
  }

  all(): Worker[] {
    return [...this.#entries.values()].map(({ worker }) => worker);
  }

  /**
   * Applies a change of the open profiles. The set of workers and the active worker change immediately; resolves when
   * ended workers have stopped and updated workers have started.
   */
  async follow({ all, active }: OpenProfiles): Promise<void> {
    this.#activeId = active?.profile.id ?? null;
    for (const [profileId, { worker }] of this.#entries) {
      if (all.some(({ profile }) => profile.id === profileId)) continue;
      this.#entries.delete(profileId);
      this.#change(profileId, () => worker.end());
    }
    for (const open of all) this.#startOrUpdate(open);
    await this.whenSettled();
  }

  /** Resolves when all pending changes are complete. */
  async whenSettled(): Promise<void> {
    await Promise.all(this.#changes.values());
  }

  #startOrUpdate(open: OpenProfile): void {
    const { id } = open.profile;
    const existing = this.#entries.get(id);
    if (existing?.open.profile === open.profile && existing.open.service === open.service) return;
    const entry = existing ?? { worker: this.#create(open.profile), open };
    entry.open = open;
    this.#entries.set(id, entry);
    this.#change(id, () => entry.worker.update(open));
  }

  /** Runs a change after earlier changes of the same profile; unlike a `SerialQueue`, the first one immediately. */
  #change(profileId: string, work: () => Promise<void>): void {
    const previousChange = this.#changes.get(profileId);
    const change = (previousChange === undefined ? work() : previousChange.then(work))
      .catch(this.#onUnexpected)
      .finally(() => {
        if (this.#changes.get(profileId) === change) this.#changes.delete(profileId);
      });
    this.#changes.set(profileId, change);
  }
}
