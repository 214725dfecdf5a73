/**
 * @file The lifecycle of the program, in phases: starting, ready, confirming with the clerk whether to quit, draining work for a
 * limited time, exiting. A phase never returns to an earlier one, except from confirming to ready when the clerk cancels.
 */
import type { Clock } from '../platform/platform.ts';

/** Maximum time for draining, in milliseconds. */
export const maxDrainMs = 10_000;

/** The phase of the program. */
type Phase = 'starting' | 'ready' | 'confirming' | 'draining' | 'exiting';

/** Actions that the lifecycle triggers. */
interface LifecycleDeps {
  /** Asks the clerk when work is in flight; resolves with `false` when the clerk cancels. */
  confirmQuit(): Promise<boolean>;
  /** Pauses all work so that the next start can resume it. */
  drain(): Promise<void>;
  /** Brings the window to the front. */
  showWindow(): void;
  /** Schedules a restart after the exit. Called at most once. */
  relaunch(): void;
  /**
   * Exits, or calls `install`, which installs an update and exits. Exactly one of `exit` and {@link exitFailed} is
   * called, once.
   */
  exit(install: (() => void) | null): void;
  /** Reports the fatal error and exits; the clerk decides about a restart. */
  exitFailed(): void;
  readonly clock: Pick<Clock, 'after'>;
}

/** Controls the end of the program; nothing else may end it. */
export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Creates the lifecycle of a program that is starting. */
export function createLifecycle(deps: LifecycleDeps) {
  let phase: Phase = 'starting';
  /** The installation requested with the current quit; dropped when the clerk cancels. */
  let install: (() => void) | null = null;
  let isRelaunchRequested = false;
  let hasFailed = false;

  function relaunch(): void {
    // An installer restarts the program itself; after an error the clerk decides about a restart.
    if (isRelaunchRequested && install === null && !hasFailed) deps.relaunch();
  }

  function exit(): void {
    if (phase === 'exiting') return;
    phase = 'exiting';
    relaunch();
    if (hasFailed) deps.exitFailed();
    else deps.exit(install);
  }

  async function drain(): Promise<void> {
    if (phase === 'draining' || phase === 'exiting') return;
    phase = 'draining';
    const cancel = deps.clock.after(maxDrainMs, exit);
    // The program must end even if draining fails; the next start recovers.
    await deps.drain().catch(() => undefined);
    cancel();
    exit();
  }

  async function confirmQuit(): Promise<void> {
    phase = 'confirming';
    // A failing dialog must not prevent quitting.
    const isConfirmed = await deps.confirmQuit().catch(() => true);
    if (phase !== 'confirming') return;
    if (isConfirmed) await drain();
    else {
      install = null;
      phase = 'ready';
    }
  }

  return {
    phase: () => phase,
    /** Marks the program as started. */
    markReady() {
      if (phase === 'starting') phase = 'ready';
    },
    /** Shows the window. A program that is already ending is restarted. */
    showWindow() {
      if (phase !== 'draining' && phase !== 'exiting') return deps.showWindow();
      if (isRelaunchRequested) return;
      isRelaunchRequested = true;
      if (phase === 'exiting') relaunch();
    },
    /** Quits, optionally to install an update. Ignored when quitting has already begun. */
    quit(requestedInstall?: () => void) {
      if (phase === 'starting') exit();
      else if (phase === 'ready') {
        install = requestedInstall ?? null;
        void confirmQuit();
      }
    },
    /** Ends the program because the session of the operating system ends: asks no question and installs no update. */
    endSession() {
      install = null;
      isRelaunchRequested = false;
      if (phase === 'starting') exit();
      else void drain();
    },
    /** Ends the program after an uncaught error without asking, because the state of the program is unknown. */
    fail() {
      // The program is already ending.
      if (phase === 'draining' || phase === 'exiting') return;
      install = null;
      hasFailed = true;
      if (phase === 'starting') exit();
      else void drain();
    },
  };
}
