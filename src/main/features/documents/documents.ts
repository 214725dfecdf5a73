/** @file The documents of all open profiles: one worker each. Commands act on the active profile. */
import type { OpenProfiles } from '../../app/open-profiles.ts';
import { ProfileWorkers } from '../../app/profile-workers.ts';
import type { Ports } from '../ports.ts';
import * as attachProcedures from './database/attach/attach-end.ts';
import * as intakeProcedures from './database/dropped-files.ts';
import * as forgetProcedures from './database/forget.ts';
import { createDocumentsWorker, type DocumentsWorkerDeps } from './documents-worker.ts';
import { Bandwidth } from './transfer/bandwidth.ts';

export interface DocumentsDeps
  extends Omit<DocumentsWorkerDeps, 'publisher' | 'bandwidth'>,
    Pick<Ports, 'profileTopics'> {
  /** Upload limit in bytes per second; `null` for none. */
  readonly uploadLimit: () => number | null;
}

/** Batches of all open profiles, for the handlers and for other features. */
export type Documents = ReturnType<typeof createDocuments>;

export function createDocuments(deps: DocumentsDeps) {
  const { store, clock, intake, profileTopics } = deps;
  const bandwidth = new Bandwidth(clock, deps.uploadLimit);
  let isDiskFull = false;
  const workers = new ProfileWorkers((profile) => {
    const publisher = profileTopics.of(profile.id);
    const worker = createDocumentsWorker({ ...deps, bandwidth, publisher }, profile);
    if (isDiskFull) worker.batchPublisher.setDiskFull(true);
    return worker;
  }, deps.onUnexpected);

  return {
    /**
     * Returns the worker of the active profile. A command uses it to its end, even if another profile is active by
     * then. Throws `sign-in-needed` without one.
     */
    activeWorker: () => workers.requireActive(),
    /** Returns the worker of any open profile. Throws `sign-in-needed` for another. */
    workerOf: (profileId: string) => workers.requireOpen(profileId),
    /** Returns the active profile. Throws `sign-in-needed` without one. */
    activeProfile: () => workers.requireActive().profile,
    /** Applies a change of the open profiles; resolves when all workers have applied it. */
    follow: (profiles: OpenProfiles) => workers.follow(profiles),
    /** Repairs the state that the last run left. Must be called before anything is sent. */
    async recover() {
      await store.run(intakeProcedures.requeueInterruptedChecks, { at: clock.now() });
      await store.run(attachProcedures.recoverAfterStart, { at: clock.now() });
    },
    countInFlight() {
      const all = workers.all().map((worker) => worker.countInFlight());
      return {
        documents: all.reduce((sum, { documents }) => sum + documents, 0),
        attaches: all.reduce((sum, { attaches }) => sum + attaches, 0),
      };
    },
    /** Reports that the disk is full, or that it has free space again. */
    setDiskFull(isFull: boolean) {
      isDiskFull = isFull;
      for (const worker of workers.all()) worker.batchPublisher.setDiskFull(isFull);
    },
    /** Restarts the transfers after the computer has slept. */
    onSystemResume() {
      for (const worker of workers.all()) worker.onSystemResume();
    },
    /** Removes all data of a signed-out profile. */
    async forgetProfile(profileId: string) {
      // Work in progress must end first.
      await workers.whenSettled();
      await store.run(forgetProcedures.removeProfile, { profileId });
    },
    async stop() {
      await workers.whenSettled();
      await Promise.all(workers.all().map((worker) => worker.stop()));
      intake.close();
    },
  };
}
