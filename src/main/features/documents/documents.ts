/** @file The documents feature: what is done with batches for the profile that is shown. */
import type { Selection } from '../../../shared/contract/documents.ts';
import { PaydeskError } from '../../../shared/errors.ts';
import type { Cancellation } from '../../../shared/model/cancellation.ts';
import { unpackIds } from '../../../shared/model/id-set.ts';
import type { Profile } from '../../../shared/model/profile.ts';
import { notificationWords } from '../../../shared/words/documents.ts';
import type { Publisher } from '../../bridge/topics.ts';
import type { Chance, Clock, Shell } from '../../platform.ts';
import type { PaymentsService } from '../../service/service.ts';
import type { Store } from '../../store/store.ts';
import { type Board, createBoard } from './board.ts';
import { createFileWatch, type FileWatch } from './file-watch.ts';
import type { Intake } from './intake/intake.ts';
import { createIntakeJob, type IntakeJob } from './intake-job.ts';
import * as attachTables from './tables/attach-end.ts';
import * as batchTables from './tables/batches.ts';
import * as forgetTables from './tables/forget.ts';
import * as intakeTables from './tables/intake.ts';
import * as listTables from './tables/lists.ts';
import * as transferTables from './tables/transfer.ts';
import { Bandwidth } from './transfer/bandwidth.ts';
import { Progress } from './transfer/progress.ts';
import { Runner } from './transfer/runner.ts';

/** For whom work is done: a profile that is shown, with its service while it is signed in. */
export interface Worker {
  readonly profile: Profile;
  readonly service: PaymentsService | null;
}

/** What the feature needs. */
export interface DocumentsParts {
  readonly store: Store;
  /** The same store, waiting for room on a full disk. */
  readonly patientStore: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly shell: Shell;
  readonly publisher: Publisher;
  readonly osUser: string;
  readonly largeBytes: () => number;
  /** The clerk's limit for what goes out, in bytes per second; `null` for none. */
  readonly uploadLimit: () => number | null;
  /** The service no longer accepts the session. */
  readonly onInterrupted: (profile: Profile, error: PaydeskError) => void;
  /** What is attached to beneficiaries, or unknown of it, changed. */
  readonly onAttached: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}

/** Batches, for the handlers and for other features. */
export interface Documents {
  readonly board: Board;
  /** The profile that is shown. Throws `sign-in-needed` without one. */
  profile(): Profile;
  /** Another profile is shown, or it was signed in or out. */
  show(worker: Worker | null): Promise<void>;
  /** After a start, before anything is sent. */
  recover(): Promise<void>;
  addPaths(paths: readonly string[]): Promise<number>;
  /** A batch of the shown profile. Throws `batch-unknown`. */
  batch(batchId: number): Promise<batchTables.BatchRow>;
  /** Path of a file that is read as a list of beneficiaries. Throws `document-unknown` for any other. */
  addressBookPath(documentId: number): Promise<string>;
  /** Documents changed by the clerk: shows it, and goes on with what can be done now. */
  touched(batchId: number): void;
  /** The clerk wants documents tried now, although a host asked to come back later. */
  tryNow(): void;
  /** An unknown outcome was settled, or a new beneficiary got its ID: what waited for that goes on. */
  settled(): void;
  started(batchId: number): Promise<void>;
  pause(batchId: number): Promise<void>;
  resume(batchId: number): Promise<void>;
  /** Pauses, or lets go on, all batches of the shown profile; gives how many changed. */
  pauseAll(): Promise<number>;
  resumeAll(): Promise<number>;
  /** Cancels a batch, and says where its files are then. */
  cancel(batchId: number): Promise<Cancellation>;
  abortDocuments(batchId: number, selection: Selection): void;
  createBeneficiary(beneficiaryId: number): Promise<void>;
  inFlight(): { documents: number; attaches: number };
  /** There is no room on the disk for what happens, or there is again. */
  diskFull(full: boolean): void;
  /** The machine has slept. */
  wokeUp(): void;
  /** Removes everything that is kept of a profile that was signed out. */
  forgetProfile(profileId: string): Promise<void>;
  stop(): Promise<void>;
}

