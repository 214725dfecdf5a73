/** @file The documents of one profile: its batches, transfers and checks, and the clerk's actions on them. */
import type { Selection } from '../../../shared/contract/documents.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import { t } from '../../../shared/messages/index.ts';
import type { BatchState } from '../../../shared/model/documents/batch.ts';
import { startedBatchStates } from '../../../shared/model/documents/batch-machine.ts';
import type { Profile } from '../../../shared/model/session/profile.ts';
import { includesState } from '../../../shared/model/state-machine.ts';
import type { OpenProfile } from '../../app/open-profiles.ts';
import type { ProfilePublisher } from '../../bridge/profile-topics.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Ports } from '../ports.ts';
import { createBatchPublisher } from './batch-publisher.ts';
import * as batchProcedures from './database/batches.ts';
import { recordDrop } from './database/drafts.ts';
import * as listProcedures from './database/lists.ts';
import type { Rejection } from './database/rejections.ts';
import * as transferProcedures from './database/transfer.ts';
import { createFileWatch, type FileWatch } from './file-watch.ts';
import type { Intake } from './intake/intake-client.ts';
import { createIntakeJob, type IntakeJob } from './intake-job.ts';
import type { Bandwidth } from './transfer/bandwidth.ts';
import { Progress } from './transfer/progress.ts';
import { Runner } from './transfer/runner.ts';

export interface DocumentsWorkerDeps
  extends Pick<
    Ports,
    | 'store'
    | 'diskFullRetryStore'
    | 'clock'
    | 'random'
    | 'shell'
    | 'hostBackoff'
    | 'onInterrupted'
    | 'onUnexpected'
  > {
  readonly intake: Intake;
  readonly publisher: ProfilePublisher;
  readonly osUser: string;
  readonly largeBytes: () => number;
  /** The upload limit, shared by all profiles. */
  readonly bandwidth: Bandwidth;
  /** Called when attach operations of the profile have changed state. */
  readonly onAttached: (profileId: string) => void;
  /** Called with the counts of files that were not accepted. */
  readonly onRejected: (profile: Profile, rejections: readonly Rejection[]) => void;
}

/** Batches of one profile, for the handlers and for other features. */
export type DocumentsWorker = ReturnType<typeof createDocumentsWorker>;

