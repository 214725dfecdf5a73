/** @file Lists dropped paths and checks the found files, until nothing is left to list or check. */
import type { Clock } from '../../platform/platform.ts';
import type { Store } from '../../storage/store/store.ts';
import * as procedures from './database/dropped-files.ts';
import { type Rejection, takeRejections } from './database/rejections.ts';
import type { Intake } from './intake/intake-client.ts';

/** Maximum number of documents in a group that is checked by one request. */
const documentsPerRequest = 32;
const maxConcurrentGroups = 4;
/** Number of found files after which they are committed without waiting for {@link maxCommitDelayMs}. */
const filesPerCommit = 400;
const maxCommitDelayMs = 100;

/** The intake of one profile. */
export type IntakeJob = ReturnType<typeof createIntakeJob>;

/** Creates the job for a profile; it starts at the first {@link IntakeJob.wake}. */
export function createIntakeJob(deps: {
  readonly store: Store;
  readonly intake: Intake;
  readonly clock: Clock;
  readonly profileId: string;
  readonly osUser: string;
  /** Bytes above which a file gets a warning. */
  readonly largeBytes: () => number;
  readonly onChange: (batchId: number | null) => void;
  /** Called when documents are ready to be sent by a running batch. */
  readonly onReady: () => void;
  /** Called with the counts of files that were not accepted, when the check of their batch has ended. */
  readonly onRejected: (rejections: readonly Rejection[]) => void;
  readonly onUnexpected: (thrown: unknown) => void;
}) {
  const { store, intake, clock, profileId, onChange } = deps;
  let running: Promise<void> | null = null;
  let isWorkNeeded = false;
  const stopping = new AbortController();
  const { signal } = stopping;

  /** Listings in progress, by the ID of each dropped path. */
  const listings = new Map<number, Promise<void>>();

  /** Starts listing the dropped paths, independently for each drive. */
  async function startListings(): Promise<void> {
    const unlisted = await store.run(procedures.selectUnlistedPaths, { profileId });
    for (const dropped of await intake.groupByDrive(unlisted.filter(({ id }) => !listings.has(id)))) {
      const listing = listDroppedPaths(dropped)
        .catch(deps.onUnexpected)
        .finally(() => {
          for (const { id } of dropped) listings.delete(id);
        });
      for (const { id } of dropped) listings.set(id, listing);
    }
  }

  async function listDroppedPaths(dropped: readonly procedures.DroppedPath[]): Promise<void> {
    const { add, flush } = createFoundFilesWriter();
    for (const { id, batchId, path } of dropped) {
      const batchFields = { batchId, droppedPathId: id };
      try {
        for await (const files of intake.walk(path, signal)) {
          if (signal.aborted) return;
          await add({ ...batchFields, files, last: false });
        }
      } catch (thrown) {
        if (signal.aborted) return;
        throw thrown;
      }
      await add({ ...batchFields, files: [], last: true });
    }
    await flush();
  }

  /** Creates a writer that collects the found files of several dropped paths for one commit. */
  function createFoundFilesWriter() {
    let pending: procedures.FoundFiles[] = [];
    let cancelTimer: () => void = () => undefined;
    // Unlike in a `SerialQueue`, a failed write prevents the later ones: without its files, the listing is not complete.
    let lastWrite: Promise<void> = Promise.resolve();

    function flush(): Promise<void> {
      cancelTimer();
      const finds = pending;
      pending = [];
      lastWrite = lastWrite.then(() => (finds.length === 0 || signal.aborted ? undefined : write(finds)));
      // The caller of this promise handles its failure.
      lastWrite.catch(() => undefined);
      return lastWrite;
    }

    async function write(finds: readonly procedures.FoundFiles[]): Promise<void> {
      await store.run(procedures.addFoundFiles, { finds: [...finds], at: clock.now(), by: deps.osUser });
      for (const batchId of new Set(finds.map(({ batchId }) => batchId))) onChange(batchId);
      startChecks();
    }

    async function add(foundFiles: procedures.FoundFiles): Promise<void> {
      if (pending.length === 0) cancelTimer = clock.after(maxCommitDelayMs, () => void flush());
      pending.push(foundFiles);
      if (pending.length >= filesPerCommit || foundFiles.files.length >= filesPerCommit) await flush();
    }

    return { add, flush };
  }

  /** Per slot, whether it checks suspects: files that may crash their process. Only the last slot does, one at a time. */
  const isSuspectSlot = [...Array.from({ length: maxConcurrentGroups }, () => false), true];
  const checksBySlot = new Map<number, Promise<void>>();
  /** Number of calls of {@link startChecks}: after a call during a query, the result of the query is outdated. */
  let requestCount = 0;

  function startChecks(): void {
    requestCount += 1;
    for (const [slot, suspects] of isSuspectSlot.entries()) {
      if (checksBySlot.has(slot)) continue;
      const endSlot = () => {
        if (checksBySlot.get(slot) === completion) checksBySlot.delete(slot);
      };
      const completion: Promise<void> = checkGroups(suspects, endSlot)
        .catch(deps.onUnexpected)
        .finally(endSlot);
      checksBySlot.set(slot, completion);
    }
  }

  /** Checks groups until none is left. Calls `onEnd` synchronously when it finds none, so that no request is lost. */
  async function checkGroups(suspects: boolean, onEnd: () => void): Promise<void> {
    while (!signal.aborted) {
      const requestCountBefore = requestCount;
      const limit = suspects ? 1 : documentsPerRequest;
      const at = clock.now();
      const group = await store.run(procedures.claimForCheck, { profileId, limit, suspects, at });
      if (group.length === 0 && requestCountBefore === requestCount) return onEnd();
      const groups = await intake.groupByDrive(group);
      await Promise.all(groups.map((files) => checkGroup(files, suspects)));
    }
  }

  async function checkGroup(files: readonly procedures.CheckJob[], isIsolated: boolean): Promise<void> {
    const results = await intake.inspect(files, { largeBytes: deps.largeBytes(), isIsolated, signal });
    const finished = results.flatMap(({ inspection, isSuspect }, index) =>
      inspection === null ? [] : [{ ...inspection, isSuspect, id: files[index]?.id ?? 0 }],
    );
    const unfinished = results.flatMap(({ inspection, isSuspect }, index) =>
      inspection === null ? [{ isSuspect, id: files[index]?.id ?? 0 }] : [],
    );
    const { unlisted } = await store.run(procedures.recordChecks, {
      checks: finished,
      unfinished,
      at: clock.now(),
    });
    // An unfinished check is claimed again, possibly for a slot whose loop has ended.
    if (unlisted || unfinished.length > 0) isWorkNeeded = true;
    for (const batchId of new Set(files.map(({ batchId }) => batchId))) onChange(batchId);
    deps.onReady();
  }

  let onWake: () => void = () => undefined;

  async function whenIdle(): Promise<void> {
    // Listings start checks, so this loops until both are done.
    while (listings.size > 0 || checksBySlot.size > 0)
      await Promise.all([...listings.values(), ...checksBySlot.values()]);
  }

  async function runPasses(): Promise<void> {
    while (isWorkNeeded && !signal.aborted) {
      isWorkNeeded = false;
      // Does not wait for a hanging drive: a later drop starts the next pass.
      const woken = new Promise<void>((resolve) => {
        onWake = resolve;
      });
      await startListings();
      startChecks();
      await Promise.race([woken, whenIdle()]);
      for (const { id } of await store.run(procedures.endChecking, { profileId })) onChange(id);
      const rejections = await store.run(takeRejections, { profileId });
      if (rejections.length > 0) deps.onRejected(rejections);
    }
  }

  function wake(): void {
    isWorkNeeded = true;
    onWake();
    running ??= runPasses()
      .catch(deps.onUnexpected)
      .finally(() => {
        running = null;
        // A call of `wake` after the last pass of the loop would be lost otherwise.
        if (isWorkNeeded && !signal.aborted) wake();
      });
  }

  return {
    /** Starts the work, if there is any. */
    wake,
    /** Stops without waiting for a drive; interrupted checks are repeated at the next start. */
    async stop() {
      stopping.abort();
      await running;
      await whenIdle();
    },
  };
}
