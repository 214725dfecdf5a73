/** @file One proofs worker for each open profile. Commands go to the active profile's worker. */
import { z } from 'zod';
import type { Profile } from '../../../shared/model/session/profile.ts';
import type { OpenProfiles } from '../../app/open-profiles.ts';
import { ProfileWorkers } from '../../app/profile-workers.ts';
import { requireActiveProfile } from '../../app/require-active-profile.ts';
import type { Library } from '../../storage/library/library.ts';
import { listSealed } from '../../storage/library/sealed-collection.ts';
import type { Store } from '../../storage/store/store.ts';
import type { Ports } from '../ports.ts';
import * as procedures from './database.ts';
import { closeProofs, listOpenWork, listSavedReferences, summarizeSavedReferences } from './open-work.ts';
import { toListedProof } from './proof-index.ts';
import { createProofsWorker, type ProofsWorkerDeps } from './proofs-worker.ts';

interface LostProofs {
  readonly profileId: string;
  readonly references: readonly string[];
  /** ID of the first lost reference in the list. */
  readonly firstId: number;
  /** When the oldest lost proof was fetched, in milliseconds since 1970. */
  readonly requestedAt: number;
}

const ownerSchema = z.object({ profileId: z.string(), reference: z.string() });
const toOwnerKey = ({ profileId, reference }: z.infer<typeof ownerSchema>) => `${profileId} ${reference}`;

/**
 * Creates a function that returns the lost references of every profile. It returns none while the library is closed,
 * because its contents are unknown.
 */
function createLostProofsFinder(deps: {
  readonly store: Store;
  readonly library: Pick<Library, 'list' | 'start' | 'state'>;
}): () => Promise<LostProofs[]> {
  const { store, library } = deps;
  let isStarted = false;
  let lastResult: { readonly fingerprint: string; readonly lost: LostProofs[] } | null = null;
  void library.start().then(() => {
    isStarted = true;
  });

  return async () => {
    if (!isStarted || library.state().state === 'unavailable') return [];
    const summary = await store.run(summarizeSavedReferences, null);
    if (summary.number === 0) return [];
    // Thousands of references are compared only when the library or the list has changed.
    const fingerprint = JSON.stringify([library.state(), summary]);
    if (lastResult?.fingerprint === fingerprint) return lastResult.lost;
    const savedRows = await store.run(listSavedReferences, null);
    const stored = await listSealed(library, 'proof', ownerSchema);
    const storedKeys = new Set(stored.map(({ about }) => toOwnerKey(about)));
    const missingByProfile = Map.groupBy(
      savedRows.filter((savedRow) => !storedKeys.has(toOwnerKey(savedRow))),
      ({ profileId }) => profileId,
    );
    const lost = [...missingByProfile].map(([profileId, rows]) => ({
      profileId,
      references: rows.map(({ reference }) => reference),
      firstId: rows[0]?.id ?? 0,
      requestedAt: Math.min(...rows.map(({ requestedAt }) => requestedAt)),
    }));
    lastResult = { fingerprint, lost };
    return lost;
  };
}

export type ProofsDeps = Omit<ProofsWorkerDeps, 'publisher' | 'nextRevision'> & Pick<Ports, 'profileTopics'>;

export type Proofs = ReturnType<typeof createProofs>;

export function createProofs(deps: ProofsDeps) {
  const { library, profileTopics, onUnexpected } = deps;
  const findLostProofs = createLostProofsFinder(deps);
  let activeProfile: Profile | null = null;
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

  async function listLost(profileId: string): Promise<readonly string[]> {
    const lost = await findLostProofs();
    return lost.find((lostProofs) => lostProofs.profileId === profileId)?.references ?? [];
  }

  // Stored proofs become readable whenever the library opens.
  library.onChange(() => {
    const { state } = library.state();
    if (state !== 'kept' && state !== 'session-only') return;
    for (const worker of workers.all()) worker.onLibraryOpened().catch(onUnexpected);
  });

  return {
    /** Returns the worker of the active profile. Throws `sign-in-needed` without one. */
    activeWorker: () => workers.requireActive(),
    requireActiveProfile: (profile: Profile) => requireActiveProfile(activeProfile, profile),
    follow(profiles: OpenProfiles) {
      activeProfile = profiles.active?.profile ?? null;
      return workers.follow(profiles);
    },
    /** Reloads all lists after the library was replaced. */
    async reload() {
      await Promise.all(workers.all().map((worker) => worker.reload()));
    },
    /** Runs a change of stored proofs of a profile while nothing is fetched for it, and reloads its list if it is open. */
    async reloadAfter(profileId: string, change: () => Promise<void>) {
      const worker = workers.find(profileId);
      await (worker === null ? change() : worker.reloadAfter(change));
    },
    /** Lists the unfinished work of all profiles. Work of profiles that are not signed in counts as paused. */
    async listOpenWork(signedInProfileIds: readonly string[]) {
      const { needs, moving } = await deps.store.run(listOpenWork, { active: [...signedInProfileIds] });
      const lost = await findLostProofs();
      return {
        moving,
        needs: [
          ...needs,
          ...lost.map(({ profileId, references: { length }, firstId, requestedAt }) => ({
            kind: 'proofs-lost' as const,
            profileId,
            proofs: length,
            proofId: firstId,
            since: new Date(requestedAt).toISOString(),
          })),
        ],
      };
    },
    /** Returns the lost references of a profile, in list order. */
    listLost,
    /** Cancels the failed or the lost references of a profile. */
    async close(profileId: string, closedState: 'failed' | 'lost') {
      const storeClosing = async () => {
        const references = closedState === 'lost' ? [...(await listLost(profileId))] : null;
        await deps.store.run(closeProofs, { profileId, references });
      };
      const worker = workers.find(profileId);
      await (worker === null ? storeClosing() : worker.close(closedState, storeClosing));
    },
    /** Looks for payments in the stored statements, after the statements have changed. */
    findStatementPayments() {
      for (const worker of workers.all()) worker.findStatementPayments();
    },
    /** Returns the list of a profile, for finding references in it, when all changes of the list have ended. */
    async whenListed(profileId: string) {
      const worker = workers.requireOpen(profileId);
      await worker.whenReady();
      return (reference: string) => {
        const entry = worker.index.findByReference(reference);
        return entry === undefined ? null : toListedProof(entry);
      };
    },
    /** Resumes fetching after the computer wakes up. */
    retryNow() {
      for (const worker of workers.all()) worker.retryNow();
    },
    /** Number of queued and loading references of one signed-in profile or of all. */
    countInFlight(profileId?: string) {
      const all = profileId === undefined ? workers.all() : [workers.requireOpen(profileId)];
      return all.reduce((sum, worker) => sum + worker.countInFlight(), 0);
    },
    /** Removes the references and proofs of a signed-out profile. Rejects with library errors. */
    async forgetProfile(profileId: string) {
      await workers.whenSettled();
      await library.start();
      if (library.state().state !== 'unused') await deps.repository.removeProfile(profileId);
      await deps.store.run(procedures.removeProfile, { profileId });
    },
    /** Stops all work. The library may be closed afterwards. */
    async stop() {
      await workers.whenSettled();
      await Promise.all(workers.all().map((worker) => worker.end()));
    },
  };
}
