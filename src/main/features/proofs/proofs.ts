/** @file The proofs feature: a worker for each open profile, of which commands concern the active one. */
import type { OpenWork } from '../../../shared/model/needs-you.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import type { ProfileTopics } from '../../bridge/profile-topics.ts';
import type { OpenProfiles } from '../../open-profiles.ts';
import { ProfileWorkers } from '../../profile-workers.ts';
import { requireActiveProfile } from '../../require-active-profile.ts';
import { createLostProofs } from './lost-proofs.ts';
import { closeProofs, openWork } from './open-work.ts';
import { createProofsWorker, type ProofsWorker, type ProofsWorkerDeps } from './proofs-worker.ts';
import * as tables from './tables.ts';

/** What the feature needs. */
export interface ProofsDeps extends Omit<ProofsWorkerDeps, 'publisher' | 'nextRevision'> {
  readonly profileTopics: Pick<ProfileTopics, 'of'>;
}

/** The feature, for its handlers and for the composition. */
export interface Proofs {
  /** Returns the worker of the active profile. Throws `sign-in-needed` without one. */
  active(): ProofsWorker;
  /** See {@link requireActiveProfile}. */
  requireActiveProfile(profile: Profile): void;
  /** Follows a change of the open profiles. */
  follow(profiles: OpenProfiles): Promise<void>;
  /** Reads all lists again: another library took the place of the one before. */
  reload(): Promise<void>;
  /** What is not finished, of all profiles; `active` are those that work is done for now. */
  openWork(active: readonly string[]): Promise<OpenWork>;
  /** Gives up the failed references of a profile, or the lost ones. */
  close(profileId: string, which: 'failed' | 'lost'): Promise<void>;
  /** Goes on after a sleep. */
  tryAgain(): void;
  /** Number of references that are being fetched or wait for it, of one signed-in profile or of all. */
  inFlight(profileId?: string): number;
  /** Removes everything that is kept of a profile that was signed out. Rejects like the library. */
  forgetProfile(profileId: string): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the feature. */
export function createProofs(deps: ProofsDeps): Proofs {
  const { library, profileTopics, onUnexpected } = deps;
  const lostProofs = createLostProofs(deps);
  let inView: Profile | null = null;
  let revision = 0;
  const nextRevision = () => {
    revision += 1;
    return revision;
  };
  const workers = new ProfileWorkers(
    (profile) =>
      createProofsWorker({ ...deps, nextRevision, publisher: profileTopics.of(profile.id) }, profile),
    onUnexpected,
  );

  // Whoever opened it, what is kept can be read now.
  library.onChange(() => {
    const { state } = library.state();
    if (state !== 'kept' && state !== 'session-only') return;
    for (const worker of workers.all()) worker.libraryOpened().catch(onUnexpected);
  });

  return {
    active: () => workers.active(),
    requireActiveProfile: (profile) => requireActiveProfile(inView, profile),
    follow(profiles) {
      inView = profiles.active?.profile ?? null;
      return workers.follow(profiles);
    },
    async reload() {
      await Promise.all(workers.all().map((worker) => worker.reload()));
    },
    async openWork(active) {
      const { needs, moving } = await deps.store.run(openWork, { active: [...active] });
      const lost = await lostProofs();
      return {
        moving,
        needs: [
          ...needs,
          ...lost.map(({ profileId, references: { length }, firstId, askedAt }) => ({
            kind: 'proofs-lost' as const,
            profileId,
            proofs: length,
            proofId: firstId,
            since: new Date(askedAt).toISOString(),
          })),
        ],
      };
    },
    async close(profileId, which) {
      const closing = async () => {
        const lost = (await lostProofs()).find((one) => one.profileId === profileId)?.references ?? [];
        await deps.store.run(closeProofs, { profileId, references: which === 'lost' ? [...lost] : null });
      };
      const worker = workers.find(profileId);
      await (worker === null ? closing() : worker.close(which, closing));
    },
    tryAgain() {
      for (const worker of workers.all()) worker.tryAgain();
    },
    inFlight(profileId) {
      const all = profileId === undefined ? workers.all() : [workers.open(profileId)];
      return all.reduce((sum, worker) => sum + worker.inFlight(), 0);
    },
    async forgetProfile(profileId) {
      await workers.whenSettled();
      await library.start();
      if (library.state().state !== 'unused') await deps.repository.removeProfile(profileId);
      await deps.store.run(tables.removeProfile, { profileId });
    },
    async stop() {
      await workers.whenSettled();
      await Promise.all(workers.all().map((worker) => worker.end()));
    },
  };
}