/** Creates the feature. */
export function createDocuments(parts: DocumentsParts): Documents {
  const { store, patientStore, clock, intake } = parts;
  const progress = new Progress(clock);
  const bandwidth = new Bandwidth(clock, parts.uploadLimit);
  let runner: Runner | null = null;
  const board = createBoard({
    store,
    clock,
    progress,
    publisher: parts.publisher,
    hold: () => runner?.hold ?? null,
    onUnexpected: parts.onUnexpected,
  });
  let shown: Profile | null = null;
  /** The profile that is to be shown last. */
  let wanted: string | null = null;
  let job: IntakeJob | null = null;
  let watch: FileWatch | null = null;
  let turn: Promise<void> = Promise.resolve();

  function profile(): Profile {
    // Whoever has just left is not shown any more, although its work is still brought to rest.
    if (shown === null || shown.id !== wanted) {
      throw new PaydeskError('sign-in-needed', 'No profile is signed in');
    }
    return shown;
  }

  function makeJob(of: Profile): IntakeJob {
    return createIntakeJob({
      store: patientStore,
      intake,
      clock,
      profileId: of.id,
      osUser: parts.osUser,
      largeBytes: parts.largeBytes,
      onChange: board.changed,
      onReady: () => runner?.wake(),
      onUnexpected: parts.onUnexpected,
    });
  }

  function makeWatch(of: Profile): FileWatch {
    return createFileWatch({
      store: patientStore,
      intake,
      clock,
      profileId: of.id,
      onBack(batchId) {
        board.changed(batchId);
        job?.wake();
      },
      onUnexpected: parts.onUnexpected,
    });
  }

  function makeRunner(of: Profile, service: PaymentsService): Runner {
    return new Runner({
      store: patientStore,
      intake,
      clock,
      chance: parts.chance,
      progress,
      bandwidth,
      profile: of,
      service,
      onInterrupted: (error) => parts.onInterrupted(of, error),
      onChange: board.changed,
      onAttached: parts.onAttached,
      onUnexpected: parts.onUnexpected,
      onEnded: ({ number, state }) => {
        const done = state === 'done';
        const body = done
          ? notificationWords.batchDoneBody(number)
          : notificationWords.batchProblemsBody(number);
        parts.shell.notify(notificationWords.batchDone, body);
      },
    });
  }

  async function showNow(worker: Worker | null): Promise<void> {
    const left = runner;
    runner = null;
    // What is under way may wait for room on the disk; nobody's batches stay in view for that.
    if (worker?.profile.id !== shown?.id) board.show(null);
    await left?.stop();
    if (worker?.profile.id !== shown?.id) {
      // A large file may take its time to be checked; meanwhile nothing of the former profile is shown or added to.
      const ending = Promise.all([job?.stop(), watch?.stop()]);
      job = null;
      // On a full disk, too, nobody's batches stay in view, and whoever comes next can work.
      await pauseForSignIn().catch(parts.onUnexpected);
      shown = worker?.profile ?? null;
      board.show(shown?.id ?? null);
      await ending;
      job = shown === null ? null : makeJob(shown);
      job?.wake();
      watch = shown === null ? null : makeWatch(shown);
      parts.onAttached();
    }
    shown = worker?.profile ?? null;
    if (worker === null) return;
    if (worker.service === null) await pauseForSignIn();
    else {
      runner = makeRunner(worker.profile, worker.service);
      await runner.start();
    }
  }

  async function pauseForSignIn(): Promise<void> {
    if (shown === null) return;
    const from = { state: 'running', pauseReason: null } as const;
    const to = { state: 'paused', pauseReason: 'sign-in', pauseDetail: null } as const;
    await store.run(batchTables.setProfileBatches, { profileId: shown.id, from, to });
    board.changed(null);
  }

  /** A batch that got back to work goes on, or waits for the clerk to sign in. */
  function goOn(): void {
    if (runner === null) pauseForSignIn().catch(parts.onUnexpected);
    else runner.wake();
  }

  async function batch(batchId: number): Promise<batchTables.BatchRow> {
    const row = await store.run(batchTables.getBatch, { batchId });
    if (row === null || row.profileId !== profile().id) {
      throw new PaydeskError('batch-unknown', 'There is no such batch');
    }
    return row;
  }

  /** A batch that is being prepared may have, or have had, duplicates of what changed in another. */
  function showWithOthers(batchId: number): void {
    board.changed(batchId);
    board.changed(null);
  }

  async function setState(
    batchId: number,
    state: 'running' | 'paused',
    pauseReason: 'user' | 'sign-in' | null,
  ) {
    await store.run(batchTables.setBatchState, { batchId, state, pauseReason, pauseDetail: null });
    board.changed(batchId);
  }

  return {
    board,
    profile,
    batch,
    show(worker) {
      wanted = worker?.profile.id ?? null;
      turn = turn.then(() => showNow(worker)).catch(parts.onUnexpected);
      return turn;
    },
    async recover() {
      await store.run(intakeTables.resetChecking, null);
      await store.run(attachTables.recover, { at: clock.now() });
    },
    async addPaths(paths) {
      const { id: profileId } = profile();
      const at = clock.now();
      const draft = await store.run(batchTables.draftBatch, { profileId });
      const { id } =
        draft ?? (await store.run(batchTables.createBatch, { profileId, droppedBy: parts.osUser, at }));
      await store.run(intakeTables.drop, { batchId: id, paths: [...paths] });
      board.open(id);
      job?.wake();
      return id;
    },
    async addressBookPath(documentId) {
      const found = await store.run(listTables.detail, { documentId });
      if (found === null || found.reason?.code !== 'list-of-beneficiaries') {
        throw new PaydeskError('document-unknown', 'There is no such list');
      }
      await batch(found.batchId);
      return found.path;
    },
    touched(batchId) {
      showWithOthers(batchId);
      job?.wake();
      goOn();
    },
    tryNow: () => runner?.tryNow(),
    settled() {
      board.changed(null);
      goOn();
    },
    async started(batchId) {
      if (runner === null) await setState(batchId, 'paused', 'sign-in');
      board.changed(batchId);
      await runner?.tryAgain();
      runner?.wake();
    },
    async pauseAll() {
      const paused = await store.run(batchTables.pauseAll, { profileId: profile().id });
      for (const { id } of paused) runner?.abort({ batchId: id });
      board.changed(null);
      return paused.length;
    },
    async resumeAll() {
      const args = { profileId: profile().id, signedIn: runner !== null };
      const resumed = await store.run(batchTables.resumeAll, args);
      board.changed(null);
      await runner?.tryAgain();
      runner?.wake();
      return resumed.length;
    },
    async pause(batchId) {
      const { state } = await batch(batchId);
      if (state !== 'running' && state !== 'paused') {
        throw new PaydeskError('batch-not-ready', 'The batch is not running');
      }
      await setState(batchId, 'paused', 'user');
      runner?.abort({ batchId });
    },
    async resume(batchId) {
      const { state } = await batch(batchId);
      if (state !== 'paused') throw new PaydeskError('batch-not-ready', 'The batch is not paused');
      if (runner === null) await setState(batchId, 'paused', 'sign-in');
      else await setState(batchId, 'running', null);
      await runner?.tryAgain();
      runner?.wake();
    },
    async cancel(batchId) {
      await batch(batchId);
      const args = { batchId, at: clock.now(), by: parts.osUser };
      const outcome = await store.run(transferTables.cancelBatch, args);
      runner?.abort({ batchId });
      showWithOthers(batchId);
      return outcome;
    },
    abortDocuments(batchId, selection) {
      if (selection.kind === 'all') runner?.abort({ batchId });
      else {
        const ids = selection.kind === 'some' ? selection.ids : unpackIds(selection.ids);
        runner?.abort({ documentIds: ids });
      }
    },
    async createBeneficiary(beneficiaryId) {
      if (runner === null) throw new PaydeskError('sign-in-needed', 'No profile is signed in');
      await runner.create(beneficiaryId);
    },
    async forgetProfile(profileId) {
      // What was under way comes to rest first.
      await turn;
      await store.run(forgetTables.removeProfile, { profileId });
      board.changed(null);
    },
    inFlight: () => runner?.inFlight ?? { documents: 0, attaches: 0 },
    diskFull: board.diskFull,
    wokeUp() {
      watch?.look();
      void runner?.wokeUp();
    },
    async stop() {
      await turn;
      const left = runner;
      runner = null;
      await Promise.all([left?.stop(), job?.stop(), watch?.stop()]);
      await board.stop();
      await intake.close();
    },
  };
}
