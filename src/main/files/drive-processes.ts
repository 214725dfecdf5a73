/** @file Child processes for files: one process per drive, so that a hanging drive does not block other drives. */
import { PaydeskError } from '../../shared/errors.ts';
import type { Clock, PlatformInfo, Processes } from '../platform/platform.ts';
import { DriveProcess, Interrupted } from './drive-process.ts';
import { createDriveFinder } from './drives.ts';

/** Milliseconds before a drive that did not respond is tried again. */
const cooldownMs = 15_000;
/** Maximum number of ended processes of a drive that still hang in the system; then no new process is started. */
const maxHangingProcesses = 2;
/** Failed starts in a row after which an error is reported. */
const maxFailedStarts = 3;

/** The processes of all drives. */
export type DriveProcesses = ReturnType<typeof createDriveProcesses>;

interface DriveProcessesDeps {
  readonly processes: Processes;
  readonly clock: Clock;
  readonly os: PlatformInfo['os'];
  /** File URL of the process's entry module. */
  readonly entry: URL;
}

class Drive {
  readonly #deps: DriveProcessesDeps;
  #process: DriveProcess | null = null;
  #livingProcesses = 0;
  #failedStarts = 0;
  /** Monotonic time before which an unresponsive drive is not tried again; `null` when it responds. */
  #retryAt: number | null = null;

  constructor(deps: DriveProcessesDeps) {
    this.#deps = deps;
  }

  process(): DriveProcess {
    const current = this.#process;
    if (current?.hasResponded === true) this.#retryAt = null;
    if (current !== null && !current.hasEnded) {
      // After a cooldown, a single operation tries the drive; other operations fail immediately.
      if (this.#retryAt !== null && current.isBusy) throw new Interrupted('silent');
      return current;
    }
    const { clock } = this.#deps;
    if (this.#livingProcesses >= maxHangingProcesses || clock.monotonic() < (this.#retryAt ?? 0))
      throw new Interrupted('silent');
    if (this.#failedStarts >= maxFailedStarts) {
      this.#failedStarts = 0;
      throw new PaydeskError('unexpected', 'The process for files did not start');
    }
    this.#process = this.#start();
    return this.#process;
  }

  close(): void {
    this.#process?.close();
  }

  #start(): DriveProcess {
    const { processes, clock, os, entry } = this.#deps;
    const child = processes.start(entry, 'Paydesk files');
    child.onExit(() => {
      this.#livingProcesses -= 1;
    });
    this.#livingProcesses += 1;
    return new DriveProcess({
      child,
      clock,
      mayAskConsent: os === 'darwin',
      onEnd: (cause) => {
        this.#retryAt = cause === 'silent' ? clock.monotonic() + cooldownMs : null;
        this.#failedStarts = cause === 'not-started' ? this.#failedStarts + 1 : 0;
      },
    });
  }
}

/** Creates the set of processes; each process is started on demand. */
export function createDriveProcesses(deps: DriveProcessesDeps) {
  const drives = new Map<string, Drive>();
  const driveOf = createDriveFinder(deps.os, deps.clock);
  let isClosed = false;

  return {
    /** Names the drive of a path, without touching it. */
    driveOf,
    /**
     * Returns the process of a drive, and starts it if needed. With `isIsolated`, returns a separate process, for files
     * that may crash their process. Throws {@link Interrupted} while the drive does not respond, and after {@link close}.
     */
    processOf(drive: string, isIsolated: boolean) {
      if (isClosed) throw new Interrupted('closed');
      const key = `${isIsolated ? 'alone' : 'shared'} ${drive}`;
      const driveEntry = drives.get(key) ?? new Drive(deps);
      drives.set(key, driveEntry);
      return driveEntry.process();
    },
    /** Ends all processes without waiting for them. */
    close() {
      isClosed = true;
      for (const drive of drives.values()) drive.close();
    },
  };
}