/** Creates an idle worker; its first update starts it. */
export function createDocumentsWorker(deps: DocumentsWorkerDeps, initialProfile: Profile) {
  const { store, diskFullRetryStore, clock, intake } = deps;
  const { id: profileId } = initialProfile;
  let profile = initialProfile;
  let runner: Runner | null = null;
  let intakeJob: IntakeJob | null = null;
  let fileWatch: FileWatch | null = null;
  const progress = new Progress(clock);
  const batchPublisher = createBatchPublisher({
    store,
    clock,
    progress,
    publisher: deps.publisher,
    pausedHost: () => runner?.pausedHost ?? null,
    onUnexpected: deps.onUnexpected,
  });
  batchPublisher.showProfile(profileId);

  function createProfileIntakeJob(): IntakeJob {
    return createIntakeJob({
      store: diskFullRetryStore,
      intake,
      clock,
      profileId,
      osUser: deps.osUser,
      largeBytes: deps.largeBytes,
      onChange: batchPublisher.invalidate,
      onReady: () => runner?.wake(),
      onRejected: (rejections) => deps.onRejected(profile, rejections),
      onUnexpected: deps.onUnexpected,
    });
  }

  function createProfileFileWatch(): FileWatch {
    return createFileWatch({
      store: diskFullRetryStore,
      intake,
      clock,
      profileId,
      onFilesReturned(batchId) {
        batchPublisher.invalidate(batchId);
        intakeJob?.wake();
      },
      onUnexpected: deps.onUnexpected,
    });
  }

  function makeRunner(service: PaymentsService): Runner {
    return new Runner({
      store: diskFullRetryStore,
      intake,
      clock,
      random: deps.random,
      progress,
      bandwidth: deps.bandwidth,
      hostBackoff: deps.hostBackoff,
      profile,
      service,
      onInterrupted: (error) => deps.onInterrupted(profile, error),
      onChange: batchPublisher.invalidate,
      onAttached: () => deps.onAttached(profileId),
      onUnexpected: deps.onUnexpected,
      onBatchEnded({ number, state }) {
        const body = t(`documents.notification.${state}`, { profile: profile.name, number });
        deps.shell.notify(t('documents.notification.batchDone'), body);
      },
    });
  }

  async function stopRunner(): Promise<void> {
    const oldRunner = runner;
    runner = null;
    await oldRunner?.stop();
  }

  async function pauseForSignIn(): Promise<void> {
    const from = { state: 'running', pauseReason: null } as const;
    const to = { state: 'paused', pauseReason: 'sign-in', pauseDetail: null } as const;
    await store.run(batchProcedures.setProfileBatches, { profileId, from, to });
    batchPublisher.invalidate(null);
  }

  /** Resumes the batches; without a session, pauses them until the next sign-in. */
  function resumeBatches(): void {
    if (runner === null) pauseForSignIn().catch(deps.onUnexpected);
    else runner.wake();
  }

  async function requireBatch(batchId: number): Promise<batchProcedures.BatchRow> {
    const row = await store.run(batchProcedures.getBatch, { batchId });
    if (row === null || row.profileId !== profileId) {
      throw new PaydeskError('batch-unknown', 'There is no such batch');
    }
    return row;
  }

  /** Publishes a batch and the prepared batches, whose documents may be duplicates of the changed ones. */
  function publishWithPrepared(batchId: number): void {
    batchPublisher.invalidate(batchId);
    batchPublisher.invalidate(null);
  }

  async function setBatchState(
    batchId: number,
    state: 'running' | 'paused',
    pauseReason: 'user' | 'sign-in' | null,
  ) {
    await store.run(batchProcedures.setBatchState, { batchId, state, pauseReason, pauseDetail: null });
    batchPublisher.invalidate(batchId);
  }

  return {
    batchPublisher,
    get profile() {
      return profile;
    },
    /** Returns a batch of this profile. Throws `batch-unknown` for any other. */
    requireBatch,
    async update(open: OpenProfile) {
      await stopRunner();
      profile = open.profile;
      if (intakeJob === null) {
        intakeJob = createProfileIntakeJob();
        intakeJob.wake();
        fileWatch = createProfileFileWatch();
        deps.onAttached(profileId);
      }
      if (open.service === null) await pauseForSignIn();
      else {
        runner = makeRunner(open.service);
        await runner.start();
      }
    },
    async end() {
      await stopRunner();
      // The session ends even when the disk is full.
      await Promise.all([intakeJob?.stop(), fileWatch?.stop(), pauseForSignIn().catch(deps.onUnexpected)]);
      await batchPublisher.stop();
    },
    async addPaths(paths: readonly string[]) {
      const drop = { profileId, droppedBy: deps.osUser, at: clock.now(), paths: [...paths] };
      const { batchId } = await store.run(recordDrop, drop);
      batchPublisher.open(batchId);
      intakeJob?.wake();
      return batchId;
    },
    /** Returns the path of a file that is read as a list of beneficiaries. Throws `document-unknown` for any other. */
    async addressBookPath(documentId: number) {
      const document = await store.run(listProcedures.selectDetail, { documentId });
      if (document === null || document.reason?.code !== 'list-of-beneficiaries') {
        throw new PaydeskError('document-unknown', 'There is no such list');
      }
      await requireBatch(document.batchId);
      return document.path;
    },
    /** Publishes a batch whose documents the clerk changed, and resumes the work on it. */
    invalidate(batchId: number) {
      publishWithPrepared(batchId);
      intakeJob?.wake();
      resumeBatches();
    },
    /** Retries at once on the clerk's request, even if a host has asked for a pause. */
    retryNow: () => runner?.retryNow(),
    /** Resumes the work that waited for the settlement of an outcome or for the ID of a new beneficiary. */
    resumeAfterSettlement() {
      batchPublisher.invalidate(null);
      resumeBatches();
    },
    async onBatchStarted(batchId: number) {
      if (runner === null) await setBatchState(batchId, 'paused', 'sign-in');
      batchPublisher.invalidate(batchId);
      await runner?.retryConnection();
      runner?.wake();
    },
    /** Pauses all batches; returns the number of paused batches. */
    async pauseAll() {
      const paused = await store.run(batchProcedures.pauseAll, { profileId });
      for (const { id } of paused) runner?.abort({ batchId: id });
      batchPublisher.invalidate(null);
      return paused.length;
    },
    /** Resumes all batches; returns the number of resumed batches. */
    async resumeAll() {
      const args = { profileId, signedIn: runner !== null };
      const resumed = await store.run(batchProcedures.resumeAll, args);
      batchPublisher.invalidate(null);
      await runner?.retryConnection();
      runner?.wake();
      return resumed.length;
    },
    async pause(batchId: number) {
      const { state } = await requireBatch(batchId);
      if (!includesState<BatchState>(startedBatchStates, state)) {
        throw new PaydeskError('batch-not-ready', 'The batch is not running');
      }
      await setBatchState(batchId, 'paused', 'user');
      runner?.abort({ batchId });
    },
    async resume(batchId: number) {
      const { state } = await requireBatch(batchId);
      if (state !== 'paused') throw new PaydeskError('batch-not-ready', 'The batch is not paused');
      if (runner === null) await setBatchState(batchId, 'paused', 'sign-in');
      else await setBatchState(batchId, 'running', null);
      await runner?.retryConnection();
      runner?.wake();
    },
    /** Cancels a batch and returns where its files are afterwards. */
    async cancel(batchId: number) {
      await requireBatch(batchId);
      const args = { batchId, at: clock.now(), by: deps.osUser };
      const outcome = await store.run(transferProcedures.cancelBatch, args);
      runner?.abort({ batchId });
      publishWithPrepared(batchId);
      return outcome;
    },
    abortDocuments(batchId: number, selection: Selection) {
      if (selection.kind === 'some') runner?.abort({ documentIds: selection.ids });
      else runner?.abort({ batchId });
    },
    async createBeneficiary(beneficiaryId: number) {
      if (runner === null) throw new PaydeskError('sign-in-needed', 'No profile is signed in');
      await runner.createBeneficiary(beneficiaryId);
    },
    countInFlight: () => runner?.inFlight ?? { documents: 0, attaches: 0 },
    /** Restarts the transfers after the computer has slept. */
    onSystemResume() {
      fileWatch?.pollNow();
      void runner?.onSystemResume();
    },
    /** Stops all work at the end of the program, so that the next start resumes it. */
    async stop() {
      await Promise.all([stopRunner(), intakeJob?.stop(), fileWatch?.stop()]);
      await batchPublisher.stop();
    },
  };
}
