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
const longestUnwrittenMs = 100;

/** Works through the intake of one profile. */
export interface IntakeJob {
  /** There may be something to do. */
  wake(): void;
  /** Stops after the step under way. */
  stop(): Promise<void>;
}

/** Creates the job for a profile; it starts at the first {@link IntakeJob.wake}. */
export function createIntakeJob(parts: {
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
  const { store, intake, clock, profileId, onChange } = parts;
  let running: Promise<void> | null = null;
  let again = false;
  let stopped = false;

  let finds: tables.Find[] = [];
  let cancelTimer: () => void = () => undefined;
  let written: Promise<void> = Promise.resolve();

  /** Writes down what was found so far: of thousands of loose files many in one commit. */
  function writeFinds(): Promise<void> {
    cancelTimer();
    const some = finds;
    finds = [];
    written = written.then(() => (some.length === 0 || stopped ? undefined : write(some)));
    // Whoever waits for it hears of a failure.
    written.catch(() => undefined);
    return written;
  }

  async function write(some: readonly tables.Find[]): Promise<void> {
    await store.run(tables.addFound, { finds: [...some], at: clock.now(), by: parts.osUser });
    for (const batchId of new Set(some.map((find) => find.batchId))) onChange(batchId);
    checkSoon();
  }

  async function add(find: tables.Find): Promise<void> {
    if (finds.length === 0) cancelTimer = clock.after(longestUnwrittenMs, () => void writeFinds());
    finds.push(find);
    if (finds.length >= findsPerCommit || find.files.length >= findsPerCommit) await writeFinds();
  }

  async function listAll(): Promise<void> {
    // What a failed listing left is listed again.
    cancelTimer();
    finds = [];
    written = Promise.resolve();
    for (const { id, batchId, path } of await store.run(tables.unlistedPaths, { profileId })) {
      const find = { batchId, droppedPathId: id };
      for await (const files of intake.walk([path])) {
        if (stopped) return;
        await add({ ...find, files, last: false });
      }
      await add({ ...find, files: [], last: true });
    }
    await writeFinds();
  }

  let checking: Promise<void> | null = null;
  function checkSoon(): void {
    checking ??= checkAll().finally(() => {
      checking = null;
    });
    checking.catch(parts.onUnexpected);
  }

  async function checkAll(): Promise<void> {
    await Promise.all(Array.from({ length: groupsAtOnce }, checkGroups));
  }

  async function checkGroups(): Promise<void> {
    while (!stopped) {
      const group = await store.run(tables.takeForCheck, { profileId, limit: groupLength, at: clock.now() });
      if (group.length === 0) return;
      const inspections = await intake.inspect(group, parts.largeBytes());
      const checks = inspections.map((inspection, index) => ({ ...inspection, id: group[index]?.id ?? 0 }));
      const { unlisted } = await store.run(tables.recordChecks, { checks, at: clock.now() });
      if (unlisted) again = true;
      for (const batchId of new Set(group.map((one) => one.batchId))) onChange(batchId);
      parts.onReady();
    }
  }

  async function work(): Promise<void> {
    while (again && !stopped) {
      again = false;
      await listAll();
      checkSoon();
      await checking;
      for (const { id } of await store.run(tables.endChecking, { profileId })) onChange(id);
    }
  }

  function wake(): void {
    again = true;
    running ??= work()
      .catch(parts.onUnexpected)
      .finally(() => {
        running = null;
        // Whoever woke it in its last moment was not heard by the loop.
        if (again && !stopped) wake();
      });
  }

  return {
    wake,
    async stop() {
      stopped = true;
      await running;
    },
  };
}
