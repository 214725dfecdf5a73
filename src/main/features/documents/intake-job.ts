/** @file Lists what was dropped and checks it, for as long as there is something to list or check. */
import type { Clock } from '../../platform.ts';
import type { Store } from '../../store/store.ts';
import type { Intake } from './intake/intake.ts';
import * as tables from './tables/intake.ts';

/** Documents that are checked in one go, and goes at once. */
const groupLength = 32;
const groupsAtOnce = 4;
/** Finds that are written down in one commit, and milliseconds that the first of them waits at most. */
const findsPerCommit = 400;
const maxUnwrittenMs = 100;

/** Works through the intake of one profile. */
export interface IntakeJob {
  /** There may be something to do. */
  wake(): void;
  /** Stops without waiting for any drive; what is in work is checked at the next start. */
  stop(): Promise<void>;
}

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
  /** Documents became ready that a running batch may send. */
  readonly onReady: () => void;
  readonly onUnexpected: (thrown: unknown) => void;
}): IntakeJob {
  const { store, intake, clock, profileId, onChange } = deps;
  let running: Promise<void> | null = null;
  let again = false;
  const stopping = new AbortController();
  const { signal } = stopping;

  const listings = new Map<number, Promise<void>>();

  /** Begins to list what was dropped; paths of different drives do not wait for each other. */
  async function listSoon(): Promise<void> {
    const unlisted = await store.run(tables.unlistedPaths, { profileId });
    for (const dropped of await intake.byDrive(unlisted.filter(({ id }) => !listings.has(id)))) {
      const listing = listInOrder(dropped)
        .catch(deps.onUnexpected)
        .finally(() => {
          for (const { id } of dropped) listings.delete(id);
        });
      for (const { id } of dropped) listings.set(id, listing);
    }
  }

  async function listInOrder(dropped: readonly tables.DroppedPath[]): Promise<void> {
    const { add, writeFinds } = collectFinds();
    for (const { id, batchId, path } of dropped) {
      const find = { batchId, droppedPathId: id };
      try {
        for await (const files of intake.walk(path, signal)) {
          if (signal.aborted) return;
          await add({ ...find, files, last: false });
        }
      } catch (thrown) {
        if (signal.aborted) return;
        throw thrown;
      }
      await add({ ...find, files: [], last: true });
    }
    await writeFinds();
  }

  /** Collects what one listing finds: of thousands of loose files many are written down in one commit. */
  function collectFinds() {
    let finds: tables.Find[] = [];
    let cancelTimer: () => void = () => undefined;
    let written: Promise<void> = Promise.resolve();

    function writeFinds(): Promise<void> {
      cancelTimer();
      const some = finds;
      finds = [];
      written = written.then(() => (some.length === 0 || signal.aborted ? undefined : write(some)));
      // The caller of this promise handles its failure.
      written.catch(() => undefined);
      return written;
    }

    async function write(some: readonly tables.Find[]): Promise<void> {
      await store.run(tables.addFound, { finds: [...some], at: clock.now(), by: deps.osUser });
      for (const batchId of new Set(some.map((find) => find.batchId))) onChange(batchId);
      checkSoon();
    }

    async function add(find: tables.Find): Promise<void> {
      if (finds.length === 0) cancelTimer = clock.after(maxUnwrittenMs, () => void writeFinds());
      finds.push(find);
      if (finds.length >= findsPerCommit || find.files.length >= findsPerCommit) await writeFinds();
    }

    return { add, writeFinds };
  }

  /** What may end the process that checks it is checked alone, beside the others. */
  const lanes = [...Array.from({ length: groupsAtOnce }, () => false), true];
  const checks = new Map<number, Promise<void>>();
  /** How often there was something new to check. */
  let wanted = 0;

  function checkSoon(): void {
    wanted += 1;
    for (const [lane, suspects] of lanes.entries()) {
      if (checks.has(lane)) continue;
      const end = () => {
        if (checks.get(lane) === checking) checks.delete(lane);
      };
      const checking: Promise<void> = checkGroups(suspects, end).catch(deps.onUnexpected).finally(end);
      checks.set(lane, checking);
    }
  }

  /** Calls `onEnd` in the same moment in which it has seen that there is nothing to do. */
  async function checkGroups(suspects: boolean, onEnd: () => void): Promise<void> {
    while (!signal.aborted) {
      const seen = wanted;
      const limit = suspects ? 1 : groupLength;
      const at = clock.now();
      const group = await store.run(tables.takeForCheck, { profileId, limit, suspects, at });
      if (group.length === 0 && seen === wanted) return onEnd();
      const drives = await intake.byDrive(group);
      await Promise.all(drives.map((files) => check(files, suspects)));
    }
  }

  async function check(files: readonly tables.ToCheck[], isAlone: boolean): Promise<void> {
    const results = await intake.inspect(files, { largeBytes: deps.largeBytes(), isAlone, signal });
    const finished = results.flatMap(({ inspection, isSuspect }, index) =>
      inspection === null ? [] : [{ ...inspection, isSuspect, id: files[index]?.id ?? 0 }],
    );
    const unfinished = results.flatMap(({ inspection, isSuspect }, index) =>
      inspection === null ? [{ isSuspect, id: files[index]?.id ?? 0 }] : [],
    );
    const { unlisted } = await store.run(tables.recordChecks, {
      checks: finished,
      unfinished,
      at: clock.now(),
    });
    // What was put back is taken again, perhaps by a lane that has come to its end.
    if (unlisted || unfinished.length > 0) again = true;
    for (const batchId of new Set(files.map((one) => one.batchId))) onChange(batchId);
    deps.onReady();
  }

  let onWake: () => void = () => undefined;

  async function inWork(): Promise<void> {
    // What is listed is checked afterwards.
    while (listings.size > 0 || checks.size > 0)
      await Promise.all([...listings.values(), ...checks.values()]);
  }

  async function work(): Promise<void> {
    while (again && !signal.aborted) {
      again = false;
      // A drive that hangs keeps nothing waiting that is dropped from now on.
      const woken = new Promise<void>((resolve) => {
        onWake = resolve;
      });
      await listSoon();
      checkSoon();
      await Promise.race([woken, inWork()]);
      for (const { id } of await store.run(tables.endChecking, { profileId })) onChange(id);
    }
  }

  function wake(): void {
    again = true;
    onWake();
    running ??= work()
      .catch(deps.onUnexpected)
      .finally(() => {
        running = null;
        // Whoever woke it in its last moment was not heard by the loop.
        if (again && !signal.aborted) wake();
      });
  }

  return {
    wake,
    async stop() {
      stopping.abort();
      await running;
      await inWork();
    },
  };
}
